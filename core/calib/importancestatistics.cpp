// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/calib/importancestatistics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace snug {
namespace {

constexpr double kActive = 1e-5;
constexpr std::string_view kLayerPrefix = "blk.";
constexpr std::string_view kWeightSuffix = ".weight";

/// "blk.3.attn_q.weight": layer 3, part "attn_q".
void takeApart(std::string_view name, TensorImportance &into)
{
    into.name = name;
    if (name.ends_with(kWeightSuffix))
        name.remove_suffix(kWeightSuffix.size());
    if (name.starts_with(kLayerPrefix)) {
        const std::string_view rest = name.substr(kLayerPrefix.size());
        std::uint64_t layer = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), layer);
        if (error == std::errc() && end != rest.data() + rest.size() && *end == '.') {
            into.layer = layer;
            name = rest.substr(static_cast<std::size_t>(end - rest.data()) + 1);
        }
    }
    into.part = name;
}

/// Calls use(value) for the mean square of every column of every expert that was reached.
template <class Use> void forEach(const ImportanceEntry &entry, Use use)
{
    for (std::size_t expert = 0; expert < entry.counts.size(); ++expert) {
        if (entry.counts[expert] == 0)
            continue;
        const auto count = static_cast<double>(entry.counts[expert]);
        for (const double sum : entry.sums.subspan(expert * entry.columns, entry.columns))
            use(sum / count);
    }
}

void measureValues(const ImportanceEntry &entry, TensorImportance &into)
{
    std::uint64_t active = 0;
    into.least = std::numeric_limits<double>::infinity();
    forEach(entry, [&](double value) {
        ++into.values;
        into.sum += value;
        into.least = std::min(into.least, value);
        into.most = std::max(into.most, value);
        active += value > kActive;
    });
    const auto values = static_cast<double>(into.values);
    into.mean = into.sum / values;
    into.activeShare = static_cast<double>(active) / values;
}

void measureSpread(const ImportanceEntry &entry, TensorImportance &into)
{
    double squares = 0;
    forEach(entry, [&](double value) { squares += (value - into.mean) * (value - into.mean); });
    const auto values = static_cast<double>(into.values);
    into.deviation = std::sqrt(squares / values);
    std::uint64_t high = 0;
    forEach(entry, [&](double value) {
        high += into.deviation > 0 && (value - into.mean) / into.deviation > 1;
        if (value > 0)
            into.entropy -= value / into.sum * std::log2(value / into.sum);
    });
    into.highShare = static_cast<double>(high) / values;
    into.evenness = into.values > 1 ? into.entropy / std::log2(values) : 0;
}

std::optional<double> similarity(const ImportanceEntry &one, const ImportanceEntry &other)
{
    if (one.columns != other.columns || one.experts() != other.experts())
        return std::nullopt;
    double dot = 0, oneSquare = 0, otherSquare = 0;
    for (std::size_t i = 0; i < one.sums.size(); ++i) {
        const std::uint64_t oneCount = one.counts[i / one.columns], otherCount = other.counts[i / one.columns];
        if (oneCount == 0 || otherCount == 0)
            continue;
        const double a = one.sums[i] / static_cast<double>(oneCount);
        const double b = other.sums[i] / static_cast<double>(otherCount);
        dot += a * b;
        oneSquare += a * a;
        otherSquare += b * b;
    }
    if (oneSquare == 0 || otherSquare == 0)
        return std::nullopt;
    return std::min(1.0, dot / (std::sqrt(oneSquare) * std::sqrt(otherSquare)));
}

using ByPart = std::map<std::pair<std::string, std::uint64_t>, const ImportanceEntry *>;

void compare(std::vector<TensorImportance> &tensors, const ByPart &byPart)
{
    for (TensorImportance &tensor : tensors) {
        if (tensor.layer.value_or(0) == 0)
            continue;
        const auto here = byPart.find({tensor.part, *tensor.layer});
        const auto before = byPart.find({tensor.part, *tensor.layer - 1});
        if (here != byPart.end() && before != byPart.end())
            tensor.similarity = similarity(*here->second, *before->second);
    }
}

std::vector<LayerImportance> layersOf(const std::vector<TensorImportance> &tensors)
{
    std::map<std::uint64_t, LayerImportance> layers;
    std::map<std::uint64_t, double> compared; // values of weights with a similarity
    for (const TensorImportance &tensor : tensors) {
        if (!tensor.layer)
            continue;
        LayerImportance &layer = layers[*tensor.layer];
        const auto values = static_cast<double>(tensor.values);
        layer.layer = *tensor.layer;
        layer.values += tensor.values;
        layer.sum += values * tensor.sum;
        layer.highShare += values * tensor.highShare;
        if (tensor.similarity) {
            layer.similarity = layer.similarity.value_or(0) + values * *tensor.similarity;
            compared[*tensor.layer] += values;
        }
    }
    std::vector<LayerImportance> result;
    for (auto &[number, layer] : layers) {
        layer.sum /= static_cast<double>(layer.values);
        layer.highShare /= static_cast<double>(layer.values);
        if (layer.similarity)
            *layer.similarity /= compared[number];
        result.push_back(layer);
    }
    return result;
}

} // namespace

ImportanceStatistics importanceStatistics(const ImportanceSums &sums)
{
    const std::vector<ImportanceEntry> entries = sums.entries();
    ImportanceStatistics statistics;
    ByPart byPart;
    for (const ImportanceEntry &entry : entries) {
        TensorImportance tensor;
        takeApart(entry.name, tensor);
        tensor.experts = entry.experts();
        tensor.seenExperts = entry.seenExperts();
        if (tensor.seenExperts == 0)
            continue;
        measureValues(entry, tensor);
        measureSpread(entry, tensor);
        if (tensor.layer)
            byPart[{tensor.part, *tensor.layer}] = &entry;
        statistics.tensors.push_back(std::move(tensor));
    }
    compare(statistics.tensors, byPart);
    statistics.layers = layersOf(statistics.tensors);
    std::ranges::stable_sort(statistics.tensors, [](const TensorImportance &a, const TensorImportance &b) {
        return a.part != b.part ? a.part < b.part : a.sum > b.sum;
    });
    return statistics;
}

} // namespace snug
