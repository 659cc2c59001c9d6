// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One prompt with one seed, answered by every model of a comparison in turn.

#pragma once

#include "core/jobs/measure/compare.h"

#include <span>

namespace snug {

/// First token in which two answers differ; the length of the shorter where the other only goes on; nothing where they
/// are the same.
std::optional<std::size_t> firstDifference(std::span<const std::int32_t> a, std::span<const std::int32_t> b);

/// Fills ComparedModel::answer of all that `report` has, in order. All get the prompt as the base does: by its chat
/// template or plain. One that cannot answer gets a note instead. False when stopped; what was written until then is
/// there. Errors: those of generate() for the base.
Result<bool> answerPrompt(const CompareSpec &spec, MeasureContext &context, CompareReport &report);

} // namespace snug
