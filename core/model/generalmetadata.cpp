// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/generalmetadata.h"

#include "core/model/json.h"
#include "core/model/modelcard.h"
#include "core/model/modelname.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace snug {

namespace {

constexpr std::string_view kHub = "https://huggingface.co/";

void addText(GgufMetadata &metadata, std::string key, std::string_view value)
{
    if (!value.empty())
        metadata.append(std::move(key), GgufValue::string(value));
}

// What the names of a model say, each of them what those before do not.
struct Said : NameParts
{
    std::string name, organization;
};

// clang-format off
constexpr SamplingKey kSettings[] = {
    {"top_k",           "general.sampling.top_k",           true, true},
    {"top_p",           "general.sampling.top_p",           false, true},
    {"min_p",           "general.sampling.min_p",           false, true},
    {"xtc_probability", "general.sampling.xtc_probability", false},
    {"xtc_threshold",   "general.sampling.xtc_threshold",   false},
    {"temperature",     "general.sampling.temp",            false, true},
    {"penalty_last_n",  "general.sampling.penalty_last_n",  true},
    {"penalty_repeat",  "general.sampling.penalty_repeat",  false},
    {"mirostat",        "general.sampling.mirostat",        true},
    {"mirostat_tau",    "general.sampling.mirostat_tau",    false},
    {"mirostat_eta",    "general.sampling.mirostat_eta",    false},
};

struct CardKey
{
    std::string_view key;
    std::string_view first, second = {}, third = {}; // in the card; the first that is there counts
    std::string Said::*otherwise = nullptr; // what stands in for them
};

constexpr CardKey kUpToSize[] = {
    {"general.name",         "name",         "model_name",         "",              &Said::name},
    {"general.author",       "author",       "model_author",       "model_creator"},
    {"general.version",      "version",      "model_version",      "",              &Said::version},
    {"general.organization", "organization", "model_organization", "",              &Said::organization},
    {"general.finetune",     "finetune",     "model_finetune",     "",              &Said::fineTune},
    {"general.basename",     "basename",     "model_basename",     "model_type",    &Said::baseName},
    {"general.description",  "description",  "model_description"},
    {"general.size_label",   "size_label",   "model_size_label",   "",              &Said::sizeLabel},
};
constexpr CardKey kAfterLicense[] = {
    {"general.license.name",    "license_name", ""},
    {"general.license.link",    "license_link", ""},
    {"general.source.url",      "url",          "model_url"},
    {"general.source.doi",      "doi",          "model_doi"},
    {"general.source.uuid",     "uuid",         "model_uuid"},
    {"general.source.repo_url", "repo_url",     "model_repo_url"},
};
// clang-format on

void addKeys(GgufMetadata &metadata, const ModelCard &card, std::span<const CardKey> rows, const Said &said)
{
    for (const CardKey &row : rows) {
        std::string text;
        for (const std::string_view key : {row.first, row.second, row.third})
            if (text.empty() && !key.empty())
                text = card.text(key);
        addText(metadata, std::string(row.key), text.empty() && row.otherwise ? said.*row.otherwise : text);
    }
}

// A name of the form "owner/name" or "name".
void addName(Said &said, std::string_view id, std::uint64_t parameterCount)
{
    const std::size_t slash = id.find(' ') == std::string_view::npos ? id.find('/') : std::string_view::npos;
    const std::string_view owner = slash == std::string_view::npos ? std::string_view() : id.substr(0, slash);
    const std::string_view name = slash == std::string_view::npos ? id : id.substr(slash + 1);
    const NameParts parts = partsOfName(printable(name), parameterCount);
    const auto fill = [](std::string &text, std::string value) {
        if (text.empty())
            text = std::move(value);
    };
    fill(said.name, titleOfName(name));
    fill(said.organization, owner.starts_with('.') ? std::string() : titleOfName(owner));
    fill(said.baseName, parts.baseName);
    fill(said.fineTune, parts.fineTune);
    fill(said.version, parts.version);
    fill(said.sizeLabel, parts.sizeLabel);
}

// The name in config.json, unless it is a path on somebody's machine, then the folder's.
Said saidByNames(const Model &model)
{
    Said said;
    const auto config = readOptionalJsonObject(model.path / "config.json");
    const std::string id = config ? asText(member(*config, "_name_or_path")).value_or(std::string()) : std::string();
    if (!id.empty() && std::ranges::count(id, '/') <= 1)
        addName(said, id, model.parameterCount);
    addName(said, model.name, model.parameterCount);
    if (said.sizeLabel.empty())
        said.sizeLabel = sizeLabelOf(model);
    return said;
}

void addSampling(Model &model)
{
    const auto settings = readOptionalJsonObject(model.path / "generation_config.json");
    if (!settings)
        return; // damaged ones are common and harmless
    for (const SamplingKey &setting : kSettings) {
        const auto value = asNumber(member(*settings, setting.name));
        if (!value || !std::isfinite(*value) || std::fabs(*value) > std::numeric_limits<std::int32_t>::max())
            continue;
        model.metadata.append(std::string(setting.key), setting.whole
                                                            ? GgufValue::i32(static_cast<std::int32_t>(*value))
                                                            : GgufValue::f32(static_cast<float>(*value)));
    }
}

// Where a model or a data set comes from: "owner/name", a name, or an address.
void addOrigin(GgufMetadata &metadata, const std::string &prefix, std::string_view id)
{
    const bool address = id.starts_with("http://") || id.starts_with("https://") || id.starts_with("ssh://");
    std::string_view name = id;
    if (address && id.starts_with(kHub))
        name.remove_prefix(kHub.size());
    const std::size_t slash = name.find('/');
    const bool isHubAddress = address && slash != std::string_view::npos && name.size() < id.size() &&
                              name.find('/', slash + 1) == std::string_view::npos;
    if (!address || isHubAddress) {
        const bool sentence = name.find(' ') != std::string_view::npos;
        const std::string_view owner =
            slash == std::string_view::npos || sentence ? std::string_view() : name.substr(0, slash);
        const std::string_view own = owner.empty() ? name : name.substr(slash + 1);
        addText(metadata, prefix + "name", titleOfName(own));
        addText(metadata, prefix + "version", partsOfName(own).version);
        addText(metadata, prefix + "organization", titleOfName(owner));
        if (!address && !owner.empty())
            addText(metadata, prefix + "repo_url", fmt::format("{}{}/{}", kHub, owner, own));
    }
    if (address)
        addText(metadata, prefix + "repo_url", id);
}

void addOrigins(GgufMetadata &metadata, const ModelCard &card, std::string_view kind,
                std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (!card.has(key))
            continue;
        const std::vector<std::string> ids = card.list(key);
        metadata.append(fmt::format("general.{}.count", kind), GgufValue::u32(static_cast<std::uint32_t>(ids.size())));
        for (std::size_t i = 0; i < ids.size(); ++i)
            addOrigin(metadata, fmt::format("general.{}.{}.", kind, i), ids[i]);
        return;
    }
}

void addLists(GgufMetadata &metadata, const ModelCard &card, std::string key,
              std::initializer_list<std::string_view> names)
{
    std::vector<std::string> all;
    for (const std::string_view name : names)
        for (std::string &value : card.list(name))
            all.push_back(std::move(value));
    if (!all.empty())
        metadata.append(std::move(key), GgufValue::strings(all));
}

} // namespace

std::span<const SamplingKey> samplingKeys() { return kSettings; }

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

std::string sizeLabelOf(const Model &model)
{
    std::uint64_t alone = 0;
    for (const ModelTensor &tensor : model.tensors) {
        const bool experts = tensor.name.find("_exps.") != std::string::npos && tensor.dims.size() > 1;
        alone += tensor.weightCount() / (experts ? std::max<std::uint64_t>(1, tensor.dims.back()) : 1);
    }
    const std::uint32_t count = model.hyper.expertCount;
    return count > 0 ? fmt::format("{}x{}", count, sizeLabel(alone)) : sizeLabel(model.parameterCount);
}

void addGeneralMetadata(Model &model)
{
    const ModelCard card = ModelCard::read(model.path / "README.md");
    GgufMetadata &metadata = model.metadata;
    metadata.append("general.architecture", GgufValue::string(model.architecture));
    metadata.append("general.type", GgufValue::string("model"));
    addSampling(model);
    const Said said = saidByNames(model);
    addKeys(metadata, card, kUpToSize, said);
    addText(metadata, "general.license", fmt::format("{}", fmt::join(card.list("license"), ",")));
    addKeys(metadata, card, kAfterLicense, said);
    addOrigins(metadata, card, "base_model", {"base_model", "base_models", "base_model_sources"});
    addOrigins(metadata, card, "dataset", {"datasets", "dataset", "dataset_sources"});
    addLists(metadata, card, "general.tags", {"tags", "pipeline_tag"});
    addLists(metadata, card, "general.languages", {"languages", "language"});
}

} // namespace snug
