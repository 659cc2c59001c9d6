// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/device/devicerun.h"

#include "core/memory/probes.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

std::string DeviceRun::name() const { return nameAndId(*m_job.device); }

void DeviceRun::note(std::string sentence)
{
    tellOfDevice(m_context, sentence);
    m_note = std::move(sentence);
}

void DeviceRun::open(const Backends &backends)
{
    m_backends = &backends;
    auto opened = backends.open(m_job.device->id);
    if (opened)
        m_device = *std::move(opened);
    else
        note(fmt::format("{} could not be opened: {}. The processor does the work.", name(), opened.error().text));
}

void DeviceRun::giveUp(const Error &why)
{
    m_device.reset();
    note(why.message + " The processor does the work.");
}

DeviceTeam *DeviceRun::start(const PipelineShape &shape)
{
    if (!m_device)
        return nullptr;
    if (!shape.device) {
        note(deviceUse(m_job, *m_job.device) == DeviceUse::NothingToDo
                 ? fmt::format("There is nothing in this job that {} can do; the processor does it.", name())
                 : fmt::format("Rows of this model are longer than the buffers of {}; the processor does the work.",
                               name()));
        return nullptr;
    }
    m_context.progress.update([&](ProgressSnapshot &now) { now.device = m_job.device->name; });
    m_team = std::make_unique<DeviceTeam>(*m_device, m_job, *shape.device, m_context);
    look();
    return m_team.get();
}

void DeviceRun::look()
{
    if (const auto memory = m_backends->readMemory(m_job.device->id))
        m_seenBytes = std::max(m_seenBytes, memory->oursBytes);
    if (m_job.device->id.starts_with("cuda:"))
        for (const GpuMemory &card : readNvidiaMemory())
            if (!card.uuid.empty() && card.uuid == m_job.device->uuid)
                m_seenBytes = std::max(m_seenBytes, card.oursBytes);
}

void DeviceRun::describe(const Tally &tally, JobReport &report)
{
    if (m_team)
        look();
    report.peaks.vramMeasuredBytes = m_seenBytes;
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
