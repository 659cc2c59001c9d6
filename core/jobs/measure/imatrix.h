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

/// What making it will take, from headers and text alone.
struct ImatrixNeeds
{
    std::uint64_t windows = 0;        ///< that will go in; 0 without a text
    std::uint64_t resumedWindows = 0; ///< of these, what an earlier run has left at `output`
    std::uint64_t ramBytes = 0;       ///< predicted peak of the process
    bool outputExists = false;
    bool foreignResume =
        false; ///< what an earlier run has left is of another text or model: only `restart` gets past it
};

/// Looks at the model, and at text and place where they are given; writes nothing. Any thread. Errors: those with which
/// makeImatrix() would begin, except that `output` is a matrix that exists; Io when it cannot be written there.
Result<ImatrixNeeds> lookAtImatrix(const ImatrixSpec &spec);

/// Never throws. Every two minutes, and when stopped, what there is goes to `output` + ".resume", from which the next
/// run with the same model, text and length goes on; it ends with the same bytes. Neither an input nor anything but a
/// matrix is replaced; a second run with the same output ends at once.
ImatrixReport makeImatrix(const ImatrixSpec &spec, MeasureContext &context);

/// Adds matrices up into one file, which is none of them. Errors: Usage for an output that may not be replaced; those
/// of mergeImportance() and writeImportance().
Result<ImatrixReport> mergeImatrices(const std::vector<std::string> &files, const std::string &output, bool overwrite);

std::string toJson(const ImatrixReport &report);

} // namespace snug
