// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/metrics/scoringwindows.h"

#include "core/calib/textwindows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>

namespace snug {

namespace {

Result<void> checkMost(std::optional<std::uint64_t> most)
{
    if (most && *most == 0)
        return fail(ErrorCode::Usage, "At most 0 windows were asked for. Give at least 1, or no limit.");
    return {};
}

} // namespace

std::vector<std::int32_t> WindowPlan::inputs(std::span<const std::int32_t> tokens, std::size_t window) const
{
    const ScoringWindow &at = windows[window];
    return windowTokens(tokens, at.begin, at.length, beginMark);
}

std::span<const std::int32_t> WindowPlan::targets(std::span<const std::int32_t> tokens, std::size_t window) const
{
    const ScoringWindow &at = windows[window];
    assert(at.begin + at.length <= tokens.size() && at.firstRow + at.rowCount < at.length);
    return tokens.subspan(static_cast<std::size_t>(at.begin) + at.firstRow + 1, at.rowCount);
}

std::uint64_t WindowPlan::scoredTokens() const
{
    std::uint64_t count = 0;
    for (const ScoringWindow &window : windows)
        count += window.rowCount;
    return count;
}

Result<WindowPlan> planHalfWindows(const HalfWindows &options, std::uint64_t tokenCount, std::string_view what)
{
    const std::size_t length = options.length;
    if (length < 3)
        return fail(
            ErrorCode::Usage,
            fmt::format("A context of {} tokens leaves nothing to score: the second half of each window counts. "
                        "Give at least 3.",
                        length));
    SNUG_TRY(checkMost(options.most));
    const auto count = countWindows(tokenCount, length, what);
    SNUG_TRY(count);
    WindowPlan plan;
    plan.beginMark = options.beginMark;
    const std::uint64_t used = std::min(*count, options.most.value_or(*count));
    plan.windows.reserve(static_cast<std::size_t>(used));
    for (std::uint64_t i = 0; i < used; ++i)
        plan.windows.push_back({i * length, length, length / 2, length - 1 - length / 2});
    return plan;
}

Result<WindowPlan> planStridedWindows(const StridedWindows &options, std::uint64_t tokenCount, std::string_view what)
{
    if (options.length < 2)
        return fail(ErrorCode::Usage,
                    fmt::format("A context of {} tokens leaves nothing to score. Give at least 2.", options.length));
    if (options.stride < 1 || options.stride > options.length)
        return fail(ErrorCode::Usage, fmt::format("A stride of {} does not suit a context of {} tokens. Give 1 to {}.",
                                                  options.stride, options.length, options.length));
    SNUG_TRY(checkMost(options.most));
    if (tokenCount < 2)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} is too short: it has {} tokens, at least 2 are needed. Choose a longer text.", what,
                                tokenCount));
    WindowPlan plan;
    const std::uint64_t most = options.most.value_or(std::numeric_limits<std::uint64_t>::max());
    std::uint64_t scored = 0; // tokens before this one had their turn
    for (std::uint64_t begin = 0; scored < tokenCount && plan.windows.size() < most; begin += options.stride) {
        const std::uint64_t end = begin + std::min<std::uint64_t>(options.length, tokenCount - begin);
        const std::uint64_t firstTarget = std::max(scored, begin + 1);
        if (firstTarget < end)
            plan.windows.push_back({begin, static_cast<std::size_t>(end - begin),
                                    static_cast<std::size_t>(firstTarget - 1 - begin),
                                    static_cast<std::size_t>(end - firstTarget)});
        scored = end;
    }
    return plan;
}

} // namespace snug
