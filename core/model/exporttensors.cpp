// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/exporttensors.h"

#include "core/model/inventory.h"
#include "core/model/modeltext.h"
#include "core/model/sourcenames.h"
#include "core/model/tensornames.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace snug {

namespace {

constexpr std::string_view kWeight = ".weight";

std::string moduleOf(std::string_view name)
{
    for (const std::string_view end : {kWeight, std::string_view(".bias")})
        if (name.ends_with(end))
            return std::string(name.substr(0, name.size() - end.size()));
    return std::string(name);
}

bool isQuantized(TensorRole role)
{
    using enum TensorRole;
    switch (role) {
    case AttnQ:
    case AttnK:
    case AttnV:
    case AttnQkv:
    case AttnOutput:
    case FfnGate:
    case FfnUp:
    case FfnDown:
        return true;
    default:
        return false;
    }
}

// Modules that readers fuse share a name; "self_attn.q_proj" is replaced by "self_attn.qkv_proj".
std::string siblingsOf(const std::string &module, TensorRole role)
{
    constexpr std::string_view kExperts = ".experts.";
    if (const std::size_t at = module.find(kExperts); at != std::string::npos)
        return module.substr(0, at + kExperts.size() - 1);
    const std::string parent = module.substr(0, module.rfind('.') + 1);
    using enum TensorRole;
    if (role == AttnQ || role == AttnK || role == AttnV)
        return parent + "qkv_proj";
    const bool fused = module.ends_with("gate_up_proj");
    if ((role == FfnGate || role == FfnUp) && !fused)
        return parent + "gate_up_proj";
    return module;
}

bool isMatrix(const ModelTensor &tensor) { return tensor.dims.size() == 2 && tensor.name.ends_with(kWeight); }

} // namespace

void ExportTensors::add(ModelTensor tensor, const TensorRule &rule, int layer)
{
    tensor.type = tensor.source.type;
    tensor.layer = layer;
    tensor.role = roleOfTensor(targetName(rule, layer));
    ExportTensor facts;
    facts.module = moduleOf(tensor.name);
    if (isMatrix(tensor)) {
        facts.quantizable = layer >= 0 && isQuantized(tensor.role);
        facts.linear = facts.quantizable || tensor.role == TensorRole::Output || tensor.role == TensorRole::Router;
    }
    if (facts.quantizable)
        facts.siblings = siblingsOf(facts.module, tensor.role);
    m_entries.push_back({std::move(tensor), std::move(facts)});
}

void ExportTensors::addOther(ModelTensor tensor)
{
    tensor.type = tensor.source.type;
    tensor.role = TensorRole::Other;
    tensor.layer = -1;
    ExportTensor facts;
    facts.module = moduleOf(tensor.name);
    facts.linear = isMatrix(tensor); // an embedding among them does no harm: readers are told to leave it alone
    m_entries.push_back({std::move(tensor), std::move(facts)});
}

void ExportTensors::addExperts(const ModelTensor &tensor, const TensorRule &rule, int layer, std::uint64_t count,
                               std::uint64_t stride)
{
    for (std::uint64_t expert = 0; expert < count; ++expert) {
        ModelTensor one = tensor;
        one.name = sourceName(rule, layer, static_cast<std::size_t>(expert));
        one.source.offset += expert * stride;
        one.source.sizeBytes = storedBytes(one.source.type, one.weightCount());
        add(std::move(one), rule, layer);
    }
}

Result<void> ExportTensors::finish(ExportView &view)
{
    std::set<std::string_view> names;
    for (const Entry &entry : m_entries)
        if (!names.insert(entry.tensor.name).second)
            return fail(ErrorCode::BadInput,
                        fmt::format("The model has two tensors for {}, expected one; the files do not belong together.",
                                    printable(entry.tensor.name)),
                        view.model.path.string(), std::nullopt, entry.tensor.name);
    std::ranges::stable_sort(m_entries, [](const Entry &a, const Entry &b) {
        return std::tie(a.tensor.source.fileIndex, a.tensor.source.offset) <
               std::tie(b.tensor.source.fileIndex, b.tensor.source.offset);
    });
    for (Entry &entry : m_entries) {
        view.model.tensors.push_back(std::move(entry.tensor));
        view.tensors.push_back(std::move(entry.facts));
    }
    m_entries.clear();
    return addTotals(view.model);
}

Model bareModel(const Model &model)
{
    Model bare;
    bare.path = model.path;
    bare.name = model.name;
    bare.format = model.format;
    bare.architecture = model.architecture;
    bare.architectureName = model.architectureName;
    return bare;
}

const TensorRule *ExportTensors::usualRule(std::string_view target, int layer) const
{
    const auto rules = layer < 0 ? m_family.modelTensors : m_family.layerTensors;
    const auto found = std::ranges::find(rules, target, &TensorRule::target);
    return found == rules.end() ? nullptr : &*found;
}

} // namespace snug
