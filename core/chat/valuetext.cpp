// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/valuetext.h"

#include "core/chat/pythontext.h"
#include "core/tokenizer/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace snug::chat {

namespace {

void appendEscape(std::string &to, char32_t code)
{
    if (code < 0x100)
        to += fmt::format("\\x{:02x}", static_cast<unsigned>(code));
    else if (code < 0x10000)
        to += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    else
        to += fmt::format("\\U{:08x}", static_cast<unsigned>(code));
}

/// repr() of a text.
std::string quoted(std::string_view text)
{
    const bool both = text.find('\'') != std::string_view::npos && text.find('"') != std::string_view::npos;
    const char mark = text.find('\'') != std::string_view::npos && !both ? '"' : '\'';
    std::string made(1, mark);
    for (; !text.empty(); text.remove_prefix(firstCharacter(text).length)) {
        const Utf8Character first = firstCharacter(text);
        const std::string_view character = text.substr(0, first.length);
        if (character == "\\" || character == std::string_view(&mark, 1))
            (made += '\\') += character;
        else if (character == "\n")
            made += "\\n";
        else if (character == "\r")
            made += "\\r";
        else if (character == "\t")
            made += "\\t";
        else if (first.valid && !isPrintable(first.code))
            appendEscape(made, first.code);
        else
            made += character;
    }
    return made += mark;
}

class Printer
{
public:
    explicit Printer(Run &run) : m_run(run) {}

    Result<void> print(const Value &value, bool inside)
    {
        SNUG_TRY(m_run.work(1));
        if (const std::string *text = value.text())
            return add(inside ? quoted(*text) : *text);
        if (const bool *boolean = value.boolean())
            return add(*boolean ? "True" : "False");
        if (const std::int64_t *integer = value.integer())
            return add(std::to_string(*integer));
        if (const double *real = value.real())
            return add(printedFloat(*real));
        if (const Sequence *sequence = value.sequence())
            return printSequence(*sequence, value);
        if (const Mapping *mapping = value.mapping())
            return printMapping(*mapping);
        if (value.isNone())
            return add("None");
        if (value.isUndefined())
            return add(inside ? "Undefined" : "");
        return m_run.refuse(fmt::format("the text of a {}", value.typeName()));
    }

    std::string take() { return std::move(m_text); }

private:
    Result<void> add(std::string_view text)
    {
        SNUG_TRY(m_run.make(text.size()));
        m_text += text;
        return {};
    }

    Result<void> printSequence(const Sequence &sequence, const Value &value)
    {
        const bool tuple = sequence.kind == SequenceKind::Tuple;
        if (!tuple && sequence.kind != SequenceKind::List)
            return m_run.refuse(fmt::format("the text of a {} (put it through the filter 'list')", value.typeName()));
        SNUG_TRY(add(tuple ? "(" : "["));
        for (std::size_t i = 0; i < sequence.items.size(); ++i) {
            if (i > 0)
                SNUG_TRY(add(", "));
            SNUG_TRY(print(sequence.items[i], true));
        }
        return add(!tuple ? "]" : sequence.items.size() == 1 ? ",)" : ")");
    }

    Result<void> printMapping(const Mapping &mapping)
    {
        SNUG_TRY(add("{"));
        for (std::size_t i = 0; i < mapping.entries.size(); ++i) {
            if (i > 0)
                SNUG_TRY(add(", "));
            SNUG_TRY(add(quoted(mapping.entries[i].first) + ": "));
            SNUG_TRY(print(mapping.entries[i].second, true));
        }
        return add("}");
    }

    Run &m_run;
    std::string m_text;
};

} // namespace

std::string printedFloat(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    std::string text = fmt::format("{}", value); // the shortest that reads back the same, as Python does
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

Result<std::string> printed(Run &run, const Value &value)
{
    Printer printer(run);
    SNUG_TRY(printer.print(value, /*inside=*/false));
    return printer.take();
}

} // namespace snug::chat
