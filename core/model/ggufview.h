// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A GGUF of plain floats turned back into a checkpoint: the table of families read backwards.

#pragma once

#include "core/model/exportview.h"

namespace snug {

/// Tensors get their Hugging Face names and layouts: rows of q and k in halves again, norms less one, experts one by
/// one. Vectors and routers that the GGUF keeps in F32 go back to the model's main type where that is F16 or BF16
/// (ModelTensor::type, rounded to nearest as they are written). config.json and the tokenizer's files are made from the
/// header.
/// Errors: see exportView(); BadInput for shapes that contradict the header and for missing tensors.
Result<ExportView> ggufView(const Model &model);

} // namespace snug
