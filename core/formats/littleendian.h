// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Numbers as GGUF and safetensors store them: little-endian, unaligned.

#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace snug {

static_assert(std::endian::native == std::endian::little, "a big-endian machine needs byte swaps here");

/// Reads a T from the first bytes of `bytes`, which must hold that many.
template <class T> T loadLittle(std::span<const std::byte> bytes)
{
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
}

template <class T> void appendLittle(std::vector<std::byte> &out, T value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    const auto *bytes = reinterpret_cast<const std::byte *>(&value);
    out.insert(out.end(), bytes, bytes + sizeof(T));
}

} // namespace snug
