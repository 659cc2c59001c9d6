// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Methods of texts, lists and mappings. Those that change a list or mapping are refused, as in Jinja's sandbox.

#include "core/chat/calls.h"
#include "core/chat/operators.h"
#include "core/chat/pythontext.h"
#include "core/chat/valuetext.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace snug::chat {

namespace {

using Method = Result<Value> (*)(Run &, const Value &, const Arguments &);

template <std::string_view (*...strip)(std::string_view, std::optional<std::string_view>)>
Result<Value> stripped(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "strip", arguments, {"chars"});
    if (!bound)
        return fail(bound.error());
    const auto &set = (*bound)[0];
    if (set && !set->isNone() && !set->text())
        return run.wrongType("a text of characters to strip", *set);
    std::string_view rest = *self.text();
    SNUG_TRY(run.lookAt(rest.size() + (set && set->text() ? set->text()->size() : 0)));
    const auto wanted = set && set->text() ? std::optional<std::string_view>(*set->text()) : std::nullopt;
    ((rest = strip(rest, wanted)), ...);
    return run.text(std::string(rest));
}

Result<Value> texts(Run &run, std::vector<std::string> parts, SequenceKind kind = SequenceKind::List)
{
    std::vector<Value> items;
    for (std::string &part : parts)
        items.emplace_back(std::move(part));
    return run.list(std::move(items), kind);
}

template <bool fromRight> Result<Value> split(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "split", arguments, {"sep", "maxsplit"});
    if (!bound)
        return fail(bound.error());
    const auto most = wholeOr(run, (*bound)[1], -1);
    if (!most)
        return fail(most.error());
    const std::string &text = *self.text();
    const auto &separator = (*bound)[0];
    SNUG_TRY(run.lookAt(text.size()));
    if (!separator || separator->isNone()) {
        if (fromRight && *most >= 0)
            return run.refuse("the method 'rsplit' at blanks with a number of parts");
        SNUG_TRY(run.make(text.size() + text.size() / 2 * sizeof(std::string)));
        return texts(run, splitAtBlanks(text, *most));
    }
    if (!separator->text())
        return run.wrongType("a text to split at", *separator);
    const std::string &mark = *separator->text();
    if (mark.empty())
        return run.wrong("a text is split at nothing");
    SNUG_TRY(run.make(text.size() + text.size() / mark.size() * sizeof(std::string)));
    return texts(run, fromRight ? splitFromRight(text, mark, *most) : splitAt(text, mark, *most));
}

Result<Value> splitlines(Run &run, const Value &self, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "splitlines", arguments, {}));
    SNUG_TRY(run.make(self.text()->size() * sizeof(std::string)));
    return texts(run, splitLines(*self.text()));
}

template <bool fromRight> Result<Value> partition(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "partition", arguments, {"sep"}, 1);
    const auto mark = bound ? textOf(run, (*bound)[0], "a text to split at") : fail(bound.error());
    if (!mark || mark->empty())
        return mark ? run.wrong("a text is split at nothing") : fail(mark.error());
    SNUG_TRY(run.make(self.text()->size()));
    std::vector<std::string> parts =
        fromRight ? splitFromRight(*self.text(), *mark, 1) : splitAt(*self.text(), *mark, 1);
    if (parts.size() == 2)
        parts = {parts[0], *mark, parts[1]};
    else if (fromRight)
        parts = {"", "", parts[0]};
    else
        parts = {parts[0], "", ""};
    return texts(run, std::move(parts), SequenceKind::Tuple);
}

/// "startswith" and "endswith", of one text or any of a tuple.
template <bool atStart> Result<Value> startsOrEnds(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, atStart ? "startswith" : "endswith", arguments, {"prefix"}, 1);
    if (!bound)
        return fail(bound.error());
    const Value &given = *(*bound)[0];
    const Sequence *several = given.sequence();
    if (several && several->kind != SequenceKind::Tuple)
        return run.wrongType("a text or a tuple of texts", given);
    for (const Value &each : several ? several->items : std::vector{given}) {
        if (!each.text())
            return run.wrongType("a text or a tuple of texts", each);
        SNUG_TRY(run.lookAt(each.text()->size()));
        if (atStart ? self.text()->starts_with(*each.text()) : self.text()->ends_with(*each.text()))
            return Value(true);
    }
    return Value(false);
}

template <bool atStart> Result<Value> removed(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "removeprefix", arguments, {"prefix"}, 1);
    const auto part = bound ? textOf(run, (*bound)[0], "a text") : fail(bound.error());
    if (!part)
        return fail(part.error());
    std::string_view rest = *self.text();
    SNUG_TRY(run.make(rest.size()));
    if (atStart && rest.starts_with(*part))
        rest.remove_prefix(part->size());
    else if (!atStart && rest.ends_with(*part))
        rest.remove_suffix(part->size());
    return run.text(std::string(rest));
}

Result<Value> replace(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "replace", arguments, {"old", "new", "count"}, 2);
    if (!bound)
        return fail(bound.error());
    const auto old = textOf(run, (*bound)[0], "a text to replace"), made = textOf(run, (*bound)[1], "a text instead");
    const auto most = wholeOr(run, (*bound)[2], -1);
    for (const auto *each : {&old, &made})
        SNUG_TRY(*each);
    SNUG_TRY(most);
    if (old->empty())
        return run.refuse("the replacement of an empty text");
    const std::string &text = *self.text();
    SNUG_TRY(run.lookAt(text.size()));
    std::string result;
    std::size_t from = 0;
    for (std::int64_t count = 0; *most < 0 || count < *most; ++count) {
        const std::size_t at = findText(text, *old, from);
        if (at == std::string::npos)
            break;
        SNUG_TRY(run.make(at - from + made->size()));
        result.append(text, from, at - from) += *made;
        from = at + old->size();
    }
    SNUG_TRY(run.make(text.size() - from));
    return run.text(result.append(text, from));
}

/// "find", "rfind" and, where absence is an error, "index".
template <bool fromRight, bool required> Result<Value> find(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "find", arguments, {"sub"}, 1);
    const auto part = bound ? textOf(run, (*bound)[0], "a text to find") : fail(bound.error());
    if (!part)
        return fail(part.error());
    const std::string &text = *self.text();
    SNUG_TRY(run.lookAt(2 * (text.size() + part->size())));
    std::size_t at = 0;
    if (fromRight) {
        const std::string backwards(text.rbegin(), text.rend()), mark(part->rbegin(), part->rend());
        at = findText(backwards, mark);
        at = at == std::string::npos ? at : text.size() - at - part->size();
    } else {
        at = findText(text, *part);
    }
    if (at != std::string::npos)
        return Value(static_cast<std::int64_t>(characterCount(std::string_view(text).substr(0, at))));
    return required ? Result<Value>(run.wrong("a text is not where it is looked for")) : Value(std::int64_t{-1});
}

Result<Value> count(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "count", arguments, {"sub"}, 1);
    const auto part = bound ? textOf(run, (*bound)[0], "a text to count") : fail(bound.error());
    if (!part || part->empty())
        return part ? run.refuse("counting an empty text") : fail(part.error());
    SNUG_TRY(run.lookAt(self.text()->size()));
    std::int64_t found = 0;
    for (std::size_t at = 0; (at = findText(*self.text(), *part, at)) != std::string::npos; at += part->size())
        ++found;
    return Value(found);
}

Result<Value> join(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "join", arguments, {"iterable"}, 1);
    if (!bound)
        return fail(bound.error());
    const auto items = iterated(run, *(*bound)[0]);
    if (!items)
        return fail(items.error());
    std::string made;
    for (const Value &item : (*items)->items) {
        if (!item.text())
            return run.wrongType("a text to join", item);
        SNUG_TRY(run.make(item.text()->size() + self.text()->size()));
        made += (&item == (*items)->items.data() ? "" : *self.text()) + *item.text();
    }
    return run.text(std::move(made));
}

template <bool words> Result<Value> capitalize(Run &run, const Value &self, const Arguments &arguments)
{
    SNUG_TRY(bind(run, words ? "title" : "capitalize", arguments, {}));
    SNUG_TRY(run.lookAt(self.text()->size()));
    auto changed = capitalized(*self.text(), words);
    if (!changed)
        return run.refuse("upper or lower case of a character that changes with its neighbours, or becomes several");
    return run.text(*std::move(changed));
}

template <Case wanted> Result<Value> toCase(Run &run, const Value &self, const Arguments &arguments)
{
    return applyFilter(run, wanted == Case::Lower ? "lower" : "upper", self, arguments);
}

template <Case wanted> Result<Value> hasCase(Run &run, const Value &self, const Arguments &arguments)
{
    const auto found = applyTest(run, wanted == Case::Lower ? "lower" : "upper", self, arguments);
    return found ? Result<Value>(Value(*found)) : fail(found.error());
}

/// Whether a text has characters, all of one sort.
template <bool (*sort)(char32_t)> Result<Value> consistsOf(Run &run, const Value &self, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "isalpha", arguments, {}));
    SNUG_TRY(run.lookAt(self.text()->size()));
    const bool all = allCharacters(*self.text(), sort);
    return Value(all && !self.text()->empty());
}

struct Row
{
    std::string_view name;
    Method method;
};

constexpr Row kTextRows[] = {
    {"capitalize", capitalize<false>},
    {"count", count},
    {"endswith", startsOrEnds<false>},
    {"find", find<false, false>},
    {"index", find<false, true>},
    {"isalpha", consistsOf<isLetter>},
    {"isdecimal", consistsOf<isDecimalDigit>},
    {"islower", hasCase<Case::Lower>},
    {"isspace", consistsOf<isBlank>},
    {"isupper", hasCase<Case::Upper>},
    {"join", join},
    {"lower", toCase<Case::Lower>},
    {"lstrip", stripped<strippedLeft>},
    {"partition", partition<false>},
    {"removeprefix", removed<true>},
    {"removesuffix", removed<false>},
    {"replace", replace},
    {"rfind", find<true, false>},
    {"rindex", find<true, true>},
    {"rpartition", partition<true>},
    {"rsplit", split<true>},
    {"rstrip", stripped<strippedRight>},
    {"split", split<false>},
    {"splitlines", splitlines},
    {"startswith", startsOrEnds<true>},
    {"strip", stripped<strippedLeft, strippedRight>},
    {"title", capitalize<true>},
    {"upper", toCase<Case::Upper>},
};

Result<Value> entries(Run &run, const Value &self, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "items", arguments, {}));
    std::vector<Value> pairs;
    for (const auto &[key, value] : self.mapping()->entries) {
        auto pair = run.list({Value(key), value}, SequenceKind::Tuple);
        if (!pair)
            return pair;
        pairs.push_back(*std::move(pair));
    }
    return run.list(std::move(pairs), SequenceKind::View);
}

Result<Value> keys(Run &run, const Value &self, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "keys", arguments, {}));
    const auto found = iterated(run, self);
    return found ? run.list((*found)->items, SequenceKind::View) : fail(found.error());
}

Result<Value> values(Run &run, const Value &self, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "values", arguments, {}));
    std::vector<Value> found;
    for (const auto &entry : self.mapping()->entries)
        found.push_back(entry.second);
    return run.list(std::move(found), SequenceKind::View);
}

Result<Value> get(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "get", arguments, {"key", "default"}, 1);
    if (!bound)
        return fail(bound.error());
    const std::string *key = (*bound)[0]->text();
    const Value *found = key ? self.mapping()->find(*key) : nullptr;
    return found ? *found : (*bound)[1].value_or(Value(None{}));
}

Result<Value> same(Run &run, const Value &self, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "copy", arguments, {}));
    return self; // nobody can change it
}

constexpr Row kMappingRows[] = {{"copy", same}, {"get", get}, {"items", entries}, {"keys", keys}, {"values", values}};

Result<Value> countItems(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "count", arguments, {"value"}, 1);
    if (!bound)
        return fail(bound.error());
    std::int64_t found = 0;
    for (const Value &item : self.sequence()->items) {
        const auto same = equal(run, item, *(*bound)[0]);
        if (!same)
            return fail(same.error());
        found += *same ? 1 : 0;
    }
    return Value(found);
}

Result<Value> indexOfItem(Run &run, const Value &self, const Arguments &arguments)
{
    const auto bound = bind(run, "index", arguments, {"value"}, 1);
    if (!bound)
        return fail(bound.error());
    for (std::size_t i = 0; i < self.sequence()->items.size(); ++i) {
        const auto same = equal(run, self.sequence()->items[i], *(*bound)[0]);
        if (!same)
            return fail(same.error());
        if (*same)
            return Value(static_cast<std::int64_t>(i));
    }
    return run.wrong("a value is not in the list where it is looked for");
}

constexpr Row kListRows[] = {{"copy", same}, {"count", countItems}, {"index", indexOfItem}};

Result<Value> cycle(Run &run, const Value &self, const Arguments &arguments)
{
    if (arguments.positional.empty())
        return run.wrong("no values to cycle through are given");
    return arguments.positional[self.loop()->index % arguments.positional.size()];
}

constexpr Row kLoopRows[] = {{"cycle", cycle}};

std::span<const Row> rowsFor(const Value &self)
{
    if (self.text())
        return kTextRows;
    if (self.mapping())
        return kMappingRows;
    return self.sequence() ? std::span<const Row>(kListRows) : kLoopRows;
}

} // namespace

Result<Value> callMethod(Run &run, std::string_view name, const Value &self, const Arguments &arguments)
{
    SNUG_TRY(run.work(4));
    const std::span<const Row> rows = rowsFor(self);
    const auto row = std::ranges::find(rows, name, &Row::name);
    if (row == rows.end())
        return run.refuse(fmt::format("the method '{}' of a {}", name, self.typeName()));
    return row->method(run, self, arguments);
}

} // namespace snug::chat
