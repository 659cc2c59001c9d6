// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Weights of variants against those of their base, layer by layer: reads every file once, a slice at a time.

#pragma once

#include "core/jobs/measure/compare.h"
#include "core/model/model.h"

#include <span>
#include <vector>

namespace snug {

/// Errors of each of `others` over the tensors that both it and `base` have with the same shape, in order of layers;
/// empty for one that has none of them. Values are those of the stored weights. Threads share the slices of a tensor;
/// sums are added in order, so that the figures do not depend on their number. Memory: 8 MiB a thread, about.
/// Nothing comes back when the context asked to stop. Errors: Io, BadInput from reading; DoesNotFit.
Result<std::optional<std::vector<std::vector<LayerError>>>>
layerErrors(const Model &base, std::span<const Model *const> others, int threads, MeasureContext &context);

} // namespace snug
