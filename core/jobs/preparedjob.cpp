// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a prepared job says about itself.

#include "core/jobs/prepare.h"
#include "core/quant/typekernel.h"

#include <algorithm>

namespace snug {

std::uint64_t Variant::outputBytes() const
{
    std::uint64_t sum = 0;
    for (const OutputPart &part : parts)
        sum += part.sizeBytes;
    return sum;
}

std::uint64_t PreparedJob::outputBytes() const
{
    std::uint64_t sum = 0;
    for (const Variant &variant : variants)
        sum += variant.outputBytes();
    return sum;
}

std::uint64_t PreparedJob::weightCount() const
{
    std::uint64_t sum = 0;
    for (const ModelTensor &tensor : model->tensors)
        sum += tensor.weightCount();
    return sum * variants.size();
}

namespace {

/// Whether some variant quantizes the tensor with importance weights, to a type of which `holds` is true.
template <class Predicate> bool weighted(const PreparedJob &job, std::size_t tensorIndex, Predicate holds)
{
    if (!job.importance || job.importance->tensors[tensorIndex].empty())
        return false;
    return std::ranges::any_of(job.variants, [&](const Variant &variant) {
        if (variant.decisions.empty())
            return false;
        const TensorType type = variant.decisions[tensorIndex].type;
        const kernels::BlockKernel *kernel = kernelFor(type);
        return type != job.model->tensors[tensorIndex].source.type && kernel && holds(*kernel);
    });
}

} // namespace

bool PreparedJob::isWeighted(std::size_t tensorIndex, TensorType type) const
{
    const kernels::BlockKernel *kernel = kernelFor(type);
    return importance && !importance->tensors[tensorIndex].empty() && kernel && kernel->usesWeights &&
           type != model->tensors[tensorIndex].source.type;
}

bool PreparedJob::usesImportance(std::size_t tensorIndex) const
{
    return weighted(*this, tensorIndex, [](const kernels::BlockKernel &kernel) { return kernel.usesWeights; });
}

bool PreparedJob::needsWholeRows(std::size_t tensorIndex) const
{
    return weighted(*this, tensorIndex, [](const kernels::BlockKernel &kernel) { return kernel.weightsNeedWholeRow; });
}

std::uint64_t PreparedJob::importanceBytes() const
{
    std::uint64_t values = 0;
    for (std::size_t t = 0; importance && t < importance->tensors.size(); ++t)
        if (usesImportance(t))
            for (const ImportancePiece &piece : importance->tensors[t])
                values += piece.count;
    return values * sizeof(float);
}

} // namespace snug
