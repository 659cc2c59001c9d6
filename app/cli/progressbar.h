// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the status line says of a running job.

#pragma once

#include "app/cli/statusline.h"
#include "core/jobs/context.h"

namespace snug::cli {

/// A status line of a job. Drains its events: nobody else listens, and they are kept until drained.
StatusLine jobStatusLine(JobContext &context);

} // namespace snug::cli
