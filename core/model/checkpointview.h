// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A checkpoint folder as it is, in the terms of an ExportView.

#pragma once

#include "core/model/exportview.h"

namespace snug {

/// Every tensor under its own name as it is stored, but experts of a layer that are stored in one tensor become one
/// each where the family's usual names allow that, and a tied output matrix is left out. Parts that are no language
/// model (vision towers) stay as they are. What a GGUF could not say, such as another activation, does not matter here,
/// nor does a missing tokenizer.
/// Errors: see exportView().
Result<ExportView> checkpointView(const Model &model);

} // namespace snug
