// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Functions that a template finds there: range(), namespace(), dict(), raise_exception(), strftime_now().

#include "core/chat/calls.h"
#include "core/chat/clocktext.h"
#include "core/chat/operators.h"
#include "core/chat/valuetext.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug::chat {

namespace {

Result<Value> range(Run &run, const Arguments &arguments)
{
    const auto bound = bind(run, "range", arguments, {"start", "stop", "step"}, 1);
    if (!bound)
        return fail(bound.error());
    const auto first = wholeOr(run, (*bound)[0], 0), second = wholeOr(run, (*bound)[1], 0);
    const auto step = wholeOr(run, (*bound)[2], 1);
    for (const auto *each : {&first, &second, &step})
        SNUG_TRY(*each);
    if (*step == 0)
        return run.wrong("the step of a range is zero");
    const std::int64_t start = (*bound)[1] ? *first : 0, stop = (*bound)[1] ? *second : *first;
    std::vector<Value> items;
    for (std::int64_t at = start; *step > 0 ? at < stop : at > stop;) {
        if (items.size() >= run.limits().rangeLength)
            return run.wrong(fmt::format("a range has more than {} numbers", run.limits().rangeLength));
        items.emplace_back(at);
        if (__builtin_add_overflow(at, *step, &at))
            break;
    }
    return run.list(std::move(items), SequenceKind::Range);
}

Result<Mapping> pairsOf(Run &run, std::string_view callee, const Arguments &arguments)
{
    Mapping made;
    if (arguments.positional.size() > 1 || (!arguments.positional.empty() && !arguments.positional[0].mapping()))
        return run.refuse(fmt::format("'{}' of what is no dict", callee));
    if (!arguments.positional.empty())
        made = *arguments.positional[0].mapping();
    for (const auto &[name, value] : arguments.named)
        made.set(name, value);
    SNUG_TRY(run.make(made.entries.size() * 4 * sizeof(Value)));
    return made;
}

Result<Value> nameSpace(Run &run, const Arguments &arguments)
{
    auto members = pairsOf(run, "namespace", arguments);
    auto made = members ? run.nameSpace() : fail(std::move(members).error());
    if (!made)
        return made;
    for (auto &[name, value] : members->entries) {
        if (name.starts_with('_'))
            return run.refuse(fmt::format("the namespace attribute '{}' (with '_' in front)", name));
        made->nameSpace()->members.insert_or_assign(name, std::move(value));
    }
    return made;
}

Result<Value> dict(Run &run, const Arguments &arguments)
{
    auto made = pairsOf(run, "dict", arguments);
    return made ? run.mapping(*std::move(made)) : fail(std::move(made).error());
}

Result<Value> raiseException(Run &run, const Arguments &arguments)
{
    const auto bound = bind(run, "raise_exception", arguments, {"message"}, 1);
    if (!bound)
        return fail(bound.error());
    const auto text = printed(run, *(*bound)[0]);
    if (!text)
        return fail(text.error());
    constexpr std::size_t kLongest = 500;
    return fail(ErrorCode::BadInput, fmt::format("The model's chat template refuses this conversation (line {}): {}",
                                                 run.line, text->substr(0, kLongest)));
}

Result<Value> strftimeNow(Run &run, const Arguments &arguments)
{
    const auto bound = bind(run, "strftime_now", arguments, {"format"}, 1);
    const auto format = bound ? textOf(run, (*bound)[0], "a format of dates") : fail(bound.error());
    if (!format)
        return fail(format.error());
    if (!run.now())
        return run.wrong("it asks for the date, and none is given");
    SNUG_TRY(run.make(16 * format->size()));
    std::string unknown;
    auto text = clockText(*run.now(), *format, unknown);
    return text ? run.text(*std::move(text)) : run.refuse(fmt::format("the date format '{}'", unknown));
}

struct Row
{
    std::string_view name;
    Result<Value> (*function)(Run &, const Arguments &); ///< null for those that are refused
};

constexpr Row kRows[] = {
    {"cycler", nullptr},      {"dict", dict},
    {"joiner", nullptr},      {"lipsum", nullptr},
    {"namespace", nameSpace}, {"raise_exception", raiseException},
    {"range", range},         {"strftime_now", strftimeNow},
};

} // namespace

bool isFunction(std::string_view name) { return std::ranges::find(kRows, name, &Row::name) != std::end(kRows); }

Result<Value> callFunction(Run &run, std::string_view name, const Arguments &arguments)
{
    SNUG_TRY(run.work(4));
    const auto *const row = std::ranges::find(kRows, name, &Row::name);
    if (row == std::end(kRows) || !row->function)
        return run.refuse(fmt::format("the function '{}'", name));
    return row->function(run, arguments);
}

} // namespace snug::chat
