// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the table of families says of a tensor that goes out under its Hugging Face name. Shared by all sources.

#pragma once

#include "core/model/checkpointfamily.h"
#include "core/model/exportview.h"

namespace snug {

/// What of a model its view keeps: where it is and what it is called. Numbers, files and tensors are the caller's.
Model bareModel(const Model &model);

/// Tensors of an ExportView as they are found, in any order.
class ExportTensors
{
public:
    explicit ExportTensors(const CheckpointFamily &family) : m_family(family) {}

    /// Adds a tensor by the rule it stands for: `tensor` has its name, dims and source; type, role and layer are set
    /// here.
    void add(ModelTensor tensor, const TensorRule &rule, int layer);
    /// Adds a tensor that no rule knows, such as one of a vision tower: never quantized, but possibly linear.
    void addOther(ModelTensor tensor);
    /// Adds the experts of a tensor that has all of them, one by one under the names of `rule`, a PerExpert one.
    /// `tensor.source` is where the first one begins, and `stride` the bytes from one to the next; dims are of one.
    void addExperts(const ModelTensor &tensor, const TensorRule &rule, int layer, std::uint64_t count,
                    std::uint64_t stride);
    /// Puts all into the order of their bytes and fills the lists and sums of `view`.
    /// Errors: BadInput for two tensors of one name, and for sums that overflow.
    Result<void> finish(ExportView &view);

    /// The rule that gives a target its usual name: of several ways to store it the first.
    const TensorRule *usualRule(std::string_view target, int layer) const;

private:
    struct Entry
    {
        ModelTensor tensor;
        ExportTensor facts;
    };

    const CheckpointFamily &m_family;
    std::vector<Entry> m_entries;
};

} // namespace snug
