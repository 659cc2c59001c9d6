// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Benchmarks of the kernels on one core, of devices, and of the whole pipeline on all cores.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace snug {

struct BenchRow
{
    /// "quantize/Q4_K/avx2", "quantize-imatrix/Q4_K/avx2", "dequantize/Q4_K/avx2", "device/Q4_K/cuda:0",
    /// "device-imatrix/Q4_K/cuda:0", "device-copy/Q4_K/cuda:0", "pipeline/Q4_K_M", "copy/Q8_0"
    std::string name;
    double weightsPerSecond = 0;
    double bytesPerSecond = 0; ///< of the source for a quantizer and the pipeline, of the blocks for a dequantizer
    std::string remark;
    double seconds = 0;             ///< of the whole job, for the pipeline rows
    std::uint64_t ramPeakBytes = 0; ///< resident memory of the process, for the pipeline rows
};

struct BenchOptions
{
    std::string filter;                      ///< regular expression searched in the name; empty for all
    std::uint64_t modelBytes = 128ull << 20; ///< size of the generated model of the pipeline rows
    std::string folder;                      ///< where that model is made for a while; empty = the temporary folder
    int threads = 0;
};

/// Whether a row of this name is asked for.
using BenchWanted = std::function<bool(const std::string &name)>;

/// Errors: Usage for a wrong expression; Io or DoesNotFit when the model cannot be made.
Result<std::vector<BenchRow>> bench(const BenchOptions &options);

std::string toJson(const std::vector<BenchRow> &rows);

} // namespace snug
