// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/metrics/taskscore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace snug {

namespace {

constexpr std::array kAll = {Normalization::None, Normalization::PerCharacter, Normalization::PerToken};
constexpr std::array kPlain = {Normalization::None};
constexpr std::array kPlainFirst = {Normalization::None, Normalization::PerCharacter};
constexpr std::array kCharactersFirst = {Normalization::PerCharacter, Normalization::None};
constexpr std::array kHellaSwag = {Normalization::PerCharacter, Normalization::PerToken, Normalization::None};

double scoreOf(const ChoiceScore &choice, Normalization normalization)
{
    std::uint64_t length = 1;
    if (normalization == Normalization::PerCharacter)
        length = choice.characters;
    else if (normalization == Normalization::PerToken)
        length = choice.tokens;
    return choice.logProbability / static_cast<double>(std::max<std::uint64_t>(length, 1));
}

std::optional<std::size_t> preferred(std::span<const ChoiceScore> choices, Normalization normalization)
{
    std::optional<std::size_t> best;
    double bestScore = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const double score = scoreOf(choices[i], normalization);
        if (!std::isnan(score) && (!best || score > bestScore)) {
            best = i;
            bestScore = score;
        }
    }
    return best;
}

} // namespace

std::string_view normalizationName(Normalization normalization)
{
    switch (normalization) {
    case Normalization::None:
        return "acc";
    case Normalization::PerCharacter:
        return "acc_norm";
    case Normalization::PerToken:
        break;
    }
    return "acc_per_token";
}

std::span<const Normalization> usualNormalizations(TaskKind kind)
{
    switch (kind) {
    case TaskKind::HellaSwag:
        return kHellaSwag;
    case TaskKind::ArcChallenge:
    case TaskKind::OpenBookQa:
        return kCharactersFirst;
    case TaskKind::ArcEasy:
    case TaskKind::Piqa:
    case TaskKind::Choices:
        return kPlainFirst;
    case TaskKind::Copa:
    case TaskKind::Winogrande:
    case TaskKind::Mmlu:
    case TaskKind::Lambada:
        break;
    }
    return kPlain;
}

void TaskAccumulator::add(std::span<const ChoiceScore> choices, std::size_t gold)
{
    ++m_items;
    for (const Normalization normalization : kAll) {
        const bool hit = choices.size() == 1 ? choices[0].greedy : preferred(choices, normalization) == gold;
        m_hits[static_cast<std::size_t>(normalization)] += hit ? 1 : 0;
    }
}

void TaskAccumulator::merge(const TaskAccumulator &other)
{
    m_items += other.m_items;
    for (std::size_t i = 0; i < std::size(m_hits); ++i)
        m_hits[i] += other.m_hits[i];
}

AccuracyFigure TaskAccumulator::figure(Normalization normalization) const
{
    const std::uint64_t hits = m_hits[static_cast<std::size_t>(normalization)];
    return {hits, m_items, shareEstimate(hits, m_items), wilsonInterval(hits, m_items)};
}

} // namespace snug
