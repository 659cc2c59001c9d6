// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/namepattern.h"

#include "core/formats/names.h"

#include <fmt/format.h>

#include <regex>

namespace snug {

namespace {

// Parsing recurses as deep as brackets nest, and tensor names are 63 characters at most.
constexpr std::size_t kMaxPatternBytes = 500;

/// What is wrong with a pattern, and what to do: the library's own words name its internals.
std::string_view fault(std::regex_constants::error_type type)
{
    namespace codes = std::regex_constants;
    if (type == codes::error_space || type == codes::error_complexity || type == codes::error_stack)
        return "repeats too much to be searched for. Use smaller counts in braces.";
    if (type == codes::error_paren)
        return "is not a regular expression: a parenthesis has no partner. Close it, or write \\( for the character.";
    if (type == codes::error_brack || type == codes::error_range || type == codes::error_ctype ||
        type == codes::error_collate)
        return "is not a regular expression: the list in square brackets is not one. Write it like [0-9].";
    if (type == codes::error_brace || type == codes::error_badbrace)
        return "is not a regular expression: the braces hold no counts. Write them like {2,5}.";
    if (type == codes::error_badrepeat)
        return "is not a regular expression: there is nothing to repeat before *, +, ? or {. Write .* for anything.";
    if (type == codes::error_escape || type == codes::error_backref)
        return "is not a regular expression: what follows a backslash has no meaning. Write \\. for a full stop.";
    return "is not a regular expression. Correct it.";
}

} // namespace

struct NamePattern::Compiled
{
    std::regex regex;
};

Result<NamePattern> NamePattern::parse(std::string_view text, std::string_view option)
{
    if (text.empty())
        return fail(ErrorCode::Usage,
                    fmt::format("{} is given an empty pattern. Write a part of the names that are meant.", option));
    if (text.size() > kMaxPatternBytes)
        return fail(ErrorCode::Usage,
                    fmt::format("The pattern {} of {} is {} characters long, at most {} are taken. Shorten it.",
                                quoteName(text), option, text.size(), kMaxPatternBytes));
    NamePattern made;
    made.m_text = text;
    try {
        made.m_compiled =
            std::make_shared<Compiled>(Compiled{std::regex(made.m_text, std::regex::ECMAScript | std::regex::icase)});
    } catch (const std::regex_error &error) {
        return fail(ErrorCode::Usage,
                    fmt::format("The pattern {} of {} {}", quoteName(text), option, fault(error.code())));
    }
    return made;
}

bool NamePattern::finds(std::string_view name) const
{
    try {
        return std::regex_search(name.begin(), name.end(), m_compiled->regex);
    } catch (const std::regex_error &) { // too much work for the matcher: then it finds nothing
        return false;
    }
}

} // namespace snug
