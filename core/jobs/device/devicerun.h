// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A run's device from choice to report.

#pragma once

#include "core/backends/backends.h"
#include "core/jobs/context.h"
#include "core/jobs/device/devicechoice.h"
#include "core/jobs/device/deviceteam.h"
#include "core/jobs/pipeline/shape.h"
#include "core/jobs/pipeline/tally.h"
#include "core/jobs/report.h"

#include <memory>

namespace snug {

class DeviceRun
{
public:
    /// Nothing is opened yet. `job.device` is the choice's.
    DeviceRun(const PreparedJob &job, std::string reason, JobContext &context)
        : m_job(job), m_context(context), m_reason(std::move(reason))
    {
    }

    /// Opens the job's device. Where that fails the processor does the work and a note says so.
    void open(const Backends &backends);

    /// Closes it again, with a note, when its buffers do not fit the limits.
    void giveUp(const Error &why);

    /// Takes the lanes of the shape. Null on the processor; so, with a note, when there is nothing for the device to
    /// do. The team lives as long as this.
    DeviceTeam *start(const PipelineShape &shape);

    /// Writes where the work was done, why there, and what a person should know. After the pipeline's end.
    void describe(const Tally &tally, JobReport &report);

private:
    void note(std::string sentence);
    /// Keeps the most that drivers said this process holds on the card.
    void look();
    std::string name() const;

    const PreparedJob &m_job;
    JobContext &m_context;
    std::string m_reason;
    std::string m_note; ///< of a device that could not be opened or has nothing to do
    const Backends *m_backends = nullptr;
    std::uint64_t m_seenBytes = 0;
    std::optional<BackendDevice> m_device;
    std::unique_ptr<DeviceTeam> m_team;
};

} // namespace snug
