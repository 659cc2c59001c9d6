// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/formats/missingfile.h"

#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace snug {

namespace fs = std::filesystem;

namespace {

// huggingface_hub, wget's users and Firefox, aria2, Chromium, curl's users, Safari, Ollama.
constexpr std::string_view kEndings[] = {".incomplete", ".part",     ".aria2",  ".crdownload",
                                         ".partial",    ".download", "-partial"};

} // namespace

bool isDownloadName(std::string_view name)
{
    return std::ranges::any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

std::string traceOfMissing(const fs::path &path)
{
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(path, error)))
        return "is a link to a file that is not there, so its download has not ended or the file was deleted; download "
               "it again";
    for (const std::string_view ending : kEndings) {
        fs::path other = path;
        other += ending;
        if (fs::exists(other, error))
            return notDownloaded(other.filename().string());
    }
    return {};
}

std::string notDownloaded(std::string_view trace)
{
    return fmt::format("is not downloaded to its end ({} is there); let the download end, or start it again",
                       quoteName(trace));
}

Result<InputFile> openWhole(const fs::path &path)
{
    std::error_code error;
    fs::path control = path;
    control += ".aria2";
    if (fs::exists(control, error))
        return fail(ErrorCode::BadInput,
                    fmt::format("{} {}.", path.string(), notDownloaded(control.filename().string())), path.string());
    return InputFile::open(path);
}

bool isLfsPointer(std::string_view start) { return start.starts_with("version https://git-lfs.github.com/spec/"); }

} // namespace snug
