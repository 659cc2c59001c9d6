// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How far a measurement is and what it found, in words and figures. GUI thread.

#pragma once

#include "ui/bridge/measurecontroller.h"

#include <QString>
#include <QStringList>

namespace snug::ui {

/// "7.556 ± 0.031", as far as two digits of the error go; with `decimals` and no error where it is not known.
QString withError(double value, double error, int decimals);
/// "91.8 %" for a share.
QString sharePercent(double share);
/// "+1.3 %" for 0.013, "−0.2 %".
QString changeText(double share);
/// "Measuring", "Paused", "Reading the models".
QString measureStateText(MeasureState state, const MeasureSnapshot &now);
/// "about 3 min left, 1,840 tokens per second".
QString measureTimeText(const MeasureSnapshot &now);
/// "Window 12 of 32".
QString measureWindowsText(const MeasureSnapshot &now);
/// "Layer 5 of 28, Q4_K_M".
QString measureLayersText(const MeasureSnapshot &now, const QStringList &titles);
/// "Making an importance matrix", "of NAME" where that is not the model in view, "Paused".
QString makingStateText(MeasureState state, const MeasureSnapshot &now, const QString &ofModel);
/// "Layer 5 of 28".
QString makingLayersText(const MeasureSnapshot &now);
/// "Stopped after 12 of 128 windows. ..."
QString stoppedMakingText(const ImatrixReport &report, const MeasureSnapshot &last);
/// "Measured on 32 windows of 512 tokens of TEXT in 2:10.", and the notes of the report.
QString measuredText(const EvaluateReport &report, const EvaluateSpec &spec, const QString &text);

} // namespace snug::ui
