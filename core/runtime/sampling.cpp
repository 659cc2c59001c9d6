// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace snug {

namespace {

/// Number of the highest logit, the first of equal ones.
Result<std::size_t> mostLikely(std::span<const float> logits)
{
    std::size_t best = 0;
    bool sound = !logits.empty();
    for (std::size_t i = 0; i < logits.size(); ++i) {
        sound &= logits[i] <= std::numeric_limits<float>::max(); // false for NaN
        if (logits[i] > logits[best])
            best = i;
    }
    if (!sound || std::isinf(logits[best]))
        return fail(ErrorCode::BadInput, "The model's figures for the next token are no numbers any more. The weights "
                                         "of its output are damaged or went beyond their type; inspect them or "
                                         "quantize again from the source.");
    return best;
}

} // namespace

Result<void> checkSampling(const SamplingOptions &options)
{
    const auto refuse = [](std::string_view what, double found, std::string_view expected) {
        return fail(ErrorCode::Usage, fmt::format("The {} is {}, expected {}.", what, found, expected));
    };
    if (!(options.temperature >= 0) || std::isinf(options.temperature))
        return refuse("temperature", options.temperature, "0 for the most likely token each time, or a number above");
    if (!(options.topP > 0 && options.topP <= 1))
        return refuse("top-p", options.topP, "a number above 0 up to 1 (1 leaves all tokens)");
    if (!(options.minP >= 0 && options.minP <= 1))
        return refuse("min-p", options.minP, "a number from 0 to 1 (0 leaves all tokens)");
    return {};
}

Result<std::int32_t> Sampler::choose(std::span<const float> logits)
{
    const auto best = mostLikely(logits);
    SNUG_TRY(best);
    if (m_options.temperature == 0)
        return static_cast<std::int32_t>(*best);
    const float highest = logits[*best];
    collect(logits, highest);
    m_candidates.resize(countWithin(logits, highest));

    const auto weight = [&](const Candidate &one) {
        return std::exp((static_cast<double>(one.logit) - static_cast<double>(highest)) / m_options.temperature);
    };
    double total = 0;
    for (const Candidate &one : m_candidates)
        total += weight(one);
    // 53 bits: from 0 up to, but never, 1
    double left = static_cast<double>(m_generator() >> 11) * 0x1p-53 * total;
    for (const Candidate &one : m_candidates) {
        left -= weight(one);
        if (left < 0)
            return one.token;
    }
    return m_candidates.back().token; // rounding left a little
}

double Sampler::shareOf(float logit, float highest)
{
    return std::exp(static_cast<double>(logit) - static_cast<double>(highest));
}

void Sampler::collect(std::span<const float> logits, float highest)
{
    m_candidates.clear();
    const bool all = m_options.topK == 0;
    for (std::size_t i = 0; i < logits.size(); ++i)
        if (!all || isLikely(logits[i], highest)) // of all tokens the unlikely ones need no sorting
            m_candidates.push_back({static_cast<std::int32_t>(i), logits[i]});
    const std::size_t most = all ? m_candidates.size() : std::min<std::size_t>(m_options.topK, m_candidates.size());
    std::ranges::partial_sort(m_candidates, m_candidates.begin() + static_cast<std::ptrdiff_t>(most),
                              [](const Candidate &a, const Candidate &b) {
                                  return a.logit > b.logit || (a.logit == b.logit && a.token < b.token);
                              });
    m_candidates.resize(most);
}

std::size_t Sampler::countWithin(std::span<const float> logits, float highest) const
{
    double total = 0; // of shares of the tokens that topK left
    if (m_options.topP >= 1)
        total = std::numeric_limits<double>::infinity();
    else if (m_options.topK == 0)
        for (const float logit : logits)
            total += shareOf(logit, highest);
    else
        for (const Candidate &one : m_candidates)
            total += shareOf(one.logit, highest);
    double sum = 0;
    std::size_t count = 0;
    while (count < m_candidates.size() && sum < m_options.topP * total &&
           isLikely(m_candidates[count].logit, highest)) {
        sum += shareOf(m_candidates[count].logit, highest);
        ++count;
    }
    return count;
}

} // namespace snug
