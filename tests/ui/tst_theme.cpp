// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tokens, fonts, icons, numbers: that they are there, readable and as wide as promised.

#include "tests/ui/uitest.h"
#include "ui/theme/buttons.h"
#include "ui/theme/desktopscheme.h"
#include "ui/theme/fonts.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <QDir>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QLabel>
#include <QPainter>
#include <QRawFont>
#include <QSignalSpy>

using namespace snug;
using namespace snug::ui;

class TestTheme : public QObject
{
    Q_OBJECT
private slots:
    void contrast_data();
    void contrast();
    void highContrastStrengthensLines();
    void heatScale();
    void inkFollowsTheScheme();
    void desktopAnswers();
    void fontIsOurs_data();
    void fontIsOurs();
    void figuresAreOfOneWidth_data();
    void figuresAreOfOneWidth();
    void iconIsDrawn_data();
    void iconIsDrawn();
    void everyIconFileIsUsed();
    void verdictSignIsCutOut();
    void buttonHeights();
    void numbers();
    void numbersFollowTheLocale();
};

void TestTheme::contrast_data()
{
    QTest::addColumn<QColor>("ink");
    QTest::addColumn<QColor>("ground");
    QTest::addColumn<double>("least");
    for (const Tokens *t : {&lightTokens(), &darkTokens()}) {
        const char *scheme = t->dark ? "dark" : "light";
        const std::pair<const char *, QColor> grounds[] = {{"window", t->window}, {"surface", t->surface},
                                                           {"tint", t->tint},     {"failure card", t->failureCard},
                                                           {"hover", t->hover},   {"raised", t->raised}};
        const std::pair<const char *, QColor> inks[] = {
            {"text", t->text}, {"text 2", t->text2}, {"text 3", t->text3},           {"accent", t->accent},
            {"fits", t->fits}, {"tight", t->tight},  {"does not fit", t->doesNotFit}};
        for (const auto &[ground, groundColor] : grounds) {
            for (const auto &[ink, inkColor] : inks)
                QTest::addRow("%s: %s on %s", scheme, ink, ground) << inkColor << groundColor << 4.5;
        }
        QTest::addRow("%s: text 2 on side", scheme) << t->text2 << t->side << 4.5;
        QTest::addRow("%s: text 2 on chosen", scheme) << t->text2 << t->chosen << 4.5;
        QTest::addRow("%s: text on segment", scheme) << t->text << t->segment << 4.5;
        QTest::addRow("%s: on accent", scheme) << t->onAccent << t->accent << 4.5;
        QTest::addRow("%s: token mark", scheme) << t->tokenInk << t->tokenMark << 4.5;
        QTest::addRow("%s: check border", scheme) << t->checkBorder << t->surface << 3.0;
    }
}

void TestTheme::contrast()
{
    QFETCH(QColor, ink);
    QFETCH(QColor, ground);
    QFETCH(double, least);
    const double ratio = contrastRatio(ink, ground);
    QVERIFY2(ratio >= least, qPrintable(QStringLiteral("%1 on %2: %3").arg(ink.name(), ground.name()).arg(ratio)));
}

void TestTheme::highContrastStrengthensLines()
{
    for (const Tokens *plain : {&lightTokens(), &darkTokens()}) {
        const Tokens strong = withHighContrast(*plain);
        QVERIFY(contrastRatio(strong.strongLine, strong.surface) >= 3);
        QVERIFY(contrastRatio(strong.line, strong.window) >= 3);
        QCOMPARE(strong.text, plain->text);
    }
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
}

void TestTheme::heatScale()
{
    for (const Tokens *t : {&lightTokens(), &darkTokens()}) {
        QCOMPARE(t->heatAt(0).rgb(), t->heat.front().rgb());
        QCOMPARE(t->heatAt(1).rgb(), t->heat.back().rgb());
        QCOMPARE(t->heatAt(0.5).rgb(), t->heat[2].rgb());
        QCOMPARE(t->heatAt(-3).rgb(), t->heat.front().rgb());
        QCOMPARE(t->heatAt(qQNaN()).rgb(), t->heat.back().rgb());
        // High is always the colour furthest from the ground.
        for (int i = 1; i <= 20; ++i)
            QVERIFY(contrastRatio(t->heatAt(i / 20.0), t->surface) >
                    contrastRatio(t->heatAt((i - 1) / 20.0), t->surface));
    }
}

void TestTheme::inkFollowsTheScheme()
{
    QLabel label;
    setInk(&label, Ink::Text2);
    setInk(&label, Ink::DoesNotFit);
    QCOMPARE(label.palette().color(QPalette::WindowText), lightTokens().doesNotFit);
    applyTheme(*qApp, Scheme::Dark);
    QCOMPARE(label.palette().color(QPalette::WindowText), darkTokens().doesNotFit);
    QVERIFY(tokens().dark);
    applyTheme(*qApp, Scheme::Light);
    QCOMPARE(label.palette().color(QPalette::WindowText), lightTokens().doesNotFit);
}

void TestTheme::desktopAnswers()
{
    DesktopScheme desktop;
    QSignalSpy changed(&desktop, &DesktopScheme::changed);
    QVERIFY(!desktop.prefersDark());
    desktop.take(QStringLiteral("color-scheme"), 1u);
    QCOMPARE(desktop.prefersDark(), std::optional(true));
    desktop.take(QStringLiteral("color-scheme"), 1u); // nothing new
    desktop.take(QStringLiteral("accent-color"), 3u); // not ours
    QCOMPARE(changed.count(), 1);
    desktop.take(QStringLiteral("color-scheme"), 2u);
    QCOMPARE(desktop.prefersDark(), std::optional(false));
    desktop.take(QStringLiteral("color-scheme"), 0u);
    QVERIFY(!desktop.prefersDark());
    desktop.take(QStringLiteral("contrast"), 1u);
    QVERIFY(desktop.prefersContrast());
    QCOMPARE(changed.count(), 4);
}

void TestTheme::fontIsOurs_data()
{
    QTest::addColumn<QFont>("font");
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("weight");
    QTest::newRow("400") << sansFont(13, QFont::Normal) << QStringLiteral("Snug Sans") << 400;
    QTest::newRow("500") << sansFont(13, QFont::Medium) << QStringLiteral("Snug Sans") << 500;
    QTest::newRow("600") << sansFont(13, QFont::DemiBold) << QStringLiteral("Snug Sans") << 600;
    QTest::newRow("mono") << monoFont() << QStringLiteral("Snug Mono") << 400;
}

void TestTheme::fontIsOurs()
{
    QFETCH(QFont, font);
    QFETCH(QString, family);
    QFETCH(int, weight);
    const QRawFont raw = QRawFont::fromFont(font);
    QCOMPARE(QFontInfo(font).family(), family);
    QCOMPARE(raw.weight(), weight);
    for (const QChar sign : QStringLiteral("aZ09ßäÖ×−→·…“”–≤≥≈%°"))
        QVERIFY2(raw.supportsCharacter(sign), qPrintable(QString(sign)));
}

void TestTheme::figuresAreOfOneWidth_data()
{
    QTest::addColumn<QFont>("font");
    for (const auto weight : {QFont::Normal, QFont::Medium, QFont::DemiBold}) {
        for (const int size : {11, 12, 13, 20, 34})
            QTest::addRow("%d px, %d", size, int(weight)) << sansFont(size, weight);
    }
}

void TestTheme::figuresAreOfOneWidth()
{
    QFETCH(QFont, font);
    const QFontMetricsF metrics(font);
    const double zero = metrics.horizontalAdvance(QStringLiteral("00000"));
    for (int digit = 1; digit <= 9; ++digit) {
        const double width = metrics.horizontalAdvance(QString(5, QChar('0' + digit)));
        QVERIFY2(std::abs(width - zero) < 0.5,
                 qPrintable(QStringLiteral("%1: %2 and %3").arg(digit).arg(width).arg(zero)));
    }
}

void TestTheme::iconIsDrawn_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<double>("ratio");
    for (int which = 0; which <= static_cast<int>(Icon::DoesNotFit); ++which) {
        for (const double ratio : {1.0, 2.0})
            QTest::addRow("%d at %g", which, ratio) << which << ratio;
    }
}

void TestTheme::iconIsDrawn()
{
    QFETCH(int, which);
    QFETCH(double, ratio);
    QImage image(QSize(16, 16) * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    {
        QPainter painter(&image);
        paintIcon(painter, QRectF(0, 0, 16, 16), static_cast<Icon>(which), QColor("#C01020"));
    }
    int drawn = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor color = image.pixelColor(x, y);
            drawn += color.alpha() > 128;
            if (color.alpha() == 255) // solid where the stroke covers the pixel: exactly the colour asked for
                QCOMPARE(color.rgb(), QColor("#C01020").rgb());
        }
    }
    const int pixels = image.width() * image.height();
    QVERIFY2(drawn > pixels / 40 && drawn < pixels * 7 / 10, qPrintable(QString::number(drawn)));
}

void TestTheme::everyIconFileIsUsed()
{
    const QStringList files = QDir(QStringLiteral(":/snug/icons")).entryList({QStringLiteral("*.svg")});
    // One file an icon, and the program's own.
    QCOMPARE(int(files.size()), static_cast<int>(Icon::DoesNotFit) + 2);
    QVERIFY(!appIcon().isNull());
    QCOMPARE(appIcon().pixmap(48, 48).size(), QSize(48, 48) * qApp->devicePixelRatio());
}

void TestTheme::verdictSignIsCutOut()
{
    for (const Icon which : {Icon::Fits, Icon::Tight, Icon::DoesNotFit}) {
        QImage image(32, 32, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintIcon(painter, QRectF(0, 0, 32, 32), which, Qt::black);
        painter.end();
        const int middle = which == Icon::Fits ? 20 : 16;
        const int x = which == Icon::Fits ? 14 : 16;
        QVERIFY2(image.pixelColor(x, middle).alpha() < 60, qPrintable(QString::number(static_cast<int>(which))));
    }
}

void TestTheme::buttonHeights()
{
    const std::unique_ptr<QPushButton> normal(makeButton(QStringLiteral("Open"), ButtonKind::Normal, nullptr));
    const std::unique_ptr<QPushButton> small(makeButton(QStringLiteral("Open"), ButtonKind::Small, nullptr));
    const std::unique_ptr<QPushButton> primary(makeButton(QStringLiteral("Open"), ButtonKind::Primary, nullptr));
    const std::unique_ptr<QPushButton> alone(
        makeIconButton(Icon::Menu, QStringLiteral("Menu"), ButtonKind::Flat, nullptr));
    QCOMPARE(normal->sizeHint().height(), kControlHeight);
    QCOMPARE(small->sizeHint().height(), kSmallButtonHeight);
    QVERIFY(primary->sizeHint().width() > normal->sizeHint().width());
    QCOMPARE(alone->sizeHint(), QSize(kControlHeight, kControlHeight));
    QCOMPARE(alone->accessibleName(), QStringLiteral("Menu"));
}

void TestTheme::numbers()
{
    constexpr std::uint64_t kGib = 1024ull * 1024 * 1024;
    QCOMPARE(gibNumber(kGib * 155 / 10), QStringLiteral("15.5"));
    QCOMPARE(sizeText(kGib * 9 / 2), QStringLiteral("4.5 GiB"));
    QCOMPARE(sizeText(87ull * 1024 * 1024), QStringLiteral("87 MiB"));
    QCOMPARE(sizeText(2048), QStringLiteral("2 KiB"));
    QCOMPARE(sizeText(17), QStringLiteral("17 B"));
    QCOMPARE(clockText(126.4), QStringLiteral("2:06"));
    QCOMPARE(clockText(3723), QStringLiteral("1:02:03"));
    QCOMPARE(clockText(-5), QStringLiteral("0:00"));
    QCOMPARE(aboutText(38), QStringLiteral("about 40 s"));
    QCOMPARE(aboutText(0.4), QStringLiteral("under 1 s"));
    QCOMPARE(aboutText(0.6), QStringLiteral("about 1 s"));
    QCOMPARE(aboutText(7), QStringLiteral("about 7 s"));
    QCOMPARE(aboutText(9.6), QStringLiteral("about 10 s"));
    QCOMPARE(aboutText(58), QStringLiteral("about 1 min"));
    QCOMPARE(aboutText(13 * 60 + 4), QStringLiteral("about 13 min"));
    QCOMPARE(aboutText(7200), QStringLiteral("about 2 h"));
    QCOMPARE(aboutText(7800), QStringLiteral("about 2 h 10 min"));
    QCOMPARE(countText(32768), QStringLiteral("32,768"));
    QCOMPARE(decimalText(0.0402, 4), QStringLiteral("0.0402"));
    QCOMPARE(percentText(0.514), QStringLiteral("51 %"));
    QCOMPARE(percentText(7), QStringLiteral("100 %"));
}

void TestTheme::numbersFollowTheLocale()
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    const QString size = sizeText(5ull << 30), count = countText(32768), decimal = decimalText(7.556, 3);
    QLocale::setDefault(before);
    QCOMPARE(size, QStringLiteral("5,0 GiB"));
    QCOMPARE(count, QStringLiteral("32.768"));
    QCOMPARE(decimal, QStringLiteral("7,556"));
}

SNUG_UI_TEST_MAIN(TestTheme)
#include "tst_theme.moc"
