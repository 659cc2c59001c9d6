// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/run.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug::chat {

namespace {

constexpr std::size_t kElementBytes = 96; // what one element of a list takes, with what the heap adds

tl::unexpected<Error> exhausted(int line, std::string_view what)
{
    return fail(ErrorCode::BadInput,
                fmt::format("The chat template takes too much {} (it was stopped in line {}); use a shorter "
                            "conversation or another template.",
                            what, line));
}

} // namespace

Run::~Run()
{
    for (const auto &space : m_namespaces)
        space->members.clear();
}

Result<void> Run::work(std::size_t units)
{
    if (units > m_limits.work - m_work)
        return exhausted(line, "time");
    m_work += units;
    return {};
}

Result<void> Run::make(std::size_t bytes)
{
    if (bytes > m_limits.madeBytes - m_made)
        return exhausted(line, "memory");
    m_made += bytes;
    return {};
}

Result<Value> Run::text(std::string text)
{
    SNUG_TRY(make(text.size() + kElementBytes));
    return Value(std::move(text));
}

Result<Value> Run::list(std::vector<Value> items, SequenceKind kind)
{
    SNUG_TRY(make((items.size() + 1) * kElementBytes));
    auto made = std::make_shared<Sequence>();
    for (const Value &item : items)
        made->depth = std::max(made->depth, item.depth() + 1);
    if (made->depth > m_limits.valueDepth)
        return wrong(fmt::format("lists lie more than {} deep in each other", m_limits.valueDepth));
    made->kind = kind;
    made->items = std::move(items);
    return Value(Value::SequencePointer(std::move(made)));
}

Result<Value> Run::mapping(Mapping mapping)
{
    SNUG_TRY(make((mapping.entries.size() + 1) * 2 * kElementBytes));
    if (mapping.depth > m_limits.valueDepth)
        return wrong(fmt::format("values lie more than {} deep in each other", m_limits.valueDepth));
    return Value(Value::MappingPointer(std::make_shared<const Mapping>(std::move(mapping))));
}

Result<Value> Run::method(std::string_view name, const Value &self)
{
    SNUG_TRY(make(2 * kElementBytes));
    if (self.depth() >= m_limits.valueDepth)
        return wrong(fmt::format("values lie more than {} deep in each other", m_limits.valueDepth));
    auto made = std::make_shared<Function>();
    made->name = name;
    made->self = std::make_shared<const Value>(self);
    return Value(Value::FunctionPointer(std::move(made)));
}

Result<Value> Run::nameSpace()
{
    SNUG_TRY(make(2 * kElementBytes));
    m_namespaces.push_back(std::make_shared<Namespace>());
    return Value(m_namespaces.back());
}

tl::unexpected<Error> Run::refuse(std::string_view construct) const
{
    return fail(ErrorCode::Unsupported,
                fmt::format("Line {} of the chat template uses {}, which Snug does not know.", line, construct));
}

tl::unexpected<Error> Run::wrong(std::string_view what) const
{
    return fail(ErrorCode::BadInput, fmt::format("The chat template failed in line {}: {}.", line, what));
}

tl::unexpected<Error> Run::wrongType(std::string_view expected, const Value &value) const
{
    if (const Undefined *undefined = value.undefinedValue(); undefined && undefined->what)
        return wrong(*undefined->what);
    return wrong(fmt::format("{} is expected, not {}", expected, value.typeName()));
}

Result<void> Run::Level::check() const
{
    if (m_run.m_nesting > m_run.m_limits.nesting)
        return m_run.wrong(fmt::format("more than {} calls and expressions lie in each other", m_run.m_limits.nesting));
    return {};
}

} // namespace snug::chat
