// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A plan as the JSON of the command-line contract.

#include "core/jobs/json.h"
#include "core/jobs/plan.h"

namespace snug {

namespace {

template <class T> Json orNull(const std::optional<T> &value) { return value ? Json(*value) : Json(); }

Json tensorsJson(const VariantPlan &variant)
{
    Json tensors = Json::array();
    for (const TensorPlan &tensor : variant.tensors)
        tensors.push_back({{"name", tensor.name},
                           {"shape", tensor.shape},
                           {"from", tensorTypeName(tensor.from)},
                           {"to", tensor.to},
                           {"bytes", tensor.sizeBytes},
                           {"why", tensor.why}});
    return tensors;
}

Json phasesJson(const std::array<PhasePlan, kPhaseCount> &phases)
{
    Json json = Json::array();
    for (const PhasePlan &phase : phases)
        json.push_back({{"name", phaseName(phase.phase)},
                        {"ram_peak_bytes", phase.ramPeakBytes},
                        {"vram_peak_bytes", phase.vramPeakBytes},
                        {"disk_peak_bytes", phase.diskPeakBytes},
                        {"seconds", phase.seconds}});
    return json;
}

Json readersJson(const VariantPlan &variant)
{
    Json readers = Json::array();
    for (const ReaderPlan &one : variant.readers)
        readers.push_back({{"reader", one.reader},
                           {"verdict", one.verdict},
                           {"sentence", one.sentence},
                           {"change", one.change},
                           {"command", one.command}});
    return readers;
}

Json variantJson(const Plan &plan, const VariantPlan &variant)
{
    Json remedies = Json::array();
    for (const Remedy &remedy : variant.remedies)
        remedies.push_back(remedy.sentence);
    return {{"method", plan.spec.method},
            {"level", variant.level},
            {"description", variant.description},
            {"output", variant.outputPath},
            {"output_files", variant.outputFiles},
            {"output_bytes", variant.outputBytes},
            {"bits_per_weight", variant.bitsPerWeight},
            {"tensors", tensorsJson(variant)},
            {"phases", phasesJson(variant.phases)},
            {"seconds", variant.seconds},
            {"verdict",
             {{"overall", verdictName(variant.verdict)},
              {"ram", verdictName(variant.ram)},
              {"vram", verdictName(variant.vram)},
              {"disk", verdictName(variant.disk)},
              {"running", verdictName(variant.running)},
              {"reason", variant.verdictReason}}},
            {"remedies", std::move(remedies)},
            {"context",
             {{"device", variant.context.device},
              {"f16", orNull(variant.context.f16)},
              {"q8_0", orNull(variant.context.q8_0)},
              {"q4_0", orNull(variant.context.q4_0)}}},
            {"recommended", variant.recommended},
            {"fallback_weights", variant.fallbackWeights},
            {"fallback_note", variant.fallbackNote},
            {"needs_imatrix", variant.needsImportance},
            {"readers", readersJson(variant)},
            {"refusal", variant.refusal}};
}

} // namespace

Json modelJson(const ModelSummary &model)
{
    return {{"path", model.path},
            {"name", model.name},
            {"format", model.format},
            {"architecture", model.architecture},
            {"type", model.mainType},
            {"parameters", model.parameterCount},
            {"bytes", model.sourceBytes},
            {"tensors", model.tensorCount},
            {"layers", model.hyper.layerCount},
            {"heads", model.hyper.headCount},
            {"kv_heads", model.hyper.headCountKv},
            {"embedding_length", model.hyper.embeddingLength},
            {"feed_forward_length", model.hyper.feedForwardLength},
            {"experts", model.hyper.expertCount},
            {"vocabulary", model.hyper.vocabularySize},
            {"context_length", model.hyper.contextLength},
            {"kv_bytes_per_token", model.hyper.kvBytesPerToken(2)},
            {"notes", model.notes}};
}

std::string toJson(const Plan &plan)
{
    Json json{{"model", modelJson(plan.model)},
              {"job", Json::parse(toJson(plan.spec))},
              {"device", plan.device},
              {"notes", Json::array()},
              {"variants", Json::array()}};
    for (const auto &notes : {plan.model.notes, plan.notes})
        for (const std::string &note : notes)
            json["notes"].push_back(note);
    for (const VariantPlan &variant : plan.variants)
        json["variants"].push_back(variantJson(plan, variant));
    json["together"] = {{"output_bytes", plan.outputBytes},
                        {"ram_peak_bytes", plan.ramPeakBytes},
                        {"vram_peak_bytes", plan.vramPeakBytes},
                        {"disk_free_bytes", plan.diskFreeBytes},
                        {"seconds", plan.seconds},
                        {"phases", phasesJson(plan.phases)}};
    if (plan.refusal)
        json["error"] = errorJson(*plan.refusal);
    return printed(json);
}

} // namespace snug
