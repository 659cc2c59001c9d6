// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/imatrix.h"

#include "core/base/outputlock.h"
#include "core/base/sha256.h"
#include "core/calib/importancecollector.h"
#include "core/calib/importancefile.h"
#include "core/calib/textwindows.h"
#include "core/jobs/json.h"
#include "core/jobs/measure/guarded.h"
#include "core/jobs/measure/imatrixplace.h"
#include "core/jobs/measure/measuredmodel.h"
#include "core/memory/probes.h"
#include "core/metrics/scoringwindows.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace snug {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kBetweenSaves{2};
constexpr std::uint64_t kLeastLength = 3; ///< of the plan of windows that measuring shares

/// Changes with every tensor's name, shape, type and place, and with the sizes of the files.
std::string fingerprintOf(const Model &model)
{
    Sha256 hash;
    const auto add = [&](const std::string &text) { hash.update(std::as_bytes(std::span(text))); };
    std::error_code ignored;
    for (const auto &file : model.files)
        add(fmt::format("{}\n", std::filesystem::file_size(file, ignored)));
    for (const ModelTensor &tensor : model.tensors)
        add(fmt::format("{} {} {} {}\n", tensor.name, fmt::join(tensor.dims, "x"), tensorTypeName(tensor.source.type),
                        tensor.source.offset));
    return hash.finishHex();
}

/// One run.
class Making
{
public:
    Making(const ImatrixSpec &spec, MeasureContext &context, ImatrixReport &report)
        : m_spec(spec), m_context(context), m_report(report), m_sums(context.ledger)
    {
    }

    /// False when stopped.
    Result<bool> run()
    {
        SNUG_TRY(checkMatrixPlace(m_spec.output));
        SNUG_TRY(openModel());
        auto text = readUtf8File(m_spec.text);
        SNUG_TRY(text);
        SNUG_TRY(checkOutput(m_spec.overwrite));
        const auto lock = OutputLock::take(m_spec.output);
        SNUG_TRY(lock);
        SNUG_TRY(cutText(*std::move(text)));
        SNUG_TRY(goOnFromEarlier());
        SNUG_TRY(openThePass());
        auto done = collect();
        SNUG_TRY(done);
        return finish(*done);
    }

    Result<ImatrixNeeds> look()
    {
        ImatrixNeeds needs;
        if (!m_spec.output.empty()) {
            std::error_code ignored;
            needs.outputExists = std::filesystem::exists(m_spec.output, ignored);
            SNUG_TRY(checkMatrixPlace(m_spec.output));
        }
        SNUG_TRY(openModel());
        if (m_spec.text.empty())
            return needs;
        auto text = readUtf8File(m_spec.text);
        SNUG_TRY(text);
        if (!m_spec.output.empty())
            SNUG_TRY(checkOutput(true));
        SNUG_TRY(cutText(*std::move(text)));
        needs.windows = m_plan.windows.size();
        needs.foreignResume = !goOnFromEarlier();
        needs.resumedWindows = m_done;
        SNUG_TRY(makeRoom());
        needs.ramBytes = m_room.predictedBytes;
        return needs;
    }

private:
    Result<void> openModel()
    {
        auto model = openMeasured(m_spec.model);
        SNUG_TRY(model);
        m_model = std::move(*model);
        return {};
    }

    /// Neither model nor text is written over, nor anything that is no matrix.
    Result<void> checkOutput(bool overwrite) const
    {
        std::vector<std::filesystem::path> inputs = m_model->model.files;
        inputs.emplace_back(m_spec.text);
        SNUG_TRY(checkMatrixIsNoInput(m_spec.output, inputs));
        return checkMatrixReplaces(m_spec.output, overwrite);
    }

    Result<void> cutText(std::string text)
    {
        if (m_spec.length < kLeastLength)
            return fail(ErrorCode::Usage,
                        fmt::format("Windows of {} tokens are too short for an importance matrix. Give a --length of "
                                    "at least {}.",
                                    m_spec.length, kLeastLength));
        m_tokens = m_model->tokenizer.encode(text);
        auto plan =
            planHalfWindows({m_spec.length, m_spec.samples, m_model->beginMark()}, m_tokens.size(), m_spec.text);
        SNUG_TRY(plan);
        m_plan = std::move(*plan);
        return {};
    }

    ImportanceRecord record() const
    {
        ImportanceRecord made;
        made.datasets = {m_spec.text};
        made.chunkCount = m_done;
        made.chunkSize = m_spec.length;
        made.chunksPlanned = m_plan.windows.size();
        made.model = fingerprintOf(m_model->model);
        made.text = tokensFingerprint(std::span(m_tokens).first(m_plan.windows.size() * m_spec.length));
        return made;
    }

    std::filesystem::path resumePath() const { return importanceResumePath(m_spec.output); }

    Result<void> goOnFromEarlier()
    {
        std::error_code ignored;
        if (m_spec.restart || !std::filesystem::exists(resumePath(), ignored))
            return {};
        auto found = readImportance(resumePath(), m_context.ledger);
        if (!found && found.error().code == ErrorCode::BadInput)
            return fail(ErrorCode::BadInput,
                        fmt::format("The run cannot go on from {}: the file is damaged. Begin anew with --restart.",
                                    resumePath().string()),
                        resumePath().string());
        SNUG_TRY(found);
        SNUG_TRY(checkContinues(found->record, record(), resumePath()));
        m_sums = std::move(found->sums);
        m_done = m_report.resumedWindows = found->record.chunkCount;
        m_report.notes.push_back(fmt::format("Goes on from {}, which has {} of {} windows.", resumePath().string(),
                                             m_done, m_plan.windows.size()));
        return {};
    }

    Result<void> makeRoom()
    {
        const ModelShape *shapes[] = {&m_model->shape};
        MeasureSize size{m_spec.length, m_plan.windows.size(), false, threadsOr(m_spec.threads), "--length"};
        auto room = measureRoom(shapes, size, ramLimitOr(m_spec.ramBytes));
        SNUG_TRY(room);
        m_room = std::move(*room);
        m_room.options.headBytes = 0;               // no logits
        m_room.options.batchTokens = m_spec.length; // one window at once: sums do not depend on how they are grouped
        return {};
    }

    Result<void> openThePass()
    {
        SNUG_TRY(makeRoom());
        limitLedger(m_context.ledger, m_spec.ramBytes, m_room.options.threads);
        m_report.ramPredictedBytes = m_room.predictedBytes;
        return openPass(*m_model, m_room, m_context);
    }

    /// False when stopped. A group that is stopped half way does not count: it has reached some layers alone.
    Result<bool> collect()
    {
        m_begun = m_saved = Clock::now();
        while (m_done < m_plan.windows.size()) {
            const std::size_t end = std::min<std::size_t>(m_plan.windows.size(), m_done + m_room.windowsAtOnce);
            std::vector<TokenSequence> sequences;
            for (std::size_t i = m_done; i < end; ++i)
                sequences.push_back(m_plan.inputs(m_tokens, i));
            ImportanceSums group(m_context.ledger);
            ImportanceCollector collector(m_model->pass->runner(), group, m_model->shape.experts);
            m_model->pass->observe(&collector);
            auto swept = m_model->pass->sweep(
                sequences, [&](std::size_t layer, std::size_t done) { return tell(layer, done, sequences.size()); });
            m_model->pass->observe(nullptr);
            SNUG_TRY(swept);
            if (m_context.stop.requested())
                return false;
            SNUG_TRY(collector.sound());
            SNUG_TRY(m_sums.merge(group));
            m_done = end;
            if (Clock::now() - m_saved >= kBetweenSaves)
                SNUG_TRY(save());
        }
        return true;
    }

    Result<void> save()
    {
        m_saved = Clock::now();
        if (m_done == m_report.resumedWindows || m_done == m_plan.windows.size())
            return {};
        return writeImportance(resumePath(), record(), m_sums, Overwrite::Yes);
    }

    Result<bool> finish(bool whole)
    {
        const std::chrono::duration<double> seconds = Clock::now() - m_begun;
        m_report.windows = m_done;
        m_report.tokens = m_done * m_spec.length;
        m_report.tokensPerSecond =
            static_cast<double>((m_done - m_report.resumedWindows) * m_spec.length) / std::max(1e-9, seconds.count());
        if (!whole) {
            SNUG_TRY(save());
            return false;
        }
        SNUG_TRY(writeImportance(m_spec.output, record(), m_sums, m_spec.overwrite ? Overwrite::Yes : Overwrite::No));
        std::error_code ignored;
        std::filesystem::remove(resumePath(), ignored);
        m_report.output = m_spec.output;
        for (std::string &note : coverageNotes(m_sums))
            m_report.notes.push_back(std::move(note));
        m_report.statistics = importanceStatistics(m_sums);
        return true;
    }

    bool tell(std::size_t layer, std::size_t sequences, std::size_t ofSequences)
    {
        if (!m_context.goOn())
            return false;
        const std::size_t layers = m_model->shape.layers.size();
        const double ofGroup =
            (static_cast<double>(layer) + static_cast<double>(sequences) / static_cast<double>(ofSequences)) /
            static_cast<double>(layers);
        const double done = static_cast<double>(m_done) + ofGroup * static_cast<double>(ofSequences);
        const std::chrono::duration<double> seconds = Clock::now() - m_begun;
        m_context.update([&](MeasureSnapshot &snapshot) {
            snapshot.phase = MeasurePhase::Text;
            snapshot.layer = layer;
            snapshot.layers = layers;
            snapshot.partsDone = m_done;
            snapshot.partsTotal = m_plan.windows.size();
            snapshot.fraction = done / static_cast<double>(m_plan.windows.size());
            snapshot.seconds = seconds.count();
            const double own = done - static_cast<double>(m_report.resumedWindows);
            if (own > 0 && seconds.count() > 0.5) {
                snapshot.tokensPerSecond = own * static_cast<double>(m_spec.length) / seconds.count();
                snapshot.secondsLeft = (static_cast<double>(m_plan.windows.size()) - done) / own * seconds.count();
            }
        });
        return true;
    }

    const ImatrixSpec &m_spec;
    MeasureContext &m_context;
    ImatrixReport &m_report;
    std::unique_ptr<MeasuredModel> m_model;
    std::vector<std::int32_t> m_tokens;
    WindowPlan m_plan;
    MeasureRoom m_room;
    ImportanceSums m_sums;
    std::uint64_t m_done = 0; ///< windows
    Clock::time_point m_begun, m_saved;
};

} // namespace

ImatrixReport makeImatrix(const ImatrixSpec &spec, MeasureContext &context)
{
    ImatrixReport report;
    const auto begun = Clock::now();
    resetPeakResident();
    const auto done = guarded([&] { return Making(spec, context, report).run(); });
    if (!done)
        report.error = done.error();
    else
        report.outcome = *done ? Outcome::Succeeded : Outcome::Cancelled;
    report.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    report.ramMeasuredBytes = readProcessMemory().peakResidentBytes;
    context.update([](MeasureSnapshot &snapshot) { snapshot.phase = MeasurePhase::Done; });
    return report;
}

Result<ImatrixNeeds> lookAtImatrix(const ImatrixSpec &spec)
{
    MeasureContext context;
    ImatrixReport report;
    return guarded([&] { return Making(spec, context, report).look(); });
}

Result<ImatrixReport> mergeImatrices(const std::vector<std::string> &files, const std::string &output, bool overwrite)
{
    Ledger ledger;
    const std::vector<std::filesystem::path> paths(files.begin(), files.end());
    SNUG_TRY(checkMatrixPlace(output));
    SNUG_TRY(checkMatrixIsNoInput(output, paths));
    SNUG_TRY(checkMatrixReplaces(output, overwrite));
    const auto lock = OutputLock::take(output);
    SNUG_TRY(lock);
    auto merged = mergeImportance(paths, ledger);
    SNUG_TRY(merged);
    SNUG_TRY(writeImportance(output, merged->record, merged->sums, overwrite ? Overwrite::Yes : Overwrite::No));
    ImatrixReport report;
    report.outcome = Outcome::Succeeded;
    report.output = output;
    report.windows = merged->record.chunkCount;
    report.tokens = merged->record.chunkCount * merged->record.chunkSize;
    report.notes = std::move(merged->notes);
    for (std::string &note : coverageNotes(merged->sums))
        report.notes.push_back(std::move(note));
    report.statistics = importanceStatistics(merged->sums);
    return report;
}

std::string toJson(const ImatrixReport &report)
{
    Json object = {{"outcome", outcomeName(report.outcome)},
                   {"output", report.output},
                   {"windows", report.windows},
                   {"tokens", report.tokens},
                   {"resumed_windows", report.resumedWindows},
                   {"seconds", report.seconds},
                   {"tokens_per_second", report.tokensPerSecond},
                   {"peaks", {{"ram_predicted", report.ramPredictedBytes}, {"ram_measured", report.ramMeasuredBytes}}},
                   {"statistics", Json::parse(importanceJson(report.statistics))},
                   {"notes", report.notes}};
    if (report.error)
        object["error"] = errorJson(*report.error);
    return printed(object);
}

} // namespace snug
