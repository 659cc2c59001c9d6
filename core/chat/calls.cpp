// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/calls.h"

#include "core/chat/operators.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug::chat {

Result<Bound> bind(Run &run, std::string_view callee, const Arguments &arguments,
                   std::initializer_list<std::string_view> names, std::size_t required)
{
    Bound bound(names.size());
    if (arguments.positional.size() > names.size())
        return run.wrong(
            fmt::format("'{}' takes {} arguments at most, not {}", callee, names.size(), arguments.positional.size()));
    std::ranges::copy(arguments.positional, bound.begin());
    for (const auto &[name, value] : arguments.named) {
        const auto *const place = std::ranges::find(names, name);
        if (place == names.end())
            return run.refuse(fmt::format("the argument '{}' of '{}'", name, callee));
        auto &slot = bound[static_cast<std::size_t>(place - names.begin())];
        if (slot)
            return run.wrong(fmt::format("'{}' gets the argument '{}' twice", callee, name));
        slot = value;
    }
    for (std::size_t i = 0; i < required; ++i) {
        if (!bound[i])
            return run.wrong(fmt::format("'{}' lacks its argument '{}'", callee, names.begin()[i]));
    }
    return bound;
}

Result<std::int64_t> wholeOr(Run &run, const std::optional<Value> &given, std::int64_t otherwise)
{
    if (!given)
        return otherwise;
    if (const auto whole = wholeNumber(*given))
        return *whole;
    return run.wrongType("a whole number", *given);
}

Result<std::string> textOf(Run &run, const std::optional<Value> &given, std::string_view what)
{
    if (given && given->text())
        return *given->text();
    return run.wrongType(what, given.value_or(Value()));
}

Result<Value> applyFilter(Run &run, std::string_view name, const Value &subject, const Arguments &arguments)
{
    const Run::Level level(run);
    SNUG_TRY(level.check());
    SNUG_TRY(run.work(4));
    for (const auto find : {findTextFilter, findSequenceFilter, findSelectingFilter}) {
        if (const Filter filter = find(name))
            return filter(run, subject, arguments);
    }
    return run.refuse(fmt::format("the filter '{}'", name));
}

Result<Value> pathOf(Run &run, const Value &value, const Value &path, const std::optional<Value> &otherwise)
{
    const auto orOther = [&](Result<Value> item) {
        return item && item->isUndefined() && otherwise ? Result<Value>(*otherwise) : item;
    };
    if (wholeNumber(path))
        return orOther(itemOf(run, value, path));
    if (!path.text())
        return run.wrongType("the name of an attribute", path);
    Result<Value> found = value;
    std::string_view rest = *path.text();
    while (found) {
        const std::size_t dot = std::min(rest.find('.'), rest.size());
        const std::string_view part = rest.substr(0, dot);
        const bool digits =
            !part.empty() && part.size() < 10 && std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
        const Value place = digits ? Value(std::int64_t{std::stol(std::string(part))}) : Value(std::string(part));
        found = orOther(itemOf(run, *found, place));
        if (dot == rest.size())
            break;
        rest.remove_prefix(dot + 1);
    }
    return found;
}

} // namespace snug::chat
