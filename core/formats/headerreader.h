// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reads a header from front to back through a window, so that small fields cost no system call, and checks every length
// against what is left before anybody allocates for it.

#pragma once

#include "core/base/result.h"
#include "core/formats/bytesource.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace snug {

/// Forward reader with one sticky error: after the first failure every call answers false. One thread.
class HeaderReader
{
public:
    /// Reads at most `limitBytes`: a longer header fails. `source` must outlive the reader.
    HeaderReader(const ByteSource &source, std::uint64_t limitBytes);

    std::uint64_t offset() const { return m_offset; }
    /// Bytes between here and the end of the file.
    std::uint64_t left() const { return m_source.sizeBytes() - m_offset; }

    /// Names what is being read, for messages: "the key of entry 3". The text must outlive the reads.
    void setPart(std::string_view part) { m_part = part; }

    /// True when `count` more bytes exist and are within the limit.
    bool available(std::uint64_t count);
    bool read(std::span<std::byte> into);
    template <class T> bool number(T &into)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        return read(std::as_writable_bytes(std::span(&into, 1)));
    }
    /// A 64-bit length and that many bytes; longer than `maxBytes` fails.
    bool string(std::string &into, std::uint64_t maxBytes);

    /// Records a failure, unless one is recorded already, with file and byte before the sentence. Always false, so that
    /// it can be returned.
    bool fail(ErrorCode code, std::string_view message);
    bool failAt(std::uint64_t offset, ErrorCode code, std::string_view message);
    /// The same for a file that ends too early: BadInput.
    bool failCutAt(std::uint64_t offset, std::string_view message);
    bool failed() const { return m_error.has_value(); }
    Error takeError() { return std::move(*m_error); }

private:
    bool fillWindow();

    const ByteSource &m_source;
    std::uint64_t m_limitBytes;
    std::uint64_t m_offset = 0;
    std::uint64_t m_windowStart = 0;
    std::vector<std::byte> m_window;
    std::string_view m_part = "the header";
    std::optional<Error> m_error;
};

} // namespace snug
