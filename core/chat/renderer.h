// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Writes what a template says: its statements one after the other.

#pragma once

#include "core/chat/evaluator.h"

#include <string>

namespace snug::chat {

class Renderer
{
public:
    /// `names` are what the template finds; it sees its own changes, nobody else does.
    Renderer(Run &run, std::map<std::string, Value, std::less<>> names);

    /// The text of a whole template. Errors: BadInput for what goes wrong in it, Unsupported for what Snug does not
    /// know.
    Result<std::string> render(const Body &body);

private:
    enum class Flow { Next, Break, Continue };

    Result<Flow> execute(const Body &body, Scope &scope);
    Result<Flow> executeOne(const Statement &statement, Scope &scope);
    Result<Flow> branch(const Statement &statement, Scope &scope);
    Result<Flow> loop(const Statement &statement, Scope &scope);
    Result<Flow> inner(const Statement &statement, const Scope &scope);
    Result<Value::SequencePointer> chosen(const Statement &statement, const Scope &scope);
    Result<void> output(const Expression &expression, const Scope &scope);
    Result<void> set(const Statement &statement, Scope &scope);
    Result<void> assign(const Target &target, Value value, Scope &scope);
    Result<void> unpack(const Target &target, const Value &value, Scope &scope);
    /// The text a block writes, through the statement's filters if it has some.
    Result<Value> blockText(const Statement &statement, const Scope &scope, Flow &flow);
    Result<void> define(const Macro &macro, Scope &scope);
    Result<Value> runMacro(const Macro &macro, const Arguments &arguments);
    Result<void> bindParameters(const Macro &macro, const Arguments &arguments, Scope &scope);
    Result<void> write(std::string_view text);

    Run &m_run;
    Scope m_root;
    Evaluator m_evaluator;
    std::string m_text;
};

} // namespace snug::chat
