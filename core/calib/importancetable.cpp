// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The figures of an importance matrix as text and as JSON.

#include "core/calib/importancestatistics.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace snug {
namespace {

using Json = nlohmann::ordered_json;

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

std::string orDash(const std::optional<double> &value) { return value ? fmt::format("{:.4f}", *value) : "-"; }

Json orNull(const std::optional<double> &value) { return value ? Json(*value) : Json(); }

std::size_t widthOf(const std::vector<TensorImportance> &tensors)
{
    std::size_t width = std::string_view("Tensor").size();
    for (const TensorImportance &tensor : tensors)
        width = std::max(width, tensor.part.size());
    return width;
}

} // namespace

std::string importanceTable(const ImportanceStatistics &statistics)
{
    constexpr std::string_view kRow =
        "{:>5}  {:<{}}  {:>12}  {:>10}  {:>12}  {:>10}  {:>10}  {:>9}  {:>8}  {:>8}  {:>9}  {:>9}  {:>7}  {:>9}\n";
    constexpr std::string_view kLayerRow = "{:>5}  {:>12}  {:>9}  {:>7}\n";
    const std::size_t width = widthOf(statistics.tensors);
    std::string text = fmt::format(kRow, "Layer", "Tensor", width, "Sum", "Min", "Max", "Mean", "Std dev", "Active",
                                   "N", "Entropy", "Evenness", "High", "CosSim", "Experts");
    for (const TensorImportance &tensor : statistics.tensors)
        text += fmt::format(kRow, tensor.layer ? fmt::to_string(*tensor.layer) : "-", tensor.part, width,
                            fmt::format("{:.2f}", tensor.sum), fmt::format("{:.4f}", tensor.least),
                            fmt::format("{:.4f}", tensor.most), fmt::format("{:.4f}", tensor.mean),
                            fmt::format("{:.4f}", tensor.deviation), percent(tensor.activeShare), tensor.values,
                            fmt::format("{:.4f}", tensor.entropy), percent(tensor.evenness), percent(tensor.highShare),
                            orDash(tensor.similarity), fmt::format("{}/{}", tensor.seenExperts, tensor.experts));
    text += "\n" + fmt::format(kLayerRow, "Layer", "Mean sum", "High", "CosSim");
    for (const LayerImportance &layer : statistics.layers)
        text += fmt::format(kLayerRow, layer.layer, fmt::format("{:.2f}", layer.sum), percent(layer.highShare),
                            orDash(layer.similarity));
    return text;
}

std::string importanceJson(const ImportanceStatistics &statistics)
{
    Json tensors = Json::array(), layers = Json::array();
    for (const TensorImportance &tensor : statistics.tensors)
        tensors.push_back({{"name", tensor.name},
                           {"layer", tensor.layer ? Json(*tensor.layer) : Json()},
                           {"part", tensor.part},
                           {"experts", tensor.experts},
                           {"seen_experts", tensor.seenExperts},
                           {"values", tensor.values},
                           {"sum", tensor.sum},
                           {"least", tensor.least},
                           {"most", tensor.most},
                           {"mean", tensor.mean},
                           {"deviation", tensor.deviation},
                           {"active_share", tensor.activeShare},
                           {"entropy", tensor.entropy},
                           {"evenness", tensor.evenness},
                           {"high_share", tensor.highShare},
                           {"similarity", orNull(tensor.similarity)}});
    for (const LayerImportance &layer : statistics.layers)
        layers.push_back({{"layer", layer.layer},
                          {"values", layer.values},
                          {"sum", layer.sum},
                          {"high_share", layer.highShare},
                          {"similarity", orNull(layer.similarity)}});
    return Json{{"tensors", std::move(tensors)}, {"layers", std::move(layers)}}.dump(2, ' ', false,
                                                                                     Json::error_handler_t::replace);
}

} // namespace snug
