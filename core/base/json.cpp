// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Builds a JSON tree from the library's parse events, so that depth, counts and doubled keys are refused as they are
// seen and not after the memory is spent. The library's event parser keeps its own stack and does not recurse.

#include "core/base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace snug {

namespace {

using Json = nlohmann::json;

class TreeBuilder
{
public:
    TreeBuilder(const JsonLimits &limits, Json &root) : m_limits(limits), m_root(root) {}

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string &) { return add(value); }
    bool string(std::string &value) { return add(std::move(value)); }
    bool binary(Json::binary_t &) { return refuse("it holds binary data"); }
    bool start_object(std::size_t) { return open(Json::value_t::object); }
    bool start_array(std::size_t) { return open(Json::value_t::array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string &name)
    {
        auto &object = m_open.back()->get_ref<Json::object_t &>();
        const auto [place, isNew] = object.try_emplace(std::move(name));
        if (!isNew && m_limits.uniqueKeys)
            return refuse("an object names the same key twice");
        m_slot = &place->second;
        return true;
    }

    bool parse_error(std::size_t position, const std::string &, const Json::exception &fault)
    {
        m_offset = position > 0 ? position - 1 : 0; // it counts the bytes read, the last one being the one at fault
        // 406 is the library's number for a value out of range; its other words are of no use to a person.
        return refuse(fault.id == 406 ? "a number is too large" : "the text is damaged");
    }

    const std::string &reason() const { return m_reason; }
    std::optional<std::size_t> offset() const { return m_offset; }

private:
    bool refuse(std::string_view reason)
    {
        if (m_reason.empty())
            m_reason = reason;
        return false;
    }

    template <class Value> bool add(Value &&value) { return place(Json(std::forward<Value>(value))) != nullptr; }

    Json *place(Json value)
    {
        if (++m_count > m_limits.valueCount) {
            refuse(fmt::format("it holds more than {} values", m_limits.valueCount));
            return nullptr;
        }
        if (m_open.empty())
            return &(m_root = std::move(value));
        if (m_open.back()->is_array()) {
            auto &array = m_open.back()->get_ref<Json::array_t &>();
            return &array.emplace_back(std::move(value));
        }
        return &(*m_slot = std::move(value));
    }

    bool open(Json::value_t kind)
    {
        if (m_open.size() >= static_cast<std::size_t>(std::max(m_limits.depth, 0)))
            return refuse(fmt::format("it is nested more than {} levels deep", m_limits.depth));
        Json *const value = place(Json(kind));
        if (value)
            m_open.push_back(value);
        return value != nullptr;
    }

    bool close()
    {
        m_open.pop_back();
        return true;
    }

    const JsonLimits &m_limits;
    Json &m_root;
    // The containers being filled. Pointers stay good: only the innermost one grows.
    std::vector<Json *> m_open;
    Json *m_slot = nullptr; // where the value of the key just read goes
    std::size_t m_count = 0;
    std::string m_reason;
    std::optional<std::size_t> m_offset; // known for damaged text only
};

tl::unexpected<Error> refused(std::string_view what, std::string_view reason, std::string_view text,
                              std::optional<std::size_t> offset)
{
    std::string where;
    if (offset) {
        const std::string_view before = text.substr(0, *offset);
        where = fmt::format(" at line {}, byte {}", 1 + std::count(before.begin(), before.end(), '\n'), before.size());
        offset = before.size();
    }
    return fail(ErrorCode::BadInput,
                fmt::format("{} is not JSON that Snug can take: {}{}. Copy or download it again.", what, reason, where),
                {}, offset);
}

} // namespace

Result<nlohmann::json> parseJson(std::string_view text, std::string_view what, const JsonLimits &limits)
{
    if (text.size() > limits.textBytes)
        return fail(ErrorCode::BadInput, fmt::format("{} is too large for JSON: {} bytes, at most {} are taken.", what,
                                                     text.size(), limits.textBytes));
    // The library takes a zero byte for the end of the text and would not see what lies behind it.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        return refused(what, "it holds a zero byte", text, zero);
    Json root;
    TreeBuilder builder(limits, root);
    try {
        if (Json::sax_parse(text.begin(), text.end(), &builder, Json::input_format_t::json, /*strict=*/true))
            return root;
    } catch (const Json::exception &fault) {
        return fail(ErrorCode::Internal, fmt::format("The JSON library failed on {}: {}.", what, fault.what()));
    }
    return refused(what, builder.reason(), text, builder.offset());
}

} // namespace snug
