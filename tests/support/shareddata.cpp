// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/support/shareddata.h"

#include <cstdlib>

namespace snug::test {

std::filesystem::path sharedData(std::string_view relative)
{
    if (const char *folder = std::getenv("SNUG_SHARED_DATA"))
        return std::filesystem::path(folder) / relative;
    return std::filesystem::path(SNUG_SOURCE_DIR) / ".." / "shared" / "data" / relative;
}

std::filesystem::path sourcePath(std::string_view relative)
{
    return std::filesystem::path(SNUG_SOURCE_DIR) / relative;
}

} // namespace snug::test
