// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/report.h"

#include "core/jobs/json.h"

#include <array>

namespace snug {

namespace {

Json outputsJson(const JobReport &report)
{
    Json json = Json::array();
    for (const OutputReport &output : report.outputs)
        json.push_back({{"level", output.level},
                        {"path", output.path},
                        {"bytes", output.sizeBytes},
                        {"sha256", output.sha256},
                        {"bits_per_weight", output.bitsPerWeight}});
    return json;
}

Json tensorsJson(const JobReport &report)
{
    Json json = Json::array();
    for (const TensorReport &tensor : report.tensors)
        json.push_back({{"name", tensor.name},
                        {"level", tensor.level},
                        {"from", tensorTypeName(tensor.from)},
                        {"to", tensor.to},
                        {"bytes", tensor.sizeBytes},
                        {"relative_error", tensor.relativeError},
                        {"seconds", tensor.seconds},
                        {"unweighted_blocks", tensor.unweightedBlocks}});
    return json;
}

Json loadJson(const JobReport &report)
{
    Json json = Json::array();
    for (const LoadCommand &one : report.loadCommands)
        json.push_back({{"level", one.level}, {"reader", one.reader}, {"command", one.command}});
    return json;
}

} // namespace

std::string_view outcomeName(Outcome outcome)
{
    constexpr std::array<std::string_view, 3> kNames{"succeeded", "failed", "cancelled"};
    return kNames[static_cast<std::size_t>(outcome)];
}

Json errorJson(const Error &error)
{
    return {{"code", errorCodeName(error.code)},
            {"message", error.message},
            {"file", error.file},
            {"offset", error.offset ? Json(*error.offset) : Json()},
            {"tensor", error.tensor}};
}

Json peaksJson(const PeakReport &peaks)
{
    return {{"ram_predicted", peaks.ramPredictedBytes},   {"ram_measured", peaks.ramMeasuredBytes},
            {"vram_predicted", peaks.vramPredictedBytes}, {"vram_measured", peaks.vramMeasuredBytes},
            {"vram_ledger", peaks.vramLedgerBytes},       {"ledger", peaks.ledgerBytes}};
}

std::string toJson(const Error &error) { return printed({{"error", errorJson(error)}}); }

std::string toJson(const JobReport &report)
{
    Json json{{"outcome", outcomeName(report.outcome)},
              {"outputs", outputsJson(report)},
              {"tensors", tensorsJson(report)},
              {"peaks", peaksJson(report.peaks)},
              {"seconds", report.seconds},
              {"seconds_predicted", report.secondsPredicted},
              {"device", report.device},
              {"device_name", report.deviceName},
              {"device_reason", report.deviceReason},
              {"redone_blocks", report.redoneBlocks},
              {"instruction_set", report.instructionSet},
              {"load", loadJson(report)},
              {"notes", report.notes}};
    if (report.error)
        json["error"] = errorJson(*report.error);
    return printed(json);
}

} // namespace snug
