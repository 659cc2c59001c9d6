// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What came out of a job.

#pragma once

#include "core/base/error.h"
#include "core/formats/tensortype.h"
#include "core/memory/ledger.h"
#include "core/model/model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace snug {

enum class Outcome { Succeeded, Failed, Cancelled };
/// "succeeded", "failed", "cancelled".
std::string_view outcomeName(Outcome outcome);

struct OutputReport
{
    std::string level, path, sha256;
    std::uint64_t sizeBytes = 0;
    double bitsPerWeight = 0;
};

/// One tensor of one level, finished.
struct TensorReport
{
    std::string name, level;
    std::vector<std::uint64_t> shape;
    TensorType from = TensorType::F32;
    std::string to;                   ///< "Q4_K", "NF4"; that of the source when copied
    std::optional<TensorType> toType; ///< where it is one of GGUF's
    bool copied = false;              ///< bytes stayed as they are
    std::uint64_t sizeBytes = 0;
    double bitsPerWeight = 0;
    /// sqrt(sum (w - w')^2 / sum w^2) against the source; 0 for copied tensors.
    double relativeError = 0;
    double seconds = 0; ///< processor time of all threads
    int layer = -1;
    TensorRole role = TensorRole::Other;
    std::uint64_t unweightedBlocks = 0; ///< blocks quantized without importance, which would have broken their scale
};

/// How a program loads a level's folder.
struct LoadCommand
{
    std::string level, reader, command;
};

struct PeakReport
{
    std::uint64_t ramPredictedBytes = 0, ramMeasuredBytes = 0; ///< resident memory of the process
    /// Measured: what drivers said this process holds, where they tell, else what its buffers took.
    std::uint64_t vramPredictedBytes = 0, vramMeasuredBytes = 0;
    std::uint64_t vramLedgerBytes = 0; ///< largest total of buffers on the device
    std::uint64_t ledgerBytes = 0;     ///< largest total our own books showed
};

struct JobReport
{
    Outcome outcome = Outcome::Failed;
    std::optional<Error> error; ///< when failed
    std::string modelName;
    std::uint64_t sourceBytes = 0;
    double sourceBitsPerWeight = 0;
    std::vector<OutputReport> outputs;
    std::vector<TensorReport> tensors; ///< in output order, level by level within a tensor
    PeakReport peaks;
    double seconds = 0, secondsPredicted = 0;
    std::string device;                    ///< that quantized: "cpu", "vulkan:0"
    std::string deviceName;                ///< "GeForce RTX 3050"; empty for the processor
    std::string deviceReason;              ///< why automatic chose it: one sentence, or empty
    std::uint64_t redoneBlocks = 0;        ///< blocks that the device handed back to the processor to be exact
    std::string instructionSet;            ///< of the kernels that ran: "avx2"
    std::vector<LoadCommand> loadCommands; ///< of folders, for the programs that take them
    std::vector<std::string> notes;
};

/// JSON as the command-line contract says.
std::string toJson(const JobReport &report);
/// {"error":{"code","message","file","offset","tensor"}}
std::string toJson(const Error &error);

} // namespace snug
