// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One weight matrix of a quantized checkpoint: where its codes and what belongs to them lie, and how a weight is worked
// out of them. Made by core/model/codedtensors, decoded by core/weights/codedrows.

#pragma once

#include "core/formats/tensortype.h"

#include <cstdint>
#include <optional>

namespace snug {

/// A weight is made of its code and the scale of the block it is in.
enum class CodeForm {
    PackedIntegers, ///< (code - zero) * scale; a row is one stream of bits in words, zeros are a stream down a column
    GptqIntegers,   ///< the same, but a row of the matrix is a column of the words, scales and zeros
    SignedBytes,    ///< code * scale
    AbsmaxBytes,    ///< code * scale * (1 / 127), signed bytes
    Fp8,            ///< E4M3 code * scale
    Nvfp4,          ///< E2M1 code * (E4M3 scale / global scale); the first of two in the low half
    Mxfp4,          ///< E2M1 code * power of two
    MappedHalves,   ///< map[code] * scale; the first of two in the high half, blocks run on over rows
};

/// Where a tensor begins.
struct BytePlace
{
    std::size_t fileIndex = 0; ///< into Model::files
    std::uint64_t offset = 0;
};

/// All shapes have been checked against `rows` and `cols`, all blocks have weights.
struct CodedMatrix
{
    CodeForm form = CodeForm::SignedBytes;
    std::uint64_t rows = 0, cols = 0;
    int bits = 8; ///< of integers: 2, 3, 4 or 8
    BytePlace codes, scales;
    TensorType scaleType = TensorType::F32; ///< F32, F16 or BF16, where scales are not bytes of the form's own
    /// Rows and columns that share a scale; of MappedHalves scaleCols counts on over rows.
    std::uint64_t scaleRows = 1, scaleCols = 1;
    std::optional<BytePlace> zeros;      ///< without: the middle code
    std::uint8_t zeroStep = 0;           ///< what stored zeros lack
    std::optional<BytePlace> groupOfCol; ///< I32 for each column: which of the row's scales; else neighbours share one
    float globalScale = 1;               ///< Nvfp4
    BytePlace map;                       ///< MappedHalves: 16 floats
    /// MappedHalves: scales are bytes, nestedMap[byte] * nested scale of so many + offset.
    std::optional<BytePlace> nestedScales;
    BytePlace nestedMap; ///< 256 floats
    std::uint64_t nestedBlock = 1;
    float nestedOffset = 0;

    std::uint64_t scalesPerRow() const { return (cols + scaleCols - 1) / scaleCols; }
};

} // namespace snug
