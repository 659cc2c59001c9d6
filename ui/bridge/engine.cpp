// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/engine.h"

#include "core/jobs/gpumemory.h"

#include <memory>
#include <mutex>

namespace snug::ui {

namespace {

/// The model planned last, kept open: moving a slider plans again many times. Any thread: jobs are planned on their
/// own.
class ModelKeeper
{
public:
    Result<std::shared_ptr<const Model>> open(const std::filesystem::path &path,
                                              std::filesystem::file_time_type changed)
    {
        {
            std::lock_guard lock(m_mutex);
            if (m_model && m_path == path && m_changed == changed)
                return m_model;
        }
        auto model = openModel(path);
        if (!model)
            return tl::unexpected<Error>(std::move(model).error());
        auto shared = std::make_shared<const Model>(std::move(*model)); // whoever plans with the old one keeps it
        std::lock_guard lock(m_mutex);
        m_path = path;
        m_changed = changed;
        m_model = shared;
        return shared;
    }

private:
    std::mutex m_mutex; // guards all below
    std::filesystem::path m_path;
    std::filesystem::file_time_type m_changed;
    std::shared_ptr<const Model> m_model;
};

Result<Plan> planKeepingModel(ModelKeeper &kept, const JobSpec &spec, const Machine &machine)
{
    std::error_code noTime;
    const auto changed = std::filesystem::last_write_time(spec.model, noTime);
    if (noTime)
        return plan(spec, machine); // a repository name, or gone: let core look and say so
    const auto model = kept.open(spec.model, changed);
    if (!model)
        return tl::unexpected<Error>(model.error());
    return plan(spec, **model, machine);
}

Result<ModelSummary> summarizeKeepingModel(ModelKeeper &kept, const std::filesystem::path &path)
{
    std::error_code noTime;
    const auto changed = std::filesystem::last_write_time(path, noTime);
    if (noTime) {
        const auto model = openModel(path);
        SNUG_TRY(model);
        return summarize(*model);
    }
    const auto model = kept.open(path, changed);
    if (model && (*model)->supported)
        return summarize(**model);
    // A quantized folder can be measured beside others, if nothing else; it must not be kept for planning.
    if (const auto decoded = openModel(path, TokenizerFiles::Skip, QuantizedFolders::Decode);
        decoded && decoded->supported)
        return summarize(*decoded);
    SNUG_TRY(model);
    return summarize(**model);
}

/// Searches one after the other, each with what the ones before have read.
class ModelFinder
{
public:
    Catalog find(const std::vector<std::filesystem::path> &folders, const std::vector<std::filesystem::path> &recent)
    {
        std::lock_guard lock(m_mutex);
        return findModels(folders, recent, &m_cache);
    }

private:
    std::mutex m_mutex; // guards the cache
    CatalogCache m_cache;
};

} // namespace

Engine coreEngine()
{
    auto kept = std::make_shared<ModelKeeper>();
    Engine engine;
    engine.plan = [kept](const JobSpec &spec, const Machine &machine) {
        return planKeepingModel(*kept, spec, machine);
    };
    engine.summarize = [kept](const std::filesystem::path &path) { return summarizeKeepingModel(*kept, path); };
    engine.run = [](const JobSpec &spec, JobContext &context) { return run(spec, context); };
    engine.evaluate = [](const EvaluateSpec &spec, MeasureContext &context) { return evaluate(spec, context); };
    engine.compare = [](const CompareSpec &spec, MeasureContext &context) { return compare(spec, context); };
    engine.makeImatrix = [](const ImatrixSpec &spec, MeasureContext &context) { return makeImatrix(spec, context); };
    engine.lookAtImatrix = lookAtImatrix;
    engine.findModels = [finder = std::make_shared<ModelFinder>()](const auto &folders, const auto &recent) {
        return finder->find(folders, recent);
    };
    engine.currentMachine = currentMachine;
    engine.readMemory = readMachineMemory;
    engine.findDevices = [](bool everything) { return everything ? findDevices() : findDevicesInSight(); };
    engine.readImportance = inspectImportance;
    engine.methods = offeredMethods;
    engine.levels = [](const std::string &method, const std::string &format) { return offeredLevels(method, format); };
    engine.tensorTypes = offeredTensorTypes;
    return engine;
}

} // namespace snug::ui
