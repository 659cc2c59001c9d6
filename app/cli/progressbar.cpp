// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "app/cli/progressbar.h"

#include "app/cli/table.h"
#include "core/base/sizes.h"

#include <fmt/format.h>

namespace snug::cli {

namespace {

std::string textOf(const ProgressSnapshot &now)
{
    const std::string left = now.secondsLeft < 0 ? "" : fmt::format(", about {} left", formatSeconds(now.secondsLeft));
    return fmt::format("{}  {:.1f} M weights/s{}  {}", barText(now.fraction), now.weightsPerSecond / 1e6, left,
                       now.phase == Phase::Save ? "saving" : printable(now.currentTensor));
}

} // namespace

StatusLine jobStatusLine(JobContext &context)
{
    return StatusLine([&context] {
        context.events.drain();
        return textOf(context.progress.snapshot());
    });
}

} // namespace snug::cli
