// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/measurecontext.h"

namespace snug {

std::string_view measurePhaseName(MeasurePhase phase)
{
    switch (phase) {
    case MeasurePhase::Open:
        return "open";
    case MeasurePhase::Text:
        return "text";
    case MeasurePhase::Tasks:
        return "tasks";
    case MeasurePhase::Weights:
        return "weights";
    case MeasurePhase::Answers:
        return "answers";
    case MeasurePhase::Done:
        break;
    }
    return "done";
}

MeasureSnapshot MeasureContext::snapshot() const
{
    std::lock_guard lock(m_mutex);
    MeasureSnapshot copy = m_snapshot;
    copy.paused = pause.paused();
    return copy;
}

bool MeasureContext::goOn()
{
    pause.wait(stop);
    return !stop.requested();
}

} // namespace snug
