// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/prune.h"

#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace snug {

namespace {

/// Keys that may hold one value for each layer.
constexpr std::array<std::string_view, 4> kPerLayerKeys = {"attention.head_count", "attention.head_count_kv",
                                                           "attention.sliding_window_pattern", "feed_forward_length"};

std::string_view withoutBlanks(std::string_view text)
{
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

Result<std::set<int>> parseLayers(std::string_view list)
{
    std::set<int> layers;
    list = withoutBlanks(list);
    do {
        const std::size_t comma = std::min(list.find(','), list.size());
        const std::string_view word = withoutBlanks(list.substr(0, comma));
        int layer = -1;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), layer);
        if (error != std::errc() || end != word.data() + word.size() || layer < 0)
            return fail(ErrorCode::Usage,
                        fmt::format("--prune-layers names {}, numbers of layers are needed. Write them "
                                    "like 3,7,8.",
                                    quoteName(word)));
        layers.insert(layer);
        list.remove_prefix(std::min(comma + 1, list.size()));
    } while (!list.empty());
    return layers;
}

/// New numbers of the layers that stay. Those before the first that goes keep theirs.
std::map<int, int> renumber(const Model &model, const std::set<int> &gone)
{
    std::set<int> present;
    for (const ModelTensor &tensor : model.tensors)
        if (tensor.layer >= 0)
            present.insert(tensor.layer);
    std::map<int, int> numbers;
    int next = 0;
    for (const int layer : present)
        if (!gone.contains(layer)) {
            numbers[layer] = layer < *gone.begin() ? layer : next;
            next = numbers[layer] + 1;
        }
    return numbers;
}

void renumberTensors(Model &model, std::vector<std::string> &names, const std::map<int, int> &numbers)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
        ModelTensor &tensor = model.tensors[i];
        if (tensor.layer >= 0) {
            const auto number = numbers.find(tensor.layer);
            if (number == numbers.end())
                continue;
            const std::string rest = tensor.name.substr(tensor.name.find('.', 4));
            tensor.name = fmt::format("blk.{}{}", number->second, rest);
            tensor.layer = number->second;
        }
        if (kept != i) {
            model.tensors[kept] = std::move(tensor);
            names[kept] = std::move(names[i]);
        }
        ++kept;
    }
    model.tensors.resize(kept);
    names.resize(kept);
}

/// Old numbers by new ones. A new layer without tensors had its number before.
std::vector<std::size_t> oldLayers(const std::map<int, int> &numbers)
{
    std::vector<std::size_t> old(static_cast<std::size_t>(numbers.rbegin()->second) + 1);
    std::iota(old.begin(), old.end(), std::size_t{0});
    for (const auto &[layer, number] : numbers)
        old[static_cast<std::size_t>(number)] = static_cast<std::size_t>(layer);
    return old;
}

/// The values of the layers that stay; nothing when the array is not one of numbers or flags, one a layer.
std::optional<GgufValue> withoutLayers(const GgufValue &value, std::uint32_t layerCount,
                                       const std::vector<std::size_t> &layers)
{
    const auto element = value.elementType();
    const std::size_t stride = element ? ggufScalarBytes(*element) : 0;
    constexpr std::size_t kHeadBytes = sizeof(std::uint32_t) + sizeof(std::uint64_t);
    if (stride == 0 || value.elementCount() != layerCount)
        return std::nullopt;
    const auto old = value.payload();
    std::vector<std::byte> payload(old.begin(), old.begin() + sizeof(std::uint32_t));
    const std::uint64_t count = layers.size();
    const auto *bytes = reinterpret_cast<const std::byte *>(&count);
    payload.insert(payload.end(), bytes, bytes + sizeof(count));
    for (const std::size_t layer : layers) {
        const auto from = old.subspan(kHeadBytes + layer * stride, stride);
        payload.insert(payload.end(), from.begin(), from.end());
    }
    return GgufValue::encoded(GgufType::Array, std::move(payload));
}

void shortenKeys(Model &model, const std::map<int, int> &numbers)
{
    const std::vector<std::size_t> layers = oldLayers(numbers);
    GgufMetadata metadata;
    for (const auto &[key, value] : model.metadata.entries()) {
        const bool perLayer = std::ranges::any_of(kPerLayerKeys, [&](std::string_view name) {
            return key == fmt::format("{}.{}", model.architecture, name);
        });
        auto shorter = perLayer ? withoutLayers(value, model.hyper.layerCount, layers) : std::nullopt;
        metadata.append(key, shorter ? *std::move(shorter) : value);
    }
    model.metadata = std::move(metadata);
    std::vector<std::uint32_t> heads;
    for (const std::size_t layer : layers)
        if (layer < model.hyper.layerHeadCountKv.size())
            heads.push_back(model.hyper.layerHeadCountKv[layer]);
    model.hyper.layerHeadCountKv = std::move(heads);
}

} // namespace

Result<PrunedLayers> pruneLayers(std::string_view list, Model &model, std::vector<std::string> &names)
{
    const auto gone = parseLayers(list);
    SNUG_TRY(gone);
    const std::map<int, int> numbers = renumber(model, *gone);
    if (numbers.empty())
        return fail(ErrorCode::Usage,
                    fmt::format("--prune-layers {} leaves no layer of {}. Leave fewer out.", list, model.name));
    PrunedLayers pruned;
    for (const int layer : *gone)
        if (layer >= static_cast<int>(model.hyper.layerCount))
            pruned.notes.push_back(fmt::format("--prune-layers names layer {}, but {} has layers 0 to {} only.", layer,
                                               model.name, model.hyper.layerCount - 1));
    shortenKeys(model, numbers);
    renumberTensors(model, names, numbers);
    pruned.layersLeft = static_cast<std::uint32_t>(numbers.rbegin()->second) + 1;
    model.hyper.layerCount = pruned.layersLeft;
    return pruned;
}

} // namespace snug
