// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/tensorpattern.h"

#include "core/formats/names.h"
#include "core/quant/targettype.h"

#include <fmt/format.h>

namespace snug {

Result<TensorPattern> TensorPattern::parse(std::string_view text, std::string_view option)
{
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos || equals == 0)
        return fail(ErrorCode::Usage, fmt::format("{} is given {}, PATTERN=TYPE is needed. Write it like attn_v=Q6_K.",
                                                  option, quoteName(text)));
    Result<NamePattern> names = NamePattern::parse(text.substr(0, equals), option);
    if (!names)
        return fail(std::move(names).error());
    TensorPattern made;
    made.m_names = *std::move(names);
    const auto type = targetTypeNamed(text.substr(equals + 1),
                                      fmt::format("The pattern {} of {}", quoteName(made.pattern()), option));
    SNUG_TRY(type);
    made.m_type = *type;
    return made;
}

} // namespace snug
