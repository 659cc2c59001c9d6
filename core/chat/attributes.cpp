// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Looking into values: names behind a dot, places in brackets, slices.

#include "core/chat/calls.h"
#include "core/chat/operators.h"
#include "core/chat/pythontext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace snug::chat {

namespace {

template <std::size_t N> bool isOneOf(const std::array<std::string_view, N> &names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

// All methods Python has, so that a method Snug lacks is refused and not taken for something that is not there.
constexpr std::array<std::string_view, 47> kTextMethods = {
    "capitalize",   "casefold",   "center",    "count",       "encode",    "endswith", "expandtabs",   "find",
    "format",       "format_map", "index",     "isalnum",     "isalpha",   "isascii",  "isdecimal",    "isdigit",
    "isidentifier", "islower",    "isnumeric", "isprintable", "isspace",   "istitle",  "isupper",      "join",
    "ljust",        "lower",      "lstrip",    "maketrans",   "partition", "replace",  "removeprefix", "removesuffix",
    "rfind",        "rindex",     "rjust",     "rpartition",  "rsplit",    "rstrip",   "split",        "splitlines",
    "startswith",   "strip",      "swapcase",  "title",       "translate", "upper",    "zfill"};
constexpr std::array<std::string_view, 11> kMappingMethods = {
    "clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"};
constexpr std::array<std::string_view, 11> kListMethods = {"append", "clear", "copy",   "count",   "extend", "index",
                                                           "insert", "pop",   "remove", "reverse", "sort"};

bool hasMethod(const Value &value, std::string_view name)
{
    if (value.text())
        return isOneOf(kTextMethods, name);
    if (value.mapping())
        return isOneOf(kMappingMethods, name);
    if (const Sequence *sequence = value.sequence()) {
        return sequence->kind == SequenceKind::List
                   ? isOneOf(kListMethods, name)
                   : sequence->kind == SequenceKind::Tuple && (name == "count" || name == "index");
    }
    return value.loop() && (name == "cycle" || name == "changed");
}

Value missing(const Value &value, std::string_view name)
{
    return Value::undefined(fmt::format("'{} object' has no attribute '{}'", value.typeName(), name));
}

Value number(std::size_t value) { return Value(static_cast<std::int64_t>(value)); }

Value loopAttribute(const Loop &loop, std::string_view name, const Value &value)
{
    const auto &items = loop.items->items;
    if (name == "index" || name == "index0")
        return number(loop.index + (name == "index" ? 1 : 0));
    if (name == "revindex" || name == "revindex0")
        return number(items.size() - loop.index - (name == "revindex" ? 0 : 1));
    if (name == "first")
        return Value(loop.index == 0);
    if (name == "last")
        return Value(loop.index + 1 == items.size());
    if (name == "length")
        return number(items.size());
    if (name == "depth" || name == "depth0")
        return Value(std::int64_t{name == "depth" ? 1 : 0});
    if (name == "previtem")
        return loop.index > 0 ? items[loop.index - 1] : Value::undefined("there is no previous item");
    if (name == "nextitem")
        return loop.index + 1 < items.size() ? items[loop.index + 1] : Value::undefined("there is no next item");
    return missing(value, name);
}

/// A place from the end becomes one from the start; nothing where there is none.
std::optional<std::size_t> placeIn(std::int64_t place, std::size_t count)
{
    const auto size = static_cast<std::int64_t>(count);
    if (place < 0)
        place += size;
    return place >= 0 && place < size ? std::optional(static_cast<std::size_t>(place)) : std::nullopt;
}

Result<Value> byNumber(Run &run, const Value &value, std::int64_t place)
{
    const Value absent = Value::undefined(fmt::format("{} has no item {}", value.typeName(), place));
    if (const std::string *text = value.text()) {
        SNUG_TRY(run.lookAt(text->size()));
        const auto at = placeIn(place, characterCount(*text));
        if (!at)
            return absent;
        std::string_view rest = *text;
        const std::vector<std::size_t> offsets = characterOffsets(rest);
        return run.text(std::string(rest.substr(offsets[*at], offsets[*at + 1] - offsets[*at])));
    }
    const Sequence *sequence = value.sequence();
    if (!sequence || sequence->kind == SequenceKind::View || sequence->kind == SequenceKind::Once)
        return absent;
    const auto at = placeIn(place, sequence->items.size());
    return at ? sequence->items[*at] : absent;
}

/// Places of a slice in a sequence of `count` items, in order. Python's rules.
Result<std::vector<std::size_t>> places(Run &run, std::size_t count, const Value &start, const Value &stop,
                                        const Value &step)
{
    const auto size = static_cast<std::int64_t>(count);
    const auto given = [&](const Value &value) {
        return value.isNone() ? Result<std::int64_t>(0) : wholeOr(run, value, 0);
    };
    const auto from = given(start), to = given(stop);
    const auto by = step.isNone() ? Result<std::int64_t>(1) : wholeOr(run, step, 1);
    for (const auto *each : {&from, &to, &by})
        SNUG_TRY(*each);
    if (*by == 0)
        return run.wrong("the step of a slice is zero");
    const bool up = *by > 0;
    const auto clamped = [&](std::int64_t place) {
        place = place < 0 ? (place < -size ? -1 : place + size) : place;
        return up ? std::clamp<std::int64_t>(place, 0, size) : std::clamp<std::int64_t>(place, -1, size - 1);
    };
    std::int64_t at = start.isNone() ? (up ? 0 : size - 1) : clamped(*from);
    const std::int64_t end = stop.isNone() ? (up ? size : -1) : clamped(*to);
    const std::int64_t stride = std::clamp<std::int64_t>(*by, -size - 1, size + 1); // farther is no different
    SNUG_TRY(run.work(count / 4));
    std::vector<std::size_t> found;
    for (; up ? at < end : at > end; at += stride)
        found.push_back(static_cast<std::size_t>(at));
    return found;
}

Result<Value> textSlice(Run &run, const std::string &text, const Value &start, const Value &stop, const Value &step)
{
    SNUG_TRY(run.lookAt(text.size()));
    const std::vector<std::size_t> offsets = characterOffsets(text);
    const auto chosen = places(run, offsets.size() - 1, start, stop, step);
    if (!chosen)
        return fail(chosen.error());
    std::string made;
    for (const std::size_t at : *chosen)
        made.append(text, offsets[at], offsets[at + 1] - offsets[at]);
    return run.text(std::move(made));
}

} // namespace

Result<Value> attributeOf(Run &run, const Value &value, std::string_view name)
{
    if (value.isUndefined())
        return run.wrongType("a value", value);
    if (name.starts_with("__"))
        return run.refuse(fmt::format("the attribute '{}'", name));
    if (hasMethod(value, name))
        return run.method(name, value);
    if (const Mapping *mapping = value.mapping()) {
        const Value *found = mapping->find(name);
        return found ? *found : missing(value, name);
    }
    if (Namespace *space = value.nameSpace()) {
        const auto found = space->members.find(name);
        return found != space->members.end() ? found->second : missing(value, name);
    }
    return value.loop() ? loopAttribute(*value.loop(), name, value) : missing(value, name);
}

Result<Value> itemOf(Run &run, const Value &value, const Value &place)
{
    if (value.isUndefined())
        return run.wrongType("a value", value);
    if (const std::string *key = place.text()) {
        const Mapping *mapping = value.mapping();
        const Value *found = mapping ? mapping->find(*key) : nullptr;
        return found ? *found : attributeOf(run, value, *key);
    }
    if (const auto whole = wholeNumber(place))
        return byNumber(run, value, *whole);
    return missing(value, place.typeName());
}

Result<Value> sliceOf(Run &run, const Value &value, const Value &start, const Value &stop, const Value &step)
{
    if (const std::string *text = value.text())
        return textSlice(run, *text, start, stop, step);
    const Sequence *sequence = value.sequence();
    if (!sequence || sequence->kind == SequenceKind::View || sequence->kind == SequenceKind::Once)
        return run.wrongType("a text or list to cut", value);
    const auto chosen = places(run, sequence->items.size(), start, stop, step);
    if (!chosen)
        return fail(chosen.error());
    std::vector<Value> items;
    for (const std::size_t at : *chosen)
        items.push_back(sequence->items[at]);
    return run.list(std::move(items), sequence->kind);
}

} // namespace snug::chat
