// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/exporter.h"

namespace snug {

std::uint64_t Exporter::encodedBytes(const MatrixSlice &slice) const
{
    std::uint64_t bytes = 0;
    for (const Placement &placement : placements(slice))
        bytes += placement.sizeBytes();
    return bytes;
}

std::uint64_t Exporter::keptBytes(const Matrix &) const { return 0; }

} // namespace snug
