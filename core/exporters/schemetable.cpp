// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/schemetable.h"

#include <fmt/format.h>

namespace snug {

namespace {

struct BnbRow
{
    const char *name;
    const char *description;
    const char *sentence;
    bool usual;
    Coding coding;
    bool doubleQuantized;
};

// clang-format off
constexpr BnbRow kBnb[] = {
    {"int8", "8-bit rows (LLM.int8)",
     "8 bits, hardly to be told from the original; transformers and vLLM read it with bitsandbytes.",
     true, Coding::Int8Rows, false},
    {"nf4", "4-bit, uneven steps",
     "4 bits whose steps suit bell-shaped weights; the usual start for QLoRA training, read by transformers and vLLM.",
     true, Coding::Nf4, false},
    {"nf4-dq", "4-bit, uneven steps, small scales",
     "nf4 with its scales quantized too: a tenth smaller and nearly as good; read by transformers and vLLM.",
     true, Coding::Nf4, true},
    {"fp4", "4-bit floats",
     "4-bit floats: as large as nf4 and a little worse; for comparison, read by transformers and vLLM.",
     false, Coding::Fp4, false},
    {"fp4-dq", "4-bit floats, small scales",
     "fp4 with its scales quantized too: a tenth smaller; for comparison, read by transformers and vLLM.",
     false, Coding::Fp4, true},
};

struct FloatRow
{
    const char *name;
    const char *description;
    const char *sentence;
    bool usual;
    Coding coding;
    int bits;
    std::uint64_t group;
    bool activations;
    ScaleReach reach;
};

constexpr FloatRow kFloats[] = {
    {"int8", "8-bit weights and activations",
     "8 bits with 8-bit arithmetic at run time; fast in vLLM on NVIDIA cards since Turing, read by transformers.",
     true, Coding::Integer, 8, 0, true, ScaleReach::Channel},
    {"fp8", "8-bit floats, a scale per row",
     "8-bit floats, very close to the original; fast in vLLM on NVIDIA cards since Ada and Hopper.",
     true, Coding::Fp8, 8, 0, true, ScaleReach::Channel},
    {"fp8-block", "8-bit floats, a scale per 128 x 128 block",
     "8-bit floats as DeepSeek ships them; fast in vLLM on NVIDIA cards since Hopper.",
     false, Coding::Fp8, 8, 0, true, ScaleReach::Block},
    {"fp8-tensor", "8-bit floats, one scale per matrix",
     "8-bit floats in their oldest form, a little worse than fp8; for vLLM and programs that read nothing else.",
     false, Coding::Fp8, 8, 0, true, ScaleReach::Tensor},
    {"nvfp4", "4-bit floats, groups of 16",
     "4-bit floats for vLLM on NVIDIA Blackwell cards; others unpack them as they go.",
     true, Coding::Nvfp4, 4, 16, false, ScaleReach::Channel},
    {"mxfp4", "4-bit floats, groups of 32",
     "4-bit floats of the open MX standard, smaller than nvfp4 and clearly worse; for vLLM.",
     false, Coding::Mxfp4, 4, 32, false, ScaleReach::Channel},
};
// clang-format on

constexpr int kBits[] = {8, 4, 3, 2};
constexpr int kGroups[] = {32, 64, 128, -1};

std::string integerDescription(int bits, int group)
{
    return group < 0 ? fmt::format("{}-bit, a scale per row", bits) : fmt::format("{}-bit, groups of {}", bits, group);
}

/// For whom, and what reads it.
std::string integerSentence(FolderFormat format, int bits, int group)
{
    const bool gptq = format == FolderFormat::Gptq;
    const char *readers = gptq ? "vLLM, GPTQModel and transformers read it"
                               : (bits == 4 || bits == 8 ? "vLLM and transformers read it" : "transformers reads it");
    if (bits == 8)
        return fmt::format("8 bits, hardly to be told from the original; {}.", readers);
    if (bits < 4)
        return fmt::format("{} bits without calibration: {}, to try what fits at all; {}.", bits,
                           bits == 3 ? "a clear loss" : "answers suffer badly", readers);
    if (group < 0)
        return fmt::format("4 bits with one scale per row: smallest and clearly worse than groups; {}.", readers);
    if (group == 128)
        return fmt::format("4 bits: the usual choice for graphics cards; {}.", readers);
    return fmt::format("4 bits in smaller groups: a little better and larger than groups of 128; {}.", readers);
}

KnownLevel integerLevel(FolderFormat format, int bits, int group)
{
    KnownLevel level;
    level.scheme.method = "rtn";
    level.scheme.level = fmt::format("{}bit-g{}", bits, group);
    level.scheme.format = format;
    level.description = integerDescription(bits, group);
    level.sentence = integerSentence(format, bits, group);
    level.usual = group == 128 && bits >= 4;
    level.scheme.bits = bits;
    level.scheme.groupLength = group < 0 ? 0 : static_cast<std::uint64_t>(group);
    // With 8 bits a search finds next to nothing, at many times the work.
    level.scheme.search = bits < 8;
    return level;
}

KnownLevel bnbLevel(const BnbRow &row)
{
    KnownLevel level{row.description, row.sentence, row.usual, {}};
    level.scheme.method = "bnb";
    level.scheme.level = row.name;
    level.scheme.format = FolderFormat::BitsAndBytes;
    level.scheme.coding = row.coding;
    level.scheme.bits = row.coding == Coding::Int8Rows ? 8 : 4;
    level.scheme.doubleQuantized = row.doubleQuantized;
    level.scheme.search = false;
    return level;
}

KnownLevel floatLevel(const FloatRow &row)
{
    KnownLevel level{row.description, row.sentence, row.usual, {}};
    level.scheme.method = "rtn";
    level.scheme.level = row.name;
    level.scheme.format = FolderFormat::CompressedTensors;
    level.scheme.coding = row.coding;
    level.scheme.bits = row.bits;
    level.scheme.groupLength = row.group;
    level.scheme.search = false;
    level.scheme.quantizedActivations = row.activations;
    level.scheme.fp8Scales = row.reach;
    return level;
}

std::vector<KnownLevel> makeLevels()
{
    std::vector<KnownLevel> levels;
    for (const FolderFormat format : {FolderFormat::CompressedTensors, FolderFormat::Gptq})
        for (const int bits : kBits)
            for (const int group : kGroups)
                levels.push_back(integerLevel(format, bits, group));
    for (const FloatRow &row : kFloats)
        levels.push_back(floatLevel(row));
    for (const BnbRow &row : kBnb)
        levels.push_back(bnbLevel(row));
    return levels;
}

} // namespace

const std::vector<KnownLevel> &knownLevels()
{
    static const std::vector<KnownLevel> levels = makeLevels();
    return levels;
}

std::vector<std::string_view> formatsOfMethod(std::string_view method)
{
    if (method == "rtn")
        return {"compressed-tensors", "gptq"};
    if (method == "bnb")
        return {"bitsandbytes"};
    return {};
}

std::string_view defaultLevel(std::string_view method) { return method == "bnb" ? "nf4" : "4bit-g128"; }

} // namespace snug
