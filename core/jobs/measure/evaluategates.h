// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Gates of an evaluation: which can be held at all, and the figures that they are held against.

#pragma once

#include "core/jobs/measure/evaluate.h"
#include "core/metrics/taskfile.h"

#include <span>

namespace snug {

/// Whether everything that gates ask for will be measured. Errors: Usage naming the gate and what to give.
Result<void> checkGates(std::span<const Gate> gates, const EvaluateSpec &spec, std::span<const TaskSet> tasks);

/// The measured figures of a model by the names of gates; those of tasks as well.
std::vector<GateFigure> gateFiguresOf(const EvaluatedModel &model);

} // namespace snug
