// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/importancecoverage.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

struct Seen
{
    std::uint64_t experts = 0, unseen = 0;
};

/// An entry of one count is no entry of experts, and a piece of an entry is one expert of it.
Result<void> look(const ByteSource &source, const ImportancePlan &plan, const ImportancePiece &piece, Seen &seen)
{
    if (!piece.entry) {
        ++seen.experts;
        ++seen.unseen;
        return {};
    }
    const ImatrixEntry &entry = plan.matrix.entries[*piece.entry];
    if (entry.countCount < 2) {
        ++seen.experts;
        return {};
    }
    const auto reached = reachedExperts(source, entry);
    SNUG_TRY(reached);
    const std::uint64_t columns = std::max<std::uint64_t>(1, entry.valueCount / entry.countCount);
    const std::uint64_t end = std::min<std::uint64_t>((piece.first + piece.count) / columns, reached->size());
    for (std::uint64_t expert = piece.first / columns; expert < end; ++expert) {
        ++seen.experts;
        seen.unseen += !(*reached)[expert];
    }
    return {};
}

} // namespace

Result<void> noteUnseenExperts(const ByteSource &source, ImportancePlan &plan,
                               const std::vector<std::string> &sourceNames)
{
    Seen all;
    std::size_t tensors = 0;
    std::string first;
    for (std::size_t t = 0; t < plan.tensors.size(); ++t) {
        Seen seen;
        for (const ImportancePiece &piece : plan.tensors[t])
            SNUG_TRY(look(source, plan, piece, seen));
        if (seen.unseen == 0)
            continue;
        if (++tensors == 1)
            first = fmt::format("{}, {} of {}", sourceNames[t], seen.unseen, seen.experts);
        all.experts += seen.experts;
        all.unseen += seen.unseen;
    }
    if (tensors > 0)
        plan.notes.push_back(fmt::format("The importance matrix has not seen {} of {} experts in {} tensor{} (first: "
                                         "{}): weight 1 stands in for them.",
                                         all.unseen, all.experts, tensors, tensors == 1 ? "" : "s", first));
    return {};
}

} // namespace snug
