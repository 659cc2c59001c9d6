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

    /// Opens the job's device with the lanes of the shape. Where that fails, or there is nothing for it to do, the
    /// processor does the work and a note says so. The team lives as long as this; null on the processor.
    DeviceTeam *start(const Backends &backends, const PipelineShape &shape);

    /// Writes where the work was done, why there, and what a person should know. After the pipeline's end.
    void describe(const Tally &tally, JobReport &report) const;

private:
    const PreparedJob &m_job;
    JobContext &m_context;
    std::string m_reason;
    std::string m_note; ///< of a device that could not be opened or has nothing to do
    std::unique_ptr<DeviceTeam> m_team;
};

} // namespace snug
