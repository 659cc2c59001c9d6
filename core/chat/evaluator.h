// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Computes the expressions of a template: a walk over the tree with the names in scope.

#pragma once

#include "core/chat/run.h"
#include "core/chat/syntax.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace snug::chat {

/// Names of one block. What it does not have, the blocks around it may.
struct Scope
{
    const Scope *parent = nullptr;
    std::map<std::string, Value, std::less<>> names = {};
};

class Evaluator
{
public:
    /// Runs a macro of the template with arguments; the text it writes.
    using MacroRunner = std::function<Result<Value>(const Macro &, const Arguments &)>;

    Evaluator(Run &run, MacroRunner macros) : m_run(run), m_macros(std::move(macros)) {}

    Result<Value> value(const Expression &expression, const Scope &scope);

private:
    Result<Value> computed(const Expression &expression, const Scope &scope);
    Result<Value> name(const Expression &expression, const Scope &scope);
    Result<Value> collection(const Expression &expression, const Scope &scope);
    Result<Value> mapping(const Expression &expression, const Scope &scope);
    Result<Value> item(const Expression &expression, const Scope &scope);
    Result<Value> slice(const Expression &expression, const Scope &scope);
    Result<Value> call(const Expression &expression, const Scope &scope);
    Result<Value> filterOrTest(const Expression &expression, const Scope &scope);
    Result<Value> sign(const Expression &expression, const Scope &scope);
    Result<Value> andOr(const Expression &expression, const Scope &scope);
    Result<Value> binary(const Expression &expression, const Scope &scope);
    Result<Value> comparison(const Expression &expression, const Scope &scope);
    Result<Value> conditional(const Expression &expression, const Scope &scope);
    /// Values of the children from the nth on, and of the named ones.
    Result<Arguments> arguments(const Expression &expression, std::size_t first, const Scope &scope);

    Run &m_run;
    MacroRunner m_macros;
};

} // namespace snug::chat
