// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Pieces of the JSON contract shared by plan, report and inspection. For .cpp files of this folder only.

#pragma once

#include "core/jobs/generate.h"
#include "core/jobs/plan.h"
#include "core/jobs/report.h"

#include <nlohmann/json.hpp>

namespace snug {

using Json = nlohmann::ordered_json;

/// Indented text; bytes that are not UTF-8 (a hostile tensor name) become replacement characters.
inline std::string printed(const Json &json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

Json modelJson(const ModelSummary &model);
Json errorJson(const Error &error);
Json peaksJson(const PeakReport &peaks);
Json generateJson(const GenerateReport &report);

} // namespace snug
