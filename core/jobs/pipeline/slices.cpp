// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/slices.h"

#include <algorithm>

namespace snug {

namespace {
constexpr std::uint64_t kLongestBlock = 256;
} // namespace

std::uint64_t sliceWeights(const ModelTensor &tensor, std::uint64_t wantedWeights)
{
    const bool reordered = tensor.source.rowOrder != RowOrder::AsStored;
    const bool vector = tensor.dims.size() < 2;
    const std::uint64_t granule = reordered && !vector ? tensor.cols() : kLongestBlock;
    return std::min(tensor.weightCount(), std::max<std::uint64_t>(1, wantedWeights / granule) * granule);
}

std::optional<Slice> SliceCursor::next()
{
    while (m_tensorIndex < m_model->tensors.size()) {
        const ModelTensor &tensor = m_model->tensors[m_tensorIndex];
        const std::uint64_t total = tensor.weightCount();
        if (total == 0) {
            ++m_tensorIndex;
            continue;
        }
        const std::uint64_t count = std::min(sliceWeights(tensor, m_wantedWeights), total - m_weight);
        Slice slice{m_tensorIndex, m_weight, count, m_weight + count == total};
        m_weight += count;
        if (slice.lastOfTensor) {
            ++m_tensorIndex;
            m_weight = 0;
        }
        return slice;
    }
    return std::nullopt;
}

} // namespace snug
