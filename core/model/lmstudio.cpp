// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/lmstudio.h"

#include "core/model/json.h"
#include "core/model/jsontree.h"

#include <algorithm>
#include <cstdlib>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaxPointerBytes = 4096;
constexpr std::uint64_t kMaxSettingsBytes = 1 << 20;

// A path from a file: only a whole one can be meant.
fs::path wholePath(const std::string &text)
{
    const fs::path path = text.find('\0') == std::string::npos ? fs::path(text) : fs::path();
    return path.is_absolute() ? path.lexically_normal() : fs::path();
}

fs::path homeByPointer(const fs::path &home)
{
    const auto text = readTextFile(home / ".lmstudio-home-pointer", kMaxPointerBytes);
    return text ? wholePath(text->substr(0, text->find_first_of("\r\n"))) : fs::path();
}

fs::path downloadsFolder(const fs::path &studio)
{
    const auto settings = readOptionalJsonObject(studio / "settings.json", kMaxSettingsBytes);
    return settings ? wholePath(asText(member(*settings, "downloadsFolder")).value_or("")) : fs::path();
}

} // namespace

std::vector<fs::path> lmStudioFolders()
{
    std::vector<fs::path> folders;
    const char *home = std::getenv("HOME");
    if (!home || !*home)
        return folders;
    const auto addOnce = [&](const fs::path &folder) {
        if (!folder.empty() && std::ranges::find(folders, folder) == folders.end())
            folders.push_back(folder);
    };
    for (const fs::path &studio :
         {homeByPointer(home), fs::path(home) / ".lmstudio", fs::path(home) / ".cache" / "lm-studio"})
        if (!studio.empty()) {
            addOnce(downloadsFolder(studio));
            addOnce(studio / "models");
        }
    return folders;
}

} // namespace snug
