// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// main() of tests of the window: offscreen, C locale, no settings of the user's, the program's own theme.

#pragma once

#include "ui/theme/theme.h"

#include <QApplication>
#include <QLocale>
#include <QStandardPaths>
#include <QTest>

#define SNUG_UI_TEST_MAIN(Test)                                                                                        \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))                                                            \
            qputenv("QT_QPA_PLATFORM", "offscreen");                                                                   \
        QStandardPaths::setTestModeEnabled(true);                                                                      \
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));                                         \
        QApplication app(argc, argv);                                                                                  \
        snug::ui::applyTheme(app, snug::ui::Scheme::Light);                                                            \
        Test test;                                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    }
