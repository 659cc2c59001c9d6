// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/operators.h"

#include "core/chat/pythontext.h"
#include "core/chat/valuetext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace snug::chat {

namespace {

Result<bool> equalSequences(Run &run, const Sequence &a, const Sequence &b)
{
    if (a.kind != b.kind || a.items.size() != b.items.size())
        return false;
    for (std::size_t i = 0; i < a.items.size(); ++i) {
        const auto same = equal(run, a.items[i], b.items[i]);
        if (!same || !*same)
            return same;
    }
    return true;
}

Result<bool> equalMappings(Run &run, const Mapping &a, const Mapping &b)
{
    if (a.entries.size() != b.entries.size())
        return false;
    for (const auto &[key, value] : a.entries) {
        const Value *other = b.find(key);
        if (!other)
            return false;
        const auto same = equal(run, value, *other);
        if (!same || !*same)
            return same;
    }
    return true;
}

Result<bool> lessSequences(Run &run, const Sequence &a, const Sequence &b)
{
    for (std::size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i) {
        const auto same = equal(run, a.items[i], b.items[i]);
        if (!same)
            return same;
        if (!*same)
            return less(run, a.items[i], b.items[i]);
    }
    return a.items.size() < b.items.size();
}

tl::unexpected<Error> tooLarge(const Run &run) { return run.refuse("an integer beyond 64 bits"); }

Result<Value> power(Run &run, std::int64_t base, std::int64_t exponent)
{
    if (exponent < 0)
        return Value(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
    std::int64_t made = 1;
    if (base == 0 || base == 1 || base == -1)
        exponent = exponent == 0 ? 0 : 2 - exponent % 2; // the same, sooner
    for (; exponent > 0; --exponent) {
        if (__builtin_mul_overflow(made, base, &made))
            return tooLarge(run);
    }
    return Value(made);
}

Result<Value> ofIntegers(Run &run, std::string_view sign, std::int64_t a, std::int64_t b)
{
    std::int64_t made = 0;
    if (sign == "+" || sign == "-" || sign == "*") {
        const bool over = sign == "+"   ? __builtin_add_overflow(a, b, &made)
                          : sign == "-" ? __builtin_sub_overflow(a, b, &made)
                                        : __builtin_mul_overflow(a, b, &made);
        return over ? Result<Value>(tooLarge(run)) : Value(made);
    }
    if (sign == "**")
        return power(run, a, b);
    if (b == 0)
        return run.wrong("a number is divided by zero");
    if (sign == "/")
        return Value(static_cast<double>(a) / static_cast<double>(b));
    if (b == -1) // the one division that overflows
        return sign == "%" ? Value(std::int64_t{0}) : negative(run, Value(a));
    const std::int64_t rest = a % b;
    const bool down = rest != 0 && (rest < 0) != (b < 0); // Python rounds down
    return Value(sign == "%" ? (down ? rest + b : rest) : a / b - (down ? 1 : 0));
}

Result<Value> ofNumbers(Run &run, std::string_view sign, double a, double b)
{
    if (sign == "+")
        return Value(a + b);
    if (sign == "-")
        return Value(a - b);
    if (sign == "*")
        return Value(a * b);
    if (sign == "**")
        return Value(std::pow(a, b));
    if (b == 0)
        return run.wrong("a number is divided by zero");
    if (sign == "/")
        return Value(a / b);
    double rest = std::fmod(a, b);
    if (rest != 0 && (rest < 0) != (b < 0))
        rest += b;
    return Value(sign == "%" ? rest : std::floor((a - rest) / b + 0.5));
}

/// A text or list several times.
Result<Value> repeated(Run &run, const Value &value, std::int64_t times)
{
    const std::size_t count = times > 0 ? static_cast<std::size_t>(times) : 0;
    const std::string *text = value.text();
    const std::size_t length = text ? text->size() : value.sequence()->items.size();
    if (length > 0 && count > run.limits().madeBytes / length)
        return run.wrong("a repeated text or list gets too long");
    SNUG_TRY(run.make(length * count * (text ? 1 : sizeof(Value))));
    if (text) {
        std::string made;
        for (std::size_t i = 0; i < count && length > 0; ++i)
            made += *text;
        return run.text(std::move(made));
    }
    std::vector<Value> items;
    for (std::size_t i = 0; i < count && length > 0; ++i)
        items.insert(items.end(), value.sequence()->items.begin(), value.sequence()->items.end());
    return run.list(std::move(items), value.sequence()->kind);
}

bool isListOrTuple(const Value &value)
{
    const Sequence *found = value.sequence();
    return found && (found->kind == SequenceKind::List || found->kind == SequenceKind::Tuple);
}

/// Texts and lists; a null when the operator is not one of theirs.
std::optional<Result<Value>> ofSequences(Run &run, std::string_view sign, const Value &a, const Value &b)
{
    if (sign == "+" && a.text() && b.text()) {
        if (auto made = run.make(b.text()->size()); !made)
            return Result<Value>(fail(std::move(made).error()));
        return run.text(*a.text() + *b.text());
    }
    if (sign == "+" && isListOrTuple(a) && isListOrTuple(b) && a.sequence()->kind == b.sequence()->kind) {
        if (auto made = run.make((a.sequence()->items.size() + b.sequence()->items.size()) * sizeof(Value)); !made)
            return Result<Value>(fail(std::move(made).error()));
        std::vector<Value> items = a.sequence()->items;
        items.insert(items.end(), b.sequence()->items.begin(), b.sequence()->items.end());
        return run.list(std::move(items), a.sequence()->kind);
    }
    if (sign == "*" && (a.text() || isListOrTuple(a)) && wholeNumber(b))
        return repeated(run, a, *wholeNumber(b));
    if (sign == "*" && (b.text() || isListOrTuple(b)) && wholeNumber(a))
        return repeated(run, b, *wholeNumber(a));
    if (sign == "%" && a.text())
        return Result<Value>(run.refuse("the operator '%' on a text"));
    return std::nullopt;
}

Result<Value> joined(Run &run, const Value &a, const Value &b)
{
    auto left = printed(run, a);
    if (!left)
        return fail(std::move(left).error());
    const auto right = printed(run, b);
    if (!right)
        return fail(right.error());
    return run.text(*std::move(left) + *right);
}

} // namespace

bool isTrue(const Value &value)
{
    if (const bool *boolean = value.boolean())
        return *boolean;
    if (const auto number = anyNumber(value))
        return *number != 0;
    if (const std::string *text = value.text())
        return !text->empty();
    if (const Sequence *sequence = value.sequence())
        return sequence->kind == SequenceKind::Once || !sequence->items.empty();
    if (const Mapping *mapping = value.mapping())
        return !mapping->entries.empty();
    return !value.isUndefined() && !value.isNone();
}

std::optional<std::int64_t> wholeNumber(const Value &value)
{
    if (const bool *boolean = value.boolean())
        return *boolean ? 1 : 0;
    return value.integer() ? std::optional(*value.integer()) : std::nullopt;
}

std::optional<double> anyNumber(const Value &value)
{
    if (const auto whole = wholeNumber(value))
        return static_cast<double>(*whole);
    return value.real() ? std::optional(*value.real()) : std::nullopt;
}

Result<bool> equal(Run &run, const Value &a, const Value &b)
{
    SNUG_TRY(run.work(1));
    if (const auto left = wholeNumber(a), right = wholeNumber(b); left && right)
        return *left == *right;
    if (const auto left = anyNumber(a), right = anyNumber(b); left && right)
        return *left == *right;
    if (a.text() && b.text()) {
        SNUG_TRY(run.lookAt(std::min(a.text()->size(), b.text()->size())));
        return *a.text() == *b.text();
    }
    if (a.sequence() && b.sequence())
        return equalSequences(run, *a.sequence(), *b.sequence());
    if (a.mapping() && b.mapping())
        return equalMappings(run, *a.mapping(), *b.mapping());
    if (a.nameSpace() || b.nameSpace())
        return a.nameSpace() == b.nameSpace();
    return (a.isNone() && b.isNone()) || (a.isUndefined() && b.isUndefined());
}

Result<bool> less(Run &run, const Value &a, const Value &b)
{
    SNUG_TRY(run.work(1));
    if (const auto left = wholeNumber(a), right = wholeNumber(b); left && right)
        return *left < *right;
    if (const auto left = anyNumber(a), right = anyNumber(b); left && right)
        return *left < *right;
    if (a.text() && b.text()) {
        SNUG_TRY(run.lookAt(std::min(a.text()->size(), b.text()->size())));
        return *a.text() < *b.text(); // bytes of UTF-8 have the order of their characters
    }
    if (isListOrTuple(a) && isListOrTuple(b) && a.sequence()->kind == b.sequence()->kind)
        return lessSequences(run, *a.sequence(), *b.sequence());
    return run.wrong(fmt::format("{} and {} have no order", a.typeName(), b.typeName()));
}

Result<bool> contains(Run &run, const Value &whole, const Value &item)
{
    if (const std::string *text = whole.text()) {
        if (!item.text())
            return run.wrongType("a text before 'in'", item);
        SNUG_TRY(run.lookAt(text->size() + item.text()->size()));
        return findText(*text, *item.text()) != std::string_view::npos;
    }
    if (const Mapping *mapping = whole.mapping())
        return item.text() && mapping->find(*item.text());
    const bool once = whole.sequence() && whole.sequence()->kind == SequenceKind::Once;
    const auto items = iterated(run, whole);
    if (!items)
        return fail(items.error());
    for (const Value &each : (*items)->items) {
        const auto same = equal(run, each, item);
        if (!same || (*same && !once))
            return same;
        if (*same)
            return run.refuse(
                "'in' on a generator (put it through the filter 'list')"); // what is left would be used later
    }
    return false;
}

Result<bool> compare(Run &run, std::string_view sign, const Value &a, const Value &b)
{
    const auto negated = [](Result<bool> found) { return found ? Result<bool>(!*found) : found; };
    if (sign == "==")
        return equal(run, a, b);
    if (sign == "!=")
        return negated(equal(run, a, b));
    if (sign == "in")
        return contains(run, b, a);
    if (sign == "not in")
        return negated(contains(run, b, a));
    const auto before = sign.starts_with('<') ? less(run, a, b) : less(run, b, a);
    if (!before || *before || sign.size() == 1)
        return before;
    return equal(run, a, b); // not "not the other way round": nothing is less than a NaN
}

Result<Value> binary(Run &run, std::string_view sign, const Value &a, const Value &b)
{
    if (sign == "~")
        return joined(run, a, b);
    if (const auto left = wholeNumber(a), right = wholeNumber(b); left && right)
        return ofIntegers(run, sign, *left, *right);
    if (const auto left = anyNumber(a), right = anyNumber(b); left && right)
        return ofNumbers(run, sign, *left, *right);
    if (auto made = ofSequences(run, sign, a, b))
        return *std::move(made);
    for (const Value *each : {&a, &b}) {
        if (each->isUndefined())
            return run.wrongType("a value", *each);
    }
    return run.wrong(fmt::format("'{}' does not work on {} and {}", sign, a.typeName(), b.typeName()));
}

Result<Value> negative(Run &run, const Value &value)
{
    if (const auto whole = wholeNumber(value)) {
        std::int64_t made = 0;
        return __builtin_sub_overflow(std::int64_t{0}, *whole, &made) ? Result<Value>(tooLarge(run)) : Value(made);
    }
    if (value.real())
        return Value(-*value.real());
    return run.wrongType("a number", value);
}

Result<Value::SequencePointer> iterated(Run &run, const Value &value)
{
    std::vector<Value> items;
    if (const Sequence *sequence = value.sequence()) {
        const std::size_t taken = sequence->kind == SequenceKind::Once ? sequence->taken : 0;
        sequence->taken = sequence->items.size();
        if (taken == 0)
            return value.sharedSequence();
        items.assign(sequence->items.begin() + static_cast<std::ptrdiff_t>(taken), sequence->items.end());
    } else if (const std::string *text = value.text()) {
        SNUG_TRY(run.make(text->size() * sizeof(Value))); // before they are there; most are of one byte
        for (std::string &character : characters(*text))
            items.emplace_back(std::move(character));
    } else if (const Mapping *mapping = value.mapping()) {
        for (const auto &entry : mapping->entries)
            items.emplace_back(entry.first);
    } else if (!value.isUndefined()) {
        return run.wrongType("something to go through", value);
    }
    const auto made = run.list(std::move(items));
    if (!made)
        return fail(made.error());
    return made->sharedSequence();
}

} // namespace snug::chat
