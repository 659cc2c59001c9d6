// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SHA-256 of bytes as they pass by.

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace snug {

/// One running checksum. One thread at a time. Movable. Throws std::bad_alloc when made without memory.
class Sha256
{
public:
    Sha256();
    Sha256(Sha256 &&) noexcept;
    Sha256 &operator=(Sha256 &&) noexcept;
    ~Sha256();

    void update(std::span<const std::byte> bytes);
    /// Lower-case hex of all bytes so far, 64 characters, and starts anew. Source: FIPS 180-4.
    std::string finishHex();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Checksum of one span, lower-case hex.
std::string sha256Hex(std::span<const std::byte> bytes);

/// True for a checksum as finishHex() writes it: 64 lower-case hex digits and nothing else.
bool isSha256Hex(std::string_view text);

} // namespace snug
