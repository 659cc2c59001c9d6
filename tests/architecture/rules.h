// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The rules of the house that a machine can hold. To add one: write a function in rules.cpp, put it into checkFile(),
// and give it a good and a bad row in tst_architecture.cpp.

#pragma once

#include "tests/architecture/sourcefile.h"

#include <string>
#include <vector>

namespace snug::test {

struct Finding
{
    std::string path;
    int line = 1;
    std::string message;

    std::string text() const { return path + ":" + std::to_string(line) + ": " + message; }
};

/// Everything in one file that breaks a rule.
std::vector<Finding> checkFile(const SourceFile &file);

} // namespace snug::test
