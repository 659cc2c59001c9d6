// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/importancenotes.h"

#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <map>

namespace snug {

namespace {

constexpr std::size_t kNamed = 5;
// Even the coarsest types keep a tenth of a tensor's energy; below that next to nothing is left.
constexpr double kEmptied = 0.95;

std::string blocks(std::uint64_t count) { return fmt::format("{} block{}", count, count == 1 ? "" : "s"); }

void noteUnweighted(const std::vector<TensorReport> &tensors, std::vector<std::string> &notes)
{
    std::size_t named = 0, others = 0;
    std::uint64_t otherBlocks = 0;
    for (const TensorReport &tensor : tensors) {
        const std::uint64_t count = tensor.unweightedBlocks;
        if (count == 0)
            continue;
        if (named < kNamed) {
            ++named;
            notes.push_back(
                fmt::format("{} of tensor {} at level {} {} quantized without the importance matrix: with it "
                            "their scale would not have been a finite number.",
                            blocks(count), tensor.name, tensor.level, count == 1 ? "was" : "were"));
        } else {
            ++others;
            otherBlocks += count;
        }
    }
    if (others > 0)
        notes.push_back(fmt::format("So were {} of {} other tensors.", blocks(otherBlocks), others));
}

void noteEmptied(const PreparedJob &job, const std::vector<TensorReport> &tensors, std::vector<std::string> &notes)
{
    std::map<std::string_view, std::size_t> indexOf;
    for (std::size_t t = 0; t < job.model->tensors.size(); ++t)
        indexOf[job.model->tensors[t].name] = t;
    std::size_t count = 0;
    const TensorReport *first = nullptr;
    for (const TensorReport &tensor : tensors) {
        const kernels::BlockKernel *kernel = tensor.toType ? kernelFor(*tensor.toType) : nullptr;
        const auto index = indexOf.find(tensor.name);
        if (tensor.relativeError < kEmptied || !kernel || !kernel->usesWeights || index == indexOf.end() ||
            !job.usesImportance(index->second))
            continue;
        ++count;
        first = first ? first : &tensor;
    }
    if (first)
        notes.push_back(
            fmt::format("Next to nothing is left of {} at level {} (relative error {:.2f}){}: nearly all of its "
                        "importance is 0 or extreme. Check the importance matrix.",
                        first->name, first->level, first->relativeError,
                        count == 1 ? "" : fmt::format(" and of {} more", count - 1)));
}

} // namespace

std::vector<std::string> importanceNotes(const PreparedJob &job, const std::vector<TensorReport> &tensors)
{
    std::vector<std::string> notes;
    if (!job.importance)
        return notes;
    noteUnweighted(tensors, notes);
    noteEmptied(job, tensors, notes);
    return notes;
}

} // namespace snug
