// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/evaluate.h"

#include "core/calib/textwindows.h"
#include "core/jobs/measure/evaluategates.h"
#include "core/jobs/measure/guarded.h"
#include "core/jobs/measure/tasksweep.h"
#include "core/jobs/measure/textsweep.h"
#include "core/memory/probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <set>

namespace snug {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kLongestQuestion = 2048; ///< tokens; MMLU with five shots has fewer

/// One evaluation at work: opens all, measures, fills the report.
class Evaluation
{
public:
    Evaluation(const EvaluateSpec &spec, MeasureContext &context, EvaluateReport &report)
        : m_spec(spec), m_context(context), m_report(report)
    {
    }

    /// False when stopped.
    Result<bool> run()
    {
        SNUG_TRY(checkSpec());
        SNUG_TRY(openTasks());
        SNUG_TRY(checkGates(m_gates, m_spec, m_tasks));
        SNUG_TRY(openModels());
        std::optional<WindowPlan> plan;
        std::vector<std::int32_t> tokens;
        if (!m_spec.text.empty())
            SNUG_TRY(planText(plan, tokens));
        SNUG_TRY(openPasses(plan));
        bool whole = true;
        if (plan) {
            auto done = measureText(*plan, tokens);
            SNUG_TRY(done);
            whole = *done;
        }
        for (std::size_t task = 0; whole && task < m_tasks.size(); ++task) {
            auto done = measureTask(m_tasks[task]);
            SNUG_TRY(done);
            whole = *done;
        }
        if (whole)
            holdGates();
        return whole;
    }

private:
    Result<void> checkSpec()
    {
        auto gates = parseGates(m_spec.gates);
        if (!m_spec.gates.empty()) {
            SNUG_TRY(gates);
            m_gates = std::move(*gates);
        }
        if (m_spec.models.empty() && m_spec.base.empty())
            return fail(ErrorCode::Usage, "No model was named. Name one or more.");
        if (m_spec.text.empty() && m_spec.tasks.empty())
            return fail(ErrorCode::Usage, "Nothing to measure on was named. Give --text FILE or --tasks FILE.");
        if (m_spec.questions && *m_spec.questions == 0)
            return fail(ErrorCode::Usage, "No question of a task is to be asked. Give --questions 1 or more.");
        return {};
    }

    /// Figures and gates go by the names of tasks, so each is there once.
    Result<void> openTasks()
    {
        std::map<std::string, std::string> files;
        for (const std::string &path : m_spec.tasks) {
            auto tasks = readTasks(path);
            SNUG_TRY(tasks);
            const auto [known, added] = files.emplace(tasks->name, path);
            if (!added)
                return fail(
                    ErrorCode::Usage,
                    fmt::format("{} and {} are both the task \"{}\", under which their figures are told. Measure "
                                "them one after the other, or name one file otherwise.",
                                known->second, path, tasks->name));
            if (m_spec.questions)
                keepEvenly(*tasks, *m_spec.questions);
            m_tasks.push_back(std::move(*tasks));
        }
        return {};
    }

    Result<void> openModels()
    {
        std::vector<std::string> paths = m_spec.models;
        if (!m_spec.base.empty())
            paths.insert(paths.begin(), m_spec.base);
        for (const std::string &path : paths) {
            auto model = openMeasured(path);
            SNUG_TRY(model);
            if (compared() && !m_models.empty())
                SNUG_TRY(checkSameVocabulary(*m_models[0], **model));
            EvaluatedModel entry = notYetMeasured(**model);
            if (compared() && m_models.empty())
                m_report.base = std::move(entry);
            else
                m_report.models.push_back(std::move(entry));
            if ((*model)->model.activationsToo)
                note(fmt::format("Programs that run {} round activations as well; its figures are those of its weights "
                                 "alone.",
                                 path));
            m_models.push_back(std::move(*model));
        }
        return {};
    }

    bool compared() const { return !m_spec.base.empty(); }
    EvaluatedModel &entryOf(std::size_t model)
    {
        if (!compared())
            return m_report.models[model];
        return model == 0 ? *m_report.base : m_report.models[model - 1];
    }

    Result<void> planText(std::optional<WindowPlan> &plan, std::vector<std::int32_t> &tokens)
    {
        auto text = readUtf8File(m_spec.text);
        SNUG_TRY(text);
        tokens = m_models[0]->tokenizer.encode(*text);
        const auto planned = m_spec.stride ? planStridedWindows({m_spec.context, m_spec.stride, m_spec.chunks},
                                                                tokens.size(), m_spec.text)
                                           : planHalfWindows({m_spec.context, m_spec.chunks, m_models[0]->beginMark()},
                                                             tokens.size(), m_spec.text);
        SNUG_TRY(planned);
        plan = *planned;
        for (const auto &model : m_models)
            if (m_spec.context > model->model.hyper.contextLength && model->model.hyper.contextLength)
                note(fmt::format("{} was trained for {} tokens; windows of {} are measured with the position scaling "
                                 "it has.",
                                 model->model.name, model->model.hyper.contextLength, m_spec.context));
        return {};
    }

    void note(std::string sentence)
    {
        if (m_noted.insert(sentence).second)
            m_report.notes.push_back(std::move(sentence));
    }

    std::uint64_t longestQuestion() const
    {
        std::uint64_t longest = kLongestQuestion;
        for (const auto &model : m_models)
            if (model->model.hyper.contextLength)
                longest = std::min(longest, model->model.hyper.contextLength);
        return longest;
    }

    Result<void> openPasses(const std::optional<WindowPlan> &plan)
    {
        std::vector<const ModelShape *> shapes;
        for (const auto &model : m_models)
            shapes.push_back(&model->shape);
        MeasureSize size;
        size.windowTokens = std::max(plan ? m_spec.context : 0, m_tasks.empty() ? 0 : longestQuestion());
        size.windows = plan ? plan->windows.size() : 64;
        size.compared = compared();
        size.threads = threadsOr(m_spec.threads);
        auto room = measureRoom(shapes, size, ramLimitOr(m_spec.ramBytes));
        SNUG_TRY(room);
        m_room = *room;
        limitLedger(m_context.ledger, m_spec.ramBytes, size.threads);
        m_report.ramPredictedBytes = m_room.predictedBytes;
        m_report.layersStayed = m_room.layersStay;
        m_report.spilled = m_room.options.storeBytes == 0;
        if (m_spec.asLlamaCpp)
            m_room.options.rounding = ActivationRounding::LlamaCpp;
        for (const auto &model : m_models)
            SNUG_TRY(openPass(*model, m_room, m_context));
        return {};
    }

    Result<bool> measureText(const WindowPlan &plan, std::span<const std::int32_t> tokens)
    {
        std::vector<MeasuredModel *> models;
        for (const auto &model : m_models)
            models.push_back(model.get());
        TextSweep sweep(models, compared(), m_room, m_context);
        const auto begun = std::chrono::steady_clock::now();
        auto done = sweep.run(plan, tokens);
        SNUG_TRY(done);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
        for (std::size_t model = 0; model < models.size(); ++model) {
            const TextFigures &figures = sweep.figures()[model];
            entryOf(model).perplexity = figures.losses.figure();
            m_report.windows = entryOf(model).perplexity.windows;
            m_report.tokens = entryOf(model).perplexity.tokens;
            if (compared() && model > 0)
                entryOf(model).divergence = figures.divergence.figures();
        }
        m_report.tokensPerSecond = static_cast<double>(m_report.windows * m_spec.context) *
                                   static_cast<double>(models.size()) / std::max(1e-9, seconds.count());
        return *done;
    }

    Result<bool> measureTask(const TaskSet &tasks)
    {
        m_context.update([&](MeasureSnapshot &snapshot) { snapshot.task = tasks.name; });
        for (std::size_t model = 0; model < m_models.size(); ++model) {
            TaskSweep sweep(*m_models[model], model, m_room, m_context);
            auto done = sweep.run(tasks, longestQuestion());
            SNUG_TRY(done);
            if (sweep.scores().figure(Normalization::None).items == 0)
                return false; // stopped before the first were answered
            for (const Normalization normalization : usualNormalizations(tasks.kind))
                entryOf(model).tasks.push_back(
                    {tasks.name, std::string(normalizationName(normalization)), sweep.scores().figure(normalization)});
            if (sweep.shortened())
                note(fmt::format("{} texts of {} are longer than {} tokens and lost their beginning.",
                                 sweep.shortened(), tasks.name, longestQuestion()));
            if (!*done)
                return false;
        }
        return true;
    }

    void holdGates()
    {
        for (EvaluatedModel &model : m_report.models)
            model.gates = evaluateGates(m_gates, gateFiguresOf(model));
    }

    const EvaluateSpec &m_spec;
    MeasureContext &m_context;
    EvaluateReport &m_report;
    std::vector<std::unique_ptr<MeasuredModel>> m_models; ///< the base first
    std::vector<TaskSet> m_tasks;
    std::vector<Gate> m_gates;
    MeasureRoom m_room;
    std::set<std::string> m_noted;
};

} // namespace

bool EvaluateReport::gatesPassed() const
{
    return std::all_of(models.begin(), models.end(),
                       [](const EvaluatedModel &model) { return allPassed(model.gates); });
}

EvaluatedModel notYetMeasured(const MeasuredModel &measured)
{
    const Model &model = measured.model;
    EvaluatedModel entry;
    entry.path = measured.asked;
    entry.name = model.name;
    for (const auto &file : model.files) {
        std::error_code failed;
        const auto size = std::filesystem::file_size(file, failed);
        entry.sizeBytes += failed ? 0 : size;
    }
    entry.bitsPerWeight = 8 * static_cast<double>(model.sourceBytes) /
                          static_cast<double>(std::max<std::uint64_t>(1, model.parameterCount));
    entry.perplexity = {kUnknown, kUnknown, kUnknown, kUnknown, 0, 0};
    return entry;
}

EvaluateReport evaluatePart(const EvaluateSpec &spec, MeasureContext &context)
{
    EvaluateReport report;
    const auto begun = std::chrono::steady_clock::now();
    const auto done = guarded([&] { return Evaluation(spec, context, report).run(); });
    if (!done)
        report.error = done.error();
    else
        report.outcome = *done ? Outcome::Succeeded : Outcome::Cancelled;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    report.seconds = seconds.count();
    report.ramMeasuredBytes = readProcessMemory().peakResidentBytes;
    report.ledgerBytes = context.ledger.figures().peakBytes[static_cast<std::size_t>(Place::Host)];
    return report;
}

EvaluateReport evaluate(const EvaluateSpec &spec, MeasureContext &context)
{
    resetPeakResident();
    EvaluateReport report = evaluatePart(spec, context);
    context.update([](MeasureSnapshot &snapshot) { snapshot.phase = MeasurePhase::Done; });
    return report;
}

} // namespace snug
