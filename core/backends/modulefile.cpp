// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/modulefile.h"

#include "core/backends/elffile.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 2> kBackends{"cuda", "vulkan"};

std::string fileName(std::string_view backend) { return fmt::format("libsnug-{}.so", backend); }

std::string_view textOf(const char *text) { return text ? text : "unknown"; }

/// Empty when the table is one this program can call.
std::string whyRefused(const SnugBackend *table, std::string_view backend, const fs::path &path)
{
    if (!table)
        return fmt::format("{} is no module of Snug's: it gives no table of functions.", path.string());
    const SnugBackendHead &head = table->head;
    if (head.abiVersion != SNUG_BACKEND_ABI || textOf(head.programVersion) != SNUG_VERSION)
        return fmt::format("{} belongs to Snug {} (interface {}), this is Snug {} (interface {}). Install modules and "
                           "program of the same version.",
                           path.string(), textOf(head.programVersion), head.abiVersion, SNUG_VERSION, SNUG_BACKEND_ABI);
    if (head.tableBytes != sizeof(SnugBackend) || textOf(head.name) != backend)
        return fmt::format("{} is damaged or built from other sources: it calls itself {} with a table of {} bytes, "
                           "expected are {} and {}. Install it again.",
                           path.string(), textOf(head.name), head.tableBytes, backend, sizeof(SnugBackend));
    return {};
}

} // namespace

std::vector<fs::path> moduleFolders(std::vector<std::string> &reasons)
{
    std::vector<fs::path> folders;
    if (const char *given = std::getenv("SNUG_BACKEND_PATH"); given && *given) {
        for (std::string_view rest = given; !rest.empty();) {
            const std::size_t end = std::min(rest.find(':'), rest.size());
            const fs::path folder = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (folder.is_absolute())
                folders.push_back(folder);
            else if (!folder.empty())
                reasons.push_back(fmt::format(
                    "SNUG_BACKEND_PATH names the folder {}, only absolute paths are searched.", folder.string()));
        }
        return folders;
    }
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error)
        return folders;
    return {program.parent_path(), program.parent_path().parent_path() / "lib" / "snug"};
}

ModuleFile openModule(std::string_view backend, const fs::path &path)
{
    ModuleFile file{std::string(backend), path, nullptr, {}};
    if (const std::string why = path.is_absolute() ? whyNotWhole(path) : std::string(); !why.empty()) {
        file.reason = fmt::format("{} could not be opened: {}. Install it again.", path.string(), why);
        return file;
    }
    void *const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *const why = ::dlerror();
        file.reason = fmt::format("{} could not be opened: {}.", path.string(), why ? why : "no reason given");
        return file;
    }
    const auto entry = reinterpret_cast<SnugModuleEntry>(::dlsym(library, SNUG_MODULE_ENTRY));
    const SnugBackend *const table = entry ? entry() : nullptr;
    file.reason = whyRefused(table, backend, path);
    if (file.reason.empty())
        file.table = table;
    return file;
}

std::vector<ModuleFile> findModules(const std::vector<fs::path> &folders)
{
    std::vector<ModuleFile> modules;
    for (const std::string_view backend : kBackends) {
        ModuleFile found{std::string(backend), {}, nullptr, {}};
        for (const fs::path &folder : folders) {
            const fs::path path = folder / fileName(backend);
            std::error_code ignored;
            if (!fs::exists(path, ignored))
                continue;
            found = openModule(backend, path);
            break;
        }
        if (found.path.empty())
            found.reason = fmt::format("The {} module is not installed: {} was not found.", backend, fileName(backend));
        modules.push_back(std::move(found));
    }
    return modules;
}

} // namespace snug
