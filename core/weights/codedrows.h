// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Rows of coded matrices (see core/model/codedmatrix.h) as floats, with what a few rows need read beside them. The
// values are those of the format's description in single precision; whoever rounds them to 16 bits as well, or rounds
// activations, is not imitated.

#pragma once

#include "core/base/inputfile.h"
#include "core/model/model.h"

#include <span>

namespace snug {

/// Bytes of room for rows of a tensor in Encoding::Coded.
std::uint64_t codedRoom(const ModelTensor &tensor, std::uint64_t rowCount);

/// Fills `values` [rows * cols] with rows from `firstRow` on, in output order. `room` has codedRoom(). Any thread.
/// Errors: Io; BadInput when a file has become shorter, or numbers a group of columns that is not there.
Result<void> readCodedRows(const ModelTensor &tensor, std::span<const InputFile> files, std::uint64_t firstRow,
                           std::span<float> values, std::span<std::byte> room);

} // namespace snug
