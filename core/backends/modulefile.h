// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Backends that come as shared libraries: where they are looked for, and why one is refused.

#pragma once

#include "core/backends/abi.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// A module that was looked for. Never unloaded: drivers keep threads of their own.
struct ModuleFile
{
    std::string backend;                ///< "cuda", "vulkan"
    std::filesystem::path path;         ///< empty where there is none
    const SnugBackend *table = nullptr; ///< null where it cannot be used
    std::string reason;                 ///< why not: one sentence, or empty
};

/// Folders that are searched, in order: those of the variable SNUG_BACKEND_PATH (absolute, parted by colons; then no
/// other), else the program's own folder and ../lib/snug from there. Never the working directory. Entries that are no
/// absolute paths are left out and named in `reasons`.
std::vector<std::filesystem::path> moduleFolders(std::vector<std::string> &reasons);

/// Opens one library. Refused when it is no module, or of another version of Snug; the reason has both versions.
ModuleFile openModule(std::string_view backend, const std::filesystem::path &path);

/// The modules this program knows of, each opened from the first folder that has it.
std::vector<ModuleFile> findModules(const std::vector<std::filesystem::path> &folders);

} // namespace snug
