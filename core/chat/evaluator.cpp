// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/evaluator.h"

#include "core/chat/calls.h"
#include "core/chat/operators.h"

#include <fmt/format.h>

namespace snug::chat {

Result<Value> Evaluator::value(const Expression &expression, const Scope &scope)
{
    const Run::Level level(m_run);
    m_run.line = expression.line;
    SNUG_TRY(level.check());
    SNUG_TRY(m_run.work(4));
    return computed(expression, scope);
}

Result<Value> Evaluator::computed(const Expression &expression, const Scope &scope)
{
    switch (expression.operation) {
    case Operation::Constant:
        return expression.constant;
    case Operation::Name:
        return name(expression, scope);
    case Operation::List:
    case Operation::Tuple:
        return collection(expression, scope);
    case Operation::Mapping:
        return mapping(expression, scope);
    case Operation::Attribute:
    case Operation::Item:
        return item(expression, scope);
    case Operation::Slice:
        return slice(expression, scope);
    case Operation::Call:
        return call(expression, scope);
    case Operation::Filter:
    case Operation::Test:
        return filterOrTest(expression, scope);
    case Operation::Not:
    case Operation::Negative:
    case Operation::Positive:
        return sign(expression, scope);
    case Operation::And:
    case Operation::Or:
        return andOr(expression, scope);
    case Operation::Binary:
        return binary(expression, scope);
    case Operation::Compare:
        return comparison(expression, scope);
    case Operation::Conditional:
        return conditional(expression, scope);
    }
    return Value();
}

Result<Value> Evaluator::name(const Expression &expression, const Scope &scope)
{
    for (const Scope *each = &scope; each; each = each->parent) {
        SNUG_TRY(m_run.work(1));
        if (const auto found = each->names.find(expression.name); found != each->names.end())
            return found->second;
    }
    if (!isFunction(expression.name))
        return Value::undefined(fmt::format("'{}' is undefined", expression.name));
    auto function = std::make_shared<Function>();
    function->name = expression.name;
    return Value(Value::FunctionPointer(std::move(function)));
}

Result<Value> Evaluator::collection(const Expression &expression, const Scope &scope)
{
    auto items = arguments(expression, 0, scope);
    if (!items)
        return fail(std::move(items).error());
    return m_run.list(std::move(items->positional),
                      expression.operation == Operation::List ? SequenceKind::List : SequenceKind::Tuple);
}

Result<Value> Evaluator::mapping(const Expression &expression, const Scope &scope)
{
    auto entries = arguments(expression, 0, scope);
    if (!entries)
        return fail(std::move(entries).error());
    Mapping made;
    for (std::size_t i = 0; i + 1 < entries->positional.size(); i += 2) {
        const std::string *key = entries->positional[i].text();
        if (!key)
            return m_run.refuse("a dict whose keys are no texts");
        SNUG_TRY(m_run.make(2 * key->size()));
        made.set(*key, std::move(entries->positional[i + 1]));
    }
    return m_run.mapping(std::move(made));
}

Result<Value> Evaluator::item(const Expression &expression, const Scope &scope)
{
    const auto subject = value(*expression.children[0], scope);
    if (!subject)
        return subject;
    m_run.line = expression.line;
    if (expression.operation == Operation::Attribute)
        return attributeOf(m_run, *subject, expression.name);
    const auto place = value(*expression.children[1], scope);
    return place ? itemOf(m_run, *subject, *place) : place;
}

Result<Value> Evaluator::slice(const Expression &expression, const Scope &scope)
{
    Value parts[4];
    for (std::size_t i = 0; i < 4; ++i) {
        auto part = expression.children[i] ? value(*expression.children[i], scope) : Value(None{});
        if (!part)
            return part;
        parts[i] = *std::move(part);
    }
    m_run.line = expression.line;
    return sliceOf(m_run, parts[0], parts[1], parts[2], parts[3]);
}

Result<Arguments> Evaluator::arguments(const Expression &expression, std::size_t first, const Scope &scope)
{
    Arguments given;
    for (std::size_t i = first; i < expression.children.size(); ++i) {
        auto each = value(*expression.children[i], scope);
        if (!each)
            return fail(std::move(each).error());
        given.positional.push_back(*std::move(each));
    }
    for (const auto &[name, child] : expression.named) {
        auto each = value(*child, scope);
        if (!each)
            return fail(std::move(each).error());
        given.named.emplace_back(name, *std::move(each));
    }
    m_run.line = expression.line;
    return given;
}

Result<Value> Evaluator::call(const Expression &expression, const Scope &scope)
{
    const auto callee = value(*expression.children[0], scope);
    if (!callee)
        return callee;
    const auto given = arguments(expression, 1, scope);
    if (!given)
        return fail(given.error());
    const Function *function = callee->function();
    if (!function)
        return m_run.wrongType("something to call", *callee);
    if (function->macro)
        return m_macros(*function->macro, *given);
    return function->self ? callMethod(m_run, function->name, *function->self, *given)
                          : callFunction(m_run, function->name, *given);
}

Result<Value> Evaluator::filterOrTest(const Expression &expression, const Scope &scope)
{
    const auto subject = value(*expression.children[0], scope);
    if (!subject)
        return subject;
    const auto given = arguments(expression, 1, scope);
    if (!given)
        return fail(given.error());
    if (expression.operation == Operation::Filter)
        return applyFilter(m_run, expression.name, *subject, *given);
    const auto holds = applyTest(m_run, expression.name, *subject, *given);
    return holds ? Result<Value>(Value(*holds)) : fail(holds.error());
}

Result<Value> Evaluator::sign(const Expression &expression, const Scope &scope)
{
    const auto subject = value(*expression.children[0], scope);
    if (!subject)
        return subject;
    m_run.line = expression.line;
    if (expression.operation == Operation::Not)
        return Value(!isTrue(*subject));
    if (expression.operation == Operation::Negative)
        return negative(m_run, *subject);
    return subject->isNumber() ? subject : Result<Value>(m_run.wrongType("a number", *subject));
}

Result<Value> Evaluator::andOr(const Expression &expression, const Scope &scope)
{
    const auto left = value(*expression.children[0], scope);
    if (!left || isTrue(*left) == (expression.operation == Operation::Or))
        return left;
    return value(*expression.children[1], scope);
}

Result<Value> Evaluator::binary(const Expression &expression, const Scope &scope)
{
    const auto left = value(*expression.children[0], scope);
    if (!left)
        return left;
    const auto right = value(*expression.children[1], scope);
    if (!right)
        return right;
    m_run.line = expression.line;
    return chat::binary(m_run, expression.name, *left, *right);
}

Result<Value> Evaluator::comparison(const Expression &expression, const Scope &scope)
{
    auto left = value(*expression.children[0], scope);
    for (std::size_t i = 0; left && i < expression.signs.size(); ++i) {
        auto right = value(*expression.children[i + 1], scope);
        if (!right)
            return right;
        m_run.line = expression.line;
        const auto holds = compare(m_run, expression.signs[i], *left, *right);
        if (!holds)
            return fail(holds.error());
        if (!*holds || i + 1 == expression.signs.size())
            return Value(*holds);
        left = std::move(right);
    }
    return left;
}

Result<Value> Evaluator::conditional(const Expression &expression, const Scope &scope)
{
    const auto condition = value(*expression.children[0], scope);
    if (!condition)
        return condition;
    if (isTrue(*condition))
        return value(*expression.children[1], scope);
    return expression.children[2] ? value(*expression.children[2], scope)
                                  : Value::undefined("a value has no 'else' that gives another");
}

} // namespace snug::chat
