// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/tensorpattern.h"

#include "core/formats/names.h"
#include "core/quant/targettype.h"

#include <fmt/format.h>

#include <regex>

namespace snug {

namespace {

constexpr std::string_view kOption = "--tensor-type";
// Parsing recurses as deep as brackets nest, and tensor names are 63 characters at most.
constexpr std::size_t kMaxPatternBytes = 500;

} // namespace

struct TensorPattern::Compiled
{
    std::regex regex;
};

Result<TensorPattern> TensorPattern::parse(std::string_view text)
{
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos || equals == 0)
        return fail(ErrorCode::Usage, fmt::format("{} is given {}, PATTERN=TYPE is needed. Write it like attn_v=Q6_K.",
                                                  kOption, quoteName(text)));
    if (equals > kMaxPatternBytes)
        return fail(ErrorCode::Usage, fmt::format("The pattern {} of {} is {} characters long, at most {} are taken.",
                                                  quoteName(text), kOption, equals, kMaxPatternBytes));
    TensorPattern made;
    made.m_pattern = text.substr(0, equals);
    auto type = targetTypeNamed(text.substr(equals + 1), fmt::format("{} {}", kOption, made.m_pattern));
    SNUG_TRY(type);
    made.m_type = *type;
    try {
        made.m_compiled = std::make_shared<Compiled>(
            Compiled{std::regex(made.m_pattern, std::regex::ECMAScript | std::regex::icase)});
    } catch (const std::regex_error &error) {
        return fail(ErrorCode::Usage, fmt::format("The pattern {} of {} is not a regular expression: {}. Correct it.",
                                                  quoteName(made.m_pattern), kOption, error.what()));
    }
    return made;
}

bool TensorPattern::matches(std::string_view tensorName) const
{
    try {
        return std::regex_search(tensorName.begin(), tensorName.end(), m_compiled->regex);
    } catch (const std::regex_error &) { // too much work for the matcher: then it finds nothing
        return false;
    }
}

} // namespace snug
