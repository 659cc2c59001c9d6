// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/expressionparser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace snug::chat {

namespace {

constexpr int kMostDepth = 100; // of expressions in each other, and of operators in a row

ExpressionPointer node(Operation operation, int line, std::string name = {})
{
    auto made = std::make_unique<Expression>();
    made->operation = operation;
    made->line = line;
    made->name = std::move(name);
    return made;
}

/// The node again, once its children are in it.
Result<ExpressionPointer> finished(ExpressionPointer made)
{
    const auto count = [&](const ExpressionPointer &child) {
        if (child)
            made->depth = std::max(made->depth, child->depth + 1);
    };
    std::ranges::for_each(made->children, count);
    for (const auto &[name, child] : made->named)
        count(child);
    if (made->depth > kMostDepth)
        return unknownConstruct(made->line, fmt::format("an expression more than {} levels deep", kMostDepth));
    return made;
}

Result<ExpressionPointer> withChild(ExpressionPointer made, ExpressionPointer child)
{
    made->children.push_back(std::move(child));
    return finished(std::move(made));
}

Result<ExpressionPointer> withChildren(ExpressionPointer made, ExpressionPointer first, ExpressionPointer second)
{
    made->children.push_back(std::move(first));
    made->children.push_back(std::move(second));
    return finished(std::move(made));
}

} // namespace

Result<ExpressionPointer> ExpressionParser::expression(Ternary ternary)
{
    if (++m_nesting > kMostDepth)
        return unknownConstruct(m_tokens.current().line,
                                fmt::format("expressions more than {} deep in each other", kMostDepth));
    auto value = alternatives();
    while (value && ternary == Ternary::Allowed && m_tokens.atName("if")) {
        auto made = node(Operation::Conditional, m_tokens.take().line);
        auto condition = alternatives();
        if (!condition)
            return condition;
        made->children.push_back(*std::move(condition));
        made->children.push_back(*std::move(value));
        made->children.emplace_back();
        if (m_tokens.takeName("else")) {
            auto other = expression();
            if (!other)
                return other;
            made->children.back() = *std::move(other);
        }
        value = finished(std::move(made));
    }
    --m_nesting;
    return value;
}

bool ExpressionParser::atEndOfTuple() const
{
    return m_tokens.at(TokenKind::OutputEnd) || m_tokens.at(TokenKind::BlockEnd) || m_tokens.atSign(")");
}

Result<ExpressionPointer> ExpressionParser::expressions(Ternary ternary)
{
    const int line = m_tokens.current().line;
    auto first = expression(ternary);
    if (!first || !m_tokens.atSign(","))
        return first;
    auto tuple = node(Operation::Tuple, line);
    tuple->children.push_back(*std::move(first));
    while (m_tokens.takeSign(",") && !atEndOfTuple()) {
        auto next = expression(ternary);
        if (!next)
            return next;
        tuple->children.push_back(*std::move(next));
    }
    return finished(std::move(tuple));
}

Result<ExpressionPointer> ExpressionParser::alternatives()
{
    auto left = conjunction();
    while (left && m_tokens.atName("or")) {
        const int line = m_tokens.take().line;
        auto right = conjunction();
        if (!right)
            return right;
        left = withChildren(node(Operation::Or, line), *std::move(left), *std::move(right));
    }
    return left;
}

Result<ExpressionPointer> ExpressionParser::conjunction()
{
    auto left = negation();
    while (left && m_tokens.atName("and")) {
        const int line = m_tokens.take().line;
        auto right = negation();
        if (!right)
            return right;
        left = withChildren(node(Operation::And, line), *std::move(left), *std::move(right));
    }
    return left;
}

Result<ExpressionPointer> ExpressionParser::negation()
{
    std::vector<int> lines;
    while (m_tokens.atName("not"))
        lines.push_back(m_tokens.take().line);
    auto value = comparison();
    for (; value && !lines.empty(); lines.pop_back())
        value = withChild(node(Operation::Not, lines.back()), *std::move(value));
    return value;
}

Result<ExpressionPointer> ExpressionParser::comparison()
{
    static constexpr std::array<std::string_view, 6> kSigns = {"==", "!=", "<", "<=", ">", ">="};
    auto first = binary(0);
    if (!first)
        return first;
    auto made = node(Operation::Compare, m_tokens.current().line);
    made->children.push_back(*std::move(first));
    while (true) {
        const bool negated =
            m_tokens.atName("not") && m_tokens.ahead().kind == TokenKind::Name && m_tokens.ahead().text == "in";
        const bool sign =
            m_tokens.at(TokenKind::Operator) && std::ranges::find(kSigns, m_tokens.current().text) != kSigns.end();
        if (!negated && !sign && !m_tokens.atName("in"))
            break;
        if (negated)
            m_tokens.take();
        const std::string &text = m_tokens.take().text;
        made->signs.push_back(negated ? "not in" : text);
        auto next = binary(0);
        if (!next)
            return next;
        made->children.push_back(*std::move(next));
    }
    if (made->signs.empty())
        return std::move(made->children[0]);
    return finished(std::move(made));
}

Result<ExpressionPointer> ExpressionParser::binary(std::size_t level)
{
    static const std::array<std::vector<std::string_view>, 4> kLevels = {
        std::vector<std::string_view>{"+", "-"}, {"~"}, {"*", "/", "//", "%"}, {"**"}};
    if (level == kLevels.size())
        return unary(true);
    auto left = binary(level + 1);
    while (left && m_tokens.at(TokenKind::Operator) &&
           std::ranges::find(kLevels[level], m_tokens.current().text) != kLevels[level].end()) {
        const Token &sign = m_tokens.take();
        auto right = binary(level + 1);
        if (!right)
            return right;
        left = withChildren(node(Operation::Binary, sign.line, sign.text), *std::move(left), *std::move(right));
    }
    return left;
}

Result<ExpressionPointer> ExpressionParser::unary(bool withFilters)
{
    std::vector<const Token *> signs;
    while (m_tokens.atSign("-") || m_tokens.atSign("+"))
        signs.push_back(&m_tokens.take());
    auto value = primary();
    if (value)
        value = postfix(*std::move(value));
    for (; value && !signs.empty(); signs.pop_back()) {
        const Operation operation = signs.back()->text == "-" ? Operation::Negative : Operation::Positive;
        value = withChild(node(operation, signs.back()->line), *std::move(value));
    }
    if (value && withFilters)
        value = postfixAndFilters(*std::move(value));
    return value;
}

Result<ExpressionPointer> ExpressionParser::primary()
{
    const Token &token = m_tokens.current();
    if (token.kind == TokenKind::Name)
        return primaryName();
    if (m_tokens.atSign("("))
        return parenthesized();
    if (m_tokens.atSign("["))
        return list();
    if (m_tokens.atSign("{"))
        return mapping();
    auto made = node(Operation::Constant, token.line);
    if (token.kind == TokenKind::String) {
        std::string text;
        while (m_tokens.at(TokenKind::String))
            text += m_tokens.take().text;
        made->constant = Value(std::move(text));
    } else if (token.kind == TokenKind::Integer) {
        made->constant = Value(m_tokens.take().integer);
    } else if (token.kind == TokenKind::Float) {
        made->constant = Value(m_tokens.take().real);
    } else {
        return m_tokens.unexpected("an expression");
    }
    return made;
}

Result<ExpressionPointer> ExpressionParser::primaryName()
{
    const Token &token = m_tokens.take();
    const std::string &name = token.text;
    auto made = node(Operation::Constant, token.line);
    if (name == "true" || name == "True" || name == "false" || name == "False") {
        made->constant = Value(name == "true" || name == "True");
    } else if (name == "none" || name == "None") {
        made->constant = Value(None{});
    } else {
        made->operation = Operation::Name;
        made->name = name;
    }
    return made;
}

Result<ExpressionPointer> ExpressionParser::parenthesized()
{
    const int line = m_tokens.take().line;
    if (m_tokens.takeSign(")"))
        return node(Operation::Tuple, line);
    auto value = expressions();
    if (value)
        SNUG_TRY(m_tokens.expectSign(")"));
    return value;
}

Result<ExpressionPointer> ExpressionParser::list()
{
    auto made = node(Operation::List, m_tokens.take().line);
    while (!m_tokens.takeSign("]")) {
        auto value = expression();
        if (!value)
            return value;
        made->children.push_back(*std::move(value));
        if (!m_tokens.atSign("]"))
            SNUG_TRY(m_tokens.expectSign(","));
    }
    return finished(std::move(made));
}

Result<ExpressionPointer> ExpressionParser::mapping()
{
    auto made = node(Operation::Mapping, m_tokens.take().line);
    while (!m_tokens.takeSign("}")) {
        auto key = expression();
        if (!key)
            return key;
        SNUG_TRY(m_tokens.expectSign(":"));
        auto value = expression();
        if (!value)
            return value;
        made->children.push_back(*std::move(key));
        made->children.push_back(*std::move(value));
        if (!m_tokens.atSign("}"))
            SNUG_TRY(m_tokens.expectSign(","));
    }
    return finished(std::move(made));
}

Result<ExpressionPointer> ExpressionParser::postfix(ExpressionPointer subject)
{
    Result<ExpressionPointer> value = std::move(subject);
    while (value) {
        if (m_tokens.atSign("."))
            value = attribute(*std::move(value));
        else if (m_tokens.atSign("["))
            value = item(*std::move(value));
        else if (m_tokens.atSign("("))
            value = call(*std::move(value));
        else
            break;
    }
    return value;
}

Result<ExpressionPointer> ExpressionParser::postfixAndFilters(ExpressionPointer subject)
{
    Result<ExpressionPointer> value = std::move(subject);
    while (value) {
        if (m_tokens.takeSign("|"))
            value = filter(*std::move(value));
        else if (m_tokens.atName("is"))
            value = test(*std::move(value));
        else if (m_tokens.atSign("("))
            value = call(*std::move(value));
        else
            break;
    }
    return value;
}

Result<ExpressionPointer> ExpressionParser::filters(ExpressionPointer subject, bool bare)
{
    Result<ExpressionPointer> value = std::move(subject);
    while (value && (bare || m_tokens.takeSign("|"))) {
        value = filter(*std::move(value));
        bare = false;
    }
    return value;
}

Result<ExpressionPointer> ExpressionParser::attribute(ExpressionPointer subject)
{
    const int line = m_tokens.take().line;
    if (m_tokens.at(TokenKind::Integer)) {
        auto place = node(Operation::Constant, line);
        place->constant = Value(m_tokens.take().integer);
        return withChildren(node(Operation::Item, line), std::move(subject), std::move(place));
    }
    auto name = m_tokens.name();
    if (!name)
        return fail(std::move(name).error());
    return withChild(node(Operation::Attribute, line, *std::move(name)), std::move(subject));
}

Result<ExpressionPointer> ExpressionParser::item(ExpressionPointer subject)
{
    const int line = m_tokens.take().line;
    ExpressionPointer place;
    if (!m_tokens.atSign(":")) {
        auto value = expression();
        if (!value)
            return value;
        place = *std::move(value);
    }
    if (m_tokens.atSign(":"))
        return slice(std::move(subject), std::move(place));
    if (m_tokens.atSign(","))
        return unknownConstruct(line, "several places in one pair of brackets");
    SNUG_TRY(m_tokens.expectSign("]"));
    return withChildren(node(Operation::Item, line), std::move(subject), std::move(place));
}

Result<ExpressionPointer> ExpressionParser::slice(ExpressionPointer subject, ExpressionPointer start)
{
    auto made = node(Operation::Slice, m_tokens.current().line);
    made->children.push_back(std::move(subject));
    made->children.push_back(std::move(start));
    made->children.resize(4);
    for (std::size_t i = 2; i < 4 && m_tokens.takeSign(":"); ++i) {
        if (m_tokens.atSign(":") || m_tokens.atSign("]"))
            continue;
        auto value = expression();
        if (!value)
            return value;
        made->children[i] = *std::move(value);
    }
    SNUG_TRY(m_tokens.expectSign("]"));
    return finished(std::move(made));
}

Result<void> ExpressionParser::arguments(Expression &to)
{
    SNUG_TRY(m_tokens.expectSign("("));
    while (!m_tokens.takeSign(")")) {
        if (m_tokens.atSign("*") || m_tokens.atSign("**"))
            return unknownConstruct(m_tokens.current().line, "arguments from a list or dict ('*')");
        std::string name;
        if (m_tokens.at(TokenKind::Name) && m_tokens.ahead().kind == TokenKind::Operator &&
            m_tokens.ahead().text == "=") {
            name = m_tokens.take().text;
            m_tokens.take();
        }
        auto value = expression();
        if (!value)
            return fail(std::move(value).error());
        if (!name.empty())
            to.named.emplace_back(std::move(name), *std::move(value));
        else if (to.named.empty())
            to.children.push_back(*std::move(value));
        else
            return syntaxFault(to.line, "an argument without a name follows one with a name");
        if (!m_tokens.atSign(")"))
            SNUG_TRY(m_tokens.expectSign(","));
    }
    return {};
}

Result<ExpressionPointer> ExpressionParser::call(ExpressionPointer subject)
{
    auto made = node(Operation::Call, m_tokens.current().line);
    made->children.push_back(std::move(subject));
    SNUG_TRY(arguments(*made));
    return finished(std::move(made));
}

Result<ExpressionPointer> ExpressionParser::filter(ExpressionPointer subject)
{
    const int line = m_tokens.current().line;
    auto name = m_tokens.name();
    if (!name)
        return fail(std::move(name).error());
    auto made = node(Operation::Filter, line, *std::move(name));
    made->children.push_back(std::move(subject));
    if (m_tokens.atSign("("))
        SNUG_TRY(arguments(*made));
    return finished(std::move(made));
}

Result<ExpressionPointer> ExpressionParser::test(ExpressionPointer subject)
{
    const int line = m_tokens.take().line;
    const bool negated = m_tokens.takeName("not");
    auto name = m_tokens.name();
    if (!name)
        return fail(std::move(name).error());
    auto made = node(Operation::Test, line, *std::move(name));
    made->children.push_back(std::move(subject));
    const bool value = m_tokens.at(TokenKind::String) || m_tokens.at(TokenKind::Integer) ||
                       m_tokens.at(TokenKind::Float) || m_tokens.atSign("[") || m_tokens.atSign("{");
    const bool named = m_tokens.at(TokenKind::Name) && !m_tokens.atName("else") && !m_tokens.atName("or") &&
                       !m_tokens.atName("and") && !m_tokens.atName("is") && !m_tokens.atName("if") &&
                       !m_tokens.atName("not") && !m_tokens.atName("in");
    if (m_tokens.atSign("(")) {
        SNUG_TRY(arguments(*made));
    } else if (value || named) {
        auto argument = primary();
        if (argument)
            argument = postfix(*std::move(argument));
        if (!argument)
            return argument;
        made->children.push_back(*std::move(argument));
    }
    auto tested = finished(std::move(made));
    return tested && negated ? withChild(node(Operation::Not, line), *std::move(tested)) : std::move(tested);
}

} // namespace snug::chat
