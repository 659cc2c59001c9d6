// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/huggingface.h"

#include "core/base/inputfile.h"
#include "core/model/catalog.h"
#include "core/model/folderentries.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace snug {

namespace fs = std::filesystem;

namespace {

bool isRepoPart(std::string_view part)
{
    return !part.empty() && part.size() <= 96 && part.front() != '.' && part.find("--") == std::string_view::npos &&
           std::all_of(part.begin(), part.end(),
                       [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; });
}

fs::path fromEnvironment(const char *variable)
{
    const char *value = std::getenv(variable);
    return value && *value ? fs::path(value) : fs::path();
}

// refs/main holds the revision as text: 40 hexadecimal digits, or for odd caches another plain folder name.
std::string mainRevision(const fs::path &repoFolder)
{
    const auto file = InputFile::open(repoFolder / "refs" / "main");
    if (!file)
        return {};
    std::array<char, 128> text{};
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(file->sizeBytes(), text.size()));
    if (!file->readAt(0, std::as_writable_bytes(std::span(text).first(size))))
        return {};
    std::string revision(text.data(), size);
    revision.erase(revision.find_last_not_of(" \r\n\t") + 1);
    return isRepoPart(revision) ? revision : std::string();
}

} // namespace

fs::path huggingFaceCacheFolder()
{
    for (const char *variable : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        if (const fs::path path = fromEnvironment(variable); !path.empty())
            return path;
    if (const fs::path home = fromEnvironment("HF_HOME"); !home.empty())
        return home / "hub";
    if (const fs::path cache = fromEnvironment("XDG_CACHE_HOME"); !cache.empty())
        return cache / "huggingface" / "hub";
    return fromEnvironment("HOME") / ".cache" / "huggingface" / "hub";
}

fs::path snapshotOf(const fs::path &repoFolder)
{
    std::error_code error;
    const fs::path snapshots = repoFolder / "snapshots";
    if (const std::string revision = mainRevision(repoFolder); !revision.empty())
        if (fs::is_directory(snapshots / revision, error))
            return snapshots / revision;
    fs::path newest;
    fs::file_time_type newestTime;
    visitEntries(snapshots, [&](const fs::directory_entry &entry) {
        std::error_code ignored;
        if (!entry.is_directory(ignored))
            return;
        const auto time = entry.last_write_time(ignored);
        if (newest.empty() || time > newestTime || (time == newestTime && entry.path() > newest)) {
            newest = entry.path();
            newestTime = time;
        }
    });
    return newest;
}

Result<fs::path> findInHuggingFaceCache(const fs::path &repoId)
{
    const std::string text = repoId.string();
    const std::size_t slash = text.find('/');
    const bool isId = slash != std::string::npos && isRepoPart(std::string_view(text).substr(0, slash)) &&
                      isRepoPart(std::string_view(text).substr(slash + 1));
    if (!isId)
        return fail(ErrorCode::Usage,
                    fmt::format("There is no file or folder {}; give a model file, a model folder, or a repo id that "
                                "is in the Hugging Face cache.",
                                printable(text)),
                    text);
    const fs::path cache = huggingFaceCacheFolder();
    const fs::path snapshot =
        snapshotOf(cache / fmt::format("models--{}--{}", text.substr(0, slash), text.substr(slash + 1)));
    if (snapshot.empty())
        return fail(
            ErrorCode::Usage,
            fmt::format("{} is neither a file or folder here nor a model in the Hugging Face cache {}; download "
                        "it first, Snug does not.",
                        printable(text), printable(cache.string())),
            text);
    return snapshot;
}

std::string repoNameOfSnapshot(const fs::path &folder)
{
    const std::string repo = folder.parent_path().parent_path().filename().string();
    if (folder.parent_path().filename() != "snapshots" || !repo.starts_with("models--"))
        return {};
    return fileNameSafe(repo.substr(repo.rfind("--") + 2));
}

} // namespace snug
