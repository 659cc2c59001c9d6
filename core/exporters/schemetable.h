// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// All levels of the methods that make folders, with what the window says of them. Only scheme.cpp uses it.

#pragma once

#include "core/exporters/scheme.h"

namespace snug {

struct KnownLevel
{
    std::string description;
    std::string sentence;
    bool usual = false;
    Scheme scheme; ///< with the level's name and the defaults of its options
};

/// Made once; any thread.
const std::vector<KnownLevel> &knownLevels();

/// Names of the formats a method can write, its default first; empty for a method that makes no folders.
std::vector<std::string_view> formatsOfMethod(std::string_view method);
/// What is meant when no level is named.
std::string_view defaultLevel(std::string_view method);

} // namespace snug
