// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A text through one or several models: perplexity, and divergence from the first where it is the base.

#pragma once

#include "core/jobs/measure/measuredmodel.h"
#include "core/metrics/divergence.h"
#include "core/metrics/perplexity.h"
#include "core/metrics/scoringwindows.h"

#include <chrono>
#include <span>

namespace snug {

/// What a text told of one model.
struct TextFigures
{
    LossAccumulator losses;
    DivergenceAccumulator divergence; ///< of all but a base
};

/// Goes through the text in groups of windows: each model takes the group through its layers, then logits of all are
/// made and compared some rows at a time. They never exist as a whole.
class TextSweep
{
public:
    /// All outlive it. `compared`: the first model is the base.
    TextSweep(std::span<MeasuredModel *const> models, bool compared, const MeasureRoom &room, MeasureContext &context)
        : m_models(models), m_compared(compared), m_room(room), m_context(context), m_figures(models.size())
    {
    }

    /// False when stopped. Errors: those of ForwardPass.
    Result<bool> run(const WindowPlan &plan, std::span<const std::int32_t> tokens);
    std::span<const TextFigures> figures() const { return m_figures; }

private:
    Result<bool> sweepGroup(const WindowPlan &plan, std::span<const std::int32_t> tokens, std::size_t first,
                            std::size_t count);
    Result<void> score(std::size_t window, std::uint64_t firstRow, std::span<const std::int32_t> targets,
                       std::span<const SweptSequences> swept);
    Result<void> scoreAlone(std::size_t window, const SweptSequences &swept, std::size_t model, std::uint64_t row,
                            std::uint64_t count, const SnugRange &targets);
    Result<void> scoreAgainst(std::size_t window, const SweptSequences &swept, std::size_t model, std::uint64_t row,
                              std::uint64_t count, const SnugRange &base, const SnugRange &targets);
    bool tell(std::size_t model, std::size_t layer, std::size_t sequences, std::size_t ofSequences);
    void tellFigures();

    std::span<MeasuredModel *const> m_models;
    bool m_compared;
    const MeasureRoom &m_room;
    MeasureContext &m_context;
    std::vector<TextFigures> m_figures;
    std::uint64_t m_windowsDone = 0, m_windows = 0, m_groupWindows = 0, m_groupTokens = 0, m_tokensDone = 0;
    std::chrono::steady_clock::time_point m_begun;
};

} // namespace snug
