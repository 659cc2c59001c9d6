// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The syntax tree of a template. Built once by the parser, read by every rendering.

#pragma once

#include "core/chat/value.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace snug::chat {

enum class Operation {
    Constant,
    Name,
    List,      ///< children: items
    Tuple,     ///< children: items
    Mapping,   ///< children: key, value, key, value, …
    Attribute, ///< children[0].name
    Item,      ///< children[0][children[1]]
    Slice,     ///< children[0][children[1]:children[2]:children[3]], each of the three may be null
    Call,      ///< children[0](the others, named)
    Filter,    ///< children[0] | name(the others, named)
    Test,      ///< children[0] is name(the others, named)
    Not,
    Negative,
    Positive,
    And,
    Or,
    Binary,      ///< children[0] name children[1]; name is one of + - * / // % ** ~
    Compare,     ///< children[0] signs[0] children[1] signs[1] …
    Conditional, ///< children[1] if children[0] else children[2], which may be null
};

struct Expression;
using ExpressionPointer = std::unique_ptr<Expression>;

struct Expression
{
    Operation operation = Operation::Constant;
    int line = 1;
    int depth = 1; ///< of the tree below
    Value constant;
    std::string name;
    std::vector<ExpressionPointer> children;
    std::vector<std::pair<std::string, ExpressionPointer>> named;
    std::vector<std::string> signs; ///< == != < <= > >= in "not in"
};

/// What a set or a for assigns to: one name, or several for the items of a sequence.
struct Target
{
    std::vector<std::string> names;
    bool unpacks = false;  ///< also with one name: "a,"
    std::string attribute; ///< of the namespace names[0]
};

enum class StatementKind {
    Text,
    Output,     ///< {{ value }}
    If,         ///< branches
    For,        ///< target in value if condition: body, else the branches[0]
    Set,        ///< target = value
    SetBlock,   ///< target = text of body, through `value` (a chain of filters) if there is one
    FilterText, ///< text of body through `value`
    Macro,
    Scope, ///< body, with names of its own
    With,  ///< the same, with values for some
    Break,
    Continue,
};

struct Statement;
using Body = std::vector<Statement>;

/// `condition` is null for an else.
struct Branch
{
    ExpressionPointer condition;
    Body body;
};

struct Macro
{
    std::string name;
    std::vector<std::pair<std::string, ExpressionPointer>> parameters; ///< with defaults, which may be null
    Body body;
};

struct Statement
{
    StatementKind kind = StatementKind::Text;
    int line = 1;
    std::string text;
    Target target;
    ExpressionPointer value;
    ExpressionPointer condition;
    Body body;
    std::vector<Branch> branches;
    std::vector<std::pair<std::string, ExpressionPointer>> named; ///< of With
    std::unique_ptr<Macro> macro;
};

/// What stands for the text of a block in the filters it goes through.
inline constexpr const char *kBlockText = "the block";

} // namespace snug::chat
