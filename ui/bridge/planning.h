// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the Quantize page asks before a job, and the answer: every level by itself, the ticked ones together, and for
// each setting that cannot be obeyed the reason, so that the page can say it where the setting is.

#pragma once

#include "ui/bridge/engine.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace snug::ui {

/// What the Quantize page wants to know: every level of the table by itself, and the ticked ones made together.
struct PlanRequest
{
    JobSpec spec; ///< levels = the ticked ones, may be empty
    std::vector<std::string> tableLevels;
};

/// Settings that the model or the engine may not take.
enum class Setting {
    Importance,
    ImportanceEntries,
    OutputType,
    EmbeddingType,
    TensorTypes,
    PruneLayers,
    OverrideKv,
    Files,
    Ignore
};

/// A setting that was left out of the plans because of its error.
struct SettingFault
{
    Setting setting = Setting::Importance;
    std::size_t entry = 0; ///< of a setting with several entries, which one
    Error error;
};

struct PlanAnswer
{
    quint64 id = 0;
    PlanRequest request;
    Machine machine;
    Result<Plan> table;                   ///< every level by itself; an error when none can be made
    std::optional<ModelSummary> model;    ///< where the table is an error, but the model could be read
    std::optional<Result<Plan>> chosen;   ///< the ticked ones that are not refused; nothing when that leaves none
    std::optional<Plan> withoutOverrides; ///< the same without tensor types, where there are any
    std::vector<SettingFault> faults;     ///< settings that were left out of all plans
    std::optional<ImportanceInfo> importance;
    QStringList existingOutputs; ///< files, or folders, that the ticked levels would replace
    bool requantizable = false;  ///< the table failed only because the source is quantized already
};

/// Works it out; asks the engine as often as it takes. Headers thread.
PlanAnswer answerPlan(const Engine &engine, PlanRequest request, quint64 id);

} // namespace snug::ui
