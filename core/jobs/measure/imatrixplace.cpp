// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/imatrixplace.h"

#include "core/base/inputfile.h"
#include "core/formats/bytesource.h"
#include "core/formats/imatrix.h"
#include "core/jobs/outputisinput.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string_view>

namespace snug {

namespace fs = std::filesystem;

namespace {

bool isMatrix(const fs::path &path)
{
    const auto file = InputFile::open(path);
    return file && readImatrix(FileSource(*file));
}

} // namespace

Result<void> checkMatrixPlace(const fs::path &output)
{
    std::error_code ignored;
    fs::path folder = fs::absolute(output, ignored).parent_path();
    while (folder.has_relative_path() && !fs::exists(folder, ignored))
        folder = folder.parent_path();
    if (!fs::is_directory(folder, ignored))
        return fail(ErrorCode::Io,
                    fmt::format("{}: The file cannot be written, {} is not a folder. Take another folder.",
                                output.string(), folder.string()),
                    output.string());
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return fail(ErrorCode::Io,
                    fmt::format("{}: The file cannot be written, nothing may be written in {}. Take another folder.",
                                output.string(), folder.string()),
                    output.string());
    return {};
}

Result<void> checkMatrixIsNoInput(const fs::path &output, std::span<const fs::path> inputs)
{
    for (const fs::path &input : inputs)
        for (const std::string_view end : {"", ".part", ".lock", ".resume", ".resume.part"}) {
            fs::path written = output;
            written += end;
            if (isSameFile(input, written))
                return fail(ErrorCode::Usage,
                            fmt::format("Writing {} would replace {}, which is to be read. Take another name.",
                                        output.string(), input.string()),
                            output.string());
        }
    return {};
}

Result<void> checkMatrixReplaces(const fs::path &output, bool overwrite)
{
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(output, ignored);
    if (!fs::exists(status))
        return {};
    // A link would be replaced itself, not what it stands for.
    if (!fs::is_regular_file(status))
        return fail(ErrorCode::Usage,
                    fmt::format("{} is not a regular file and is not replaced. Take another name.", output.string()),
                    output.string());
    if (!isMatrix(output))
        return fail(ErrorCode::Usage,
                    fmt::format("{} exists and is not an importance matrix, so it is not replaced. Take another name.",
                                output.string()),
                    output.string());
    if (!overwrite)
        return fail(ErrorCode::Usage, fmt::format("{} exists. Take another name, or say --overwrite.", output.string()),
                    output.string());
    return {};
}

} // namespace snug
