// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/ui/window/fakemeasure.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace snug::ui::test {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kWindows = 64;
constexpr std::size_t kLayers = 4;

RunningFigures runningOf(int place, bool compared, double share)
{
    const double perplexity = 7.5 + 0.1 * place;
    if (share <= 0)
        return {kNone, kNone, kNone, kNone, kNone, kNone};
    const bool base = !compared || place == 0;
    return {perplexity, 0.05, base ? kNone : 0.01 * place, base ? kNone : 0.001, base ? kNone : 0.95, kNone};
}

void tell(MeasureContext &context, std::size_t models, bool compared, std::uint64_t windows)
{
    const double share = static_cast<double>(windows) / kWindows;
    context.update([&](MeasureSnapshot &now) {
        now.phase = MeasurePhase::Text;
        now.model = models - 1;
        now.layer = windows % kLayers;
        now.layers = kLayers;
        now.partsDone = windows;
        now.partsTotal = kWindows;
        now.fraction = share;
        now.seconds = 2.0 * static_cast<double>(windows);
        now.secondsLeft = windows == 0 ? -1 : 2.0 * static_cast<double>(kWindows - windows);
        now.tokensPerSecond = 1840;
        now.running.clear();
        for (std::size_t i = 0; i < models; ++i)
            now.running.push_back(runningOf(static_cast<int>(i), compared, share));
    });
}

} // namespace

EvaluatedModel fakeMeasured(const std::string &path, int place, bool compared)
{
    EvaluatedModel model;
    model.path = path;
    model.name = "Fake-7B";
    model.perplexity = {7.5 + 0.1 * place, 0.03, 2, 0.004, 16384, kWindows};
    if (!compared || place == 0)
        return model;
    DivergenceFigures figures;
    figures.tokens = 16384;
    figures.perplexityBase = {7.5, 0.03};
    figures.perplexityOther = {7.5 + 0.1 * place, 0.03};
    figures.ratio = {(7.5 + 0.1 * place) / 7.5, 0.001};
    figures.kl = {0.01 * place, 0.0005};
    figures.klValues.p99 = 0.1 * place;
    figures.sameTop = {1 - 0.03 * place, 0.002};
    model.divergence = figures;
    return model;
}

EvaluateReport fakeEvaluate(FakeState &state, const EvaluateSpec &spec, MeasureContext &context)
{
    ++state.measureCount;
    state.measureSpecs.push_back(spec);
    const bool compared = !spec.base.empty();
    const std::size_t models = spec.models.size() + (compared ? 1 : 0);
    EvaluateReport report;
    report.seconds = 128;
    if (state.measureMode == RunMode::Failing) {
        report.error = Error{ErrorCode::BadInput,
                             "short.txt has 100 tokens, one window needs 512. Take a longer text or a smaller context.",
                             "short.txt",
                             {},
                             {}};
        return report;
    }
    std::uint64_t done = 0;
    for (; done <= kWindows && !context.stop.requested(); done += 16) {
        tell(context, models, compared, done);
        while (state.measureMode == RunMode::Held && !state.measureReleased && done == 16 && !context.stop.requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        context.goOn();
    }
    const bool stopped = context.stop.requested();
    report.outcome = stopped ? Outcome::Cancelled : Outcome::Succeeded;
    int place = 0;
    if (compared)
        report.base = fakeMeasured(spec.base, place++, compared);
    for (const std::string &path : spec.models)
        report.models.push_back(fakeMeasured(path, place++, compared));
    report.windows = kWindows;
    return report;
}

CompareReport fakeCompare(FakeState &state, const CompareSpec &spec, MeasureContext &context)
{
    state.compareSpecs.push_back(spec);
    EvaluateSpec text;
    text.models = spec.models;
    text.base = spec.base.empty() ? spec.models.front() : spec.base;
    std::erase(text.models, text.base);
    text.text = spec.text;
    const EvaluateReport measured = fakeEvaluate(state, text, context);
    CompareReport report;
    report.outcome = measured.outcome;
    report.error = measured.error;
    report.seconds = measured.seconds;
    if (!measured.base)
        return report;
    std::vector<EvaluatedModel> all = measured.models;
    all.insert(all.begin(), *measured.base);
    for (std::size_t i = 0; i < all.size(); ++i) {
        ComparedModel model;
        model.measured = all[i];
        if (spec.text.empty()) {
            model.measured.perplexity = {kNone, kNone, kNone, kNone, 0, 0};
            model.measured.divergence.reset();
        }
        model.base = i == 0;
        const std::uint64_t context8 = 4096 * i;
        model.context = {context8 / 2, context8, context8 * 2, "RAM"};
        model.predictedTokensPerSecond = 2.5 + 10.0 * static_cast<double>(i);
        for (int layer = -1; i > 0 && spec.layerErrors && layer < 4; ++layer)
            model.layers.push_back({layer, 0.01 * static_cast<double>(i)});
        if (!spec.prompt.empty()) {
            model.answer = CompareAnswer{i == 0 ? "The sky is blue." : "The sky seems blue.",
                                         {1, 2, 3, 4},
                                         {0, 3, 7, i == 0 ? 10u : 13u},
                                         {},
                                         12};
            if (i > 0)
                model.answer->firstDifference = 2;
        }
        report.models.push_back(std::move(model));
    }
    report.windows = spec.text.empty() ? 0 : kWindows;
    return report;
}

} // namespace snug::ui::test
