// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/modelfolder.h"

#include "core/formats/missingfile.h"
#include "core/model/folderentries.h"
#include "core/model/ggufparts.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kSettledSeconds = 2; // the coarsest file times in use

// FNV-1a over bytes, going on from `hash`.
std::uint64_t withBytes(std::uint64_t hash, std::string_view bytes)
{
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    return hash;
}

std::uint64_t withNumber(std::uint64_t hash, std::uint64_t number)
{
    return withBytes(hash, std::string_view(reinterpret_cast<const char *>(&number), sizeof number));
}

FileMark markOf(const std::string &name, const struct stat &status)
{
    FileMark mark{withBytes(0xcbf29ce484222325, name), true};
    for (const std::uint64_t number :
         {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::uint64_t>(status.st_size), static_cast<std::uint64_t>(status.st_mtim.tv_sec),
          static_cast<std::uint64_t>(status.st_mtim.tv_nsec)})
        mark.value = withNumber(mark.value, number);
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    mark.settled = status.st_mtim.tv_sec < now - kSettledSeconds;
    return mark;
}

// A file that aria2 fills has its whole size from the start: it counts with the file that says how far it is.
FileMark withControl(FileMark mark, const fs::path &path)
{
    fs::path control = path;
    control += ".aria2";
    struct stat status;
    if (::stat(control.c_str(), &status) == 0)
        mark.add(markOf(control.filename().string(), status));
    return mark;
}

void take(ModelFolder &listing, const fs::path &path, const struct stat &status)
{
    const std::string name = path.filename().string();
    if (S_ISDIR(status.st_mode)) {
        if (!name.starts_with('.') && !name.ends_with(".part")) // nor what Snug is writing
            listing.folders.push_back(path);
        return;
    }
    if (!S_ISREG(status.st_mode))
        return;
    if (path.extension() == ".part" && hasGgufExtension(path.stem())) {
        listing.begunGgufs.push_back({path, static_cast<std::uint64_t>(status.st_size)});
        return;
    }
    if (isDownloadName(name) && name.find(".safetensors") != std::string::npos)
        listing.begunWeights.push_back({path, static_cast<std::uint64_t>(status.st_size)});
    const FileMark mark = markOf(name, status);
    listing.mark.add(mark);
    const fs::path extension = path.extension();
    listing.hasConfig |= name == "config.json";
    listing.hasAdapter |= name == "adapter_config.json";
    listing.hasPickle |= name.starts_with("pytorch_model") && extension == ".bin";
    if (hasGgufExtension(path))
        listing.ggufs.push_back({path, withControl(mark, path)});
    else if (extension == ".safetensors")
        listing.safetensors.push_back(path);
}

} // namespace

void FileMark::add(const FileMark &other)
{
    value += other.value;
    settled = settled && other.settled;
}

FileMark markOfFile(const fs::path &path)
{
    struct stat status;
    return ::stat(path.c_str(), &status) == 0 ? withControl(markOf(path.filename().string(), status), path)
                                              : FileMark{0, false};
}

ModelFolder lookIntoFolder(const fs::path &folder)
{
    ModelFolder listing;
    listing.isCut = !visitEntries(folder, [&](const fs::directory_entry &entry) {
        struct stat status;
        std::error_code ignored;
        if (::stat(entry.path().c_str(), &status) == 0)
            take(listing, entry.path(), status);
        else if (hasGgufExtension(entry.path()) && entry.is_symlink(ignored))
            listing.lostGgufs.push_back(entry.path());
    });
    std::ranges::sort(listing.folders);
    std::ranges::sort(listing.ggufs, {}, &ModelFolder::File::path);
    std::ranges::sort(listing.safetensors);
    std::ranges::sort(listing.lostGgufs);
    std::ranges::sort(listing.begunGgufs, {}, &ModelFolder::Begun::path);
    std::ranges::sort(listing.begunWeights, {}, &ModelFolder::Begun::path);
    return listing;
}

} // namespace snug
