// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sources: quantization_config as compressed-tensors 0.20.1, GPTQModel 5 and transformers 4.57 (BitsAndBytesConfig)
// write it.

#include "core/model/storedcoding.h"

#include "core/model/checkpointconfig.h"
#include "core/model/json.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

using Json = nlohmann::json;

namespace {

constexpr std::uint64_t kNvfp4Group = 16, kMxfp4Group = 32;

tl::unexpected<Error> notRead(std::string_view what)
{
    return fail(ErrorCode::Unsupported,
                fmt::format("The checkpoint is already quantized ({}), in a way that Snug cannot compute with; choose "
                            "the original it was made from.",
                            printable(what, 120)));
}

tl::unexpected<Error> badValue(std::string_view key, const Json &value, std::string_view expected)
{
    return fail(ErrorCode::BadInput,
                fmt::format("{} of quantization_config in config.json is {}, expected {}; the folder is damaged.", key,
                            shownJson(value), expected));
}

bool isPackable(std::uint64_t bits) { return bits == 2 || bits == 3 || bits == 4 || bits == 8; }

/// A list or an object with something in it.
bool saysSomething(const Json &value) { return value.is_structured() && !value.empty(); }

struct FormatName
{
    std::string_view name;
    StoredFormat format;
    bool floats;
};

constexpr FormatName kCompressedTensors[] = {
    {"pack-quantized", StoredFormat::PackQuantized, false},  {"int-quantized", StoredFormat::IntQuantized, false},
    {"float-quantized", StoredFormat::FloatQuantized, true}, {"nvfp4-pack-quantized", StoredFormat::Nvfp4, true},
    {"mxfp4-pack-quantized", StoredFormat::Mxfp4, true},
};

Result<void> readShare(StoredCoding &coding, const Json &weights, const std::string &name)
{
    const std::string strategy = asText(member(weights, "strategy")).value_or("");
    if (strategy == "tensor")
        coding.share = ScaleShare::Tensor;
    else if (strategy == "channel")
        coding.share = ScaleShare::Channel;
    else if (strategy == "group" || strategy == "tensor_group") {
        const Json &said = member(weights, "group_size");
        const auto length = asLength(said, kMaxConfigLength);
        if (!length)
            return badValue("group_size", said, "a positive whole number");
        coding.share = ScaleShare::Group;
        coding.blockCols = *length;
    } else if (strategy == "block") {
        const Json &said = member(weights, "block_structure");
        const bool pair = said.is_array() && said.size() == 2 && asLength(said[0], kMaxConfigLength) &&
                          asLength(said[1], kMaxConfigLength);
        if (!pair)
            return badValue("block_structure", said, "two positive whole numbers");
        coding.share = ScaleShare::Block;
        coding.blockRows = *asLength(said[0], kMaxConfigLength);
        coding.blockCols = *asLength(said[1], kMaxConfigLength);
    } else
        return notRead(fmt::format("compressed-tensors, {}, strategy \"{}\"", name, strategy));
    return {};
}

/// Bits and shares that each format can have.
bool isPossible(const StoredCoding &coding)
{
    const bool byRow = coding.share == ScaleShare::Channel || coding.share == ScaleShare::Group;
    switch (coding.format) {
    case StoredFormat::PackQuantized:
        return byRow && isPackable(static_cast<std::uint64_t>(coding.bits));
    case StoredFormat::IntQuantized:
        return coding.bits == 8 && coding.symmetric;
    case StoredFormat::FloatQuantized:
        return coding.bits == 8;
    case StoredFormat::Nvfp4:
        return coding.bits == 4 && coding.share == ScaleShare::Group && coding.blockCols == kNvfp4Group;
    case StoredFormat::Mxfp4:
        return coding.bits == 4 && coding.share == ScaleShare::Group && coding.blockCols == kMxfp4Group;
    default:
        return false;
    }
}

std::string nameOf(const StoredCoding &coding)
{
    switch (coding.format) {
    case StoredFormat::FloatQuantized:
        return "FP8";
    case StoredFormat::Nvfp4:
        return "NVFP4";
    case StoredFormat::Mxfp4:
        return "MXFP4";
    default:
        return fmt::format("INT{}", coding.bits);
    }
}

Result<StoredCoding> readCompressedTensors(const Json &json)
{
    const Json &groups = member(json, "config_groups");
    if (!groups.is_object() || groups.size() != 1) // several say which modules each is for, by patterns
        return notRead(fmt::format("compressed-tensors with {} groups of modules", groups.size()));
    const Json &group = *groups.begin();
    const std::string name =
        asText(member(group, "format")).value_or(asText(member(json, "format")).value_or("without a format"));
    const FormatName *row = std::ranges::find(kCompressedTensors, name, &FormatName::name);
    const Json &weights = member(group, "weights");
    const std::string type = asText(member(weights, "type")).value_or("int");
    if (row == std::end(kCompressedTensors) || type != (row->floats ? "float" : "int"))
        return notRead(fmt::format("compressed-tensors, {}, type \"{}\"", name, type));
    const std::string sparse = asText(member(member(json, "sparsity_config"), "format")).value_or("dense");
    if (sparse != "dense" || saysSomething(member(json, "transform_config")))
        return notRead(fmt::format("compressed-tensors, {}, with {}", name,
                                   sparse != "dense" ? "weights left out" : "weights transformed"));
    StoredCoding coding;
    coding.format = row->format;
    coding.bits = static_cast<int>(std::min<std::uint64_t>(64, asUnsigned(member(weights, "num_bits")).value_or(0)));
    coding.symmetric = asBool(member(weights, "symmetric")).value_or(true);
    coding.activationsToo = saysSomething(member(group, "input_activations"));
    SNUG_TRY(readShare(coding, weights, name));
    if (!isPossible(coding))
        return notRead(fmt::format("compressed-tensors, {}, {} bits, {}", name, coding.bits,
                                   coding.symmetric ? "symmetric" : "asymmetric"));
    coding.name = nameOf(coding);
    return coding;
}

/// Rules of GPTQModel that give some modules other bits or groups.
bool hasOwnRules(const Json &dynamic)
{
    if (!dynamic.is_object())
        return !dynamic.is_null();
    for (const auto &[pattern, rule] : dynamic.items())
        if (!pattern.starts_with("-:")) // those stay floats, and their tensors say it
            return true;
    return false;
}

Result<StoredCoding> readGptq(const Json &json)
{
    StoredCoding coding;
    coding.format = StoredFormat::Gptq;
    const std::uint64_t bits = asUnsigned(member(json, "bits")).value_or(0);
    const std::string format = asText(member(json, "checkpoint_format")).value_or("gptq");
    const std::string words = asText(member(json, "pack_dtype")).value_or("int32");
    if (!isPackable(bits) || (format != "gptq" && format != "gptq_v2") || words != "int32" ||
        hasOwnRules(member(json, "dynamic")))
        return notRead(fmt::format("gptq, {} bits, {}{}", bits, format,
                                   hasOwnRules(member(json, "dynamic")) ? ", own rules for some modules" : ""));
    coding.bits = static_cast<int>(bits);
    coding.zeroStep = format == "gptq" ? 1 : 0;
    const Json &group = member(json, "group_size");
    if (asNumber(group) == -1.0)
        coding.share = ScaleShare::Channel;
    else if (const auto length = asLength(group, kMaxConfigLength)) {
        coding.share = ScaleShare::Group;
        coding.blockCols = *length;
    } else
        return badValue("group_size", group, "-1 or a positive whole number");
    coding.name = fmt::format("INT{}", bits);
    return coding;
}

Result<StoredCoding> readBitsAndBytes(const Json &json)
{
    const auto loads = [&](const char *key) {
        return asBool(member(json, key)).value_or(asBool(member(json, std::string("_") + key)).value_or(false));
    };
    StoredCoding coding;
    if (loads("load_in_8bit")) {
        coding.format = StoredFormat::BnbRows;
        coding.activationsToo = true; // but for outliers
        coding.name = "INT8";
        return coding;
    }
    const std::string type = asText(member(json, "bnb_4bit_quant_type")).value_or("fp4");
    const std::string storage = asText(member(json, "bnb_4bit_quant_storage")).value_or("uint8");
    if (!loads("load_in_4bit") || (type != "nf4" && type != "fp4") || storage != "uint8")
        return notRead(fmt::format("bitsandbytes, {} in {}", type, storage));
    coding.format = StoredFormat::BnbMaps;
    coding.bits = 4;
    coding.name = type == "nf4" ? "NF4" : "FP4";
    return coding;
}

} // namespace

Result<StoredCoding> readStoredCoding(const JsonTree &config)
{
    const Json &json = member(config, "quantization_config");
    const std::string method = asText(member(json, "quant_method")).value_or("an unnamed method");
    if (method == "compressed-tensors")
        return readCompressedTensors(json);
    if (method == "gptq")
        return readGptq(json);
    if (method == "bitsandbytes")
        return readBitsAndBytes(json);
    return notRead(method);
}

} // namespace snug
