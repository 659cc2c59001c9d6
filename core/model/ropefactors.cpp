// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/ropefactors.h"

#include <cmath>
#include <numbers>

namespace snug {

namespace {

float factorOf(float frequency, const RopeScaling &scaling)
{
    const auto context = static_cast<float>(scaling.originalContextLength);
    const auto factor = static_cast<float>(scaling.factor);
    const auto low = static_cast<float>(scaling.lowFrequencyFactor);
    const auto high = static_cast<float>(scaling.highFrequencyFactor);
    const float wavelength = static_cast<float>(2 * std::numbers::pi) / frequency;
    if (wavelength < context / high)
        return 1.0F;
    if (wavelength > context / low)
        return factor;
    const float smooth = (context / wavelength - low) / (high - low);
    return 1.0F / ((1.0F - smooth) / factor + smooth);
}

void addValues(Model &model, std::string name, std::vector<float> values)
{
    ModelTensor tensor;
    tensor.name = std::move(name);
    tensor.type = TensorType::F32;
    tensor.dims = {values.size()};
    tensor.source.values = std::move(values);
    model.tensors.push_back(std::move(tensor));
}

} // namespace

void addRopeFactors(Model &model, const CheckpointConfig &config)
{
    const RopeScaling &scaling = config.ropeScaling;
    if (model.architecture == "phi3" && scaling.isLong()) {
        addValues(model, "rope_factors_long.weight", scaling.longFactors);
        addValues(model, "rope_factors_short.weight", scaling.shortFactors);
    }
    if (model.architecture != "llama" || scaling.type != "llama3")
        return;
    std::vector<float> values;
    const auto width = static_cast<float>(config.headLength);
    for (std::uint32_t i = 0; i < config.headLength; i += 2) {
        const float power = std::pow(static_cast<float>(config.ropeBase), static_cast<float>(i) / width);
        values.push_back(factorOf(1.0F / power, scaling));
    }
    addValues(model, "rope_freqs.weight", std::move(values));
}

} // namespace snug
