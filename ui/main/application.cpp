// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/application.h"

#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QTranslator>

/// The library is static: nobody else pulls its resources in. Outside any namespace, as Qt asks.
static void initTranslations()
{
#ifdef SNUG_WITH_TRANSLATIONS
    Q_INIT_RESOURCE(translations);
#endif
}

namespace snug::ui {

namespace {

constexpr auto kQtTranslator = "qtTranslator";
constexpr auto kEnglishTranslator = "englishTranslator";
constexpr auto kOwnTranslator = "ownTranslator";

void remove(QApplication &app, const QString &name)
{
    if (auto *old = app.findChild<QTranslator *>(name)) {
        QApplication::removeTranslator(old);
        delete old;
    }
}

void install(QApplication &app, const QString &name, const QLocale &locale, const QString &file, const QString &folder)
{
    auto *translator = new QTranslator(&app);
    translator->setObjectName(name);
    if (translator->load(locale, file, QStringLiteral("_"), folder))
        QApplication::installTranslator(translator);
}

} // namespace

void nameApplication(const QString &version)
{
    QApplication::setOrganizationName(QStringLiteral("snug"));
    QApplication::setApplicationName(QStringLiteral("snug"));
    QApplication::setApplicationDisplayName(QStringLiteral("Snug"));
    QApplication::setApplicationVersion(version);
}

void installTranslations(QApplication &app, const QLocale &locale)
{
    initTranslations();
    for (const char *name : {kQtTranslator, kEnglishTranslator, kOwnTranslator})
        remove(app, QLatin1String(name));
    QLocale::setDefault(locale);
    install(app, QLatin1String(kQtTranslator), locale, QStringLiteral("qtbase"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    // English has a file too, for its plurals.
    const QString folder = QStringLiteral(":/translations");
    install(app, QLatin1String(kEnglishTranslator), QLocale(QLocale::English), QStringLiteral("snug"), folder);
    if (locale.language() != QLocale::English)
        install(app, QLatin1String(kOwnTranslator), locale, QStringLiteral("snug"), folder);
}

void applyRememberedTheme(QApplication &app, const Settings &settings)
{
    const QString name = settings.scheme();
    applyTheme(app, name == QLatin1String("light")  ? Scheme::Light
                    : name == QLatin1String("dark") ? Scheme::Dark
                                                    : Scheme::System);
}

} // namespace snug::ui
