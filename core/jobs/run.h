// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs a job: a JobSpec goes in, a JobReport comes out, everything in between is streamed.

#pragma once

#include "core/jobs/context.h"
#include "core/jobs/jobspec.h"
#include "core/jobs/report.h"

namespace snug {

/// Does the whole job on this thread and a pool of its own. Never throws. Outputs appear whole or not at all, in bytes
/// that depend on neither threads nor limits. Obeys stop and pause within 100 ms; a cancelled or failed job removes its
/// partial files.
JobReport run(const JobSpec &spec, JobContext &context);

} // namespace snug
