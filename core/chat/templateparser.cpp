// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/templateparser.h"

#include "core/chat/expressionparser.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace snug::chat {

namespace {

constexpr std::size_t kMostSource = 1 << 20;
constexpr int kMostNesting = 50;

class TemplateParser
{
public:
    explicit TemplateParser(std::span<const Token> tokens) : m_tokens(tokens), m_expressions(m_tokens) {}

    Result<Body> run()
    {
        auto body = statements({});
        if (body && !m_tokens.at(TokenKind::End))
            return m_tokens.unexpected("a statement");
        return body;
    }

private:
    using Names = std::initializer_list<std::string_view>;

    /// Statements up to a tag of one of these names, whose "{%" is taken and whose name is current.
    Result<Body> statements(Names ends)
    {
        if (++m_nesting > kMostNesting)
            return unknownConstruct(m_tokens.current().line,
                                    fmt::format("blocks more than {} deep in each other", kMostNesting));
        Body body;
        while (!m_tokens.at(TokenKind::End)) {
            if (m_tokens.at(TokenKind::BlockBegin) && std::ranges::find(ends, m_tokens.ahead().text) != ends.end()) {
                m_tokens.take();
                break;
            }
            auto next = statement();
            if (!next)
                return fail(std::move(next).error());
            body.push_back(*std::move(next));
        }
        if (m_tokens.at(TokenKind::End) && ends.size() > 0)
            return syntaxFault(m_tokens.current().line,
                               fmt::format("the template ends where '{}' is missing", *std::prev(ends.end())));
        --m_nesting;
        return body;
    }

    /// The same up to the one end, with that tag taken whole.
    Result<void> bodyUntil(Body &to, std::string_view end)
    {
        ++m_scopes;
        auto body = statements({end});
        --m_scopes;
        if (!body)
            return fail(std::move(body).error());
        to = *std::move(body);
        m_tokens.take();
        return m_tokens.expect(TokenKind::BlockEnd, "%}");
    }

    Result<Statement> statement()
    {
        Statement made;
        made.line = m_tokens.current().line;
        if (m_tokens.at(TokenKind::Text)) {
            made.text = m_tokens.take().text;
            return made;
        }
        const Token &begin = m_tokens.take();
        SNUG_TRY(begin.kind == TokenKind::OutputBegin ? output(made) : block(made));
        return made;
    }

    Result<void> output(Statement &made)
    {
        made.kind = StatementKind::Output;
        SNUG_TRY(value(made.value, m_expressions.expressions()));
        // Nothing is escaped here, so a text that says it is safe prints as it is. Elsewhere Python would begin to
        // escape what is added to it.
        if (made.value->operation == Operation::Filter && made.value->name == "safe")
            made.value = ExpressionPointer(std::move(made.value->children[0]));
        return m_tokens.expect(TokenKind::OutputEnd, "}}");
    }

    static Result<void> value(ExpressionPointer &to, Result<ExpressionPointer> parsed)
    {
        if (!parsed)
            return fail(std::move(parsed).error());
        to = *std::move(parsed);
        return {};
    }

    Result<void> block(Statement &made)
    {
        struct Row
        {
            std::string_view name;
            Result<void> (TemplateParser::*parse)(Statement &);
        };
        static constexpr Row kRows[] = {
            {"if", &TemplateParser::ifBlock},
            {"for", &TemplateParser::forBlock},
            {"set", &TemplateParser::set},
            {"macro", &TemplateParser::macro},
            {"filter", &TemplateParser::filterBlock},
            {"generation", &TemplateParser::generation},
            {"with", &TemplateParser::with},
            {"break", &TemplateParser::leave},
            {"continue", &TemplateParser::leave},
        };
        const auto *const row = std::ranges::find(kRows, m_tokens.current().text, &Row::name);
        if (row == std::end(kRows) || !m_tokens.at(TokenKind::Name))
            return unknownConstruct(made.line, fmt::format("the statement '{}'", m_tokens.current().text));
        return (this->*row->parse)(made);
    }

    Result<void> ifBlock(Statement &made)
    {
        made.kind = StatementKind::If;
        while (true) {
            const bool last = m_tokens.take().text == "else";
            Branch &branch = made.branches.emplace_back();
            if (!last)
                SNUG_TRY(value(branch.condition, m_expressions.expressions(ExpressionParser::Ternary::Left)));
            SNUG_TRY(m_tokens.expect(TokenKind::BlockEnd, "%}"));
            auto body = last ? statements({"endif"}) : statements({"elif", "else", "endif"});
            if (!body)
                return fail(std::move(body).error());
            branch.body = *std::move(body);
            if (m_tokens.takeName("endif"))
                return m_tokens.expect(TokenKind::BlockEnd, "%}");
        }
    }

    Result<void> forBlock(Statement &made)
    {
        made.kind = StatementKind::For;
        m_tokens.take();
        SNUG_TRY(target(made.target, /*attributes=*/false));
        SNUG_TRY(m_tokens.expectName("in"));
        SNUG_TRY(value(made.value, m_expressions.expressions(ExpressionParser::Ternary::Left)));
        if (m_tokens.takeName("if"))
            SNUG_TRY(value(made.condition, m_expressions.expression()));
        if (m_tokens.atName("recursive"))
            return unknownConstruct(made.line, "a recursive loop");
        SNUG_TRY(m_tokens.expect(TokenKind::BlockEnd, "%}"));
        ++m_loops;
        ++m_scopes;
        auto body = statements({"else", "endfor"});
        --m_scopes;
        --m_loops;
        if (!body)
            return fail(std::move(body).error());
        made.body = *std::move(body);
        if (m_tokens.take().text == "endfor")
            return m_tokens.expect(TokenKind::BlockEnd, "%}");
        SNUG_TRY(m_tokens.expect(TokenKind::BlockEnd, "%}"));
        return bodyUntil(made.branches.emplace_back().body, "endfor");
    }

    /// "a", "a, b", "(a, b)" or "space.name".
    Result<void> target(Target &to, bool attributes)
    {
        const bool parenthesis = m_tokens.takeSign("(");
        do {
            if (!to.names.empty() && !m_tokens.at(TokenKind::Name))
                break; // "a, = …"
            const int line = m_tokens.current().line;
            auto name = m_tokens.name();
            if (!name)
                return fail(std::move(name).error());
            static constexpr std::string_view kNoTargets[] = {"true", "false", "none", "True", "False", "None"};
            if (std::ranges::find(kNoTargets, *name) != std::end(kNoTargets) ||
                (*name == "loop" && (m_loops > 0 || !attributes)))
                return syntaxFault(line, fmt::format("'{}' cannot be assigned to", *name));
            to.names.push_back(*std::move(name));
            if (attributes && m_tokens.takeSign(".")) {
                auto attribute = m_tokens.name();
                if (!attribute)
                    return fail(std::move(attribute).error());
                to.attribute = *std::move(attribute);
            }
            to.unpacks = to.unpacks || m_tokens.atSign(",");
        } while (m_tokens.takeSign(","));
        if (to.unpacks && !to.attribute.empty())
            return unknownConstruct(m_tokens.current().line, "a namespace among several names assigned at once");
        return parenthesis ? m_tokens.expectSign(")") : Result<void>();
    }

    Result<void> set(Statement &made)
    {
        m_tokens.take();
        SNUG_TRY(target(made.target, /*attributes=*/true));
        if (m_tokens.takeSign("=")) {
            made.kind = StatementKind::Set;
            SNUG_TRY(value(made.value, m_expressions.expressions()));
            return m_tokens.expect(TokenKind::BlockEnd, "%}");
        }
        made.kind = StatementKind::SetBlock;
        if (made.target.unpacks)
            return unknownConstruct(made.line, "a block set to several names");
        if (m_tokens.atSign("|"))
            SNUG_TRY(value(made.value, m_expressions.filters(blockText(made.line), /*bare=*/false)));
        SNUG_TRY(m_tokens.expect(TokenKind::BlockEnd, "%}"));
        return bodyUntil(made.body, "endset");
    }

    static ExpressionPointer blockText(int line)
    {
        auto text = std::make_unique<Expression>();
        text->operation = Operation::Name;
        text->line = line;
        text->name = kBlockText;
        return text;
    }

    Result<void> filterBlock(Statement &made)
    {
        made.kind = StatementKind::FilterText;
        m_tokens.take();
        SNUG_TRY(value(made.value, m_expressions.filters(blockText(made.line), /*bare=*/true)));
        SNUG_TRY(m_tokens.expect(TokenKind::BlockEnd, "%}"));
        return bodyUntil(made.body, "endfilter");
    }

    /// What the assistant says, marked for training; nothing else.
    Result<void> generation(Statement &made)
    {
        made.kind = StatementKind::Scope;
        m_tokens.take();
        SNUG_TRY(m_tokens.expect(TokenKind::BlockEnd, "%}"));
        return bodyUntil(made.body, "endgeneration");
    }

    Result<void> with(Statement &made)
    {
        made.kind = StatementKind::With;
        m_tokens.take();
        while (!m_tokens.at(TokenKind::BlockEnd)) {
            if (!made.named.empty())
                SNUG_TRY(m_tokens.expectSign(","));
            auto name = m_tokens.name();
            if (!name)
                return fail(std::move(name).error());
            SNUG_TRY(m_tokens.expectSign("="));
            auto &[key, given] = made.named.emplace_back();
            key = *std::move(name);
            SNUG_TRY(value(given, m_expressions.expression()));
        }
        m_tokens.take();
        return bodyUntil(made.body, "endwith");
    }

    Result<void> leave(Statement &made)
    {
        const std::string &name = m_tokens.take().text;
        made.kind = name == "break" ? StatementKind::Break : StatementKind::Continue;
        if (m_loops == 0)
            return syntaxFault(made.line, fmt::format("'{}' stands outside of a loop", name));
        return m_tokens.expect(TokenKind::BlockEnd, "%}");
    }

    Result<void> macro(Statement &made)
    {
        made.kind = StatementKind::Macro;
        if (m_scopes > 0)
            return unknownConstruct(made.line, "a macro inside a loop, a block or another macro");
        m_tokens.take();
        made.macro = std::make_unique<Macro>();
        auto name = m_tokens.name();
        if (!name)
            return fail(std::move(name).error());
        made.macro->name = *std::move(name);
        SNUG_TRY(parameters(*made.macro));
        SNUG_TRY(m_tokens.expect(TokenKind::BlockEnd, "%}"));
        return bodyUntil(made.macro->body, "endmacro");
    }

    Result<void> parameters(Macro &made)
    {
        SNUG_TRY(m_tokens.expectSign("("));
        while (!m_tokens.takeSign(")")) {
            auto name = m_tokens.name();
            if (!name)
                return fail(std::move(name).error());
            auto &[key, given] = made.parameters.emplace_back();
            key = *std::move(name);
            if (m_tokens.takeSign("="))
                SNUG_TRY(value(given, m_expressions.expression()));
            if (!m_tokens.atSign(")"))
                SNUG_TRY(m_tokens.expectSign(","));
        }
        return {};
    }

    TokenStream m_tokens;
    ExpressionParser m_expressions;
    int m_nesting = 0;
    int m_loops = 0;
    int m_scopes = 0; ///< bodies around here that have names of their own
};

} // namespace

Result<Body> parseTemplate(std::string_view source)
{
    if (source.size() > kMostSource)
        return fail(ErrorCode::BadInput,
                    fmt::format("The chat template has {} bytes, more than the {} that Snug takes.", source.size(),
                                kMostSource));
    const auto tokens = tokensOf(source);
    if (!tokens)
        return fail(tokens.error());
    return TemplateParser(*tokens).run();
}

} // namespace snug::chat
