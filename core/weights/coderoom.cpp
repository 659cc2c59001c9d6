// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/weights/coderoom.h"

#include <algorithm>
#include <cstdint>

namespace snug {

namespace {

constexpr std::uint64_t kAlign = 8;
constexpr std::uint64_t kMapLength = 16, kNestedMapLength = 256;

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

} // namespace

RoomCutter::RoomCutter(std::span<std::byte> room)
{
    const auto past = reinterpret_cast<std::uintptr_t>(room.data()) % kAlign;
    m_room = room.subspan(past == 0 ? 0 : static_cast<std::size_t>(kAlign - past));
}

std::byte *RoomCutter::cutBytes(std::uint64_t sizeBytes)
{
    const std::uint64_t at = m_used;
    m_used += aligned(sizeBytes);
    return m_used <= m_room.size() ? m_room.data() + at : nullptr;
}

std::uint64_t codeRowBytes(const CodedMatrix &matrix)
{
    switch (matrix.form) {
    case CodeForm::PackedIntegers:
    case CodeForm::GptqIntegers:
        return (matrix.cols * static_cast<std::uint64_t>(matrix.bits) + 31) / 32 * 4;
    case CodeForm::Nvfp4:
    case CodeForm::Mxfp4:
        return matrix.cols / 2;
    case CodeForm::MappedHalves:
        return matrix.cols / 2 + 1; // and half a byte where rows are odd
    default:
        return matrix.cols;
    }
}

CodeRoom::CodeRoom(const CodedMatrix &matrix, std::uint64_t rows, std::uint64_t span, RoomCutter cutter)
{
    const bool across = matrix.form == CodeForm::GptqIntegers, mapped = matrix.form == CodeForm::MappedHalves;
    const std::uint64_t scalesOfRow = matrix.scalesPerRow() + (mapped ? 1 : 0); // a row may begin within a block
    stored = cutter.cut<std::byte>((across ? rows : 1) * codeRowBytes(matrix));
    scales = cutter.cut<float>((across ? rows : 1) * scalesOfRow);
    // Two rows of words with zeros, as a code may lie in both.
    raw = cutter.cut<std::byte>(across ? (span + 2) * 8 : 2 * scalesOfRow * 4);
    if (across || matrix.form == CodeForm::PackedIntegers) {
        codes = cutter.cut<std::uint8_t>(matrix.cols);
        zeros = cutter.cut<std::uint8_t>((across ? rows : 1) * scalesOfRow);
    }
    if (matrix.groupOfCol)
        groups = cutter.cut<std::int32_t>(matrix.cols);
    if (mapped)
        map = cutter.cut<float>(kMapLength);
    if (matrix.nestedScales) {
        nestedMap = cutter.cut<float>(kNestedMapLength);
        nestedScales = cutter.cut<float>(scalesOfRow / matrix.nestedBlock + 2);
    }
    sizeBytes = cutter.usedBytes() + kAlign;
}

} // namespace snug
