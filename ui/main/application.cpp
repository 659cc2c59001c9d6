// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/application.h"

#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QTranslator>

namespace snug::ui {

namespace {

/// Replaces the translator of that name, so that a second call does not pile up.
void install(QApplication &app, const QString &name, const QLocale &locale, const QString &file, const QString &folder)
{
    if (auto *old = app.findChild<QTranslator *>(name)) {
        QApplication::removeTranslator(old);
        delete old;
    }
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
    QLocale::setDefault(locale);
    install(app, QStringLiteral("qtTranslator"), locale, QStringLiteral("qtbase"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    // English has a file too, for its plurals.
    const QString folder = QStringLiteral(":/translations");
    install(app, QStringLiteral("englishTranslator"), QLocale(QLocale::English), QStringLiteral("snug"), folder);
    if (locale.language() != QLocale::English)
        install(app, QStringLiteral("snugTranslator"), locale, QStringLiteral("snug"), folder);
}

void applyRememberedTheme(QApplication &app, const Settings &settings)
{
    const QString name = settings.scheme();
    applyTheme(app, name == QLatin1String("light")  ? Scheme::Light
                    : name == QLatin1String("dark") ? Scheme::Dark
                                                    : Scheme::System);
}

} // namespace snug::ui
