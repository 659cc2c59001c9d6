// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Makes an importance matrix of a model from a text. Can be stopped and goes on where it was.

#pragma once

#include "core/calib/importancestatistics.h"
#include "core/jobs/measure/measurecontext.h"
#include "core/jobs/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace snug {

struct ImatrixSpec
{
    std::string model;
    std::string text;                     ///< UTF-8 file
    std::string output;                   ///< GGUF
    std::uint64_t length = 512;           ///< tokens of a window
    std::optional<std::uint64_t> samples; ///< most windows
    int threads = 0;
    std::optional<std::uint64_t> ramBytes;
    bool overwrite = false;
    bool restart = false; ///< leave what an earlier run left
};

struct ImatrixReport
{
    Outcome outcome = Outcome::Failed;
    std::optional<Error> error;
    std::string output;
    std::uint64_t windows = 0, tokens = 0; ///< that went in
    std::uint64_t resumedWindows = 0;      ///< of these, by an earlier run
    double seconds = 0, tokensPerSecond = 0;
    std::uint64_t ramPredictedBytes = 0, ramMeasuredBytes = 0;
    ImportanceStatistics statistics;
    std::vector<std::string> notes; ///< experts that were not reached, and the like
};

/// Never throws. Every two minutes, and when stopped, what there is goes to `output` + ".resume", from which the next
/// run with the same model, text and length goes on; it ends with the same bytes.
ImatrixReport makeImatrix(const ImatrixSpec &spec, MeasureContext &context);

/// Adds matrices up into one file. Errors: those of mergeImportance() and writeImportance().
Result<ImatrixReport> mergeImatrices(const std::vector<std::string> &files, const std::string &output, bool overwrite);

std::string toJson(const ImatrixReport &report);

} // namespace snug
