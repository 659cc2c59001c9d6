// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/value.h"

#include <algorithm>
#include <array>

namespace snug::chat {

const Value *Mapping::find(std::string_view key) const
{
    const auto place = places.find(key);
    return place == places.end() ? nullptr : &entries[place->second].second;
}

void Mapping::set(std::string_view key, Value value)
{
    depth = std::max(depth, value.depth() + 1);
    if (const auto place = places.find(key); place != places.end()) {
        entries[place->second].second = std::move(value);
        return;
    }
    places.emplace(key, entries.size());
    entries.emplace_back(key, std::move(value));
}

Value Value::undefined(std::string what)
{
    Value value;
    value.m_value = Undefined{std::make_shared<const std::string>(std::move(what))};
    return value;
}

int Value::depth() const
{
    if (const Sequence *list = sequence())
        return list->depth;
    if (const Mapping *map = mapping())
        return map->depth;
    if (const Loop *current = loop())
        return current->items->depth + 1;
    if (const Function *callee = function(); callee && callee->self)
        return callee->self->depth() + 1;
    return nameSpace() ? 1 : 0;
}

std::string_view Value::typeName() const
{
    static constexpr std::array<std::string_view, 11> kNames = {
        "an undefined value", "None",        "bool",    "int", "float", "str", "list", "dict",
        "namespace",          "loop object", "function"};
    static constexpr std::array<std::string_view, 5> kSequences = {"list", "tuple", "dict view", "range", "generator"};
    if (const Sequence *list = sequence())
        return kSequences[static_cast<std::size_t>(list->kind)];
    return kNames[m_value.index()];
}

} // namespace snug::chat
