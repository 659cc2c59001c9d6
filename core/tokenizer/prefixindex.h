// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which of many texts a text begins with: a sorted list, narrowed byte by byte.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace snug {

class PrefixIndex
{
public:
    struct Entry
    {
        std::string_view text; ///< not empty; what it points to outlives the index
        std::int32_t id = -1;
    };

    PrefixIndex() = default;
    explicit PrefixIndex(std::vector<Entry> entries) : m_entries(std::move(entries))
    {
        std::ranges::sort(m_entries, {}, &Entry::text);
        for (std::uint32_t i = 0; i < m_entries.size(); ++i) {
            Range &range = m_ranges[static_cast<unsigned char>(m_entries[i].text[0])];
            if (range.begin == range.end)
                range.begin = i;
            range.end = i + 1;
        }
    }

    /// Calls visit(length, id) for every entry that `text`, which is not empty, begins with, shortest first. Entries of
    /// one text come one after the other.
    template <class Visit> void forEachPrefix(std::string_view text, Visit visit) const
    {
        Range range = m_ranges[static_cast<unsigned char>(text[0])];
        for (std::size_t length = 1; range.begin < range.end; ++length) {
            while (range.begin < range.end && m_entries[range.begin].text.size() == length)
                visit(length, m_entries[range.begin++].id);
            if (length == text.size())
                return;
            range = narrowed(range, length, static_cast<unsigned char>(text[length]));
        }
    }

private:
    struct Range
    {
        std::uint32_t begin = 0, end = 0;
    };

    // The entries of `range`, all longer than `at`, that have `byte` there.
    Range narrowed(Range range, std::size_t at, unsigned char byte) const
    {
        const auto byteAt = [at](const Entry &entry) { return static_cast<unsigned char>(entry.text[at]); };
        const auto first = m_entries.begin() + range.begin, last = m_entries.begin() + range.end;
        const auto begin = std::partition_point(first, last, [&](const Entry &entry) { return byteAt(entry) < byte; });
        const auto end = std::partition_point(begin, last, [&](const Entry &entry) { return byteAt(entry) == byte; });
        return {static_cast<std::uint32_t>(begin - m_entries.begin()),
                static_cast<std::uint32_t>(end - m_entries.begin())};
    }

    std::vector<Entry> m_entries;
    std::array<Range, 256> m_ranges; // by first byte
};

} // namespace snug
