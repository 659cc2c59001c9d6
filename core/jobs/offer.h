// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a method offers: the levels a window or a help text can list without knowing how they are made.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// One level that can be made now.
struct LevelOffer
{
    std::string name;        ///< "Q4_K_M"
    std::string description; ///< a few plain words: "4-bit, mixed"
};

/// Levels of a method, best first; none for a method that is not known. Touches neither disk nor devices. Any thread.
std::vector<LevelOffer> offeredLevels(std::string_view method);

} // namespace snug
