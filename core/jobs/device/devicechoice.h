// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which device a job runs on: the one named, or the fastest, measured on the job's own type.

#pragma once

#include "core/backends/backends.h"
#include "core/base/result.h"
#include "core/jobs/plan.h"
#include "core/jobs/prepare.h"

#include <optional>
#include <string>

namespace snug {

struct DeviceChoice
{
    std::optional<DeviceDescription> device; ///< nothing: the processor
    std::string reason;                      ///< of an automatic choice that had something to choose: one sentence
    std::optional<BackendDevice> opened;     ///< where choosing opened it, so that it need not be opened twice
};

/// Whether a name is one --device takes: auto, cpu, cuda, cuda:N, vulkan, vulkan:N. Errors: Usage.
Result<void> checkDeviceName(const std::string &name);

/// For a plan: opens nothing. Automatic gives what an earlier run of this program measured to be the fastest, else the
/// processor. Errors: Usage, naming the devices there are, when the one asked for is not.
Result<DeviceChoice> chooseDeviceToPlan(const PreparedJob &job, const Machine &machine);

/// Whether the job's device has been timed on the job's main type in this program's life.
bool speedIsKnown(const PreparedJob &job);

/// For a run: automatic opens and times every graphics card there is, a fraction of a second each, as a run there would
/// go: within the job's limits and counted in its ledger. A device that computes on the processor is only taken by
/// name. Errors: as above.
Result<DeviceChoice> chooseDeviceToRun(const PreparedJob &job, const Machine &machine, Ledger &ledger);

} // namespace snug
