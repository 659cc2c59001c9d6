// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The remedy only the window can offer: lifting a RAM limit that the person set there.

#pragma once

#include "core/jobs/plan.h"

#include <functional>

namespace snug::ui {

/// Adds a remedy to every level that does not fit because of the limit of `plan.spec`, has none yet, and fits without
/// it. `planAgain` is asked once, and only when there is such a level. Any thread.
void offerToLiftLimit(Plan &plan, const std::function<Result<Plan>(const JobSpec &)> &planAgain);

} // namespace snug::ui
