// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "app/cli/table.h"

#include "core/model/modeltext.h"

#include <algorithm>

namespace snug::cli {

namespace {

/// Characters on screen: UTF-8 continuation bytes take no room.
std::size_t width(const std::string &cell)
{
    return static_cast<std::size_t>(
        std::count_if(cell.begin(), cell.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

Table::Table(std::vector<std::string> headings)
{
    for (std::string &heading : headings) {
        m_right.push_back(heading.starts_with('>'));
        if (m_right.back())
            heading.erase(0, 1);
    }
    m_rows.push_back(std::move(headings));
}

void Table::add(std::vector<std::string> cells)
{
    cells.resize(m_right.size());
    m_rows.push_back(std::move(cells));
}

std::string Table::text() const
{
    std::vector<std::size_t> widths(m_right.size(), 0);
    for (const auto &row : m_rows)
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], width(row[c]));
    std::string text;
    for (const auto &row : m_rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string space(widths[c] - width(row[c]), ' ');
            line += m_right[c] ? space + row[c] : row[c] + space;
            line += "  ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string printable(std::string_view name) { return snug::printable(name, name.size()); }

} // namespace snug::cli
