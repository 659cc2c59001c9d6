// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// "PATTERN=TYPE": a type for all tensors whose names a regular expression finds itself in.

#pragma once

#include "core/base/result.h"
#include "core/formats/tensortype.h"
#include "core/quant/namepattern.h"

#include <string>
#include <string_view>

namespace snug {

/// A plain value. The pattern is ECMAScript, searched anywhere in the name, ignoring the case of letters; unlike the
/// reference, which lower-cases the pattern, `\D` and its kin keep their meaning.
class TensorPattern
{
public:
    /// Splits at the last '='. `option` is where the text was given, for the errors. Errors: Usage naming the pattern:
    /// no '=', an empty or too long pattern, one that is no regular expression, a type that does not exist.
    static Result<TensorPattern> parse(std::string_view text, std::string_view option = "--tensor-type");

    bool matches(std::string_view tensorName) const { return m_names.finds(tensorName); }
    const std::string &pattern() const { return m_names.text(); }
    TensorType type() const { return m_type; }

private:
    NamePattern m_names;
    TensorType m_type = TensorType::F32;
};

} // namespace snug
