// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/routing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace snug {

namespace {

double sumOfExponentials(std::span<const float> logits, std::span<const std::uint32_t> of, double most)
{
    double sum = 0;
    for (const std::uint32_t expert : of)
        sum += std::exp(static_cast<double>(logits[expert]) - most);
    return sum;
}

} // namespace

std::vector<ExpertTokens> routeTokens(std::span<const float> logits, std::uint32_t experts, std::uint32_t used,
                                      ExpertShares kind)
{
    std::vector<ExpertTokens> routes(experts);
    std::vector<std::uint32_t> order(experts);
    for (std::uint32_t token = 0; token < logits.size() / experts; ++token) {
        const auto own = logits.subspan(std::size_t{token} * experts, experts);
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return own[a] > own[b]; });
        const double most = static_cast<double>(own[order[0]]);
        const std::span<const std::uint32_t> chosen(order.data(), used);
        // What all chosen shares are a part of. Shares of a softmax made to sum to one are a softmax of those chosen.
        const double sum = sumOfExponentials(own, kind == ExpertShares::SoftmaxOfAll ? order : chosen, most);
        for (const std::uint32_t expert : chosen) {
            routes[expert].tokens.push_back(token);
            routes[expert].shares.push_back(
                static_cast<float>(std::exp(static_cast<double>(own[expert]) - most) / sum));
        }
    }
    return routes;
}

} // namespace snug
