// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The report of an evaluation as JSON. Sizes are bytes, times seconds, shares 0 to 1.

#include "core/jobs/measure/json.h"

namespace snug {

namespace {

void putDivergence(Json &object, const DivergenceFigures &figures)
{
    putFigure(object, "ppl_increase", figures.increase.value);
    putFigure(object, "ppl_increase_stderr", figures.increase.standardError);
    putFigure(object, "ppl_ratio", figures.ratio.value);
    putFigure(object, "ppl_ratio_stderr", figures.ratio.standardError);
    putFigure(object, "kl_mean", figures.kl.value);
    putFigure(object, "kl_mean_stderr", figures.kl.standardError);
    putFigure(object, "kl_median", figures.klValues.median);
    putFigure(object, "kl_p90", figures.klValues.p90);
    putFigure(object, "kl_p95", figures.klValues.p95);
    putFigure(object, "kl_p99", figures.klValues.p99);
    putFigure(object, "kl_p999", figures.klValues.p999);
    putFigure(object, "kl_max", figures.klValues.maximum);
    putFigure(object, "same_top", figures.sameTop.value);
    putFigure(object, "same_top_stderr", figures.sameTop.standardError);
    putFigure(object, "probability_change", figures.probabilityChange.value);
    putFigure(object, "probability_change_rms", figures.probabilityChangeRms.value);
}

} // namespace

Json evaluatedJson(const EvaluatedModel &model)
{
    Json object = {{"path", model.path}, {"name", model.name}, {"bytes", model.sizeBytes}};
    putFigure(object, "bits_per_weight", model.bitsPerWeight);
    putFigure(object, "perplexity", model.perplexity.perplexity);
    putFigure(object, "perplexity_stderr", model.perplexity.standardError);
    if (model.divergence)
        putDivergence(object, *model.divergence);
    Json tasks = Json::object();
    for (const TaskFigure &task : model.tasks) {
        Json &entry = tasks[task.task];
        putFigure(entry, task.normalization.c_str(), task.figure.accuracy.value);
        if (!entry.contains("stderr"))
            putFigure(entry, "stderr", task.figure.accuracy.standardError);
        entry["questions"] = task.figure.items;
    }
    object["tasks"] = std::move(tasks);
    object["tokens"] = model.perplexity.tokens;
    return object;
}

std::string toJson(const EvaluateReport &report)
{
    Json object = {{"outcome", outcomeName(report.outcome)}};
    if (report.base)
        object["base"] = evaluatedJson(*report.base);
    object["models"] = Json::array();
    object["gates"] = Json::array();
    for (const EvaluatedModel &model : report.models) {
        object["models"].push_back(evaluatedJson(model));
        for (const GateResult &gate : model.gates) {
            Json entry = {{"expr", gate.gate.expression},
                          {"model", model.path},
                          {"passed", gate.outcome == GateOutcome::Passed},
                          {"outcome", gateOutcomeName(gate.outcome)}};
            if (gate.measured)
                putFigure(entry, "measured", *gate.measured);
            object["gates"].push_back(std::move(entry));
        }
    }
    object["tokens"] = report.tokens;
    object["windows"] = report.windows;
    putFigure(object, "seconds", report.seconds);
    putFigure(object, "tokens_per_second", report.tokensPerSecond);
    object["peaks"] = {{"ram_predicted", report.ramPredictedBytes},
                       {"ram_measured", report.ramMeasuredBytes},
                       {"ledger", report.ledgerBytes}};
    object["notes"] = report.notes;
    if (report.error)
        object["error"] = {{"code", errorCodeName(report.error->code)},
                           {"message", report.error->message},
                           {"file", report.error->file},
                           {"tensor", report.error->tensor}};
    return printed(object);
}

} // namespace snug
