// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The report of a job as people count: by level.

#pragma once

#include "core/jobs/report.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace snug::ui {

/// The report as people count: one output per level, which stands for all its files: their size, the first one's path.
JobReport byLevel(JobReport report);
/// Error of one level over all its quantized weights: the root of the mean of squares, weighted by weights. Nothing
/// when no tensor was quantized.
std::optional<double> overallError(const JobReport &report, const std::string &level);
/// How the file of a level is named when it is measured or loaded: of a folder the folder itself.
QString variantPath(const OutputReport &output);
/// Error of a level by layer: the root of the mean of squares, weighted by weights.
std::vector<double> errorsByLayer(const JobReport &report, const std::string &level);

} // namespace snug::ui
