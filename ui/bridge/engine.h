// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the window needs from core, as plain functions, so that tests can put a fake in place of the real thing.

#pragma once

#include "core/jobs/devices.h"
#include "core/jobs/importanceinfo.h"
#include "core/jobs/measure/compare.h"
#include "core/jobs/measure/evaluate.h"
#include "core/jobs/measure/imatrix.h"
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

/// All functions but `methods`, `levels` and `tensorTypes` are called on background threads only and may take their
/// time.
struct Engine
{
    std::function<Result<Plan>(const JobSpec &, const Machine &)> plan;
    std::function<JobReport(const JobSpec &, JobContext &)> run;
    /// Measures models on a text. Its figures come ten times a second by MeasureContext::snapshot().
    std::function<EvaluateReport(const EvaluateSpec &, MeasureContext &)> evaluate;
    /// Measures variants of one model side by side, and lets them answer a prompt.
    std::function<CompareReport(const CompareSpec &, MeasureContext &)> compare;
    /// Makes an importance matrix; how far it is comes by MeasureContext::snapshot(), too.
    std::function<ImatrixReport(const ImatrixSpec &, MeasureContext &)> makeImatrix;
    /// What making it will take; without a text whether one can be made of the model at all.
    std::function<Result<ImatrixNeeds>(const ImatrixSpec &)> lookAtImatrix;
    /// What a model is, whatever can be made of it.
    std::function<Result<ModelSummary>(const std::filesystem::path &)> summarize;
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
    /// Methods there are, in the order of a row. GUI thread; must not touch the disk.
    std::function<std::vector<MethodOffer>()> methods;
    /// Levels of a method that can be made now, in a format of folders (empty: the method's own). GUI thread; must not
    /// touch the disk.
    std::function<std::vector<LevelOffer>(const std::string &method, const std::string &format)> levels;
    /// Types a single tensor can be given now. GUI thread; must not touch the disk.
    std::function<std::vector<TensorTypeOffer>()> tensorTypes;
};

/// Group of the model that comes with Snug; the window gives it, and shows it translated.
inline constexpr std::string_view kSampleGroup = "sample";

/// The engine over core. Any thread may make it.
Engine coreEngine();

/// The method that makes files and not folders.
inline constexpr std::string_view kGguf = "gguf";
/// Whether the levels of a job become folders.
inline bool makesFolders(const JobSpec &spec) { return spec.method != kGguf; }

} // namespace snug::ui
