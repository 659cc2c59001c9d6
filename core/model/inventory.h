// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The last steps that all sources share: output order, roles, totals.

#pragma once

#include "core/model/model.h"

namespace snug {

/// Sorts model.tensors into output order, sets layers and roles by name, and fills mainType, parameterCount and
/// sourceBytes. Errors: BadInput for two tensors of one name, or totals that overflow 64 bits.
Result<void> finishInventory(Model &model);

/// The totals alone, of tensors whose order and names are kept. Errors: BadInput for totals that overflow 64 bits.
Result<void> addTotals(Model &model);

} // namespace snug
