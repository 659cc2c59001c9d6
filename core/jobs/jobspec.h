// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is to be done: one value that goes in at the only door, and that JSON can carry.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// One job: one model, one method, one or more levels made from a single reading of the source.
struct JobSpec
{
    std::string model;               ///< path or repo id
    std::string method = "gguf";     ///< "gguf", "rtn", "bnb"
    std::vector<std::string> levels; ///< "Q4_K_M", "4bit-g128", ...
    /// With one level a file or a folder, with several a folder; empty means a folder NAME-GGUF beside the model.
    std::string output;
    std::string device = "auto";
    int threads = 0; ///< 0 = all usable processors
    std::optional<std::uint64_t> ramLimitBytes;
    std::optional<std::uint64_t> vramLimitBytes;
    bool overwrite = false;
    bool pure = false;
    bool leaveOutputTensor = false;
    bool allowRequantize = false;
    std::string outputTensorType;                ///< empty = by the recipe
    std::string tokenEmbeddingType;              ///< empty = by the recipe
    std::vector<std::string> tensorTypes;        ///< "PATTERN=TYPE", the first that matches a tensor's name decides
    bool noFallback = false;                     ///< a type that does not divide a row is an error
    std::string imatrix;                         ///< importance matrix, GGUF or .dat; empty = none
    std::vector<std::string> includeWeights;     ///< use only entries of the matrix whose names contain one of these
    std::vector<std::string> excludeWeights;     ///< use no entry of the matrix whose name contains one of these
    std::string pruneLayers;                     ///< layers to leave out, "3,7,8"
    std::vector<std::string> overrideKv;         ///< "KEY=TYPE:VALUE", TYPE int, float, bool or str
    bool keepSplit = false;                      ///< as many files as the source has
    std::optional<std::uint64_t> splitSizeBytes; ///< of one file at most, unless one tensor alone is larger
    std::string format;                          ///< of folders: "compressed-tensors", "gptq"; empty = the method's own
    bool asymmetric = false;                     ///< integer codes with a zero point
    bool minMax = false;                         ///< integer scales from the extremes, without a search
    int blockSize = 0;                           ///< of bitsandbytes' four-bit codes; 0 = 64
    std::vector<std::string> ignore; ///< modules of folders to leave as they are: regular expressions that find

    bool operator==(const JobSpec &) const = default;
};

/// JSON with every field; keys never change their meaning.
std::string toJson(const JobSpec &spec);
/// Errors: Usage naming the key at fault. Unknown keys are errors, absent ones keep their defaults.
Result<JobSpec> jobSpecFromJson(std::string_view json);
/// The same job as a command line: "snug-cli quantize … ", shell-quoted.
std::string toCommandLine(const JobSpec &spec);

} // namespace snug
