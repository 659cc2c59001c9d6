// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reads expressions from tokens, with Python's order of operators as Jinja has it.

#pragma once

#include "core/chat/syntax.h"
#include "core/chat/tokenstream.h"

namespace snug::chat {

class ExpressionParser
{
public:
    explicit ExpressionParser(TokenStream &tokens) : m_tokens(tokens) {}

    enum class Ternary { Allowed, Left }; ///< Left: an `if` behind the expression is somebody else's

    /// One expression. Errors: BadInput for what is no expression, Unsupported for what Snug does not know.
    Result<ExpressionPointer> expression(Ternary ternary = Ternary::Allowed);
    /// One, or several with commas, which make a tuple.
    Result<ExpressionPointer> expressions(Ternary ternary = Ternary::Allowed);
    /// "| trim | upper" behind `subject`; the first one without its bar where `bare`.
    Result<ExpressionPointer> filters(ExpressionPointer subject, bool bare);

private:
    Result<ExpressionPointer> alternatives();
    Result<ExpressionPointer> conjunction();
    Result<ExpressionPointer> negation();
    Result<ExpressionPointer> comparison();
    Result<ExpressionPointer> binary(std::size_t level);
    Result<ExpressionPointer> unary(bool withFilters);
    Result<ExpressionPointer> primary();
    Result<ExpressionPointer> primaryName();
    Result<ExpressionPointer> parenthesized();
    Result<ExpressionPointer> list();
    Result<ExpressionPointer> mapping();
    Result<ExpressionPointer> postfix(ExpressionPointer node);
    Result<ExpressionPointer> postfixAndFilters(ExpressionPointer node);
    Result<ExpressionPointer> attribute(ExpressionPointer node);
    Result<ExpressionPointer> item(ExpressionPointer node);
    Result<ExpressionPointer> slice(ExpressionPointer node, ExpressionPointer start);
    Result<ExpressionPointer> call(ExpressionPointer node);
    Result<ExpressionPointer> filter(ExpressionPointer node);
    Result<ExpressionPointer> test(ExpressionPointer node);
    Result<void> arguments(Expression &to);
    bool atEndOfTuple() const;

    TokenStream &m_tokens;
    int m_nesting = 0;
};

} // namespace snug::chat
