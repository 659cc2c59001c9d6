// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/readerfacts.h"

#include <algorithm>
#include <map>

namespace snug {

namespace {

/// Modules that a reader makes one matrix of.
struct Fused
{
    std::uint64_t rows = 0; ///< of all that are quantized
    bool quantized = false;
    std::string floating; ///< one that is not
    std::string first;    ///< one that is
};

void note(std::string &fact, bool applies, const std::string &module)
{
    if (applies && fact.empty())
        fact = module;
}

bool isExpert(const std::string &siblings) { return siblings.ends_with(".experts"); }

/// Whether nothing is fused behind it: v of q, k and v, up of gate and up, and what is fused with nothing.
bool isLastOfFused(const ExportTensor &tensor)
{
    return tensor.siblings == tensor.module || tensor.module.ends_with("v_proj") || tensor.module.ends_with("up_proj");
}

void lookAt(const Matrix &matrix, const ExportTensor &tensor, const Scheme &scheme, ReaderFacts &facts)
{
    const bool expert = isExpert(tensor.siblings);
    facts.experts |= expert;
    // Rows of fused matrices count together, see below; experts are not fused by rows.
    note(facts.offMarlin, matrix.cols % (expert ? 64 : 128) != 0 || (expert && matrix.rows % 64 != 0), tensor.module);
    note(facts.offSixteen, matrix.rows % 16 != 0 || matrix.cols % 16 != 0, tensor.module);
    note(facts.offBlock, matrix.cols % scheme.blockLength != 0, tensor.module);
    note(facts.unevenFused, !expert && matrix.rows % 128 != 0 && !isLastOfFused(tensor), tensor.module);
}

} // namespace

ReaderFacts readerFacts(const FolderPlan &plan, const ExportView &view)
{
    ReaderFacts facts;
    std::map<std::string, Fused> groups;
    const std::size_t count = std::min(plan.tensors.size(), view.tensors.size());
    for (std::size_t i = 0; i < count; ++i) {
        const ExportTensor &tensor = view.tensors[i];
        const std::optional<Matrix> &matrix = plan.tensors[i].matrix;
        note(facts.floatInLayer, tensor.linear && !matrix && view.model.tensors[i].layer >= 0, tensor.module);
        if (matrix)
            lookAt(*matrix, tensor, plan.exporter->scheme(), facts);
        if (!tensor.quantizable)
            continue;
        Fused &fused = groups[tensor.siblings];
        if (matrix) {
            fused.rows += matrix->rows;
            fused.quantized = true;
            note(fused.first, true, tensor.module);
        } else
            note(fused.floating, true, tensor.module);
    }
    for (const auto &[siblings, fused] : groups) {
        note(facts.halfFused, fused.quantized && !fused.floating.empty(), fused.floating);
        note(facts.offMarlin, fused.quantized && !isExpert(siblings) && fused.rows % 64 != 0, fused.first);
    }
    return facts;
}

} // namespace snug
