// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a level of the methods that make folders means: how weights are coded and in which format they are kept.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

enum class FolderFormat { BitsAndBytes, CompressedTensors, Gptq };
/// "bitsandbytes", "compressed-tensors", "gptq".
std::string_view folderFormatName(FolderFormat format);

enum class Coding {
    Integer,  ///< codes of 2, 3, 4 or 8 bits in groups along a row
    Int8Rows, ///< LLM.int8 of bitsandbytes
    Nf4,
    Fp4,
    Fp8, ///< E4M3
    Nvfp4,
    Mxfp4,
};

/// What shares one scale.
enum class ScaleReach { Tensor, Channel, Block };

/// Rows and columns of a block of Fp8 that shares one scale.
constexpr std::uint64_t kFp8Block = 128;

struct Scheme
{
    std::string method; ///< "rtn", "bnb"
    std::string level;  ///< "4bit-g128", "nf4-dq"
    FolderFormat format = FolderFormat::CompressedTensors;
    Coding coding = Coding::Integer;
    int bits = 4;
    std::uint64_t groupLength = 128; ///< weights of a row that share a scale; Integer has 0 for the whole row
    std::uint64_t blockLength = 64;  ///< Nf4, Fp4
    bool symmetric = true;
    bool search = true;                ///< Integer: scales of least squared error, else from the extremes
    bool doubleQuantized = false;      ///< Nf4, Fp4
    bool quantizedActivations = false; ///< whoever runs it quantizes activations as well (W8A8, FP8)
    ScaleReach fp8Scales = ScaleReach::Channel;
};

/// Bits a weight takes in a long row, scales and zeros included; of tensors in 16-bit floats.
double bitsPerWeight(const Scheme &scheme);

/// What a job asks for; empty or 0 is the method's default.
struct SchemeRequest
{
    std::string method, level, format;
    bool asymmetric = false;
    bool minMax = false; ///< no search
    std::uint64_t blockSize = 0;
};

/// Errors: Usage naming what is wrong and what there is.
Result<Scheme> schemeFor(const SchemeRequest &request);

/// One level as a window or a help text lists it.
struct SchemeOffer
{
    std::string level;       ///< "4bit-g128"
    std::string description; ///< a few plain words: "4-bit, groups of 128"
    std::string sentence;    ///< for whom it is, and what reads it
    int bits = 4;
    double bitsPerWeight = 0; ///< scales included, of a long row
    bool usual = false;       ///< among the few that a window shows at first
};

/// Levels of a method in a format (empty: its default), largest first; none for what is not known.
std::vector<SchemeOffer> offeredSchemes(std::string_view method, std::string_view format = {});

} // namespace snug
