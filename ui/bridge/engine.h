// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the window needs from core, as plain functions, so that tests can put a fake in place of the real thing.

#pragma once

#include "core/jobs/devices.h"
#include "core/jobs/importanceinfo.h"
#include "core/jobs/offer.h"
#include "core/jobs/plan.h"
#include "core/jobs/run.h"
#include "core/memory/probes.h"
#include "core/model/catalog.h"

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace snug::ui {

/// All functions but `levels` and `tensorTypes` are called on background threads only and may take their time.
struct Engine
{
    std::function<Result<Plan>(const JobSpec &, const Machine &)> plan;
    std::function<JobReport(const JobSpec &, JobContext &)> run;
    /// Searches the usual places and `folders`; `recent` are models opened earlier, listed while they are still there.
    /// What has not changed since the last search is not read again.
    std::function<Catalog(const std::vector<std::filesystem::path> &folders,
                          const std::vector<std::filesystem::path> &recent)>
        findModels;
    std::function<Machine()> currentMachine;
    std::function<MemorySnapshot()> readMemory;
    /// What work could run on. Unless `everything` is asked for, no driver is started where no card can be seen.
    std::function<DeviceList(bool everything)> findDevices;
    /// Reads a file with an importance matrix.
    std::function<Result<ImportanceInfo>(const std::filesystem::path &)> readImportance;
    /// Levels that can be made now. GUI thread; must not touch the disk.
    std::function<std::vector<LevelOffer>()> levels;
    /// Types a single tensor can be given now. GUI thread; must not touch the disk.
    std::function<std::vector<TensorTypeOffer>()> tensorTypes;
};

/// Group of the model that comes with Snug; the window gives it, and shows it translated.
inline constexpr std::string_view kSampleGroup = "sample";

/// The engine over core. Any thread may make it.
Engine coreEngine();

} // namespace snug::ui
