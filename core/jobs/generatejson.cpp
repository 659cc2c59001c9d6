// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reports of written texts as JSON.

#include "core/jobs/generate.h"
#include "core/jobs/json.h"

namespace snug {

std::string toJson(const GenerateReport &report) { return printed(generateJson(report)); }

Json generateJson(const GenerateReport &report)
{
    return {{"model", report.model},
            {"name", report.modelName},
            {"text", report.text},
            {"ids", report.ids},
            {"prompt_tokens", report.promptTokens},
            {"prompt_tokens_per_second", report.promptTokensPerSecond},
            {"tokens_per_second", report.tokensPerSecond},
            {"seconds", report.seconds},
            {"seed", report.seed},
            {"chat", report.chat},
            {"stopped_by", stoppedByName(report.stoppedBy)},
            {"streamed_bytes", report.streamedBytes},
            {"peaks", peaksJson(report.peaks)},
            {"notes", report.notes}};
}

} // namespace snug
