// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/inventory.h"

#include "core/base/sizes.h"
#include "core/model/modeltext.h"
#include "core/model/tensornames.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace snug {

Result<void> addTotals(Model &model)
{
    std::map<TensorType, std::uint64_t> weights;
    for (const ModelTensor &tensor : model.tensors) {
        const bool generated = !tensor.source.values.empty() && tensor.source.sizeBytes == 0;
        if (generated)
            continue;
        const auto count = checkedAdd(model.parameterCount, tensor.weightCount());
        const auto bytes = checkedAdd(model.sourceBytes, tensor.source.sizeBytes);
        if (!count || !bytes)
            return fail(ErrorCode::BadInput,
                        "The sizes of all tensors together do not fit 64 bits; the file is damaged.",
                        model.path.string(), std::nullopt, tensor.name);
        model.parameterCount = *count;
        model.sourceBytes = *bytes;
        weights[tensor.source.type] += tensor.weightCount();
    }
    const auto most = std::max_element(weights.begin(), weights.end(),
                                       [](const auto &a, const auto &b) { return a.second < b.second; });
    model.mainType = most == weights.end() ? std::string() : std::string(tensorTypeName(most->first));
    return {};
}

Result<void> finishInventory(Model &model)
{
    for (ModelTensor &tensor : model.tensors) {
        if (const int layer = layerOfTensor(tensor.name); layer >= 0)
            tensor.layer = layer;
        tensor.role = roleOfTensor(tensor.name);
    }
    std::sort(model.tensors.begin(), model.tensors.end(), comesBefore);
    const auto twice = std::adjacent_find(model.tensors.begin(), model.tensors.end(),
                                          [](const ModelTensor &a, const ModelTensor &b) { return a.name == b.name; });
    if (twice != model.tensors.end())
        return fail(ErrorCode::BadInput,
                    fmt::format("The model has two tensors named {}; names must differ.", printable(twice->name)),
                    model.path.string(), std::nullopt, twice->name);
    return addTotals(model);
}

} // namespace snug
