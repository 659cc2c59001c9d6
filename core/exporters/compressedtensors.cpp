// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/compressedtensors.h"

#include <nlohmann/json.hpp>

namespace snug {

namespace {

using Json = nlohmann::ordered_json;

/// What weights and activations are described with.
Json arguments(int bits, bool floats, bool symmetric, const char *strategy)
{
    Json json;
    json["num_bits"] = bits;
    json["type"] = floats ? "float" : "int";
    json["symmetric"] = symmetric;
    json["strategy"] = strategy;
    json["group_size"] = nullptr;
    json["block_structure"] = nullptr;
    json["dynamic"] = false;
    json["actorder"] = nullptr;
    return json;
}

Json integerWeights(const Scheme &scheme)
{
    Json json = arguments(scheme.bits, false, scheme.symmetric, scheme.groupLength == 0 ? "channel" : "group");
    if (scheme.groupLength != 0)
        json["group_size"] = scheme.groupLength;
    return json;
}

Json fp8Weights(const Scheme &scheme)
{
    switch (scheme.fp8Scales) {
    case ScaleReach::Tensor:
        return arguments(8, true, true, "tensor");
    case ScaleReach::Channel:
        return arguments(8, true, true, "channel");
    case ScaleReach::Block:
        break;
    }
    Json json = arguments(8, true, true, "block");
    json["block_structure"] = {kFp8Block, kFp8Block};
    return json;
}

Json weights(const Scheme &scheme)
{
    Json json;
    switch (scheme.coding) {
    case Coding::Fp8:
        json = fp8Weights(scheme);
        break;
    case Coding::Nvfp4:
        json = arguments(4, true, true, "tensor_group");
        json["group_size"] = scheme.groupLength;
        break;
    case Coding::Mxfp4:
        json = arguments(4, true, true, "group");
        json["group_size"] = scheme.groupLength;
        json["scale_dtype"] = "torch.uint8";
        break;
    default:
        json = integerWeights(scheme);
    }
    json["observer"] = "minmax";
    json["observer_kwargs"] = Json::object();
    return json;
}

/// Null for weights alone; else quantized as they come, token by token.
Json activations(const Scheme &scheme)
{
    if (!scheme.quantizedActivations)
        return nullptr;
    const bool blocks = scheme.coding == Coding::Fp8 && scheme.fp8Scales == ScaleReach::Block;
    Json json = arguments(8, scheme.coding == Coding::Fp8, true, blocks ? "group" : "token");
    if (blocks)
        json["group_size"] = kFp8Block;
    json["dynamic"] = true;
    json["observer"] = nullptr;
    json["observer_kwargs"] = Json::object();
    return json;
}

} // namespace

std::string_view compressedTensorsFormat(const Scheme &scheme)
{
    switch (scheme.coding) {
    case Coding::Fp8:
        return "float-quantized";
    case Coding::Nvfp4:
        return "nvfp4-pack-quantized";
    case Coding::Mxfp4:
        return "mxfp4-pack-quantized";
    default:
        return scheme.quantizedActivations ? "int-quantized" : "pack-quantized";
    }
}

std::string compressedTensorsConfig(const Scheme &scheme, std::span<const std::string> floatModules)
{
    const std::string_view format = compressedTensorsFormat(scheme);
    Json group;
    group["targets"] = {"Linear"};
    group["format"] = format;
    group["weights"] = weights(scheme);
    group["input_activations"] = activations(scheme);
    group["output_activations"] = nullptr;

    Json json;
    json["quant_method"] = "compressed-tensors";
    json["version"] = "0.12.2";
    json["format"] = format;
    json["quantization_status"] = "compressed";
    json["global_compression_ratio"] = nullptr;
    json["ignore"] = Json::array();
    for (const std::string &module : floatModules)
        json["ignore"].push_back(module);
    json["kv_cache_scheme"] = nullptr;
    json["sparsity_config"] = Json::object();
    json["transform_config"] = Json::object();
    json["config_groups"]["group_0"] = group;
    return json.dump();
}

} // namespace snug
