// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/formats/headerreader.h"

#include "core/base/sizes.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {
namespace {

constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 20;

} // namespace

HeaderReader::HeaderReader(const ByteSource &source, std::uint64_t limitBytes)
    : m_source(source), m_limitBytes(limitBytes)
{
}

bool HeaderReader::available(std::uint64_t count)
{
    if (failed())
        return false;
    if (count > left())
        return failCutAt(m_offset,
                         fmt::format("The file ends inside {}, which needs {} more bytes where {} are left. The file "
                                     "is incomplete or damaged; copy or download it again.",
                                     m_part, count, left()));
    if (m_offset + count > m_limitBytes)
        return fail(ErrorCode::BadInput,
                    fmt::format("The header is longer than {}, the most that is read; a sound one is far shorter.",
                                formatBytes(m_limitBytes)));
    return true;
}

bool HeaderReader::fillWindow()
{
    m_window.resize(std::min(kWindowBytes, left()));
    m_windowStart = m_offset;
    if (auto done = m_source.readAt(m_offset, m_window); !done) {
        m_error = std::move(done).error();
        return false;
    }
    return true;
}

bool HeaderReader::read(std::span<std::byte> into)
{
    if (!available(into.size()))
        return false;
    while (!into.empty()) {
        if (m_offset >= m_windowStart + m_window.size() && !fillWindow())
            return false;
        const std::span<const std::byte> ready = std::span(m_window).subspan(m_offset - m_windowStart);
        const std::size_t count = std::min(ready.size(), into.size());
        std::copy_n(ready.begin(), count, into.begin());
        into = into.subspan(count);
        m_offset += count;
    }
    return true;
}

bool HeaderReader::string(std::string &into, std::uint64_t maxBytes)
{
    const std::uint64_t start = m_offset;
    std::uint64_t length = 0;
    if (!number(length))
        return false;
    if (length > maxBytes)
        return failAt(start, ErrorCode::BadInput,
                      fmt::format("The length of {} is {} bytes; at most {} are allowed.", m_part, length, maxBytes));
    if (!available(length))
        return false;
    into.resize(length);
    return read(std::as_writable_bytes(std::span(into)));
}

bool HeaderReader::fail(ErrorCode code, std::string_view message) { return failAt(m_offset, code, message); }

bool HeaderReader::failAt(std::uint64_t offset, ErrorCode code, std::string_view message)
{
    if (!m_error)
        m_error =
            Error{code, fmt::format("{}, byte {}: {}", m_source.name(), offset, message), m_source.name(), offset, {}};
    return false;
}

bool HeaderReader::failCutAt(std::uint64_t offset, std::string_view message)
{
    const bool isFirst = !failed();
    failAt(offset, ErrorCode::BadInput, message);
    m_error->cut |= isFirst;
    return false;
}

} // namespace snug
