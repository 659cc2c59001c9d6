// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/formats/ggufvalue.h"

#include "core/formats/littleendian.h"

#include <algorithm>
#include <limits>

namespace snug {
namespace {

constexpr std::size_t kArrayHead = sizeof(std::uint32_t) + sizeof(std::uint64_t); // element type, count

template <class T> std::vector<std::byte> scalar(T value)
{
    std::vector<std::byte> out;
    appendLittle(out, value);
    return out;
}

void appendString(std::vector<std::byte> &out, std::string_view text)
{
    appendLittle<std::uint64_t>(out, text.size());
    const auto *bytes = reinterpret_cast<const std::byte *>(text.data());
    out.insert(out.end(), bytes, bytes + text.size());
}

std::vector<std::byte> arrayHead(GgufType element, std::size_t count)
{
    std::vector<std::byte> out;
    appendLittle(out, static_cast<std::uint32_t>(element));
    appendLittle<std::uint64_t>(out, count);
    return out;
}

template <class T> std::vector<std::byte> numbers(GgufType element, std::span<const T> values)
{
    std::vector<std::byte> out = arrayHead(element, values.size());
    const std::span<const std::byte> bytes = std::as_bytes(values);
    out.insert(out.end(), bytes.begin(), bytes.end());
    return out;
}

/// Calls `use` with the value at the start of `bytes`; false when the type is no number.
template <class Use> bool withNumber(GgufType type, std::span<const std::byte> bytes, Use use)
{
    switch (type) {
    case GgufType::U8:
        use(loadLittle<std::uint8_t>(bytes));
        return true;
    case GgufType::I8:
        use(loadLittle<std::int8_t>(bytes));
        return true;
    case GgufType::U16:
        use(loadLittle<std::uint16_t>(bytes));
        return true;
    case GgufType::I16:
        use(loadLittle<std::int16_t>(bytes));
        return true;
    case GgufType::U32:
        use(loadLittle<std::uint32_t>(bytes));
        return true;
    case GgufType::I32:
        use(loadLittle<std::int32_t>(bytes));
        return true;
    case GgufType::U64:
        use(loadLittle<std::uint64_t>(bytes));
        return true;
    case GgufType::I64:
        use(loadLittle<std::int64_t>(bytes));
        return true;
    case GgufType::F32:
        use(loadLittle<float>(bytes));
        return true;
    case GgufType::F64:
        use(loadLittle<double>(bytes));
        return true;
    case GgufType::Bool:
    case GgufType::String:
    case GgufType::Array:
        return false;
    }
    return false;
}

std::string loadString(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

} // namespace

std::size_t ggufScalarBytes(GgufType type)
{
    switch (type) {
    case GgufType::U8:
    case GgufType::I8:
    case GgufType::Bool:
        return 1;
    case GgufType::U16:
    case GgufType::I16:
        return 2;
    case GgufType::U32:
    case GgufType::I32:
    case GgufType::F32:
        return 4;
    case GgufType::U64:
    case GgufType::I64:
    case GgufType::F64:
        return 8;
    case GgufType::String:
    case GgufType::Array:
        return 0;
    }
    return 0;
}

GgufValue GgufValue::u8(std::uint8_t value) { return encoded(GgufType::U8, scalar(value)); }
GgufValue GgufValue::u16(std::uint16_t value) { return encoded(GgufType::U16, scalar(value)); }
GgufValue GgufValue::u32(std::uint32_t value) { return encoded(GgufType::U32, scalar(value)); }
GgufValue GgufValue::i32(std::int32_t value) { return encoded(GgufType::I32, scalar(value)); }
GgufValue GgufValue::u64(std::uint64_t value) { return encoded(GgufType::U64, scalar(value)); }
GgufValue GgufValue::f32(float value) { return encoded(GgufType::F32, scalar(value)); }
GgufValue GgufValue::boolean(bool value) { return encoded(GgufType::Bool, scalar<std::uint8_t>(value ? 1 : 0)); }

GgufValue GgufValue::string(std::string_view value)
{
    std::vector<std::byte> out;
    appendString(out, value);
    return encoded(GgufType::String, std::move(out));
}

GgufValue GgufValue::strings(std::span<const std::string> values)
{
    std::vector<std::byte> out = arrayHead(GgufType::String, values.size());
    for (const std::string &value : values)
        appendString(out, value);
    return encoded(GgufType::Array, std::move(out));
}

GgufValue GgufValue::i32s(std::span<const std::int32_t> values)
{
    return encoded(GgufType::Array, numbers(GgufType::I32, values));
}

GgufValue GgufValue::u32s(std::span<const std::uint32_t> values)
{
    return encoded(GgufType::Array, numbers(GgufType::U32, values));
}

GgufValue GgufValue::f32s(std::span<const float> values)
{
    return encoded(GgufType::Array, numbers(GgufType::F32, values));
}

GgufValue GgufValue::bools(const std::vector<bool> &values)
{
    std::vector<std::byte> out = arrayHead(GgufType::Bool, values.size());
    for (const bool value : values)
        out.push_back(value ? std::byte{1} : std::byte{0});
    return encoded(GgufType::Array, std::move(out));
}

GgufValue GgufValue::encoded(GgufType type, std::vector<std::byte> payload)
{
    GgufValue value;
    value.m_type = type;
    value.m_payload = std::move(payload);
    return value;
}

std::optional<GgufType> GgufValue::elementType() const
{
    if (m_type != GgufType::Array)
        return std::nullopt;
    return static_cast<GgufType>(loadLittle<std::uint32_t>(m_payload));
}

std::uint64_t GgufValue::elementCount() const
{
    if (m_type != GgufType::Array)
        return 0;
    return loadLittle<std::uint64_t>(std::span(m_payload).subspan(sizeof(std::uint32_t)));
}

std::optional<std::uint64_t> GgufValue::asUnsigned() const
{
    std::optional<std::uint64_t> answer;
    withNumber(m_type, m_payload, [&](auto value) {
        if constexpr (std::is_integral_v<decltype(value)>) {
            if (std::in_range<std::uint64_t>(value))
                answer = static_cast<std::uint64_t>(value);
        }
    });
    return answer;
}

std::optional<std::int64_t> GgufValue::asSigned() const
{
    std::optional<std::int64_t> answer;
    withNumber(m_type, m_payload, [&](auto value) {
        if constexpr (std::is_integral_v<decltype(value)>) {
            if (std::in_range<std::int64_t>(value))
                answer = static_cast<std::int64_t>(value);
        }
    });
    return answer;
}

std::optional<double> GgufValue::asNumber() const
{
    std::optional<double> answer;
    withNumber(m_type, m_payload, [&](auto value) { answer = static_cast<double>(value); });
    return answer;
}

std::optional<bool> GgufValue::asBool() const
{
    if (m_type != GgufType::Bool)
        return std::nullopt;
    return m_payload.front() != std::byte{0};
}

std::optional<std::string> GgufValue::asString() const
{
    if (m_type != GgufType::String)
        return std::nullopt;
    return loadString(std::span(m_payload).subspan(sizeof(std::uint64_t)));
}

std::optional<std::vector<std::string>> GgufValue::asStrings() const
{
    if (elementType() != GgufType::String)
        return std::nullopt;
    std::vector<std::string> answer;
    answer.reserve(elementCount());
    std::span<const std::byte> rest = std::span(m_payload).subspan(kArrayHead);
    while (!rest.empty()) {
        const auto length = loadLittle<std::uint64_t>(rest);
        rest = rest.subspan(sizeof(std::uint64_t));
        answer.push_back(loadString(rest.first(length)));
        rest = rest.subspan(length);
    }
    return answer;
}

std::optional<std::vector<double>> GgufValue::asNumbers() const
{
    const std::optional<GgufType> element = elementType();
    if (!element || *element == GgufType::String || *element == GgufType::Bool)
        return std::nullopt;
    std::vector<double> answer;
    answer.reserve(elementCount());
    const std::size_t stride = ggufScalarBytes(*element);
    for (std::size_t at = kArrayHead; at < m_payload.size(); at += stride)
        withNumber(*element, std::span(m_payload).subspan(at),
                   [&](auto value) { answer.push_back(static_cast<double>(value)); });
    return answer;
}

std::optional<std::vector<bool>> GgufValue::asBools() const
{
    if (elementType() != GgufType::Bool)
        return std::nullopt;
    std::vector<bool> answer;
    answer.reserve(elementCount());
    for (const std::byte value : std::span(m_payload).subspan(kArrayHead))
        answer.push_back(value != std::byte{0});
    return answer;
}

const GgufValue *GgufMetadata::find(std::string_view key) const
{
    const auto entry = std::ranges::find(m_entries, key, &Entry::first);
    return entry == m_entries.end() ? nullptr : &entry->second;
}

void GgufMetadata::set(std::string key, GgufValue value)
{
    remove(key);
    append(std::move(key), std::move(value));
}

void GgufMetadata::remove(std::string_view key)
{
    const auto entry = std::ranges::find(m_entries, key, &Entry::first);
    if (entry != m_entries.end())
        m_entries.erase(entry);
}

void GgufMetadata::append(std::string key, GgufValue value)
{
    m_entries.emplace_back(std::move(key), std::move(value));
}

std::optional<std::uint64_t> GgufMetadata::unsignedAt(std::string_view key) const
{
    const GgufValue *value = find(key);
    return value ? value->asUnsigned() : std::nullopt;
}

std::optional<double> GgufMetadata::numberAt(std::string_view key) const
{
    const GgufValue *value = find(key);
    return value ? value->asNumber() : std::nullopt;
}

std::optional<std::string> GgufMetadata::stringAt(std::string_view key) const
{
    const GgufValue *value = find(key);
    return value ? value->asString() : std::nullopt;
}

} // namespace snug
