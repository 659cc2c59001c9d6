// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The header keys of a quantized file, from those of its source.

#pragma once

#include "core/formats/ggufvalue.h"
#include "core/model/model.h"
#include "core/quant/filetype.h"

namespace snug {

/// All keys of the source in their order, without split.*; then general.quantization_version (2) and general.file_type
/// (both u32) at the end, wherever they stood before. Source: design, gguf.md 3 (reference release v0.5.0).
GgufMetadata outputMetadata(const GgufMetadata &source, std::uint32_t fileTypeNumber);

/// What general.file_type says of a level's file: the level's number. Of a copy it is the number the source has, and
/// without one 1024 (it is a guess) and the number of the level its most frequent type stands for.
std::uint32_t fileTypeNumber(const Model &model, const FileType &fileType);

} // namespace snug
