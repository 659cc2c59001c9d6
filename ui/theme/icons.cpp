// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Renders the SVG files and tints them when they are painted.

#include "ui/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <array>
#include <cmath>
#include <optional>

void snugInitResources();

namespace snug::ui {

namespace {

// In the order of Icon.
constexpr std::array kFileNames = {
    // clang-format off
    "search", "folder", "file", "command", "queue-add", "pause", "play", "cancel", "chevron-right", "chevron-down",
    "chevron-up", "info", "copy", "compare", "menu", "check", "sparkle", "warning", "arrow-right", "plus", "columns",
    "export", "refresh", "settings", "fits", "tight", "does-not-fit"
    // clang-format on
};
static_assert(kFileNames.size() == static_cast<std::size_t>(Icon::DoesNotFit) + 1);

QString fileOf(Icon which)
{
    snugInitResources();
    return QStringLiteral(":/snug/icons/%1.svg").arg(QLatin1String(kFileNames[static_cast<std::size_t>(which)]));
}

/// Black of the drawing becomes the colour, white becomes nothing.
void tint(QImage &image, const QColor &color)
{
    const double red = color.redF(), green = color.greenF(), blue = color.blueF();
    for (int y = 0; y < image.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x) {
            const int alpha = qAlpha(line[x]) - qGreen(line[x]); // premultiplied: the green of white equals its alpha
            line[x] = qRgba(qRound(alpha * red), qRound(alpha * green), qRound(alpha * blue), alpha);
        }
    }
}

QPixmap render(Icon which, const QSize &deviceSize, const QColor &color)
{
    const QString key = QStringLiteral("snug-icon-%1-%2x%3-%4")
                            .arg(static_cast<int>(which))
                            .arg(deviceSize.width())
                            .arg(deviceSize.height())
                            .arg(color.rgba());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QImage image(deviceSize, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    {
        QPainter painter(&image);
        QSvgRenderer(fileOf(which)).render(&painter, QRectF(QPointF(0, 0), deviceSize));
    }
    tint(image, color);
    pixmap = QPixmap::fromImage(image);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class TintedEngine : public QIconEngine
{
public:
    TintedEngine(Icon which, std::optional<Ink> ink) : m_which(which), m_ink(ink) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        paintIcon(*painter, rect, m_which, color(mode));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State) override
    {
        return render(m_which, size, color(mode));
    }
    QSize actualSize(const QSize &size, QIcon::Mode, QIcon::State) override
    {
        const int side = std::min(size.width(), size.height());
        return {side, side};
    }
    QIconEngine *clone() const override { return new TintedEngine(m_which, m_ink); }
    QString key() const override { return QStringLiteral("snug"); }
    bool isNull() override { return false; }

private:
    QColor color(QIcon::Mode mode) const
    {
        if (mode == QIcon::Disabled)
            return tokens().text3;
        if (mode == QIcon::Selected)
            return tokens().onAccent;
        return inkColor(m_ink.value_or(Ink::Text2), tokens());
    }
    Icon m_which;
    std::optional<Ink> m_ink;
};

} // namespace

QIcon icon(Icon which) { return QIcon(new TintedEngine(which, std::nullopt)); }

QIcon icon(Icon which, Ink ink) { return QIcon(new TintedEngine(which, ink)); }

void paintIcon(QPainter &painter, const QRectF &rect, Icon which, const QColor &color)
{
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize deviceSize(int(std::ceil(rect.width() * ratio)), int(std::ceil(rect.height() * ratio)));
    if (deviceSize.isEmpty())
        return;
    QPixmap pixmap = render(which, deviceSize, color);
    pixmap.setDevicePixelRatio(ratio);
    // On whole device pixels, or the strokes blur.
    const QPointF corner(std::round(rect.x() * ratio) / ratio, std::round(rect.y() * ratio) / ratio);
    painter.drawPixmap(corner, pixmap);
}

Icon verdictIcon(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Fits:
        return Icon::Fits;
    case Verdict::Tight:
        return Icon::Tight;
    case Verdict::DoesNotFit:
        return Icon::DoesNotFit;
    case Verdict::Unknown:
        break;
    }
    return Icon::Info;
}

QIcon appIcon()
{
    snugInitResources();
    QSvgRenderer renderer(QStringLiteral(":/snug/icons/snug.svg"));
    QIcon result;
    for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        result.addPixmap(pixmap);
    }
    return result;
}

} // namespace snug::ui
