// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The report of an evaluation as JSON. Sizes are bytes, times seconds, shares 0 to 1.

#include "core/jobs/json.h"
#include "core/jobs/measure/evaluate.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace snug {

namespace {

using Json = nlohmann::ordered_json;

/// Leaves out what was not measured: JSON has no NaN.
void put(Json &object, const char *name, double value)
{
    if (std::isfinite(value))
        object[name] = value;
}

void putDivergence(Json &object, const DivergenceFigures &figures)
{
    put(object, "ppl_increase", figures.increase.value);
    put(object, "ppl_increase_stderr", figures.increase.standardError);
    put(object, "ppl_ratio", figures.ratio.value);
    put(object, "ppl_ratio_stderr", figures.ratio.standardError);
    put(object, "kl_mean", figures.kl.value);
    put(object, "kl_mean_stderr", figures.kl.standardError);
    put(object, "kl_median", figures.klValues.median);
    put(object, "kl_p90", figures.klValues.p90);
    put(object, "kl_p95", figures.klValues.p95);
    put(object, "kl_p99", figures.klValues.p99);
    put(object, "kl_p999", figures.klValues.p999);
    put(object, "kl_max", figures.klValues.maximum);
    put(object, "same_top", figures.sameTop.value);
    put(object, "same_top_stderr", figures.sameTop.standardError);
    put(object, "probability_change", figures.probabilityChange.value);
    put(object, "probability_change_rms", figures.probabilityChangeRms.value);
}

Json jsonOf(const EvaluatedModel &model)
{
    Json object = {{"path", model.path}, {"name", model.name}, {"bytes", model.sizeBytes}};
    put(object, "bits_per_weight", model.bitsPerWeight);
    put(object, "perplexity", model.perplexity.perplexity);
    put(object, "perplexity_stderr", model.perplexity.standardError);
    if (model.divergence)
        putDivergence(object, *model.divergence);
    Json tasks = Json::object();
    for (const TaskFigure &task : model.tasks) {
        Json &entry = tasks[task.task];
        put(entry, task.normalization.c_str(), task.figure.accuracy.value);
        if (!entry.contains("stderr"))
            put(entry, "stderr", task.figure.accuracy.standardError);
        entry["questions"] = task.figure.items;
    }
    object["tasks"] = std::move(tasks);
    object["tokens"] = model.perplexity.tokens;
    return object;
}

} // namespace

std::string toJson(const EvaluateReport &report)
{
    Json object = {{"outcome", outcomeName(report.outcome)}};
    if (report.base)
        object["base"] = jsonOf(*report.base);
    object["models"] = Json::array();
    object["gates"] = Json::array();
    for (const EvaluatedModel &model : report.models) {
        object["models"].push_back(jsonOf(model));
        for (const GateResult &gate : model.gates) {
            Json entry = {{"expr", gate.gate.expression},
                          {"model", model.path},
                          {"passed", gate.outcome == GateOutcome::Passed},
                          {"outcome", gateOutcomeName(gate.outcome)}};
            if (gate.measured)
                put(entry, "measured", *gate.measured);
            object["gates"].push_back(std::move(entry));
        }
    }
    object["tokens"] = report.tokens;
    object["windows"] = report.windows;
    put(object, "seconds", report.seconds);
    put(object, "tokens_per_second", report.tokensPerSecond);
    object["peaks"] = {{"ram_predicted", report.ramPredictedBytes},
                       {"ram_measured", report.ramMeasuredBytes},
                       {"ledger", report.ledgerBytes}};
    object["notes"] = report.notes;
    if (report.error)
        object["error"] = {{"code", errorCodeName(report.error->code)},
                           {"message", report.error->message},
                           {"file", report.error->file},
                           {"tensor", report.error->tensor}};
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace snug
