// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What running the finished model needs: weights, KV cache, scratch; and from these the longest context that fits.

#pragma once

#include "core/jobs/plan.h"
#include "core/jobs/prepare.h"

namespace snug {

/// Longest context for each KV type on the best device of the machine: the card with most free memory, else RAM.
/// Rounded down to 256 tokens, at most the model's own context. 0 means not even 256 tokens fit; nothing means that the
/// model's geometry is unknown. Assumes one sequence, batches of 512 tokens, token embeddings kept on the host when
/// they are not tied, and 8 % of the free memory left alone.
ContextFit contextFit(const PreparedJob &job, std::size_t variant, const Machine &machine);
/// The same for a model as it is.
ContextFit contextFit(const Model &model, const Machine &machine);

} // namespace snug
