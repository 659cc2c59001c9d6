// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/formats/bytesource.h"

#include <algorithm>

namespace snug {

Result<void> MemorySource::readAt(std::uint64_t offset, std::span<std::byte> into) const
{
    if (offset > m_bytes.size() || into.size() > m_bytes.size() - offset)
        return failCut("The data ends before the bytes that are to be read.", m_name, m_bytes.size());
    std::ranges::copy(m_bytes.subspan(offset, into.size()), into.begin());
    return {};
}

} // namespace snug
