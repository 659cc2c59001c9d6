// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Byte-pair merging, the heart of both kinds of BPE: neighbours that make a better token are joined, best first, until
// none is left. A heap of candidates keeps the time at n log n.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace snug {

/// What two neighbours become.
struct Merge
{
    std::uint32_t rank = 0; ///< smaller is merged first
    std::int32_t id = -1;
};

/// A piece of the word: bytes [begin, begin + size), and its token or -1.
struct MergeSymbol
{
    std::uint32_t begin = 0, size = 0; ///< size 0: gone, merged into the one before
    std::int32_t id = -1;
    std::int32_t previous = -1, next = -1;
};

/// Symbols are counted in 32 bits; longer words are cut there.
inline constexpr std::size_t kMostSymbols = std::numeric_limits<std::int32_t>::max();

/// Room to work in, kept from word to word.
class Merging
{
public:
    void clear() { m_symbols.clear(); }
    void add(std::uint32_t begin, std::uint32_t size, std::int32_t id)
    {
        const auto index = static_cast<std::int32_t>(m_symbols.size());
        if (index > 0)
            m_symbols.back().next = index;
        m_symbols.push_back({begin, size, id, index - 1, -1});
    }

    /// find(left, right, merge) says whether two neighbours merge and to what. Of equal ranks the leftmost goes first.
    template <class Find> void run(Find find)
    {
        m_heap.clear();
        for (std::int32_t i = 1; i < static_cast<std::int32_t>(m_symbols.size()); ++i)
            consider(i - 1, find);
        while (!m_heap.empty()) {
            std::ranges::pop_heap(m_heap, after);
            const Candidate best = m_heap.back();
            m_heap.pop_back();
            join(best, find);
        }
    }

    /// The pieces left, in order.
    template <class Visit> void forEach(Visit visit) const
    {
        for (std::int32_t i = m_symbols.empty() ? -1 : 0; i >= 0; i = at(i).next)
            visit(at(i));
    }

private:
    struct Candidate
    {
        std::uint64_t order = 0; // rank, then place
        std::int32_t right = -1, id = -1;
        std::uint32_t size = 0; // of both together: another one means that either has changed since
    };

    static bool after(const Candidate &a, const Candidate &b) { return a.order > b.order; }
    MergeSymbol &at(std::int32_t index) { return m_symbols[static_cast<std::size_t>(index)]; }
    const MergeSymbol &at(std::int32_t index) const { return m_symbols[static_cast<std::size_t>(index)]; }

    template <class Find> void consider(std::int32_t left, Find &find)
    {
        const MergeSymbol &first = at(left);
        if (first.next < 0)
            return;
        const MergeSymbol &second = at(first.next);
        Merge merge;
        if (!find(first, second, merge))
            return;
        m_heap.push_back({std::uint64_t(merge.rank) << 32 | static_cast<std::uint32_t>(left), first.next, merge.id,
                          first.size + second.size});
        std::ranges::push_heap(m_heap, after);
    }

    template <class Find> void join(const Candidate &best, Find &find)
    {
        const auto leftIndex = static_cast<std::int32_t>(best.order & 0xFFFFFFFF);
        MergeSymbol &left = at(leftIndex);
        MergeSymbol &right = at(best.right);
        if (left.size == 0 || right.size == 0 || left.size + right.size != best.size)
            return;
        left.size = best.size;
        left.id = best.id;
        left.next = right.next;
        right.size = 0;
        if (left.next >= 0)
            at(left.next).previous = leftIndex;
        if (left.previous >= 0)
            consider(left.previous, find);
        consider(leftIndex, find);
    }

    std::vector<MergeSymbol> m_symbols;
    std::vector<Candidate> m_heap;
};

} // namespace snug
