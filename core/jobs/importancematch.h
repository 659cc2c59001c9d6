// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which entries of an importance matrix belong to which tensors.

#pragma once

#include "core/jobs/importance.h"

namespace snug {

/// Fills plan.tensors and adds notes: tensors without an entry, entries without a tensor, experts merged or
/// taken apart. With `layersLeftOut` entries of layers that the model does not have are expected, and not noted.
/// Errors: BadInput when no entry belongs to this model, or the size of one is not that of its tensor.
Result<void> matchImportance(ImportancePlan &plan, const Model &model, const std::vector<std::string> &sourceNames,
                             bool layersLeftOut);

} // namespace snug
