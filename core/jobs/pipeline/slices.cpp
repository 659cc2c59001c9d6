// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/slices.h"

#include <algorithm>
#include <numeric>

namespace snug {

namespace {
constexpr std::uint64_t kLongestBlock = 256;

/// At most `most`.
std::uint64_t commonMultiple(std::uint64_t a, std::uint64_t b, std::uint64_t most)
{
    const std::uint64_t step = b / std::gcd(a, b);
    return a >= most || step > most / a ? most : std::max<std::uint64_t>(1, a * step);
}

} // namespace

std::uint64_t sliceWeights(const PreparedJob &job, std::size_t tensorIndex, std::uint64_t wantedWeights)
{
    const ModelTensor &tensor = job.model->tensors[tensorIndex];
    // What is wanted may be just the whole tensor, whose end need not be on a bound.
    if (wantedWeights >= tensor.weightCount())
        return tensor.weightCount();
    const SourceLayout &layout = tensor.source.layout;
    const bool reordered = layout.inPieces() ? layout.unitWeights > 1
                                             : tensor.source.rowOrder != RowOrder::AsStored && tensor.dims.size() > 1;
    const bool wholeRows = reordered || job.needsWholeRows(tensorIndex);
    std::uint64_t granule = wholeRows ? tensor.cols() : kLongestBlock;
    for (const Variant &variant : job.variants)
        if (const auto *matrix = variant.matrixOf(tensorIndex))
            granule = commonMultiple(granule, variant.folder->exporter->granule(*matrix), tensor.weightCount());
    return std::min(tensor.weightCount(), std::max<std::uint64_t>(1, wantedWeights / granule) * granule);
}

std::optional<Slice> SliceCursor::next()
{
    while (m_tensorIndex < m_job->model->tensors.size()) {
        const std::uint64_t total = m_job->model->tensors[m_tensorIndex].weightCount();
        if (total == 0) {
            ++m_tensorIndex;
            continue;
        }
        if (m_weight == 0)
            m_sliceWeights = sliceWeights(*m_job, m_tensorIndex, m_wantedWeights);
        const std::uint64_t count = std::min(m_sliceWeights, total - m_weight);
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
