// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The parts of a layer: their names in a GGUF, which must be there, what shapes they must have.

#pragma once

#include "core/runtime/modelshape.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace snug {

struct PartName
{
    LayerPart part;
    std::string_view name; ///< without "blk.N."
};

/// All names; of two for one part the first counts.
std::span<const PartName> layerPartNames();

/// Name of a part that the layer needs and lacks, or empty.
std::string_view missingPart(const LayerShape &layer);

struct PartShape
{
    LayerPart part;
    std::uint64_t rows, cols; ///< vectors have one row; experts lie behind each other
};

/// Of every part there may be, by the numbers of model and layer.
std::vector<PartShape> partShapes(const ModelShape &model, const LayerShape &layer);

} // namespace snug
