// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Filters that apply a test or another filter to each item: select and its like, and map.

#include "core/chat/calls.h"
#include "core/chat/operators.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug::chat {

namespace {

/// Arguments from the nth on.
Arguments from(const Arguments &arguments, std::size_t first)
{
    Arguments rest;
    rest.positional.assign(arguments.positional.begin() + static_cast<std::ptrdiff_t>(first),
                           arguments.positional.end());
    rest.named = arguments.named;
    return rest;
}

/// Items for which a test holds, or which are true where none is named.
template <bool wanted, bool byAttribute>
Result<Value> select(Run &run, const Value &subject, const Arguments &arguments)
{
    constexpr std::size_t kFirst = byAttribute ? 1 : 0;
    if (arguments.positional.size() < kFirst)
        return run.wrong("the name of an attribute is missing");
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    const bool tested = arguments.positional.size() > kFirst;
    const auto test = tested ? textOf(run, arguments.positional[kFirst], "the name of a test") : Result<std::string>();
    if (!test)
        return fail(test.error());
    const Arguments rest = tested ? from(arguments, kFirst + 1) : Arguments();
    std::vector<Value> chosen;
    for (const Value &item : (*items)->items) {
        SNUG_TRY(run.work(4 + rest.positional.size()));
        const auto value = byAttribute ? pathOf(run, item, arguments.positional[0]) : Result<Value>(item);
        if (!value)
            return value;
        const auto holds = tested ? applyTest(run, *test, *value, rest) : Result<bool>(isTrue(*value));
        if (!holds)
            return fail(holds.error());
        if (*holds == wanted)
            chosen.push_back(item);
    }
    return run.list(std::move(chosen), SequenceKind::Once);
}

Result<Value> mapAttribute(Run &run, const Value::SequencePointer &items, const Arguments &arguments)
{
    const auto bound = bind(run, "map", arguments, {"attribute", "default"});
    if (!bound)
        return fail(bound.error());
    std::vector<Value> made;
    for (const Value &item : items->items) {
        auto value = pathOf(run, item, (*bound)[0].value_or(Value()), (*bound)[1]);
        if (!value)
            return value;
        made.push_back(*std::move(value));
    }
    return run.list(std::move(made), SequenceKind::Once);
}

Result<Value> map(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    if (arguments.positional.empty())
        return mapAttribute(run, *items, arguments);
    const auto filter = textOf(run, arguments.positional[0], "the name of a filter");
    if (!filter)
        return fail(filter.error());
    const Arguments rest = from(arguments, 1);
    std::vector<Value> made;
    for (const Value &item : (*items)->items) {
        SNUG_TRY(run.work(4 + rest.positional.size()));
        auto value = applyFilter(run, *filter, item, rest);
        if (!value)
            return value;
        made.push_back(*std::move(value));
    }
    return run.list(std::move(made), SequenceKind::Once);
}

struct Row
{
    std::string_view name;
    Filter filter;
};

constexpr Row kRows[] = {
    {"map", map},
    {"reject", select<false, false>},
    {"rejectattr", select<false, true>},
    {"select", select<true, false>},
    {"selectattr", select<true, true>},
};

} // namespace

Filter findSelectingFilter(std::string_view name)
{
    const auto *const row = std::ranges::find(kRows, name, &Row::name);
    return row == std::end(kRows) ? nullptr : row->filter;
}

} // namespace snug::chat
