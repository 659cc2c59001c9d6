// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Filters that make one text or number of a value.

#include "core/chat/calls.h"
#include "core/chat/operators.h"
#include "core/chat/pythontext.h"
#include "core/chat/valuetext.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace snug::chat {

namespace {

/// What a text filter works on: the text itself, or that of another value. An undefined one is empty.
Result<std::string> subjectText(Run &run, const Value &subject)
{
    SNUG_TRY(run.lookAt(subject.text() ? subject.text()->size() : 0));
    return printed(run, subject);
}

Result<Value> changedCase(Run &run, std::optional<std::string> changed)
{
    if (!changed)
        return run.refuse("upper or lower case of a character that changes with its neighbours, or becomes several");
    return run.text(*std::move(changed));
}

template <Case wanted> Result<Value> toCase(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, wanted == Case::Lower ? "lower" : "upper", arguments, {}));
    const auto text = subjectText(run, subject);
    if (!text)
        return fail(text.error());
    return changedCase(run, inCase(*text, wanted));
}

Result<Value> capitalize(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "capitalize", arguments, {}));
    const auto text = subjectText(run, subject);
    if (!text)
        return fail(text.error());
    return changedCase(run, capitalized(*text, /*words=*/false));
}

/// Unlike the method: words begin after blanks, hyphens and opening brackets.
Result<Value> title(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "title", arguments, {}));
    const auto text = subjectText(run, subject);
    if (!text)
        return fail(text.error());
    std::string made, word;
    const auto endWord = [&] {
        const auto changed = capitalized(word, /*words=*/false);
        made += changed.value_or("");
        word.clear();
        return changed.has_value();
    };
    bool known = true;
    for (const std::string &character : characters(*text)) {
        const bool between =
            std::string_view("-({[<").find(character) != std::string_view::npos || strippedLeft(character).empty();
        if (between) {
            known = endWord() && known;
            made += character;
        } else {
            word += character;
        }
    }
    known = endWord() && known;
    return changedCase(run, known ? std::optional(made) : std::nullopt);
}

Result<Value> trim(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "trim", arguments, {"chars"});
    if (!bound)
        return fail(bound.error());
    const auto text = subjectText(run, subject);
    if (!text)
        return fail(text.error());
    std::optional<std::string_view> set;
    if (const auto &given = (*bound)[0]; given && !given->isNone()) {
        if (!given->text())
            return run.wrongType("a text of characters to trim", *given);
        set = *given->text();
    }
    return run.text(std::string(strippedRight(strippedLeft(*text, set), set)));
}

Result<Value> replace(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "replace", arguments, {"old", "new", "count"}, 2);
    if (!bound)
        return fail(bound.error());
    const auto text = subjectText(run, subject);
    if (!text)
        return fail(text.error());
    Arguments given;
    for (std::size_t i = 0; i < 3; ++i) {
        if (const auto &each = (*bound)[i]; each && !(i == 2 && each->isNone()))
            given.positional.push_back(*each);
    }
    return callMethod(run, "replace", Value(*text), given);
}

Result<Value> string(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "string", arguments, {}));
    auto text = subjectText(run, subject);
    if (!text)
        return fail(std::move(text).error());
    return run.text(*std::move(text));
}

Result<Value> indent(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "indent", arguments, {"width", "first", "blank"});
    if (!bound)
        return fail(bound.error());
    const auto text = subjectText(run, subject);
    if (!text)
        return fail(text.error());
    std::string step(4, ' ');
    if (const auto &width = (*bound)[0]; width && width->text()) {
        step = *width->text();
    } else {
        const auto spaces = wholeOr(run, width, 4);
        if (!spaces || *spaces > 1000)
            return spaces ? run.refuse("an indent of more than 1000 spaces") : fail(spaces.error());
        step = std::string(static_cast<std::size_t>(std::max<std::int64_t>(0, *spaces)), ' ');
    }
    const bool first = (*bound)[1] && isTrue(*(*bound)[1]), blank = (*bound)[2] && isTrue(*(*bound)[2]);
    const std::vector<std::string> lines = splitLines(*text + "\n");
    SNUG_TRY(run.make(lines.size() * (step.size() + sizeof(std::string))));
    std::string made = first ? step : "";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0)
            made += blank || !lines[i].empty() ? "\n" + step : "\n";
        made += lines[i];
    }
    return run.text(std::move(made));
}

Result<Value> tojson(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "tojson", arguments, {"ensure_ascii", "indent", "separators", "sort_keys"});
    if (!bound)
        return fail(bound.error());
    JsonStyle style;
    style.asciiOnly = (*bound)[0] && isTrue(*(*bound)[0]);
    style.sortKeys = (*bound)[3] && isTrue(*(*bound)[3]);
    if (const auto &given = (*bound)[1]; given && !given->isNone()) {
        const auto spaces = given->text() ? Result<std::int64_t>(0) : wholeOr(run, given, 0);
        if (!spaces || *spaces > 1000)
            return spaces ? run.refuse("an indent of more than 1000 spaces") : fail(spaces.error());
        style.indent = given->text() ? *given->text()
                                     : std::string(static_cast<std::size_t>(std::max<std::int64_t>(0, *spaces)), ' ');
        style.itemSeparator = ",";
    }
    if (const auto &given = (*bound)[2]; given && !given->isNone()) {
        const Sequence *both = given->sequence();
        if (!both || both->items.size() != 2 || !both->items[0].text() || !both->items[1].text())
            return run.wrongType("two texts as separators", *given);
        style.itemSeparator = *both->items[0].text();
        style.keySeparator = *both->items[1].text();
    }
    auto text = toJson(run, subject, style);
    if (!text)
        return fail(std::move(text).error());
    return run.text(*std::move(text));
}

std::optional<double> parsedNumber(std::string_view text)
{
    text = strippedRight(strippedLeft(text));
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    return fault == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Result<Value> toInt(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "int", arguments, {"default"});
    if (!bound)
        return fail(bound.error());
    const Value otherwise = (*bound)[0].value_or(Value(std::int64_t{0}));
    if (const auto whole = wholeNumber(subject))
        return Value(*whole);
    std::optional<double> number = anyNumber(subject);
    if (const std::string *text = subject.text()) {
        if (text->find('_') != std::string::npos)
            return run.refuse("a number with '_' in a text");
        std::int64_t whole = 0;
        const std::string_view digits = strippedRight(strippedLeft(*text));
        const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
        if (fault == std::errc() && end == digits.data() + digits.size())
            return Value(whole);
        number = parsedNumber(*text);
    }
    if (!number || !std::isfinite(*number))
        return otherwise;
    if (std::abs(*number) >= 9.2e18)
        return run.refuse("an integer beyond 64 bits");
    return Value(static_cast<std::int64_t>(*number));
}

Result<Value> toFloat(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "float", arguments, {"default"});
    if (!bound)
        return fail(bound.error());
    const auto number = subject.text() ? parsedNumber(*subject.text()) : anyNumber(subject);
    return number ? Value(*number) : (*bound)[0].value_or(Value(0.0));
}

Result<Value> abs(Run &run, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(bind(run, "abs", arguments, {}));
    const auto number = anyNumber(subject);
    if (!number)
        return run.wrongType("a number", subject);
    if (*number < 0)
        return negative(run, subject);
    return wholeNumber(subject) ? Value(*wholeNumber(subject)) : subject;
}

Result<Value> round(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "round", arguments, {"precision", "method"});
    if (!bound)
        return fail(bound.error());
    const auto number = anyNumber(subject);
    const auto precision = wholeOr(run, (*bound)[0], 0);
    if (!number || !precision)
        return number ? fail(precision.error()) : run.wrongType("a number", subject);
    if (*precision < 0 || *precision > 15)
        return run.refuse("rounding to less than 0 or more than 15 places");
    const auto method = (*bound)[1] ? textOf(run, (*bound)[1], "a way of rounding") : Result<std::string>("common");
    if (!method)
        return fail(method.error());
    if (*method != "common") {
        const double scale = std::pow(10.0, static_cast<double>(*precision));
        if (*method != "ceil" && *method != "floor")
            return run.wrong(fmt::format("'{}' is no way of rounding", *method));
        return Value((*method == "ceil" ? std::ceil(*number * scale) : std::floor(*number * scale)) / scale);
    }
    if (wholeNumber(subject))
        return Value(*wholeNumber(subject));
    // Written with so many places and read again: right for halves that are none in binary.
    return Value(parsedNumber(fmt::format("{:.{}f}", *number, *precision)).value_or(*number));
}

Result<Value> orDefault(Run &run, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, "default", arguments, {"default_value", "boolean"});
    if (!bound)
        return fail(bound.error());
    const bool alsoFalse = (*bound)[1] && isTrue(*(*bound)[1]);
    if (subject.isUndefined() || (alsoFalse && !isTrue(subject)))
        return (*bound)[0].value_or(Value(std::string()));
    return subject;
}

struct Row
{
    std::string_view name;
    Filter filter;
};

constexpr Row kRows[] = {
    {"abs", abs},
    {"capitalize", capitalize},
    {"d", orDefault},
    {"default", orDefault},
    {"float", toFloat},
    {"indent", indent},
    {"int", toInt},
    {"lower", toCase<Case::Lower>},
    {"replace", replace},
    {"round", round},
    {"string", string},
    {"title", title},
    {"tojson", tojson},
    {"trim", trim},
    {"upper", toCase<Case::Upper>},
};

} // namespace

Filter findTextFilter(std::string_view name)
{
    const auto *const row = std::ranges::find(kRows, name, &Row::name);
    return row == std::end(kRows) ? nullptr : row->filter;
}

} // namespace snug::chat
