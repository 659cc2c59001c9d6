// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/compare.h"

#include "core/jobs/measure/measuredmodel.h"
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

    Result<void> openModels()
    {
        const Machine machine = currentMachine();
        for (const std::string &path : m_paths) {
            auto model = openMeasured(path);
            SNUG_TRY(model);
            if (!m_models.empty())
                SNUG_TRY(checkSameVocabulary(*m_models[0], **model));
            ComparedModel row;
            row.measured = notYetMeasured(**model);
            row.base = m_models.empty();
            row.type = typeOf((*model)->model);
            row.context = contextFit((*model)->model, machine);
            m_report.models.push_back(std::move(row));
            m_models.push_back(std::move(*model));
        }
        return {};
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
        m_report.ramPredictedBytes = found.ramPredictedBytes;
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
    std::vector<std::unique_ptr<MeasuredModel>> m_models;
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
    report.ramMeasuredBytes = readProcessMemory().peakResidentBytes;
    report.ledgerBytes = context.ledger.figures().peakBytes[static_cast<std::size_t>(Place::Host)];
    context.update([](MeasureSnapshot &snapshot) { snapshot.phase = MeasurePhase::Done; });
    return report;
}

} // namespace snug
