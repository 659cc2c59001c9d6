// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/jobspec.h"

#include "core/base/json.h"
#include "core/base/shellquote.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <variant>

namespace snug {

namespace {

using Json = nlohmann::ordered_json;

/// One field of a JobSpec: its JSON key, its command line option (null: written another way) and where it lives. The
/// three translations below walk this one table.
struct Field
{
    const char *key;
    const char *option;
    std::variant<std::string JobSpec::*, int JobSpec::*, bool JobSpec::*, std::optional<std::uint64_t> JobSpec::*,
                 std::vector<std::string> JobSpec::*>
        member;
};

const std::array<Field, 28> kFields{{
    {"model", nullptr, &JobSpec::model},
    {"method", "--method", &JobSpec::method},
    {"levels", "--level", &JobSpec::levels},
    {"output", "-o", &JobSpec::output},
    {"device", "--device", &JobSpec::device},
    {"threads", "--threads", &JobSpec::threads},
    {"ram_limit_bytes", "--ram", &JobSpec::ramLimitBytes},
    {"vram_limit_bytes", "--vram", &JobSpec::vramLimitBytes},
    {"overwrite", "--overwrite", &JobSpec::overwrite},
    {"pure", "--pure", &JobSpec::pure},
    {"leave_output_tensor", "--leave-output-tensor", &JobSpec::leaveOutputTensor},
    {"allow_requantize", "--allow-requantize", &JobSpec::allowRequantize},
    {"output_tensor_type", "--output-tensor-type", &JobSpec::outputTensorType},
    {"token_embedding_type", "--token-embedding-type", &JobSpec::tokenEmbeddingType},
    {"tensor_types", "--tensor-type", &JobSpec::tensorTypes},
    {"no_fallback", "--no-fallback", &JobSpec::noFallback},
    {"imatrix", "--imatrix", &JobSpec::imatrix},
    {"include_weights", "--include-weights", &JobSpec::includeWeights},
    {"exclude_weights", "--exclude-weights", &JobSpec::excludeWeights},
    {"prune_layers", "--prune-layers", &JobSpec::pruneLayers},
    {"override_kv", "--override-kv", &JobSpec::overrideKv},
    {"keep_split", "--keep-split", &JobSpec::keepSplit},
    {"split_size_bytes", "--split-size", &JobSpec::splitSizeBytes},
    {"format", "--format", &JobSpec::format},
    {"asymmetric", "--asym", &JobSpec::asymmetric},
    {"min_max", "--min-max", &JobSpec::minMax},
    {"block_size", "--block-size", &JobSpec::blockSize},
    {"ignore", "--ignore", &JobSpec::ignore},
}};

template <class... Visitors> struct Overloaded : Visitors...
{
    using Visitors::operator()...;
};
template <class... Visitors> Overloaded(Visitors...) -> Overloaded<Visitors...>;

constexpr std::int64_t kLargestNumber = 4096; // of threads and block sizes; jobs themselves are stricter

/// Sets one field from JSON; false when the value is of another kind.
bool setField(JobSpec &spec, const Field &field, const nlohmann::json &value)
{
    return std::visit(Overloaded{[&](std::string JobSpec::*member) {
                                     if (!value.is_string())
                                         return false;
                                     spec.*member = value.get<std::string>();
                                     return true;
                                 },
                                 [&](int JobSpec::*member) {
                                     if (!value.is_number_integer() || value.get<std::int64_t>() < 0 ||
                                         value.get<std::int64_t>() > kLargestNumber)
                                         return false;
                                     spec.*member = value.get<int>();
                                     return true;
                                 },
                                 [&](bool JobSpec::*member) {
                                     if (!value.is_boolean())
                                         return false;
                                     spec.*member = value.get<bool>();
                                     return true;
                                 },
                                 [&](std::optional<std::uint64_t> JobSpec::*member) {
                                     if (value.is_null())
                                         (spec.*member).reset();
                                     else if (value.is_number_unsigned())
                                         spec.*member = value.get<std::uint64_t>();
                                     else
                                         return false;
                                     return true;
                                 },
                                 [&](std::vector<std::string> JobSpec::*member) {
                                     if (!value.is_array())
                                         return false;
                                     (spec.*member).clear();
                                     for (const auto &item : value) {
                                         if (!item.is_string())
                                             return false;
                                         (spec.*member).push_back(item.get<std::string>());
                                     }
                                     return true;
                                 }},
                      field.member);
}

/// The field as command line words, or nothing when it has its default.
std::string asOption(const JobSpec &spec, const Field &field)
{
    static const JobSpec defaults;
    return std::visit(
        Overloaded{
            [&](std::string JobSpec::*member) {
                const bool isDefault = spec.*member == defaults.*member && field.member.index() == 0 &&
                                       std::string_view(field.key) != "method";
                return isDefault ? std::string() : fmt::format(" {} {}", field.option, shellQuoted(spec.*member));
            },
            [&](int JobSpec::*member) {
                return spec.*member == 0 ? std::string() : fmt::format(" {} {}", field.option, spec.*member);
            },
            [&](bool JobSpec::*member) { return spec.*member ? fmt::format(" {}", field.option) : std::string(); },
            [&](std::optional<std::uint64_t> JobSpec::*member) {
                return spec.*member ? fmt::format(" {} {}", field.option, *(spec.*member)) : std::string();
            },
            [&](std::vector<std::string> JobSpec::*member) {
                if (member == &JobSpec::levels)
                    return fmt::format(" {} {}", field.option, fmt::join(spec.*member, ","));
                std::string words;
                for (const std::string &word : spec.*member)
                    words += fmt::format(" {} {}", field.option, shellQuoted(word));
                return words;
            }},
        field.member);
}

} // namespace

std::string toJson(const JobSpec &spec)
{
    Json json;
    for (const Field &field : kFields)
        std::visit(Overloaded{[&](std::optional<std::uint64_t> JobSpec::*member) {
                                  json[field.key] = spec.*member ? Json(*(spec.*member)) : Json();
                              },
                              [&](auto member) { json[field.key] = spec.*member; }},
                   field.member);
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<JobSpec> jobSpecFromJson(std::string_view text)
{
    auto json = parseJson(text, "the job");
    if (!json)
        return fail(ErrorCode::Usage, json.error().message);
    if (!json->is_object())
        return fail(ErrorCode::Usage, "The job is not a JSON object. Use one that plan --json printed.");
    JobSpec spec;
    for (const auto &[key, value] : json->items()) {
        const Field *field = nullptr;
        for (const Field &candidate : kFields)
            if (key == candidate.key)
                field = &candidate;
        if (!field)
            return fail(ErrorCode::Usage,
                        fmt::format("The job has the key \"{}\", which is not known. Remove it.", key));
        if (!setField(spec, *field, value))
            return fail(
                ErrorCode::Usage,
                fmt::format("The job's key \"{}\" has a value of the wrong kind: {}. Correct it.", key,
                            value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).substr(0, 60)));
    }
    return spec;
}

std::string toCommandLine(const JobSpec &spec)
{
    std::string line = fmt::format("snug-cli quantize {}", shellQuoted(spec.model));
    for (const Field &field : kFields)
        if (field.option)
            line += asOption(spec, field);
    return line;
}

} // namespace snug
