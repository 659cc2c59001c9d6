// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of storage types.

#include "core/formats/tensortype.h"

#include "core/base/sizes.h"

#include <array>
#include <cassert>

namespace snug {
namespace {

using T = TensorType;

// clang-format off
constexpr std::array kTypes = {
    TensorTypeInfo{T::F32,      "F32",       1,   4, false},
    TensorTypeInfo{T::F16,      "F16",       1,   2, false},
    TensorTypeInfo{T::Q4_0,     "Q4_0",     32,  18, true},
    TensorTypeInfo{T::Q4_1,     "Q4_1",     32,  20, true},
    TensorTypeInfo{T::Q5_0,     "Q5_0",     32,  22, true},
    TensorTypeInfo{T::Q5_1,     "Q5_1",     32,  24, true},
    TensorTypeInfo{T::Q8_0,     "Q8_0",     32,  34, true},
    TensorTypeInfo{T::Q8_1,     "Q8_1",     32,  36, true},
    TensorTypeInfo{T::Q2_K,     "Q2_K",    256,  84, true},
    TensorTypeInfo{T::Q3_K,     "Q3_K",    256, 110, true},
    TensorTypeInfo{T::Q4_K,     "Q4_K",    256, 144, true},
    TensorTypeInfo{T::Q5_K,     "Q5_K",    256, 176, true},
    TensorTypeInfo{T::Q6_K,     "Q6_K",    256, 210, true},
    TensorTypeInfo{T::Q8_K,     "Q8_K",    256, 292, true},
    TensorTypeInfo{T::IQ2_XXS,  "IQ2_XXS", 256,  66, true},
    TensorTypeInfo{T::IQ2_XS,   "IQ2_XS",  256,  74, true},
    TensorTypeInfo{T::IQ3_XXS,  "IQ3_XXS", 256,  98, true},
    TensorTypeInfo{T::IQ1_S,    "IQ1_S",   256,  50, true},
    TensorTypeInfo{T::IQ4_NL,   "IQ4_NL",   32,  18, true},
    TensorTypeInfo{T::IQ3_S,    "IQ3_S",   256, 110, true},
    TensorTypeInfo{T::IQ2_S,    "IQ2_S",   256,  82, true},
    TensorTypeInfo{T::IQ4_XS,   "IQ4_XS",  256, 136, true},
    TensorTypeInfo{T::I8,       "I8",        1,   1, false},
    TensorTypeInfo{T::I16,      "I16",       1,   2, false},
    TensorTypeInfo{T::I32,      "I32",       1,   4, false},
    TensorTypeInfo{T::I64,      "I64",       1,   8, false},
    TensorTypeInfo{T::F64,      "F64",       1,   8, false},
    TensorTypeInfo{T::IQ1_M,    "IQ1_M",   256,  56, true},
    TensorTypeInfo{T::BF16,     "BF16",      1,   2, false},
    TensorTypeInfo{T::TQ1_0,    "TQ1_0",   256,  54, true},
    TensorTypeInfo{T::TQ2_0,    "TQ2_0",   256,  66, true},
    TensorTypeInfo{T::MXFP4,    "MXFP4",    32,  17, true},
    TensorTypeInfo{T::NVFP4,    "NVFP4",    64,  36, true},
    TensorTypeInfo{T::Q1_0,     "Q1_0",    128,  18, true},
    TensorTypeInfo{T::Q2_0,     "Q2_0",     64,  18, true},
};
// clang-format on

/// ASCII only: names of types have no other letters.
char upper(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }

bool sameName(std::string_view given, std::string_view name)
{
    if (given.size() != name.size())
        return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (upper(given[i]) != name[i])
            return false;
    }
    return true;
}

} // namespace

const TensorTypeInfo *findTensorType(std::uint32_t number)
{
    for (const TensorTypeInfo &info : kTypes) {
        if (static_cast<std::uint32_t>(info.type) == number)
            return &info;
    }
    return nullptr;
}

const TensorTypeInfo *findTensorType(std::string_view name)
{
    for (const TensorTypeInfo &info : kTypes) {
        if (sameName(name, info.name))
            return &info;
    }
    return nullptr;
}

const TensorTypeInfo &tensorTypeInfo(TensorType type)
{
    const TensorTypeInfo *info = findTensorType(static_cast<std::uint32_t>(type));
    assert(info && "every enumerator has a row in the table");
    return info ? *info : kTypes.front();
}

std::string_view torchDtype(std::string_view typeName)
{
    return typeName == "BF16" ? "bfloat16" : typeName == "F16" ? "float16" : typeName == "F32" ? "float32" : "";
}

std::uint64_t storedBytes(TensorType type, std::uint64_t weights)
{
    const TensorTypeInfo &info = tensorTypeInfo(type);
    return (weights + info.blockLength - 1) / info.blockLength * info.blockBytes;
}

std::optional<std::uint64_t> rowBytes(TensorType type, std::uint64_t cols)
{
    const TensorTypeInfo &info = tensorTypeInfo(type);
    if (cols % info.blockLength != 0)
        return std::nullopt;
    return checkedMul(cols / info.blockLength, info.blockBytes);
}

std::optional<std::uint64_t> tensorBytes(TensorType type, std::span<const std::uint64_t> dims)
{
    if (dims.empty())
        return std::nullopt;
    std::optional<std::uint64_t> bytes = rowBytes(type, dims[0]);
    std::optional<std::uint64_t> weights = dims[0];
    for (std::size_t i = 1; i < dims.size() && bytes && weights; ++i) {
        bytes = checkedMul(*bytes, dims[i]);
        weights = checkedMul(*weights, dims[i]);
    }
    return weights ? bytes : std::nullopt;
}

} // namespace snug
