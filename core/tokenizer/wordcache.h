// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Ids of words seen before in the same text: most words come again, and merging is what takes the time.

#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace snug {

class WordCache
{
public:
    /// Appends what `word` gave last time, else lets make(word, ids) append it and remembers. Words are views into a
    /// text that outlives the cache.
    template <class Make> void take(std::string_view word, std::vector<std::int32_t> &ids, Make make)
    {
        if (word.size() > kLongestWord)
            return make(word, ids);
        if (const auto found = m_places.find(word); found != m_places.end()) {
            const auto first = m_ids.begin() + found->second.begin;
            ids.insert(ids.end(), first, first + found->second.count);
            return;
        }
        const std::size_t before = ids.size();
        make(word, ids);
        if (m_places.size() >= kMostWords)
            return;
        m_places.emplace(
            word, Place{static_cast<std::uint32_t>(m_ids.size()), static_cast<std::uint32_t>(ids.size() - before)});
        m_ids.insert(m_ids.end(), ids.begin() + static_cast<std::ptrdiff_t>(before), ids.end());
    }

private:
    static constexpr std::size_t kLongestWord = 64, kMostWords = 100'000;
    struct Place
    {
        std::uint32_t begin = 0, count = 0;
    };

    std::unordered_map<std::string_view, Place> m_places;
    std::vector<std::int32_t> m_ids;
};

} // namespace snug
