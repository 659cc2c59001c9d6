// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Filters of lists and mappings as a whole: counted, ordered, put together.

#include "core/chat/calls.h"
#include "core/chat/operators.h"
#include "core/chat/pythontext.h"
#include "core/chat/valuetext.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace snug::chat {

namespace {

using Pointer = Value::SequencePointer;

Result<Value> length(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "length", arguments, {}));
    std::size_t count = 0;
    if (const std::string *text = subject.text()) {
        SNUG_TRY(run.lookAt(text->size()));
        count = characterCount(*text);
    } else if (const Mapping *mapping = subject.mapping()) {
        count = mapping->entries.size();
    } else if (const Sequence *sequence = subject.sequence(); sequence && sequence->kind != SequenceKind::Once) {
        count = sequence->items.size();
    } else if (!subject.isUndefined()) {
        return run.wrongType("something that has a length", subject);
    }
    return Value(static_cast<std::int64_t>(count));
}

Result<Value> firstItem(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "first", arguments, {}));
    const Value none = Value::undefined("the sequence has no first item");
    if (const Sequence *once = subject.sequence(); once && once->kind == SequenceKind::Once)
        return once->taken < once->items.size() ? once->items[once->taken++] : none;
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    return (*items)->items.empty() ? none : (*items)->items.front();
}

Result<Value> lastItem(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "last", arguments, {}));
    if (subject.sequence() && subject.sequence()->kind == SequenceKind::Once)
        return run.wrongType("something that has an end", subject);
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    return (*items)->items.empty() ? Value::undefined("the sequence has no last item") : (*items)->items.back();
}

Result<Value> list(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "list", arguments, {}));
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    return run.list((*items)->items);
}

/// Items, or an attribute of each where one is named.
Result<std::vector<Value>> itemsBy(Run &run, const Value &subject, const std::optional<Value> &attribute)
{
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    SNUG_TRY(run.make((*items)->items.size() * sizeof(Value)));
    if (!attribute || attribute->isNone())
        return (*items)->items;
    std::vector<Value> found;
    for (const Value &item : (*items)->items) {
        auto value = pathOf(run, item, *attribute);
        if (!value)
            return fail(std::move(value).error());
        found.push_back(*std::move(value));
    }
    return found;
}

Result<Value> join(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "join", arguments, {"d", "attribute"});
    if (!bound)
        return fail(bound.error());
    const auto items = itemsBy(run, subject, (*bound)[1]);
    if (!items)
        return fail(items.error());
    const auto between = printed(run, (*bound)[0].value_or(Value(std::string())));
    if (!between)
        return fail(between.error());
    std::string made;
    for (std::size_t i = 0; i < items->size(); ++i) {
        const auto text = printed(run, (*items)[i]);
        if (!text)
            return fail(text.error());
        SNUG_TRY(run.make(between->size()));
        made += (i > 0 ? *between : "") + *text;
    }
    return run.text(std::move(made));
}

/// What texts are compared by: in lower case unless told otherwise.
Result<Value> sortKey(Run &run, const Value &value, bool caseSensitive)
{
    return caseSensitive || !value.text() ? Result<Value>(value) : applyFilter(run, "lower", value, {});
}

/// Keys of items, in their order.
Result<std::vector<Value>> sortKeys(Run &run, const std::vector<Value> &items, bool caseSensitive)
{
    std::vector<Value> keys;
    for (const Value &item : items) {
        auto key = sortKey(run, item, caseSensitive);
        if (!key)
            return fail(std::move(key).error());
        keys.push_back(*std::move(key));
    }
    return keys;
}

/// Places of the keys in ascending order, equal ones as they stand. A merge sort, since it may stop in the middle.
Result<void> sortPlaces(Run &run, const std::vector<Value> &keys, std::span<std::size_t> places)
{
    if (places.size() < 2)
        return {};
    const std::size_t half = places.size() / 2;
    SNUG_TRY(sortPlaces(run, keys, places.first(half)));
    SNUG_TRY(sortPlaces(run, keys, places.subspan(half)));
    std::vector<std::size_t> merged;
    std::size_t left = 0, right = half;
    while (left < half && right < places.size()) {
        const auto before = less(run, keys[places[right]], keys[places[left]]);
        if (!before)
            return fail(before.error());
        merged.push_back(*before ? places[right++] : places[left++]);
    }
    merged.insert(merged.end(), places.begin() + static_cast<std::ptrdiff_t>(left),
                  places.begin() + static_cast<std::ptrdiff_t>(half));
    std::ranges::copy(merged, places.begin()); // what is left on the right lies there already
    return {};
}

Result<std::vector<std::size_t>> sortedPlaces(Run &run, const std::vector<Value> &keys, bool reverse)
{
    std::vector<std::size_t> places(keys.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = reverse ? places.size() - 1 - i : i; // turned over below, so that equal ones stay as they stand
    SNUG_TRY(sortPlaces(run, keys, places));
    if (reverse)
        std::ranges::reverse(places);
    return places;
}

bool isSet(const std::optional<Value> &given) { return given && isTrue(*given); }

Result<Value> sort(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "sort", arguments, {"reverse", "case_sensitive", "attribute"});
    if (!bound)
        return fail(bound.error());
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    const auto values = itemsBy(run, Value(*items), (*bound)[2]);
    if (!values)
        return fail(values.error());
    const auto keys = sortKeys(run, *values, isSet((*bound)[1]));
    if (!keys)
        return fail(keys.error());
    const auto places = sortedPlaces(run, *keys, isSet((*bound)[0]));
    if (!places)
        return fail(places.error());
    std::vector<Value> made;
    for (const std::size_t place : *places)
        made.push_back((*items)->items[place]);
    return run.list(std::move(made));
}

Result<Value> dictsort(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "dictsort", arguments, {"case_sensitive", "by", "reverse"});
    if (!bound)
        return fail(bound.error());
    const Mapping *mapping = subject.mapping();
    if (!mapping)
        return run.wrongType("a dict", subject);
    const auto by = (*bound)[1] ? textOf(run, (*bound)[1], "'key' or 'value'") : Result<std::string>("key");
    if (!by || (*by != "key" && *by != "value"))
        return by ? run.wrong("a dict is sorted by 'key' or 'value'") : fail(by.error());
    std::vector<Value> values;
    for (const auto &[key, value] : mapping->entries)
        values.push_back(*by == "key" ? Value(key) : value);
    const auto keys = sortKeys(run, values, isSet((*bound)[0]));
    if (!keys)
        return fail(keys.error());
    const auto places = sortedPlaces(run, *keys, isSet((*bound)[2]));
    if (!places)
        return fail(places.error());
    std::vector<Value> made;
    for (const std::size_t place : *places) {
        auto pair =
            run.list({Value(mapping->entries[place].first), mapping->entries[place].second}, SequenceKind::Tuple);
        if (!pair)
            return pair;
        made.push_back(*std::move(pair));
    }
    return run.list(std::move(made));
}

/// The least or the greatest.
template <bool greatest> Result<Value> extreme(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, greatest ? "max" : "min", arguments, {"case_sensitive", "attribute"});
    if (!bound)
        return fail(bound.error());
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    const auto values = itemsBy(run, Value(*items), (*bound)[1]);
    if (!values)
        return fail(values.error());
    const auto keys = sortKeys(run, *values, isSet((*bound)[0]));
    if (!keys)
        return fail(keys.error());
    if (keys->empty())
        return Value::undefined("the sequence is empty");
    std::size_t best = 0;
    for (std::size_t i = 1; i < keys->size(); ++i) {
        const auto better = greatest ? less(run, (*keys)[best], (*keys)[i]) : less(run, (*keys)[i], (*keys)[best]);
        if (!better)
            return fail(better.error());
        best = *better ? i : best;
    }
    return (*items)->items[best];
}

Result<Value> sum(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "sum", arguments, {"attribute", "start"});
    if (!bound)
        return fail(bound.error());
    const auto items = itemsBy(run, subject, (*bound)[0]);
    if (!items)
        return fail(items.error());
    Result<Value> total = (*bound)[1].value_or(Value(std::int64_t{0}));
    for (std::size_t i = 0; total && i < items->size(); ++i)
        total = binary(run, "+", *total, (*items)[i]);
    return total;
}

Result<Value> reverse(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "reverse", arguments, {}));
    const auto items = iterated(run, subject);
    if (!items)
        return fail(items.error());
    std::vector<Value> made((*items)->items.rbegin(), (*items)->items.rend());
    if (!subject.text())
        return run.list(std::move(made), SequenceKind::Once);
    const auto reversed = run.list(std::move(made));
    return reversed ? join(run, *reversed, {}) : reversed;
}

Result<Value> items(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "items", arguments, {}));
    if (subject.isUndefined())
        return run.list({}, SequenceKind::Once);
    if (!subject.mapping())
        return run.wrongType("a dict", subject);
    const auto pairs = callMethod(run, "items", subject, {});
    if (!pairs)
        return pairs;
    return run.list(pairs->sequence()->items, SequenceKind::Once);
}

Result<Value> unique(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "unique", arguments, {"case_sensitive", "attribute"});
    if (!bound)
        return fail(bound.error());
    const auto all = iterated(run, subject);
    if (!all)
        return fail(all.error());
    const auto values = itemsBy(run, Value(*all), (*bound)[1]);
    if (!values)
        return fail(values.error());
    const auto keys = sortKeys(run, *values, isSet((*bound)[0]));
    if (!keys)
        return fail(keys.error());
    std::vector<Value> made, seen;
    for (std::size_t i = 0; i < keys->size(); ++i) {
        bool known = false;
        for (std::size_t j = 0; j < seen.size() && !known; ++j) {
            const auto same = equal(run, seen[j], (*keys)[i]);
            if (!same)
                return fail(same.error());
            known = *same;
        }
        if (known)
            continue;
        seen.push_back((*keys)[i]);
        made.push_back((*all)->items[i]);
    }
    return run.list(std::move(made), SequenceKind::Once);
}

struct Row
{
    std::string_view name;
    Filter filter;
};

constexpr Row kRows[] = {
    {"count", length},    {"dictsort", dictsort}, {"first", firstItem}, {"items", items},       {"join", join},
    {"last", lastItem},   {"length", length},     {"list", list},       {"max", extreme<true>}, {"min", extreme<false>},
    {"reverse", reverse}, {"sort", sort},         {"sum", sum},         {"unique", unique},
};

} // namespace

Filter findSequenceFilter(std::string_view name)
{
    const auto *const row = std::ranges::find(kRows, name, &Row::name);
    return row == std::end(kRows) ? nullptr : row->filter;
}

} // namespace snug::chat
