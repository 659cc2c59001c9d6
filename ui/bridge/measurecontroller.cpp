// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/measurecontroller.h"

#include <utility>

namespace snug::ui {

namespace {

/// What a run side by side tells of the text.
std::shared_ptr<const EvaluateReport> ofText(const CompareReport &report)
{
    auto text = std::make_shared<EvaluateReport>();
    text->outcome = report.outcome;
    text->error = report.error;
    text->tokens = report.tokens;
    text->windows = report.windows;
    text->seconds = report.seconds;
    text->notes = report.notes;
    for (const ComparedModel &model : report.models) {
        if (model.base)
            text->base = model.measured;
        else
            text->models.push_back(model.measured);
    }
    return text;
}

} // namespace

CompareSpec sideBySide(const EvaluateSpec &spec)
{
    CompareSpec variants;
    variants.models = spec.models;
    variants.base = spec.base;
    variants.text = spec.text;
    variants.context = spec.context;
    variants.chunks = spec.chunks;
    variants.threads = spec.threads;
    variants.ramBytes = spec.ramBytes;
    return variants;
}

MeasureController::MeasureController(Engine engine, QObject *parent) : MeasuringRun(parent), m_engine(std::move(engine))
{
}

void MeasureController::start(const MeasureRequest &request)
{
    if (busy())
        return;
    m_request = request;
    m_report.reset();
    begin([this, engine = m_engine, spec = request.spec,
           variants = request.sideBySide](MeasureContext &context) -> Answer {
        if (variants) {
            auto report = std::make_shared<const CompareReport>(engine.compare(*variants, context));
            return [this, report] {
                emit compared(report);
                takeReport(ofText(*report));
            };
        }
        auto report = std::make_shared<const EvaluateReport>(engine.evaluate(spec, context));
        return [this, report] { takeReport(report); };
    });
}

void MeasureController::takeReport(const std::shared_ptr<const EvaluateReport> &report)
{
    m_report = report;
    end(report->outcome);
    emit finished(report);
}

void MeasureController::describe(const QString &path)
{
    ask([this, engine = m_engine, path]() -> Answer {
        auto summary = std::make_shared<const Result<ModelSummary>>(engine.summarize(path.toStdString()));
        return [this, path, summary] { emit described(path, summary); };
    });
}

} // namespace snug::ui
