// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A plain text table: columns as wide as their longest cell, numbers to the right.

#pragma once

#include <string>
#include <vector>

namespace snug::cli {

class Table
{
public:
    /// A heading that begins with '>' aligns its column to the right.
    explicit Table(std::vector<std::string> headings);
    void add(std::vector<std::string> cells);
    std::string text() const;

private:
    std::vector<bool> m_right;
    std::vector<std::vector<std::string>> m_rows; ///< headings first
};

/// A name from a file, safe for a terminal: control bytes and broken UTF-8 become '?'.
std::string printable(std::string_view name);

} // namespace snug::cli
