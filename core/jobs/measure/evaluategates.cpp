// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/evaluategates.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

constexpr std::string_view kTask = "task_";

/// The names under which gates find the accuracies of a task, the usual one first.
std::vector<std::string> gateNames(const TaskSet &tasks)
{
    std::vector<std::string> names = {fmt::format("{}{}", kTask, tasks.name)};
    for (const Normalization normalization : usualNormalizations(tasks.kind))
        names.push_back(fmt::format("{}{}_{}", kTask, tasks.name, normalizationName(normalization)));
    return names;
}

Result<void> checkTaskGate(const Gate &gate, std::span<const TaskSet> tasks)
{
    std::vector<std::string> all;
    for (const TaskSet &set : tasks) {
        const auto names = gateNames(set);
        all.insert(all.end(), names.begin(), names.end());
    }
    if (all.empty())
        return fail(ErrorCode::Usage,
                    fmt::format("The gate \"{}\" needs a task. Give its file with --tasks FILE.", gate.expression));
    if (std::ranges::find(all, gate.name) == all.end())
        return fail(ErrorCode::Usage,
                    fmt::format("The gate \"{}\" asks for {}, which no file of --tasks gives; they give {}. Add its "
                                "file, or correct the name.",
                                gate.expression, gate.name, fmt::join(all, ", ")));
    return {};
}

} // namespace

Result<void> checkGates(std::span<const Gate> gates, const EvaluateSpec &spec, std::span<const TaskSet> tasks)
{
    for (const Gate &gate : gates) {
        if (gate.name.starts_with(kTask)) {
            SNUG_TRY(checkTaskGate(gate, tasks));
            continue;
        }
        if (spec.text.empty())
            return fail(ErrorCode::Usage,
                        fmt::format("The gate \"{}\" needs a text. Give --text FILE.", gate.expression));
        if (spec.base.empty() && gate.name != "perplexity")
            return fail(ErrorCode::Usage, fmt::format("The gate \"{}\" needs a model to compare with. Give --base "
                                                      "MODEL.",
                                                      gate.expression));
    }
    return {};
}

std::vector<GateFigure> gateFiguresOf(const EvaluatedModel &model)
{
    std::vector<GateFigure> figures;
    if (model.divergence)
        figures = gateFigures(*model.divergence);
    else
        figures.push_back({"perplexity", model.perplexity.perplexity});
    for (const TaskFigure &task : model.tasks) {
        const std::string name = fmt::format("{}{}", kTask, task.task);
        // The usual accuracy of a task comes first, and goes by the task's name alone too.
        if (std::ranges::find(figures, name, &GateFigure::name) == figures.end())
            figures.push_back({name, task.figure.accuracy.value});
        figures.push_back({fmt::format("{}_{}", name, task.normalization), task.figure.accuracy.value});
    }
    return figures;
}

} // namespace snug
