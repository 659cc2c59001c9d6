// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which token comes next: the most likely one, or one drawn among the likely ones by a seeded generator.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace snug {

/// What is left to draw from is cut in this order: topK, topP, minP; the temperature comes last and cuts nothing.
struct SamplingOptions
{
    double temperature = 0.8; ///< logits are divided by it; 0: always the most likely token
    std::uint32_t topK = 40;  ///< most tokens; 0: all
    double topP = 0.95;       ///< the fewest tokens that have this share together; 1: all
    double minP = 0.05;       ///< only tokens with this share of the most likely one's; 0: all
    std::uint64_t seed = 0;
};

/// Errors: Usage naming a number that cannot be.
Result<void> checkSampling(const SamplingOptions &options);

/// A sequence of choices. The same seed and logits give the same choices: the generator is std::mt19937_64, whose
/// numbers the C++ standard fixes, and numbers become choices by code of our own. One thread at a time.
class Sampler
{
public:
    /// `options` have passed checkSampling().
    explicit Sampler(const SamplingOptions &options) : m_options(options), m_generator(options.seed) {}

    /// A token by its logits. Of equal logits the lower number is likelier. Draws once for each call with a
    /// temperature. Shares are computed in double. Errors: BadInput where a logit is NaN or infinity, or there is none.
    Result<std::int32_t> choose(std::span<const float> logits);

private:
    struct Candidate
    {
        std::int32_t token;
        float logit;
    };
    bool isLikely(float logit, float highest) const { return shareOf(logit, highest) >= m_options.minP; }
    /// A token's share over that of the most likely one.
    static double shareOf(float logit, float highest);
    /// Candidates in falling order, as many as topK leaves.
    void collect(std::span<const float> logits, float highest);
    /// How many of them topP and minP leave, 1 or more.
    std::size_t countWithin(std::span<const float> logits, float highest) const;

    SamplingOptions m_options;
    std::mt19937_64 m_generator;
    std::vector<Candidate> m_candidates;
};

} // namespace snug
