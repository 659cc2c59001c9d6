// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Log probabilities of choices to an accuracy: which choice a model prefers, by itself or for its length.

#pragma once

#include "core/metrics/estimate.h"
#include "core/metrics/taskfile.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace snug {

/// What a choice's log probability is divided by before choices are compared. Long choices have small probabilities.
enum class Normalization {
    None,         ///< lm-evaluation-harness: acc
    PerCharacter, ///< lm-evaluation-harness: acc_norm (characters without the leading blank, continuationCharacters())
    PerToken,     ///< llama.cpp's HellaSwag: the mean over tokens
};

/// "acc", "acc_norm", "acc_per_token".
std::string_view normalizationName(Normalization normalization);

/// Which ones are usually told, the one that is meant without a word first:
/// HellaSwag      per character (leaderboards), per token (llama.cpp), none
/// ARC challenge  per character, none
/// OpenBookQA     per character, none
/// ARC easy, PIQA none, per character
/// others         none: Winogrande's continuations are the same text, MMLU's are single letters, COPA's are told plain
/// llama.cpp leaves the tokens out that all four endings of HellaSwag begin with; lm-evaluation-harness and Snug score
/// all. Sources: lm-evaluation-harness, tasks/*/*.yaml (metric_list); llama.cpp, tools/perplexity, hellaswag_score().
std::span<const Normalization> usualNormalizations(TaskKind kind);

/// One choice as the model saw it.
struct ChoiceScore
{
    double logProbability = 0; ///< natural logarithm, sum over the continuation's tokens
    std::uint64_t tokens = 0;  ///< of the continuation
    std::uint64_t characters = 0;
    bool greedy = false; ///< every token was the likeliest; used where there is but one choice
};

struct AccuracyFigure
{
    std::uint64_t hits = 0;
    std::uint64_t items = 0;
    Estimate accuracy; ///< share, with its binomial standard error; NaN without an item
    Interval interval; ///< Wilson, 95 %
};

/// Counts right answers under every normalization. Counts only: the same in any order and grouping.
/// Threads: one at a time; give each thread its own and merge them.
class TaskAccumulator
{
public:
    /// One item: its choices in order, and which is right. Of equal choices the first counts as preferred, as in
    /// numpy's argmax and llama.cpp; a score that is NaN is never preferred. A single choice is right when it is
    /// greedy.
    void add(std::span<const ChoiceScore> choices, std::size_t gold);
    void merge(const TaskAccumulator &other);
    AccuracyFigure figure(Normalization normalization) const;

private:
    std::uint64_t m_items = 0;
    std::uint64_t m_hits[3] = {}; // by Normalization
};

} // namespace snug
