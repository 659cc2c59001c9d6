// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The tensors of a quantized checkpoint put together again: one for each weight matrix, under the name and shape it had
// before, instead of its codes and what belongs to them.

#pragma once

#include "core/formats/safetensors.h"
#include "core/model/codedmatrix.h"
#include "core/model/storedcoding.h"

#include <map>
#include <string>

namespace snug {

using CodedMatrices = std::map<std::string, CodedMatrix, std::less<>>;

struct CodedTensors
{
    /// Coded matrices have the coding's name as dtype ("NF4"), which no file can have, their codes' place, and all
    /// their bytes together as size. Other tensors are as they were.
    SafetensorsSet set;
    CodedMatrices matrices; ///< by the names of those
};

/// Every matrix whose codes are there counts as coded, whatever the configuration lists as left alone. What is said of
/// activations is left out. Reads the small companions that say something (shapes, states), no weights.
/// Errors: BadInput for a companion that is missing, or of another type or shape than the codes ask for; Io.
Result<CodedTensors> gatherCodes(SafetensorsSet set, const StoredCoding &coding);

} // namespace snug
