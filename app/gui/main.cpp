// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// main() of the desktop program.

#include "core/base/log.h"
#include "ui/bridge/jobcontroller.h"
#include "ui/bridge/measuringrun.h"
#include "ui/main/application.h"
#include "ui/main/mainwindow.h"
#include "ui/main/sample.h"
#include "ui/main/screenshots.h"
#include "ui/settings/settings.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

/// The platform has to be chosen before the application is made, so before options are parsed.
bool wantsScreenshots(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(argv[i], "--screenshots", std::strlen("--screenshots")) == 0)
            return true;
    return false;
}

int takeScreenshots(QApplication &app, const QString &folder, const QString &model, const QLocale &locale)
{
    const QString picked = model.isEmpty() ? snug::ui::sampleModelPath() : model;
    if (picked.isEmpty()) {
        std::fputs("snug: the sample model is not there; name one with --model\n", stderr);
        return 1;
    }
    snug::ui::installTranslations(app, locale);
    snug::ui::Screenshots screenshots(folder, picked);
    screenshots.start();
    return QApplication::exec();
}

int showWindow(QApplication &app, const QString &model, const QLocale &locale)
{
    snug::ui::installTranslations(app, locale);
    snug::ui::Settings settings;
    snug::ui::applyRememberedTheme(app, settings);
    snug::ui::JobController controller(snug::ui::coreEngine());
    snug::ui::MainWindow window(&controller, &settings);
    window.show();
    window.lookForModels();
    if (!model.isEmpty())
        window.openModel(QFileInfo(model).exists() ? QFileInfo(model).absoluteFilePath() : model);
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    if (wantsScreenshots(argc, argv))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (qEnvironmentVariableIsEmpty("SNUG_LOG"))
        snug::log::configure(snug::log::Level::Info); // for the log on the Run page
    QApplication app(argc, argv);
    snug::ui::nameApplication(QStringLiteral(SNUG_VERSION));
    QApplication::setWindowIcon(snug::ui::appIcon());
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Quantizes language models so that they fit this machine."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption model(QStringLiteral("model"), QStringLiteral("Opens a model at start."),
                                   QStringLiteral("PATH"));
    const QCommandLineOption pictures(QStringLiteral("screenshots"),
                                      QStringLiteral("Saves pictures of every page to a folder and ends."),
                                      QStringLiteral("DIR"));
    const QCommandLineOption language(
        QStringLiteral("language"),
        QStringLiteral("Speaks this language instead of the system's: en_US, de_DE, zh_CN."), QStringLiteral("CODE"));
    parser.addOptions({model, pictures, language});
    parser.process(app);
    // Pictures are the same on every machine unless asked otherwise.
    const QLocale locale = parser.isSet(language)   ? QLocale(parser.value(language))
                           : parser.isSet(pictures) ? QLocale(QLocale::English, QLocale::UnitedStates)
                                                    : QLocale::system();
    const int code = parser.isSet(pictures) ? takeScreenshots(app, parser.value(pictures), parser.value(model), locale)
                                            : showWindow(app, parser.value(model), locale);
    // A thread left behind may still use what static destructors would take away.
    if (snug::ui::JobController::leftThreadBehind() || snug::ui::MeasuringRun::leftThreadBehind())
        std::_Exit(code);
    return code;
}
