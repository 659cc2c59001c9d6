// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/imatrixcontroller.h"

#include <utility>

namespace snug::ui {

ImatrixController::ImatrixController(Engine engine, QObject *parent)
    : MeasuringRun(parent), m_engine(std::move(engine)), m_newestLook(std::make_shared<std::atomic<quint64>>(0))
{
}

void ImatrixController::examine(const QString &model)
{
    ask([this, engine = m_engine, model]() -> Answer {
        ImatrixSpec spec;
        spec.model = model.toStdString();
        auto needs = std::make_shared<const Result<ImatrixNeeds>>(engine.lookAtImatrix(spec));
        return [this, model, needs] { emit examined(model, needs); };
    });
}

void ImatrixController::look(const ImatrixSpec &spec)
{
    ask([this, engine = m_engine, newest = m_newestLook, spec, id = ++*m_newestLook]() -> Answer {
        if (id != *newest)
            return {}; // a long text is not read for nothing
        auto needs = std::make_shared<const Result<ImatrixNeeds>>(engine.lookAtImatrix(spec));
        return [this, spec, needs, id] {
            if (id == *m_newestLook)
                emit looked(spec, needs);
        };
    });
}

void ImatrixController::start(const ImatrixSpec &spec)
{
    if (busy())
        return;
    m_spec = spec;
    m_report.reset();
    begin([this, engine = m_engine, spec](MeasureContext &context) -> Answer {
        auto report = std::make_shared<const ImatrixReport>(engine.makeImatrix(spec, context));
        return [this, report] {
            m_report = report;
            end(report->outcome);
            emit finished(report);
        };
    });
}

} // namespace snug::ui
