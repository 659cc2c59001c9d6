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

} // namespace

void addRopeFactors(Model &model, const CheckpointConfig &config)
{
    if (config.ropeScaling.type != "llama3")
        return;
    ModelTensor tensor;
    tensor.name = "rope_freqs.weight";
    tensor.type = TensorType::F32;
    const auto width = static_cast<float>(config.headLength);
    for (std::uint32_t i = 0; i < config.headLength; i += 2) {
        const float power = std::pow(static_cast<float>(config.ropeBase), static_cast<float>(i) / width);
        tensor.source.values.push_back(factorOf(1.0F / power, config.ropeScaling));
    }
    tensor.dims = {tensor.source.values.size()};
    model.tensors.push_back(std::move(tensor));
}

} // namespace snug
