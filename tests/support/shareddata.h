// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where golden bytes and other test data lie. They are not part of the repository; tests skip without them.

#pragma once

#include <filesystem>
#include <string_view>

namespace snug::test {

/// Path under the shared data folder: $SNUG_SHARED_DATA, else ../shared/data beside the sources. It may not exist.
std::filesystem::path sharedData(std::string_view relative);

/// Path under the sources: "resources/sample".
std::filesystem::path sourcePath(std::string_view relative);

} // namespace snug::test

/// Skips the running test function with a message when shared data is absent.
#define SNUG_REQUIRE_SHARED(relative)                                                                                  \
    do {                                                                                                               \
        if (!std::filesystem::exists(::snug::test::sharedData(relative)))                                              \
            QSKIP("shared test data is absent: set SNUG_SHARED_DATA to its folder");                                   \
    } while (false)
