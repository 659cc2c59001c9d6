// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Makes slices of tensors whose bytes do not lie in one place as they are: gathers pieces, decodes, transposes. All of
// it happens in the slot's own buffer and a little room behind the slice, which the pipeline's shape counts.

#pragma once

#include "core/base/inputfile.h"
#include "core/model/model.h"

#include <span>

namespace snug {

/// Bytes needed behind a slice of `weights` weights of the tensor while it is made; 0 for tensors without pieces.
std::uint64_t roomBehind(const ModelTensor &tensor, std::uint64_t weights);

/// Fills `slice` with the weights from `firstWeight` on, in the type TensorSource::type. Both ends of the slice lie
/// between units. `room` has roomBehind() bytes. Of coded matrices the slice begins where a float may.
/// Errors: Io, or BadInput when a file has become shorter than its header says.
Result<void> readPieces(const ModelTensor &tensor, std::span<const InputFile> files, std::uint64_t firstWeight,
                        std::span<std::byte> slice, std::span<std::byte> room);

} // namespace snug
