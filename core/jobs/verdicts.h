// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Verdicts: does making and running a level fit this machine, why not, and what would change that.

#pragma once

#include "core/jobs/figures.h"
#include "core/jobs/plan.h"

namespace snug {

/// Fills the verdicts, the reason and the remedies of a variant from its other figures. `figures` is the run's answer,
/// or the DoesNotFit error that it gave.
void judge(VariantPlan &plan, const PreparedJob &job, const Result<RunFigures> &figures, const Machine &machine);

/// Marks one level: the most bits per weight that fits the card with at least 8,192 tokens (or the model's own context)
/// at q8_0 KV; Q4_K_M where there is no card.
void recommend(Plan &plan);

} // namespace snug
