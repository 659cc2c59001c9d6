// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The front matter of a model card (README.md): what is between two lines of "---", as much of YAML as such cards use.

#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// Top-level keys with plain texts or lists of plain texts. Deeper structures, block texts and whatever looks damaged
/// are left out. Texts are printable and bounded.
class ModelCard
{
public:
    /// An empty card where there is no file or no front matter. Never fails.
    static ModelCard read(const std::filesystem::path &readme);
    static ModelCard parse(std::string_view text);

    /// Value of a key that has one plain text; "" otherwise.
    std::string text(std::string_view key) const;
    /// Values of a key, one or a list of them; empty without.
    std::vector<std::string> list(std::string_view key) const;
    bool has(std::string_view key) const { return m_values.find(key) != m_values.end(); }

private:
    struct Value
    {
        std::vector<std::string> texts;
        bool isList = false;
    };

    std::map<std::string, Value, std::less<>> m_values;
};

} // namespace snug
