// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/renderer.h"

#include "core/chat/operators.h"
#include "core/chat/valuetext.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug::chat {

Renderer::Renderer(Run &run, std::map<std::string, Value, std::less<>> names)
    : m_run(run), m_root{nullptr, std::move(names)},
      m_evaluator(run, [this](const Macro &macro, const Arguments &given) { return runMacro(macro, given); })
{
}

Result<std::string> Renderer::render(const Body &body)
{
    m_text.clear();
    SNUG_TRY(execute(body, m_root));
    return std::move(m_text);
}

Result<void> Renderer::write(std::string_view text)
{
    SNUG_TRY(m_run.make(text.size()));
    m_text += text;
    return {};
}

Result<Renderer::Flow> Renderer::execute(const Body &body, Scope &scope)
{
    const Run::Level level(m_run);
    SNUG_TRY(level.check());
    for (const Statement &statement : body) {
        m_run.line = statement.line;
        SNUG_TRY(m_run.work(4));
        const auto flow = executeOne(statement, scope);
        if (!flow || *flow != Flow::Next)
            return flow;
    }
    return Flow::Next;
}

Result<Renderer::Flow> Renderer::executeOne(const Statement &statement, Scope &scope)
{
    switch (statement.kind) {
    case StatementKind::Text:
        SNUG_TRY(write(statement.text));
        return Flow::Next;
    case StatementKind::Output:
        SNUG_TRY(output(*statement.value, scope));
        return Flow::Next;
    case StatementKind::If:
        return branch(statement, scope);
    case StatementKind::For:
        return loop(statement, scope);
    case StatementKind::Set:
        SNUG_TRY(set(statement, scope));
        return Flow::Next;
    case StatementKind::SetBlock:
    case StatementKind::FilterText: {
        Flow flow = Flow::Next;
        auto text = blockText(statement, scope, flow);
        if (!text || flow != Flow::Next)
            return text ? Result<Flow>(flow) : fail(std::move(text).error());
        SNUG_TRY(statement.kind == StatementKind::SetBlock ? assign(statement.target, *std::move(text), scope)
                                                           : write(*text->text()));
        return Flow::Next;
    }
    case StatementKind::Macro:
        SNUG_TRY(define(*statement.macro, scope));
        return Flow::Next;
    case StatementKind::Scope:
    case StatementKind::With:
        return inner(statement, scope);
    case StatementKind::Break:
        return Flow::Break;
    case StatementKind::Continue:
        return Flow::Continue;
    }
    return Flow::Next;
}

Result<void> Renderer::output(const Expression &expression, const Scope &scope)
{
    const auto value = m_evaluator.value(expression, scope);
    if (!value)
        return fail(value.error());
    if (const std::string *text = value->text())
        return write(*text);
    const auto text = printed(m_run, *value);
    return text ? write(*text) : fail(text.error());
}

Result<Renderer::Flow> Renderer::branch(const Statement &statement, Scope &scope)
{
    for (const Branch &each : statement.branches) {
        const auto value = each.condition ? m_evaluator.value(*each.condition, scope) : Result<Value>(Value(true));
        if (!value)
            return fail(value.error());
        if (isTrue(*value))
            return execute(each.body, scope);
    }
    return Flow::Next;
}

/// What a loop goes through: all items, or those its condition holds for.
Result<Value::SequencePointer> Renderer::chosen(const Statement &statement, const Scope &scope)
{
    const auto whole = m_evaluator.value(*statement.value, scope);
    if (!whole)
        return fail(whole.error());
    m_run.line = statement.line;
    auto items = iterated(m_run, *whole);
    if (!items || !statement.condition)
        return items;
    std::vector<Value> kept;
    for (const Value &item : (*items)->items) {
        Scope own{&scope};
        SNUG_TRY(assign(statement.target, item, own));
        const auto holds = m_evaluator.value(*statement.condition, own);
        if (!holds)
            return fail(holds.error());
        if (isTrue(*holds))
            kept.push_back(item);
    }
    const auto made = m_run.list(std::move(kept));
    return made ? Result<Value::SequencePointer>(made->sharedSequence()) : fail(made.error());
}

Result<Renderer::Flow> Renderer::loop(const Statement &statement, Scope &scope)
{
    const auto items = chosen(statement, scope);
    if (!items)
        return fail(items.error());
    for (std::size_t i = 0; i < (*items)->items.size(); ++i) {
        SNUG_TRY(m_run.work(4));
        Scope own{&scope}; // each round starts anew
        SNUG_TRY(assign(statement.target, (*items)->items[i], own));
        own.names.insert_or_assign("loop", Value(std::make_shared<const Loop>(Loop{*items, i})));
        const auto flow = execute(statement.body, own);
        if (!flow)
            return flow;
        if (*flow == Flow::Break)
            return Flow::Next;
    }
    if (!(*items)->items.empty() || statement.branches.empty())
        return Flow::Next;
    Scope own{&scope};
    return execute(statement.branches[0].body, own);
}

Result<Renderer::Flow> Renderer::inner(const Statement &statement, const Scope &scope)
{
    Scope own{&scope};
    for (const auto &[name, expression] : statement.named) {
        auto value = m_evaluator.value(*expression, scope); // the values of a `with` do not see each other
        if (!value)
            return fail(std::move(value).error());
        own.names.insert_or_assign(name, *std::move(value));
    }
    return execute(statement.body, own);
}

Result<void> Renderer::set(const Statement &statement, Scope &scope)
{
    auto value = m_evaluator.value(*statement.value, scope);
    if (!value)
        return fail(std::move(value).error());
    m_run.line = statement.line;
    return assign(statement.target, *std::move(value), scope);
}

Result<void> Renderer::assign(const Target &target, Value value, Scope &scope)
{
    if (target.unpacks)
        return unpack(target, value, scope);
    if (target.attribute.empty()) {
        scope.names.insert_or_assign(target.names[0], std::move(value));
        return {};
    }
    const Value *space = nullptr;
    for (const Scope *each = &scope; each && !space; each = each->parent) {
        const auto found = each->names.find(target.names[0]);
        space = found == each->names.end() ? nullptr : &found->second;
    }
    if (!space || !space->nameSpace())
        return m_run.wrong(
            fmt::format("'{}' is no namespace, so '{}' cannot be set in it", target.names[0], target.attribute));
    if (target.attribute.starts_with('_'))
        return m_run.refuse(fmt::format("the namespace attribute '{}' (with '_' in front)", target.attribute));
    space->nameSpace()->members.insert_or_assign(target.attribute, std::move(value));
    return {};
}

Result<void> Renderer::unpack(const Target &target, const Value &value, Scope &scope)
{
    const auto items = value.isUndefined() ? Result<Value::SequencePointer>(m_run.wrongType("several values", value))
                                           : iterated(m_run, value);
    if (!items)
        return fail(items.error());
    if ((*items)->items.size() != target.names.size())
        return m_run.wrong(fmt::format("{} names are set from {} values", target.names.size(), (*items)->items.size()));
    for (std::size_t i = 0; i < target.names.size(); ++i)
        scope.names.insert_or_assign(target.names[i], (*items)->items[i]);
    return {};
}

Result<Value> Renderer::blockText(const Statement &statement, const Scope &scope, Flow &flow)
{
    std::string before = std::move(m_text);
    m_text.clear();
    Scope own{&scope};
    const auto done = execute(statement.body, own);
    std::string block = std::exchange(m_text, std::move(before));
    if (!done)
        return fail(done.error());
    flow = *done;
    auto text = m_run.text(std::move(block));
    if (!text || !statement.value)
        return text;
    Scope filtered{&scope};
    filtered.names.emplace(kBlockText, *std::move(text));
    const auto value = m_evaluator.value(*statement.value, filtered);
    if (!value || value->text())
        return value;
    auto shown = printed(m_run, *value);
    return shown ? m_run.text(*std::move(shown)) : fail(std::move(shown).error());
}

Result<void> Renderer::define(const Macro &macro, Scope &scope)
{
    auto function = std::make_shared<Function>();
    function->name = macro.name;
    function->macro = &macro;
    scope.names.insert_or_assign(macro.name, Value(Value::FunctionPointer(std::move(function))));
    return {};
}

Result<void> Renderer::bindParameters(const Macro &macro, const Arguments &arguments, Scope &scope)
{
    if (arguments.positional.size() > macro.parameters.size())
        return m_run.wrong(fmt::format("the macro '{}' takes {} arguments at most, not {}", macro.name,
                                       macro.parameters.size(), arguments.positional.size()));
    for (const auto &[name, value] : arguments.named) {
        const auto place = std::ranges::find_if(macro.parameters, [&](const auto &each) { return each.first == name; });
        if (place == macro.parameters.end() ||
            static_cast<std::size_t>(place - macro.parameters.begin()) < arguments.positional.size())
            return m_run.wrong(fmt::format("the macro '{}' takes no argument '{}' there", macro.name, name));
        scope.names.insert_or_assign(name, value);
    }
    for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
        const auto &[name, otherwise] = macro.parameters[i];
        if (i < arguments.positional.size()) {
            scope.names.insert_or_assign(name, arguments.positional[i]);
        } else if (!scope.names.contains(name)) {
            auto value = otherwise ? m_evaluator.value(*otherwise, scope)
                                   : Value::undefined(fmt::format("parameter '{}' was not provided", name));
            if (!value)
                return fail(std::move(value).error());
            scope.names.insert_or_assign(name, *std::move(value));
        }
    }
    return {};
}

Result<Value> Renderer::runMacro(const Macro &macro, const Arguments &arguments)
{
    const Run::Level level(m_run);
    SNUG_TRY(level.check());
    const int line = m_run.line;
    Scope own{&m_root};
    SNUG_TRY(bindParameters(macro, arguments, own));
    std::string before = std::move(m_text);
    m_text.clear();
    const auto done = execute(macro.body, own);
    std::string text = std::exchange(m_text, std::move(before));
    if (!done)
        return fail(done.error());
    m_run.line = line;
    return m_run.text(std::move(text));
}

} // namespace snug::chat
