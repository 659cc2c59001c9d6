// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A source file as the architecture rules see it: lines, lines without comments, and includes.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace snug::test {

struct Include
{
    int line = 0; ///< from 1
    std::string name;
    bool quoted = false; ///< "name", else <name>
};

struct SourceFile
{
    std::string path; ///< from the root of the tree: "core/base/error.h"
    std::vector<std::string> lines;
    std::vector<std::string> code; ///< the same lines with comments blanked
    std::vector<Include> includes;
    bool hasHeader = false; ///< a header of the same name lies beside it

    bool isUnder(const std::string &folder) const { return path.starts_with(folder + "/"); }
    bool isHeader() const { return path.ends_with(".h"); }
    /// "base" of "core/base/error.h"; empty outside core's rooms.
    std::string room() const;
};

/// Parses one file's text.
SourceFile parseSource(std::string path, const std::string &text);

/// All C++ and CMake files under the named folders of `root`, by path.
std::vector<SourceFile> readTree(const std::filesystem::path &root, const std::vector<std::string> &folders);

} // namespace snug::test
