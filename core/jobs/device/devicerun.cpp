// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/device/devicerun.h"

#include "core/base/log.h"

#include <fmt/format.h>

namespace snug {

DeviceTeam *DeviceRun::start(const Backends &backends, const PipelineShape &shape)
{
    if (!m_job.device)
        return nullptr;
    const DeviceDescription &device = *m_job.device;
    const std::string name = fmt::format("{} ({})", device.name, device.id);
    if (!shape.device) {
        m_note = fmt::format("There is nothing in this job that {} can do; the processor does it.", name);
    } else if (auto opened = backends.open(device.id); !opened) {
        m_note = fmt::format("{} could not be opened: {}. The processor does the work.", name, opened.error().text);
    } else {
        m_context.progress.update([&](ProgressSnapshot &now) { now.device = device.name; });
        m_team = std::make_unique<DeviceTeam>(*opened, m_job, *shape.device, m_context);
        return m_team.get();
    }
    log::warn("device", m_note);
    m_context.progress.update([&](ProgressSnapshot &now) { now.deviceNote = m_note; });
    return nullptr;
}

void DeviceRun::describe(const Tally &tally, JobReport &report) const
{
    report.deviceReason = m_reason;
    report.redoneBlocks = tally.redoneBlocks();
    if (tally.deviceWeights() > 0) {
        report.device = m_job.device->id;
        report.deviceName = m_job.device->name;
    }
    if (!m_note.empty())
        report.notes.push_back(m_note);
    if (m_team)
        for (std::string &note : m_team->notes())
            report.notes.push_back(std::move(note));
}

} // namespace snug
