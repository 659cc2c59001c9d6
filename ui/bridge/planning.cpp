// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The engine answers one job with one plan or one error. A page needs to know whose fault an error is, and what would
// undo a refusal, so it asks again with less set. That costs only where something is wrong.

#include "ui/bridge/planning.h"

#include "ui/bridge/liftedlimit.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace snug::ui {

namespace {

QStringList existingOutputs(const Plan &chosen)
{
    QStringList existing;
    std::error_code ignored;
    for (const VariantPlan &variant : chosen.variants) {
        const std::vector<std::string> folder{variant.outputPath};
        for (const std::string &file : makesFolders(chosen.spec) ? folder : variant.outputFiles)
            if (std::filesystem::exists(file, ignored))
                existing << QString::fromStdString(file);
    }
    return existing;
}

/// The folder a many-level plan writes to, as the output of a spec.
std::string outputFolder(const std::string &output)
{
    if (output.empty() || output.back() == '/')
        return output;
    return std::filesystem::path(output).parent_path().string() + '/';
}

bool refused(const VariantPlan &variant) { return !variant.refusal.empty(); }

bool anyRefused(const Plan &plan) { return std::ranges::any_of(plan.variants, refused); }

/// Refused for another reason than that a matrix is missing, which no switch brings.
bool refusedByASwitch(const VariantPlan &variant) { return refused(variant) && !variant.needsImportance; }

/// Of the levels to plan, one that makes few demands.
std::string plainLevel(const JobSpec &spec)
{
    constexpr std::array<std::string_view, 3> kPlain{"Q4_K_M", "4bit-g128", "nf4-dq"};
    const auto plain = std::ranges::find_first_of(spec.levels, kPlain);
    return plain == spec.levels.end() ? spec.levels.back() : *plain;
}

class Planner
{
public:
    Planner(const Engine &engine, PlanAnswer &answer) : m_engine(engine), m_answer(answer) {}
    void work();

private:
    Result<Plan> plan(const JobSpec &spec) const { return m_engine.plan(spec, m_answer.machine); }
    Result<Plan> planOne(JobSpec spec) const;
    void readImportance(JobSpec &spec);
    JobSpec withoutFaults(const JobSpec &spec);
    template <class Take> void tryWhole(JobSpec &good, Setting setting, const Take &take);
    void tryEach(JobSpec &good, Setting setting, std::vector<std::string> JobSpec::*entries, const JobSpec &wanted);
    void planTable(const JobSpec &spec);
    void refuseAll(const JobSpec &spec);
    void readModel(const JobSpec &spec);
    void offerChanges();
    void offerChange(const JobSpec &change, const char *buttonText);
    void planChosen(const JobSpec &spec);

    const Engine &m_engine;
    PlanAnswer &m_answer;
};

void Planner::work()
{
    JobSpec spec = m_answer.request.spec;
    readImportance(spec);
    JobSpec table = spec;
    table.levels = m_answer.request.tableLevels;
    table.output = outputFolder(spec.output);
    planTable(table);
    if (!m_answer.table || anyRefused(*m_answer.table)) {
        const JobSpec good = withoutFaults(table);
        if (good != table) {
            planTable(good);
            spec = good;
            spec.levels = m_answer.request.spec.levels;
            spec.output = m_answer.request.spec.output;
        }
    }
    if (!m_answer.table)
        return readModel(spec);
    offerToLiftLimit(*m_answer.table, [this](const JobSpec &again) { return plan(again); });
    offerChanges();
    planChosen(spec);
}

/// A method that will have nothing to do with a model should not hide which model it is.
void Planner::readModel(const JobSpec &spec)
{
    if (!makesFolders(spec))
        return;
    if (auto summary = m_engine.summarize(spec.model))
        m_answer.model = std::move(*summary);
}

/// A matrix that cannot be read is not tried with every level.
void Planner::readImportance(JobSpec &spec)
{
    if (spec.imatrix.empty())
        return;
    auto info = m_engine.readImportance(spec.imatrix);
    if (info) {
        m_answer.importance = std::move(*info);
    } else {
        m_answer.faults.push_back({Setting::Importance, 0, info.error()});
        spec.imatrix.clear();
    }
}

Result<Plan> Planner::planOne(JobSpec spec) const
{
    spec.levels = {plainLevel(spec)};
    return plan(spec);
}

template <class Take> void Planner::tryWhole(JobSpec &good, Setting setting, const Take &take)
{
    JobSpec more = good;
    take(more);
    if (more == good)
        return;
    if (auto planned = planOne(more))
        good = std::move(more);
    else
        m_answer.faults.push_back({setting, 0, planned.error()});
}

void Planner::tryEach(JobSpec &good, Setting setting, std::vector<std::string> JobSpec::*entries, const JobSpec &wanted)
{
    JobSpec all = good;
    all.*entries = wanted.*entries;
    if (all == good || planOne(all)) {
        good = all;
        return;
    }
    for (std::size_t i = 0; i < (wanted.*entries).size(); ++i) {
        const std::size_t faultsBefore = m_answer.faults.size();
        tryWhole(good, setting, [&](JobSpec &more) { (more.*entries).push_back((wanted.*entries)[i]); });
        if (m_answer.faults.size() > faultsBefore)
            m_answer.faults.back().entry = i;
    }
}

/// The spec less the settings at fault, each tried on top of those found good; the spec itself where they are not to
/// blame.
JobSpec Planner::withoutFaults(const JobSpec &spec)
{
    JobSpec good = spec;
    good.imatrix.clear();
    good.includeWeights.clear();
    good.excludeWeights.clear();
    good.outputTensorType.clear();
    good.tokenEmbeddingType.clear();
    good.tensorTypes.clear();
    good.pruneLayers.clear();
    good.overrideKv.clear();
    good.keepSplit = false;
    good.splitSizeBytes.reset();
    good.ignore.clear();
    good.noFallback = false; // refuses levels, not the whole
    if (good == spec || good.levels.empty() || !planOne(good))
        return spec;
    tryWhole(good, Setting::Importance, [&](JobSpec &more) { more.imatrix = spec.imatrix; });
    tryWhole(good, Setting::ImportanceEntries, [&](JobSpec &more) {
        more.includeWeights = spec.includeWeights;
        more.excludeWeights = spec.excludeWeights;
    });
    tryWhole(good, Setting::PruneLayers, [&](JobSpec &more) { more.pruneLayers = spec.pruneLayers; });
    tryEach(good, Setting::OverrideKv, &JobSpec::overrideKv, spec);
    tryWhole(good, Setting::Files, [&](JobSpec &more) {
        more.keepSplit = spec.keepSplit;
        more.splitSizeBytes = spec.splitSizeBytes;
    });
    tryWhole(good, Setting::OutputType, [&](JobSpec &more) { more.outputTensorType = spec.outputTensorType; });
    tryWhole(good, Setting::EmbeddingType, [&](JobSpec &more) { more.tokenEmbeddingType = spec.tokenEmbeddingType; });
    tryEach(good, Setting::TensorTypes, &JobSpec::tensorTypes, spec);
    tryEach(good, Setting::Ignore, &JobSpec::ignore, spec);
    good.noFallback = spec.noFallback;
    return good;
}

void Planner::planTable(const JobSpec &spec)
{
    m_answer.table = plan(spec);
    if (!m_answer.table && spec.noFallback)
        refuseAll(spec);
    if (m_answer.table || makesFolders(spec) || m_answer.table.error().code != ErrorCode::Unsupported ||
        spec.allowRequantize)
        return;
    JobSpec change = spec;
    change.allowRequantize = true;
    m_answer.requantizable = plan(change).has_value();
}

/// When no level can be made only because none may fall back, the table still shows what each would be.
void Planner::refuseAll(const JobSpec &spec)
{
    JobSpec change = spec;
    change.noFallback = false;
    auto table = plan(change);
    if (!table)
        return;
    for (VariantPlan &variant : table->variants) {
        JobSpec one = spec;
        one.levels = {variant.level};
        if (auto planned = plan(one); !planned && !refused(variant))
            variant.refusal = planned.error().message;
    }
    table->spec = spec;
    m_answer.table = std::move(table);
}

void Planner::offerChanges()
{
    JobSpec change = m_answer.table->spec;
    change.noFallback = false;
    offerChange(change, QT_TRANSLATE_NOOP("snug::ui::Planning", "Allow other types"));
    change = m_answer.table->spec;
    change.asymmetric = change.minMax = false;
    change.blockSize = 0;
    offerChange(change, QT_TRANSLATE_NOOP("snug::ui::Planning", "Set the usual options"));
    if (makesFolders(m_answer.table->spec))
        return;
    change = m_answer.table->spec;
    change.allowRequantize = true;
    offerChange(change, QT_TRANSLATE_NOOP("snug::ui::Planning", "Requantize anyway"));
}

/// Adds the button that sets `change` to every refused level which it would make possible.
void Planner::offerChange(const JobSpec &change, const char *buttonText)
{
    Plan &table = *m_answer.table;
    if (change == table.spec || std::ranges::none_of(table.variants, refusedByASwitch))
        return; // the usual case must not cost a second plan
    const auto changed = plan(change);
    if (!changed || changed->variants.size() != table.variants.size())
        return;
    for (std::size_t i = 0; i < table.variants.size(); ++i)
        if (refusedByASwitch(table.variants[i]) && !refused(changed->variants[i]))
            table.variants[i].remedies.push_back(
                {{}, QCoreApplication::translate("snug::ui::Planning", buttonText).toStdString(), change});
}

void Planner::planChosen(const JobSpec &wanted)
{
    JobSpec spec = wanted;
    std::erase_if(spec.levels, [this](const std::string &level) {
        return std::ranges::any_of(m_answer.table->variants, [&](const VariantPlan &variant) {
            return variant.level == level && refused(variant);
        });
    });
    if (spec.levels.empty())
        return;
    m_answer.chosen = plan(spec);
    if (*m_answer.chosen)
        m_answer.existingOutputs = existingOutputs(**m_answer.chosen);
    if (spec.tensorTypes.empty())
        return;
    spec.tensorTypes.clear();
    if (auto plain = plan(spec))
        m_answer.withoutOverrides = std::move(*plain);
}

} // namespace

PlanAnswer answerPlan(const Engine &engine, PlanRequest request, quint64 id)
{
    PlanAnswer answer;
    answer.id = id;
    answer.request = std::move(request);
    answer.machine = engine.currentMachine();
    Planner(engine, answer).work();
    return answer;
}

} // namespace snug::ui
