// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The tests behind "is".

#include "core/chat/calls.h"
#include "core/chat/operators.h"
#include "core/chat/pythontext.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug::chat {

namespace {

using Question = bool (*)(const Value &);

struct PlainRow
{
    std::string_view name;
    Question question;
};

constexpr PlainRow kPlain[] = {
    {"boolean", [](const Value &v) { return v.boolean() != nullptr; }},
    {"callable", [](const Value &v) { return v.function() || v.isUndefined(); }},
    {"defined", [](const Value &v) { return !v.isUndefined(); }},
    {"false", [](const Value &v) { return v.boolean() && !*v.boolean(); }},
    {"float", [](const Value &v) { return v.real() != nullptr; }},
    {"integer", [](const Value &v) { return v.integer() != nullptr; }},
    {"iterable", [](const Value &v) { return v.text() || v.sequence() || v.mapping() || v.isUndefined() || v.loop(); }},
    {"mapping", [](const Value &v) { return v.mapping() != nullptr; }},
    {"none", [](const Value &v) { return v.isNone(); }},
    {"number", [](const Value &v) { return v.isNumber(); }},
    {"sequence",
     [](const Value &v) {
         return v.text() || v.mapping() || v.isUndefined() ||
                (v.sequence() && v.sequence()->kind != SequenceKind::Once && v.sequence()->kind != SequenceKind::View);
     }},
    {"string", [](const Value &v) { return v.text() != nullptr; }},
    {"true", [](const Value &v) { return v.boolean() && *v.boolean(); }},
    {"undefined", [](const Value &v) { return v.isUndefined(); }},
};

struct ComparingRow
{
    std::string_view name;
    std::string_view sign;
};

constexpr ComparingRow kComparing[] = {
    {"==", "=="},         {"eq", "=="},      {"equalto", "=="}, {"!=", "!="}, {"ne", "!="}, {"<", "<"},
    {"lt", "<"},          {"lessthan", "<"}, {"<=", "<="},      {"le", "<="}, {">", ">"},   {"gt", ">"},
    {"greaterthan", ">"}, {">=", ">="},      {"ge", ">="},      {"in", "in"},
};

/// "odd", "even", "divisibleby".
Result<bool> divides(Run &run, const Value &subject, std::int64_t by, std::int64_t rest)
{
    const auto remainder = binary(run, "%", subject, Value(by));
    if (!remainder)
        return fail(remainder.error());
    return equal(run, *remainder, Value(rest));
}

Result<bool> same(Run &run, const Value &a, const Value &b)
{
    const auto isPlain = [](const Value &v) { return v.isNone() || v.boolean(); };
    if (!isPlain(a) && !isPlain(b))
        return run.refuse("the test 'sameas' on values other than none, true and false");
    return (a.isNone() && b.isNone()) || (a.boolean() && b.boolean() && *a.boolean() == *b.boolean());
}

Result<bool> withOne(Run &run, std::string_view name, const Value &subject, const Arguments &arguments)
{
    const auto bound = bind(run, name, arguments, {"other"}, 1);
    if (!bound)
        return fail(bound.error());
    const Value &other = *(*bound)[0];
    const auto *const row = std::ranges::find(kComparing, name, &ComparingRow::name);
    if (row != std::end(kComparing))
        return compare(run, row->sign, subject, other);
    if (name == "sameas")
        return same(run, subject, other);
    const auto by = wholeOr(run, other, 1);
    return by ? divides(run, subject, *by, 0) : fail(by.error());
}

} // namespace

Result<bool> applyTest(Run &run, std::string_view name, const Value &subject, const Arguments &arguments)
{
    SNUG_TRY(run.work(4));
    if (name == "divisibleby" || name == "sameas" ||
        std::ranges::find(kComparing, name, &ComparingRow::name) != std::end(kComparing))
        return withOne(run, name, subject, arguments);
    SNUG_TRY(bind(run, name, arguments, {}));
    if (const auto *const row = std::ranges::find(kPlain, name, &PlainRow::name); row != std::end(kPlain))
        return row->question(subject);
    if (name == "odd" || name == "even")
        return divides(run, subject, 2, name == "odd" ? 1 : 0);
    if ((name == "lower" || name == "upper") && subject.text()) {
        SNUG_TRY(run.lookAt(subject.text()->size()));
        return isInCase(*subject.text(), name == "lower" ? Case::Lower : Case::Upper);
    }
    return run.refuse(fmt::format("the test '{}'", name));
}

} // namespace snug::chat
