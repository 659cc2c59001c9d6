// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/compare.h"

#include "core/base/threadpool.h"
#include "core/jobs/measure/answers.h"
#include "core/jobs/measure/guarded.h"
#include "core/jobs/measure/layererrors.h"
#include "core/jobs/measure/measuredmodel.h"
#include "core/jobs/measure/memoryspeed.h"
#include "core/jobs/running.h"
#include "core/memory/probes.h"
#include "core/quant/filetype.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <new>

namespace snug {

namespace {

/// "Q4_K_M" where the file says so, else the type of most weights.
std::string typeOf(const Model &model)
{
    const GgufValue *number = model.format == SourceFormat::Gguf ? model.metadata.find("general.file_type") : nullptr;
    const auto value = number ? number->asUnsigned() : std::nullopt;
    const FileType *type = value ? findFileType(std::to_string(*value)) : nullptr;
    return type ? std::string(type->name) : model.mainType;
}

bool samePlace(const std::string &a, const std::string &b)
{
    std::error_code ignored;
    return a == b || std::filesystem::equivalent(a, b, ignored);
}

/// One comparison at work.
class Comparison
{
public:
    Comparison(const CompareSpec &spec, MeasureContext &context, CompareReport &report)
        : m_spec(spec), m_context(context), m_report(report)
    {
    }

    /// False when stopped.
    Result<bool> run()
    {
        SNUG_TRY(listPaths());
        SNUG_TRY(openModels());
        if (!m_context.goOn())
            return false;
        if (!m_spec.text.empty()) {
            auto whole = measureText();
            SNUG_TRY(whole);
            if (!*whole)
                return false;
        }
        if (m_spec.layerErrors && m_paths.size() > 1) {
            auto whole = compareWeights();
            SNUG_TRY(whole);
            if (!*whole)
                return false;
        }
        notePeak();
        if (!m_spec.prompt.empty())
            return answerPrompt(m_spec, m_context, m_report);
        return true;
    }

private:
    /// The base first, each model once.
    Result<void> listPaths()
    {
        std::vector<std::string> asked = m_spec.models;
        if (!m_spec.base.empty())
            asked.insert(asked.begin(), m_spec.base);
        for (const std::string &path : asked)
            if (std::ranges::none_of(m_paths, [&](const auto &known) { return samePlace(known, path); }))
                m_paths.push_back(path);
        if (m_paths.empty())
            return fail(ErrorCode::Usage, "No model was named. Name two or more variants of one model.");
        return {};
    }

    /// Answers begin a measurement of their own.
    void notePeak() { m_report.ramMeasuredBytes = readProcessMemory().peakResidentBytes; }

    int threads() const { return m_spec.threads > 0 ? m_spec.threads : usableProcessorCount(); }

    /// All that headers tell. Nothing stays open: there may be many, with large vocabularies.
    Result<void> openModels()
    {
        const Machine machine = currentMachine();
        const std::uint64_t limit = ramLimitOr(m_spec.ramBytes), beside = ramBesideLedger(threads());
        const std::uint64_t most = limit - std::min(limit, beside);
        m_report.memoryBytesPerSecond = memoryReadSpeed(threads(), most, m_context.ledger);
        m_report.ramPredictedBytes = beside + memorySpeedBytes(most);
        std::unique_ptr<MeasuredModel> base;
        for (const std::string &path : m_paths) {
            auto model = openMeasured(path);
            SNUG_TRY(model);
            if (base)
                SNUG_TRY(checkSameVocabulary(*base, **model));
            ComparedModel row;
            row.measured = notYetMeasured(**model);
            row.base = !base;
            row.type = typeOf((*model)->model);
            row.context = contextFit((*model)->model, machine);
            if (m_report.memoryBytesPerSecond > 0 && (*model)->model.sourceBytes < machine.memory.ramAvailableBytes())
                row.predictedTokensPerSecond =
                    m_report.memoryBytesPerSecond /
                    static_cast<double>(std::max<std::uint64_t>(1, bytesPerToken((*model)->shape)));
            m_report.models.push_back(std::move(row));
            if (!base)
                base = std::move(*model);
        }
        return {};
    }

    Result<bool> compareWeights()
    {
        std::vector<Model> models;
        std::vector<const Model *> others;
        for (const std::string &path : m_paths) {
            auto model = openModel(path, TokenizerFiles::Skip, QuantizedFolders::Decode);
            SNUG_TRY(model);
            models.push_back(std::move(*model));
        }
        for (std::size_t i = 1; i < models.size(); ++i)
            others.push_back(&models[i]);
        auto found = layerErrors(models[0], others, threads(), m_context);
        SNUG_TRY(found);
        if (!*found)
            return false;
        for (std::size_t i = 0; i < others.size(); ++i) {
            if ((*found)->at(i).empty())
                m_report.notes.push_back(
                    fmt::format("{} is no variant of {}: no tensor of one has the name and shape of "
                                "one of the other.",
                                m_paths[i + 1], m_paths[0]));
            m_report.models[i + 1].layers = std::move((*found)->at(i));
        }
        return true;
    }

    Result<bool> measureText()
    {
        EvaluateSpec spec;
        spec.base = m_paths[0];
        spec.models.assign(m_paths.begin() + 1, m_paths.end());
        spec.text = m_spec.text;
        spec.context = m_spec.context;
        spec.chunks = m_spec.chunks;
        spec.threads = m_spec.threads;
        spec.ramBytes = m_spec.ramBytes;
        EvaluateReport found = evaluatePart(spec, m_context);
        if (found.base)
            m_report.models[0].measured = std::move(*found.base);
        for (std::size_t i = 0; i < found.models.size(); ++i)
            m_report.models[i + 1].measured = std::move(found.models[i]);
        m_report.tokens = found.tokens;
        m_report.windows = found.windows;
        m_report.ramPredictedBytes = std::max(m_report.ramPredictedBytes, found.ramPredictedBytes);
        m_report.notes.insert(m_report.notes.end(), found.notes.begin(), found.notes.end());
        markFront(m_report.models);
        if (found.error)
            return fail(std::move(*found.error));
        return found.outcome == Outcome::Succeeded;
    }

    const CompareSpec &m_spec;
    MeasureContext &m_context;
    CompareReport &m_report;
    std::vector<std::string> m_paths;
};

} // namespace

void markFront(std::span<ComparedModel> models)
{
    const auto farther = [](const ComparedModel &a, const ComparedModel &b) {
        const double ofA = compareFigure(a, CompareColumn::KlMean), ofB = compareFigure(b, CompareColumn::KlMean);
        const bool noBetter = ofA >= ofB && a.measured.sizeBytes >= b.measured.sizeBytes;
        return noBetter && (ofA > ofB || a.measured.sizeBytes > b.measured.sizeBytes);
    };
    const bool measured =
        std::ranges::any_of(models, [](const auto &model) { return model.measured.divergence.has_value(); });
    for (ComparedModel &model : models)
        model.onFront = measured && std::isfinite(compareFigure(model, CompareColumn::KlMean)) &&
                        std::ranges::none_of(models, [&](const ComparedModel &other) { return farther(model, other); });
}

CompareReport compare(const CompareSpec &spec, MeasureContext &context)
{
    CompareReport report;
    const auto begun = std::chrono::steady_clock::now();
    resetPeakResident();
    try {
        auto done = Comparison(spec, context, report).run();
        if (!done)
            report.error = std::move(done).error();
        else
            report.outcome = *done ? Outcome::Succeeded : Outcome::Cancelled;
    } catch (const std::bad_alloc &) {
        report.error =
            Error{ErrorCode::DoesNotFit, "The system gave no more memory. Free some, or set --ram lower.", {}, {}, {}};
    } catch (const std::exception &failure) {
        report.error = Error{ErrorCode::Internal, failure.what(), {}, {}, {}};
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    report.seconds = seconds.count();
    report.ramMeasuredBytes = std::max(report.ramMeasuredBytes, readProcessMemory().peakResidentBytes);
    report.ledgerBytes =
        std::max(report.ledgerBytes, context.ledger.figures().peakBytes[static_cast<std::size_t>(Place::Host)]);
    context.update([](MeasureSnapshot &snapshot) { snapshot.phase = MeasurePhase::Done; });
    return report;
}

} // namespace snug
