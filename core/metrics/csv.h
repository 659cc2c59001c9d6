// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tables of text separated by commas.

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

struct CsvRow
{
    std::size_t line = 0; ///< where it begins, from 1
    std::vector<std::string> fields;
};

/// The rows of a table (RFC 4180): fields separated by commas, in quotes where they hold commas, quotes (doubled) or
/// line ends. Lines end with LF or CRLF; empty lines are skipped. `path` names the table in messages. Errors: BadInput
/// with file and line for a quote that does not end, and text behind an ending quote.
Result<std::vector<CsvRow>> parseCsv(std::string_view text, std::string_view path);

} // namespace snug
