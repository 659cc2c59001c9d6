// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What went wrong, in words a person can act on, and the exit code it stands for.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace snug {

/// Kinds of failure. Cancelling is not one of them: it is an outcome of its own (see jobs/report.h).
enum class ErrorCode {
    Internal,    ///< a bug in Snug; exit code 1
    Usage,       ///< wrong arguments or settings; 2
    BadInput,    ///< a model or another input file is damaged or contradicts itself; 3
    Unsupported, ///< a sound file that Snug cannot work with; 3
    DoesNotFit,  ///< more memory or disk needed than is there or allowed; 4
    Io,          ///< reading or writing failed; 5
};

/// One failure. `message` is a full sentence: what, where, found, expected, what to do. It carries no "error: " prefix.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::string file;                    ///< the file concerned, or empty
    std::optional<std::uint64_t> offset; ///< byte offset in `file` where the fault was seen
    std::string tensor;                  ///< the tensor concerned, or empty
    bool cut = false;                    ///< the file ends before what it promises

    /// Say where it happened, unless that is known already: the place nearest to the fault is told first.
    Error &inFile(std::string_view path, std::optional<std::uint64_t> at = std::nullopt);
    Error &atTensor(std::string_view name);
};

/// Exit code of the command line for a failure of this kind (see the table in the design's command-line contract).
int exitCode(ErrorCode code);

/// Stable lower-case name for JSON: "internal", "usage", "bad_input", "unsupported", "does_not_fit", "io".
std::string_view errorCodeName(ErrorCode code);

} // namespace snug
