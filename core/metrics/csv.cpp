// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/metrics/csv.h"

#include "core/metrics/taskreaders.h"

#include <algorithm>

namespace snug {

namespace {

class CsvReader
{
public:
    CsvReader(std::string_view text, std::string_view path) : m_text(text), m_path(path) {}

    Result<std::vector<CsvRow>> rows()
    {
        std::vector<CsvRow> rows;
        while (!m_text.empty()) {
            if (takeLineEnd())
                continue; // an empty line
            auto row = takeRow();
            SNUG_TRY(row);
            rows.push_back(std::move(*row));
        }
        return rows;
    }

private:
    bool takeLineEnd()
    {
        const std::size_t length = m_text.starts_with("\r\n") ? 2 : m_text.starts_with('\n') ? 1 : 0;
        m_text.remove_prefix(length);
        m_line += length > 0 ? 1 : 0;
        return length > 0;
    }

    Result<CsvRow> takeRow()
    {
        CsvRow row{m_line, {}};
        while (true) {
            auto field = m_text.starts_with('"') ? takeQuoted() : takePlain();
            SNUG_TRY(field);
            row.fields.push_back(std::move(*field));
            if (m_text.empty() || takeLineEnd())
                return row;
            m_text.remove_prefix(1); // a comma: both kinds of field end before one
        }
    }

    Result<std::string> takePlain()
    {
        std::size_t length = std::min(m_text.find_first_of(",\n"), m_text.size());
        if (length > 0 && length < m_text.size() && m_text[length] == '\n' && m_text[length - 1] == '\r')
            --length;
        std::string field(m_text.substr(0, length));
        m_text.remove_prefix(length);
        return field;
    }

    Result<std::string> takeQuoted()
    {
        const std::size_t begun = m_line;
        std::string field;
        m_text.remove_prefix(1);
        while (true) {
            const std::size_t length = m_text.find('"');
            if (length == std::string_view::npos)
                return badLine(m_path, begun, "a quote begins here and does not end");
            field += m_text.substr(0, length);
            m_line +=
                static_cast<std::size_t>(std::count(m_text.begin(), m_text.begin() + static_cast<long>(length), '\n'));
            m_text.remove_prefix(length + 1);
            if (!m_text.starts_with('"'))
                break;
            field += '"';
            m_text.remove_prefix(1);
        }
        if (!m_text.empty() && m_text[0] != ',' && m_text[0] != '\n' && !m_text.starts_with("\r\n"))
            return badLine(m_path, m_line, "text stands behind the quote that ends a field");
        return field;
    }

    std::string_view m_text; // what is left
    std::string_view m_path;
    std::size_t m_line = 1;
};

} // namespace

Result<std::vector<CsvRow>> parseCsv(std::string_view text, std::string_view path)
{
    return CsvReader(text, path).rows();
}

} // namespace snug
