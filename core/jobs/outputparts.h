// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The file of a level, or the files it is split over: names, keys, tensors and exact sizes.

#pragma once

#include "core/base/result.h"
#include "core/formats/gguf.h"
#include "core/jobs/jobspec.h"
#include "core/model/model.h"
#include "core/quant/recipe.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace snug {

struct OutputPart
{
    std::filesystem::path path;
    GgufMetadata metadata;                   ///< all keys in the first part; in later ones those of the split alone
    std::vector<GgufWriter::Tensor> tensors; ///< in output order; none in a first part whose header leaves no room
    std::uint64_t sizeBytes = 0;             ///< exact
};

/// Cuts the output `target` as the spec asks: not at all; where the source is cut (--keep-split); or so that no file is
/// larger than --split-size unless one tensor alone is. Several parts are called NAME-00001-of-0000N.gguf and carry the
/// keys split.no, split.count (u16) and split.tensors.count (i32), as the reference writes them.
/// Errors: Usage for a split that contradicts itself or makes more than 500 files; BadInput when the sizes do not add
/// up.
Result<std::vector<OutputPart>> layOutParts(const JobSpec &spec, const Model &model, const GgufMetadata &metadata,
                                            std::span<const TensorDecision> decisions,
                                            const std::filesystem::path &target);

/// One sentence when parts are larger than --split-size asks, because a tensor or the keys alone are; else empty.
std::string oversizeNote(const JobSpec &spec, std::span<const OutputPart> parts);

} // namespace snug
