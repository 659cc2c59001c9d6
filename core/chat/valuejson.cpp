// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// JSON into values and back. The library reads by events, so that keys keep their order, which its trees lose, and so
// that nothing recurses.

#include "core/chat/valuetext.h"
#include "core/tokenizer/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace snug::chat {

namespace {

constexpr std::size_t kMostDepth = 64;

/// Takes the library's parse events.
class Builder
{
public:
    bool null() { return add(Value(None{})); }
    bool boolean(bool value) { return add(Value(value)); }
    bool number_integer(std::int64_t value) { return add(Value(value)); }
    bool number_unsigned(std::uint64_t value)
    {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return refuse("an integer has more than 64 bits");
        return add(Value(static_cast<std::int64_t>(value)));
    }
    bool number_float(double value, const std::string &) { return add(Value(value)); }
    bool string(std::string &value) { return add(Value(std::move(value))); }
    bool binary(nlohmann::json::binary_t &) { return refuse("it holds binary data"); }
    bool start_object(std::size_t) { return open(true); }
    bool start_array(std::size_t) { return open(false); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string &name)
    {
        m_open.back().key = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string &, const nlohmann::json::exception &)
    {
        return refuse(fmt::format("it is damaged at byte {}", position));
    }

    Value root;
    std::string reason;

private:
    struct Container
    {
        bool isMapping = false;
        std::string key;
        Mapping mapping;
        Sequence sequence;
    };

    bool refuse(std::string why)
    {
        if (reason.empty())
            reason = std::move(why);
        return false;
    }

    bool add(Value value)
    {
        if (m_open.empty()) {
            root = std::move(value);
        } else if (Container &last = m_open.back(); last.isMapping) {
            last.mapping.set(last.key, std::move(value));
        } else {
            last.sequence.depth = std::max(last.sequence.depth, value.depth() + 1);
            last.sequence.items.push_back(std::move(value));
        }
        return true;
    }

    bool open(bool mapping)
    {
        if (m_open.size() >= kMostDepth)
            return refuse(fmt::format("it goes deeper than {}", kMostDepth));
        m_open.emplace_back().isMapping = mapping;
        return true;
    }

    bool close()
    {
        Container last = std::move(m_open.back());
        m_open.pop_back();
        return last.isMapping
                   ? add(Value(Value::MappingPointer(std::make_shared<const Mapping>(std::move(last.mapping)))))
                   : add(Value(Value::SequencePointer(std::make_shared<const Sequence>(std::move(last.sequence)))));
    }

    std::vector<Container> m_open;
};

class Writer
{
public:
    Writer(Run &run, const JsonStyle &style) : m_run(run), m_style(style) {}

    Result<void> write(const Value &value, std::size_t level)
    {
        SNUG_TRY(m_run.work(1));
        if (const std::string *text = value.text())
            return writeText(*text);
        if (const bool *boolean = value.boolean())
            return add(*boolean ? "true" : "false");
        if (const std::int64_t *integer = value.integer())
            return add(std::to_string(*integer));
        if (const double *real = value.real())
            return add(std::isnan(*real)   ? "NaN"
                       : std::isinf(*real) ? (*real < 0 ? "-Infinity" : "Infinity")
                                           : printedFloat(*real));
        if (value.isNone())
            return add("null");
        if (const Mapping *mapping = value.mapping())
            return writeMapping(*mapping, level);
        const Sequence *list = value.sequence();
        if (list && (list->kind == SequenceKind::List || list->kind == SequenceKind::Tuple))
            return writeList(*list, level);
        return m_run.wrongType("a value that JSON knows", value);
    }

    std::string take() { return std::move(m_text); }

private:
    Result<void> add(std::string_view text)
    {
        SNUG_TRY(m_run.make(text.size()));
        m_text += text;
        return {};
    }

    Result<void> newLine(std::size_t level)
    {
        if (!m_style.indent)
            return {};
        SNUG_TRY(add("\n"));
        for (std::size_t i = 0; i < level; ++i)
            SNUG_TRY(add(*m_style.indent));
        return {};
    }

    Result<void> writeList(const Sequence &list, std::size_t level)
    {
        if (list.items.empty())
            return add("[]");
        SNUG_TRY(add("["));
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            if (i > 0)
                SNUG_TRY(add(m_style.itemSeparator));
            SNUG_TRY(newLine(level + 1));
            SNUG_TRY(write(list.items[i], level + 1));
        }
        SNUG_TRY(newLine(level));
        return add("]");
    }

    Result<void> writeMapping(const Mapping &mapping, std::size_t level)
    {
        if (mapping.entries.empty())
            return add("{}");
        std::vector<const std::pair<std::string, Value> *> entries;
        for (const auto &entry : mapping.entries)
            entries.push_back(&entry);
        if (m_style.sortKeys)
            std::ranges::sort(entries, [](const auto *a, const auto *b) { return a->first < b->first; });
        SNUG_TRY(add("{"));
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (i > 0)
                SNUG_TRY(add(m_style.itemSeparator));
            SNUG_TRY(newLine(level + 1));
            SNUG_TRY(writeText(entries[i]->first));
            SNUG_TRY(add(m_style.keySeparator));
            SNUG_TRY(write(entries[i]->second, level + 1));
        }
        SNUG_TRY(newLine(level));
        return add("}");
    }

    std::string escaped(std::string_view character) const
    {
        const char32_t code = firstCharacter(character).code;
        static constexpr std::string_view kPlain = "\"\\\b\f\n\r\t", kMarks = "\"\\bfnrt";
        if (const auto place = kPlain.find(character[0]); character.size() == 1 && place != std::string_view::npos)
            return {'\\', kMarks[place]};
        if (code < 0x20 || (m_style.asciiOnly && code > 0x7E && code < 0x10000))
            return code == 0x7F ? std::string(character) : fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        if (m_style.asciiOnly && code >= 0x10000)
            return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (static_cast<unsigned>(code - 0x10000) >> 10),
                               0xDC00 + (static_cast<unsigned>(code) & 0x3FF));
        return std::string(character);
    }

    Result<void> writeText(std::string_view text)
    {
        std::string made = "\"";
        for (; !text.empty(); text.remove_prefix(firstCharacter(text).length))
            made += escaped(text.substr(0, firstCharacter(text).length));
        return add(made += '"');
    }

    Run &m_run;
    const JsonStyle &m_style;
    std::string m_text;
};

} // namespace

Result<std::string> toJson(Run &run, const Value &value, const JsonStyle &style)
{
    Writer writer(run, style);
    SNUG_TRY(writer.write(value, 0));
    return writer.take();
}

Result<Value> fromJson(std::string_view text, std::string_view what)
{
    Builder builder;
    if (!nlohmann::json::sax_parse(text, &builder))
        return fail(ErrorCode::BadInput, fmt::format("{} cannot be read as JSON: {}.", what,
                                                     builder.reason.empty() ? "it is damaged" : builder.reason));
    return std::move(builder.root);
}

} // namespace snug::chat
