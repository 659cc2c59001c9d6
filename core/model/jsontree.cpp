// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/jsontree.h"

#include "core/base/inputfile.h"
#include "core/base/json.h"
#include "core/base/sizes.h"
#include "core/formats/missingfile.h"
#include "core/model/json.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace snug {

using Json = nlohmann::json;

JsonTree::JsonTree() : JsonTree(Content{Json::object()}) {}
JsonTree::JsonTree(Content content) : m_content(std::make_unique<Content>(std::move(content))) {}
JsonTree::JsonTree(JsonTree &&other) noexcept = default;
JsonTree &JsonTree::operator=(JsonTree &&other) noexcept = default;
JsonTree::~JsonTree() = default;

Result<std::string> readTextFile(const std::filesystem::path &path, std::uint64_t maxBytes)
{
    auto file = InputFile::open(path);
    if (!file)
        return fail(std::move(file).error());
    if (file->sizeBytes() > maxBytes)
        return fail(ErrorCode::BadInput,
                    fmt::format("The file {} has {}, expected at most {}; it is not what its name says.",
                                path.filename().string(), formatBytes(file->sizeBytes()), formatBytes(maxBytes)),
                    path.string());
    std::string text(static_cast<std::size_t>(file->sizeBytes()), '\0');
    SNUG_TRY(file->readAt(0, std::as_writable_bytes(std::span(text))));
    if (isLfsPointer(text))
        return fail(ErrorCode::BadInput, fmt::format("{} {}.", path.filename().string(), kLfsPointer), path.string());
    return text;
}

Result<JsonTree> readJsonObject(const std::filesystem::path &path, std::uint64_t maxBytes)
{
    auto text = readTextFile(path, maxBytes);
    if (!text)
        return fail(std::move(text).error());
    auto json = parseJson(*text, path.filename().string());
    if (!json)
        return fail(std::move(json).error().inFile(path.string()));
    if (!json->is_object())
        return fail(ErrorCode::BadInput,
                    fmt::format("{} holds {}, expected a JSON object.", path.filename().string(), json->type_name()),
                    path.string());
    return JsonTree({*std::move(json)});
}

Result<JsonTree> readOptionalJsonObject(const std::filesystem::path &path, std::uint64_t maxBytes)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return JsonTree();
    return readJsonObject(path, maxBytes);
}

const Json &member(const Json &object, std::string_view name)
{
    static const Json kNull;
    if (!object.is_object())
        return kNull;
    const auto found = object.find(name);
    return found == object.end() ? kNull : *found;
}

std::optional<std::uint64_t> asUnsigned(const Json &value)
{
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>();
    if (value.is_number_integer()) {
        const auto number = value.get<std::int64_t>();
        return number >= 0 ? std::optional(static_cast<std::uint64_t>(number)) : std::nullopt;
    }
    if (value.is_number_float()) {
        const auto number = value.get<double>();
        if (number >= 0 && number < 9007199254740992.0 && std::floor(number) == number)
            return static_cast<std::uint64_t>(number);
    }
    return std::nullopt;
}

std::optional<std::uint64_t> asLength(const Json &value, std::uint64_t most)
{
    const auto length = asUnsigned(value);
    return length && *length > 0 && *length <= most ? length : std::nullopt;
}

std::optional<double> asNumber(const Json &value)
{
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::optional<bool> asBool(const Json &value)
{
    return value.is_boolean() ? std::optional(value.get<bool>()) : std::nullopt;
}

std::optional<std::string> asText(const Json &value)
{
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

} // namespace snug
