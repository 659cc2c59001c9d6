// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How the room for decoding rows of a coded matrix is parted. Asked without room, it tells how much that takes.

#pragma once

#include "core/model/codedmatrix.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace snug {

/// Rows that are decoded together where a row lies across the file, at most.
constexpr std::uint64_t kRowsTogether = 64;

/// Hands out pieces of a buffer; of none, it only counts.
class RoomCutter
{
public:
    RoomCutter() = default;
    explicit RoomCutter(std::span<std::byte> room);

    /// `count` objects where they may begin.
    template <class T> std::span<T> cut(std::uint64_t count)
    {
        std::byte *bytes = cutBytes(count * sizeof(T));
        return {reinterpret_cast<T *>(bytes), bytes ? static_cast<std::size_t>(count) : 0};
    }
    std::uint64_t usedBytes() const { return m_used; }

private:
    std::byte *cutBytes(std::uint64_t sizeBytes);

    std::span<std::byte> m_room;
    std::uint64_t m_used = 0;
};

/// `span`: of stored rows that contain the rows decoded together.
struct CodeRoom
{
    CodeRoom(const CodedMatrix &matrix, std::uint64_t rows, std::uint64_t span, RoomCutter cutter);

    std::span<std::byte> stored;          ///< codes of the rows as they lie in the file, or so that rows lie together
    std::span<std::uint8_t> codes, zeros; ///< of integers, one a byte: of a row; of each scale
    std::span<std::byte> raw;             ///< scales or zeros as they lie in the file
    std::span<float> scales;
    std::span<std::int32_t> groups; ///< of columns
    std::span<float> map, nestedMap, nestedScales;
    std::uint64_t sizeBytes = 0;
};

/// Bytes of the codes of a row.
std::uint64_t codeRowBytes(const CodedMatrix &matrix);

} // namespace snug
