// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointmetadata.h"

#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

namespace snug {

namespace {

constexpr std::uint32_t kQuantizationVersion = 2;
constexpr std::uint64_t kMaxModelCardBytes = 4u << 20;

std::uint32_t fileTypeOf(const Model &model)
{
    if (model.mainType == "F32")
        return 0;
    return model.mainType == "BF16" ? 32 : 1;
}

// Appends keys under "ARCHITECTURE.".
class Keys
{
public:
    explicit Keys(Model &model) : m_model(model) {}
    void count(std::string_view name, std::uint64_t value)
    {
        m_model.metadata.append(key(name), GgufValue::u32(static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                               value, std::numeric_limits<std::uint32_t>::max()))));
    }
    void number(std::string_view name, double value)
    {
        m_model.metadata.append(key(name), GgufValue::f32(static_cast<float>(value)));
    }
    void number(std::string_view name, std::optional<double> value)
    {
        if (value)
            number(name, *value);
    }
    void text(std::string_view name, std::string_view value)
    {
        m_model.metadata.append(key(name), GgufValue::string(value));
    }

private:
    std::string key(std::string_view name) const { return fmt::format("{}.{}", m_model.architecture, name); }
    Model &m_model;
};

void addGeneral(Model &model)
{
    GgufMetadata &metadata = model.metadata;
    metadata.append("general.architecture", GgufValue::string(model.architecture));
    metadata.append("general.type", GgufValue::string("model"));
    metadata.append("general.name", GgufValue::string(titleOfName(model.name)));
    metadata.append("general.size_label", GgufValue::string(sizeLabel(model.parameterCount)));
    if (const std::string license = modelCardValue(model.path / "README.md", "license"); !license.empty())
        metadata.append("general.license", GgufValue::string(license));
}

void addRopeScaling(Model &model, const RopeScaling &scaling)
{
    Keys keys(model);
    if (scaling.type == "linear" || scaling.type == "yarn") {
        keys.text("rope.scaling.type", scaling.type);
        keys.number("rope.scaling.factor", scaling.factor);
    }
    if (scaling.type == "yarn") {
        keys.count("rope.scaling.original_context_length", scaling.originalContextLength);
        keys.number("rope.scaling.yarn_ext_factor", scaling.extrapolationFactor);
        keys.number("rope.scaling.yarn_attn_factor", scaling.attentionFactor);
        keys.number("rope.scaling.yarn_beta_fast", scaling.betaFast);
        keys.number("rope.scaling.yarn_beta_slow", scaling.betaSlow);
    }
    if (!scaling.type.empty() && scaling.type != "linear" && scaling.type != "yarn" && scaling.type != "llama3")
        model.notes.push_back(
            fmt::format("config.json asks for the position scaling \"{}\", which GGUF has no keys for; "
                        "the output works up to the length the model was trained for.",
                        printable(scaling.type, 40)));
}

bool isVersion(std::string_view word)
{
    return !word.empty() &&
           (std::isdigit(static_cast<unsigned char>(word[0])) != 0 ||
            (word.size() > 1 && word[0] == 'v' && std::isdigit(static_cast<unsigned char>(word[1])) != 0));
}

} // namespace

std::string sizeLabel(std::uint64_t parameterCount)
{
    const auto count = static_cast<double>(parameterCount);
    const double unit = count > 1e12 ? 1e12 : count > 1e9 ? 1e9 : count > 1e6 ? 1e6 : 1e3;
    const char suffix = count > 1e12 ? 'T' : count > 1e9 ? 'B' : count > 1e6 ? 'M' : 'K';
    const double scaled = count / unit;
    const double whole = std::nearbyint(scaled);
    const int digits = whole < 1 ? 0 : whole < 10 ? 1 : 2;
    return fmt::format("{:.{}f}{}", scaled, 2 - digits, suffix);
}

std::string titleOfName(std::string_view name)
{
    std::string text = printable(name);
    std::ranges::replace(text, '-', ' ');
    std::istringstream words(text);
    std::string title, word;
    while (words >> word) {
        const bool lower = std::ranges::any_of(word, [](unsigned char c) { return std::islower(c) != 0; }) &&
                           std::ranges::none_of(word, [](unsigned char c) { return std::isupper(c) != 0; });
        if (lower && !isVersion(word))
            word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
        title += title.empty() ? word : ' ' + word;
    }
    return title;
}

std::string modelCardValue(const std::filesystem::path &readme, std::string_view key)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(readme, error))
        return {};
    const auto text = readTextFile(readme, kMaxModelCardBytes);
    if (!text)
        return {};
    std::istringstream lines(*text);
    std::string line;
    if (!std::getline(lines, line) || !line.starts_with("---"))
        return {};
    while (std::getline(lines, line) && !line.starts_with("---")) {
        if (!line.starts_with(key) || line.substr(key.size(), 1) != ":")
            continue;
        std::string value = line.substr(key.size() + 1);
        const auto isPadding = [](unsigned char c) { return std::isspace(c) != 0 || c == '"' || c == '\''; };
        while (!value.empty() && isPadding(value.back()))
            value.pop_back();
        while (!value.empty() && isPadding(value.front()))
            value.erase(0, 1);
        // A list or a block follows in other lines; only plain values are taken.
        return value.find_first_of("[]{}|>#&*") == std::string::npos ? printable(value, 100) : std::string();
    }
    return {};
}

void addCheckpointMetadata(Model &model, const CheckpointConfig &config)
{
    addGeneral(model);
    const Hyperparameters &hyper = config.hyper;
    Keys keys(model);
    keys.count("block_count", hyper.layerCount);
    keys.count("context_length", hyper.contextLength);
    keys.count("embedding_length", hyper.embeddingLength);
    keys.count("feed_forward_length", hyper.feedForwardLength);
    keys.count("attention.head_count", hyper.headCount);
    keys.count("attention.head_count_kv", hyper.headCountKv);
    addRopeScaling(model, config.ropeScaling);
    keys.number("rope.freq_base", config.ropeBase);
    keys.number("attention.layer_norm_rms_epsilon", config.rmsNormEpsilon);
    keys.count("attention.key_length", hyper.keyLength);
    keys.count("attention.value_length", hyper.valueLength);
    model.metadata.append("general.file_type", GgufValue::u32(fileTypeOf(model)));
    keys.count("vocab_size", hyper.vocabularySize);
    keys.count("rope.dimension_count", config.headLength);
    model.metadata.append("general.quantization_version", GgufValue::u32(kQuantizationVersion));
}

} // namespace snug
