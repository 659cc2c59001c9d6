// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/textsweep.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace snug {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double secondsSince(std::chrono::steady_clock::time_point begun)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

TokenDivergence tokenOf(const TokenComparison &figures)
{
    const auto baseLoss = static_cast<double>(figures.baseLoss), otherLoss = static_cast<double>(figures.otherLoss);
    return {static_cast<double>(figures.divergence), baseLoss, otherLoss, std::exp(-baseLoss), std::exp(-otherLoss),
            figures.baseTop == figures.otherTop};
}

} // namespace

Result<bool> TextSweep::run(const WindowPlan &plan, std::span<const std::int32_t> tokens)
{
    m_begun = std::chrono::steady_clock::now();
    m_windows = plan.windows.size();
    tellFigures();
    for (std::size_t first = 0; first < plan.windows.size(); first += m_groupWindows) {
        m_groupWindows = std::min<std::size_t>(m_room.windowsAtOnce, plan.windows.size() - first);
        auto done = sweepGroup(plan, tokens, first, m_groupWindows);
        SNUG_TRY(done);
        if (!*done)
            return false;
        m_windowsDone += m_groupWindows;
        m_tokensDone += m_groupTokens;
        tellFigures();
    }
    return true;
}

Result<bool> TextSweep::sweepGroup(const WindowPlan &plan, std::span<const std::int32_t> tokens, std::size_t first,
                                   std::size_t count)
{
    std::vector<TokenSequence> sequences;
    m_groupTokens = 0;
    for (std::size_t i = first; i < first + count; ++i) {
        sequences.push_back(plan.inputs(tokens, i));
        m_groupTokens += sequences.back().size();
    }
    std::vector<SweptSequences> swept;
    for (std::size_t model = 0; model < m_models.size(); ++model) {
        auto one = m_models[model]->pass->sweep(
            sequences, [&](std::size_t layer, std::size_t done) { return tell(model, layer, done, sequences.size()); });
        SNUG_TRY(one);
        if (m_context.stop.requested())
            return false;
        swept.push_back(std::move(*one));
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!m_context.goOn())
            return false;
        const std::uint64_t row = swept[0].starts()[i] + plan.windows[first + i].firstRow;
        SNUG_TRY(score(first + i, row, plan.targets(tokens, first + i), swept));
    }
    return true;
}

Result<void> TextSweep::score(std::size_t window, std::uint64_t firstRow, std::span<const std::int32_t> targets,
                              std::span<const SweptSequences> swept)
{
    OperationRunner &runner = m_models[0]->pass->runner();
    for (std::size_t done = 0; done < targets.size();) {
        const std::size_t count = std::min<std::size_t>(m_room.rowsAtOnce, targets.size() - done);
        auto wanted = runner.buffer(Activation::Targets, count * sizeof(std::uint32_t));
        SNUG_TRY(wanted);
        std::memcpy(runner.bytes(Activation::Targets).data(), targets.data() + done, count * sizeof(std::uint32_t));
        if (m_compared) {
            auto base = m_models[0]->pass->logits(swept[0], firstRow + done, count);
            SNUG_TRY(base);
            for (std::size_t model = 1; model < m_models.size(); ++model)
                SNUG_TRY(scoreAgainst(window, swept[model], model, firstRow + done, count, *base, *wanted));
            if (m_models.size() == 1)
                SNUG_TRY(scoreAlone(window, swept[0], 0, firstRow + done, count, *wanted));
        } else {
            for (std::size_t model = 0; model < m_models.size(); ++model)
                SNUG_TRY(scoreAlone(window, swept[model], model, firstRow + done, count, *wanted));
        }
        done += count;
    }
    return {};
}

Result<void> TextSweep::scoreAlone(std::size_t window, const SweptSequences &swept, std::size_t model,
                                   std::uint64_t row, std::uint64_t count, const SnugRange &targets)
{
    ForwardPass &pass = *m_models[model]->pass;
    auto logits = m_models[0]->pass->runner().buffer(Activation::Logits,
                                                     count * pass.shape().vocabulary * sizeof(float));
    SNUG_TRY(logits);
    SNUG_TRY(pass.logitsTo(*logits, swept, row, count));
    auto losses = pass.runner().buffer(Activation::Figures, count * sizeof(float));
    SNUG_TRY(losses);
    SNUG_TRY(pass.runner().run(tokenLossOperation(*logits, targets, *losses, count, pass.shape().vocabulary)));
    m_figures[model].losses.add(window, pass.runner().valuesOf<float>(Activation::Figures).first(count));
    return {};
}

Result<void> TextSweep::scoreAgainst(std::size_t window, const SweptSequences &swept, std::size_t model,
                                     std::uint64_t row, std::uint64_t count, const SnugRange &base,
                                     const SnugRange &targets)
{
    ForwardPass &pass = *m_models[model]->pass;
    // One buffer for the logits of all models but the base.
    auto logits = m_models[0]->pass->runner().buffer(Activation::OtherLogits,
                                                     count * pass.shape().vocabulary * sizeof(float));
    SNUG_TRY(logits);
    SNUG_TRY(pass.logitsTo(*logits, swept, row, count));
    auto out = pass.runner().buffer(Activation::Figures, count * sizeof(TokenComparison));
    SNUG_TRY(out);
    SNUG_TRY(pass.runner().run(divergenceOperation(base, *logits, targets, *out, count, pass.shape().vocabulary)));
    const auto found = pass.runner().valuesOf<TokenComparison>(Activation::Figures).first(count);
    std::vector<TokenDivergence> tokens;
    std::vector<double> own, ofBase;
    for (const TokenComparison &one : found) {
        tokens.push_back(tokenOf(one));
        own.push_back(tokens.back().lossOther);
        ofBase.push_back(tokens.back().lossBase);
    }
    m_figures[model].divergence.add(window, tokens);
    m_figures[model].losses.add(window, own);
    if (model == 1)
        m_figures[0].losses.add(window, ofBase);
    return {};
}

bool TextSweep::tell(std::size_t model, std::size_t layer, std::size_t sequences, std::size_t ofSequences)
{
    if (!m_context.goOn())
        return false;
    const auto layers = m_models[model]->shape.layers.size();
    const double ofLayers =
        (static_cast<double>(layer) + static_cast<double>(sequences) / static_cast<double>(ofSequences)) /
        static_cast<double>(layers);
    const double ofGroup = (static_cast<double>(model) + ofLayers) / static_cast<double>(m_models.size());
    const double seconds = secondsSince(m_begun);
    const double windows = static_cast<double>(m_windowsDone) + ofGroup * static_cast<double>(m_groupWindows);
    const double fraction = windows / static_cast<double>(m_windows);
    const double tokens = static_cast<double>(m_tokensDone) + ofGroup * static_cast<double>(m_groupTokens);
    m_context.update([&](MeasureSnapshot &snapshot) {
        snapshot.phase = MeasurePhase::Text;
        snapshot.model = model;
        snapshot.layer = layer;
        snapshot.layers = layers;
        snapshot.fraction = fraction;
        snapshot.seconds = seconds;
        if (fraction > 0.005 && seconds > 0.5)
            snapshot.secondsLeft = seconds * (1 - fraction) / fraction;
        if (seconds > 0)
            snapshot.tokensPerSecond = tokens * static_cast<double>(m_models.size()) / seconds;
    });
    return true;
}

void TextSweep::tellFigures()
{
    std::vector<RunningFigures> running;
    for (std::size_t model = 0; model < m_models.size(); ++model) {
        const PerplexityFigure own = m_figures[model].losses.figure();
        RunningFigures one{own.perplexity, own.standardError, kUnknown, kUnknown, kUnknown, kUnknown};
        if (m_compared && model > 0) {
            const DivergenceFigures figures = m_figures[model].divergence.running();
            one.klMean = figures.kl.value;
            one.klMeanError = figures.kl.standardError;
            one.sameTop = figures.sameTop.value;
        }
        running.push_back(one);
    }
    m_context.update([&](MeasureSnapshot &snapshot) {
        snapshot.running = std::move(running);
        snapshot.partsDone = m_windowsDone;
        snapshot.partsTotal = m_windows;
    });
}

} // namespace snug
