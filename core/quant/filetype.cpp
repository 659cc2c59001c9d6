// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/filetype.h"

#include "core/quant/levels.h"
#include "core/quant/mixrules.h"
#include "core/quant/nearnames.h"
#include "core/quant/shapefallback.h"
#include "core/quant/typekernel.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

namespace snug {

namespace {

constexpr std::uint32_t number(Level level) { return static_cast<std::uint32_t>(level); }

// Largest first.
// clang-format off
constexpr FileType kRows[] = {
    {"F32",       number(Level::F32),       TensorType::F32,     "32-bit floats, full size"},
    {"F16",       number(Level::F16),       TensorType::F16,     "16-bit floats"},
    {"BF16",      number(Level::BF16),      TensorType::BF16,    "16-bit floats, wide range"},
    {"Q8_0",      number(Level::Q8_0),      TensorType::Q8_0,    "8-bit"},
    {"Q6_K",      number(Level::Q6_K),      TensorType::Q6_K,    "6-bit"},
    {"Q5_1",      number(Level::Q5_1),      TensorType::Q5_1,    "5-bit, simple, with offsets"},
    {"Q5_K_M",    number(Level::Q5_K_M),    TensorType::Q5_K,    "5-bit, mixed"},
    {"Q5_K_S",    number(Level::Q5_K_S),    TensorType::Q5_K,    "5-bit, mixed, small"},
    {"Q5_0",      number(Level::Q5_0),      TensorType::Q5_0,    "5-bit, simple"},
    {"Q4_1",      number(Level::Q4_1),      TensorType::Q4_1,    "4-bit, simple, with offsets"},
    {"Q4_K_M",    number(Level::Q4_K_M),    TensorType::Q4_K,    "4-bit, mixed"},
    {"Q4_K_S",    number(Level::Q4_K_S),    TensorType::Q4_K,    "4-bit, mixed, small"},
    {"IQ4_NL",    number(Level::IQ4_NL),    TensorType::IQ4_NL,  "4-bit, non-linear, short blocks"},
    {"Q4_0",      number(Level::Q4_0),      TensorType::Q4_0,    "4-bit, simple"},
    {"IQ4_XS",    number(Level::IQ4_XS),    TensorType::IQ4_XS,  "4-bit, non-linear"},
    {"MXFP4_MOE", number(Level::MXFP4_MOE), TensorType::MXFP4,   "4-bit floats for experts, 8-bit elsewhere"},
    {"Q3_K_L",    number(Level::Q3_K_L),    TensorType::Q3_K,    "3-bit, mixed, large"},
    {"Q3_K_M",    number(Level::Q3_K_M),    TensorType::Q3_K,    "3-bit, mixed"},
    {"IQ3_M",     number(Level::IQ3_M),     TensorType::IQ3_S,   "3-bit, codebook, mixed"},
    {"IQ3_S",     number(Level::IQ3_S),     TensorType::IQ3_S,   "3-bit, codebook"},
    {"Q3_K_S",    number(Level::Q3_K_S),    TensorType::Q3_K,    "3-bit, mixed, small"},
    {"IQ3_XS",    number(Level::IQ3_XS),    TensorType::IQ3_S,   "3-bit, codebook, small"},
    {"IQ3_XXS",   number(Level::IQ3_XXS),   TensorType::IQ3_XXS, "3-bit, codebook, smallest"},
    {"Q2_K",      number(Level::Q2_K),      TensorType::Q2_K,    "2-bit, mixed"},
    {"Q2_K_S",    number(Level::Q2_K_S),    TensorType::Q2_K,    "2-bit, mixed, small"},
    {"IQ2_M",     number(Level::IQ2_M),     TensorType::IQ2_S,   "2-bit, codebook, mixed"},
    {"IQ2_S",     number(Level::IQ2_S),     TensorType::IQ2_XS,  "2-bit, codebook"},
    {"Q2_0",      number(Level::Q2_0),      TensorType::Q2_0,    "2-bit, simple"},
    {"IQ2_XS",    number(Level::IQ2_XS),    TensorType::IQ2_XS,  "2-bit, codebook, small"},
    {"TQ2_0",     number(Level::TQ2_0),     TensorType::TQ2_0,   "three values, 2 bits each"},
    {"IQ2_XXS",   number(Level::IQ2_XXS),   TensorType::IQ2_XXS, "2-bit, codebook, smallest"},
    {"IQ1_M",     number(Level::IQ1_M),     TensorType::IQ1_M,   "under 2-bit, codebook"},
    {"TQ1_0",     number(Level::TQ1_0),     TensorType::TQ1_0,   "three values, packed tightly"},
    {"IQ1_S",     number(Level::IQ1_S),     TensorType::IQ1_S,   "under 2-bit, codebook, small"},
    {"Q1_0",      number(Level::Q1_0),      TensorType::Q1_0,    "1-bit"},
};

// Not one of the list: it has no type of its own.
constexpr FileType kCopy{"COPY", number(Level::Copy), TensorType::F32, "tensors as they are", true};

// Short names people type for the middle of a family, as the reference accepts them.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"Q3_K", "Q3_K_M"}, {"Q4_K", "Q4_K_M"}, {"Q5_K", "Q5_K_M"}, {"FP16", "F16"}, {"FP32", "F32"},
};
// clang-format on

using Table = std::array<FileType, std::size(kRows)>;

/// Whether every type the level can call for has a kernel, stand-ins for odd rows among them.
bool canMake(const FileType &level)
{
    std::vector<TensorType> types = mixTypes(static_cast<Level>(level.number), level.base);
    for (std::size_t i = 0; i < types.size(); ++i)
        if (const auto other = standInFor(types[i]))
            types.push_back(*other);
    return std::ranges::all_of(types, [](TensorType type) { return kernelFor(type) != nullptr; });
}

const Table &table()
{
    static const Table rows = [] {
        Table made = std::to_array(kRows);
        for (FileType &row : made)
            row.available = canMake(row);
        return made;
    }();
    return rows;
}

} // namespace

std::span<const FileType> fileTypes() { return table(); }

const FileType *findFileType(std::string_view name)
{
    std::uint32_t wanted = 0;
    const auto end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data(), end, wanted);
    const bool isNumber = parsed.ec == std::errc() && parsed.ptr == end;
    if (sameIgnoringCase(name, kCopy.name))
        return &kCopy;
    for (const auto &[alias, target] : kAliases)
        if (sameIgnoringCase(name, alias))
            name = target;
    for (const FileType &type : table())
        if (isNumber ? type.number == wanted : sameIgnoringCase(type.name, name))
            return &type;
    return nullptr;
}

std::string closestFileTypeName(std::string_view wrongName)
{
    std::vector<std::string_view> names;
    for (const FileType &type : table())
        names.push_back(type.name);
    return nearestNames(wrongName, names);
}

} // namespace snug
