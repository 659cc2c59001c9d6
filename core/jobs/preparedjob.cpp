// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a prepared job says about itself.

#include "core/exporters/codingname.h"
#include "core/jobs/prepare.h"
#include "core/quant/typekernel.h"

#include <algorithm>

namespace snug {

namespace fs = std::filesystem;

std::uint64_t Variant::outputBytes() const
{
    std::uint64_t sum = folder ? folder->outputBytes() : 0;
    for (const OutputPart &part : parts)
        sum += part.sizeBytes;
    return sum;
}

const Matrix *Variant::matrixOf(std::size_t tensorIndex) const
{
    const bool coded = folder && folder->tensors[tensorIndex].matrix;
    return coded ? &*folder->tensors[tensorIndex].matrix : nullptr;
}

std::vector<fs::path> Variant::files() const
{
    std::vector<fs::path> paths;
    for (const OutputPart &part : parts)
        paths.push_back(part.path);
    if (folder)
        for (const ShardPlan &shard : folder->shards)
            paths.push_back(folder->folder / shard.fileName);
    return paths;
}

fs::path Variant::target() const
{
    if (folder)
        return folder->folder;
    return parts.empty() ? fs::path() : parts.front().path;
}

namespace {

Becoming copiedFrom(const ModelTensor &tensor)
{
    const TensorTypeInfo &info = tensorTypeInfo(tensor.type);
    return {std::string(info.name),
            info.type,
            info.type == tensor.source.type,
            storedBytes(info.type, tensor.weightCount()),
            8.0 * info.blockBytes / info.blockLength,
            {},
            false};
}

Becoming inFolder(const FolderPlan &folder, std::size_t tensorIndex, const ModelTensor &tensor)
{
    const FolderTensor &planned = folder.tensors[tensorIndex];
    Becoming one = copiedFrom(tensor);
    if (planned.matrix) {
        one = {codingName(folder.exporter->scheme()), {}, false, planned.sizeBytes, 0, {}, false};
        one.bitsPerWeight = 8.0 * static_cast<double>(one.sizeBytes) / static_cast<double>(tensor.weightCount());
    }
    one.why = planned.why;
    one.replaced = planned.unfit;
    return one;
}

} // namespace

Becoming PreparedJob::becoming(std::size_t v, std::size_t tensorIndex) const
{
    const Variant &variant = variants[v];
    const ModelTensor &tensor = model->tensors[tensorIndex];
    if (variant.folder)
        return inFolder(*variant.folder, tensorIndex, tensor);
    const TensorDecision &decision = variant.decisions[tensorIndex];
    const TensorTypeInfo &info = tensorTypeInfo(decision.type);
    return {std::string(info.name),
            info.type,
            info.type == tensor.source.type,
            tensor.weightCount() / info.blockLength * info.blockBytes,
            8.0 * info.blockBytes / info.blockLength,
            decision.why,
            decision.replaced()};
}

std::uint64_t PreparedJob::sliceBytes(std::size_t v, std::size_t tensorIndex, std::uint64_t firstWeight,
                                      std::uint64_t weightCount) const
{
    const Variant &variant = variants[v];
    if (!variant.folder)
        return storedBytes(variant.decisions[tensorIndex].type, weightCount);
    const Matrix *matrix = variant.matrixOf(tensorIndex);
    return matrix ? variant.folder->exporter->encodedBytes({matrix, firstWeight, weightCount})
                  : storedBytes(model->tensors[tensorIndex].type, weightCount);
}

std::uint64_t PreparedJob::keptBytes() const
{
    std::uint64_t sum = 0;
    for (const Variant &variant : variants)
        sum += variant.folder ? variant.folder->keptBytes() : 0;
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
