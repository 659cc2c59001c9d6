// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/outputisinput.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace fs = std::filesystem;

namespace {

fs::path folderOf(const Model &model) { return model.files.empty() ? model.path : model.files.front().parent_path(); }

} // namespace

bool isSameFile(const fs::path &a, const fs::path &b)
{
    std::error_code fault;
    if (fs::equivalent(a, b, fault))
        return true;
    const fs::path named = fs::weakly_canonical(a, fault);
    return !named.empty() && named == fs::weakly_canonical(b, fault);
}

Result<void> checkOutputIsNoInput(const Model &model, const fs::path &output)
{
    if (std::ranges::any_of(model.files, [&](const fs::path &file) { return isSameFile(file, output); }))
        return fail(ErrorCode::Usage,
                    fmt::format("The output {} is the model itself. Choose another name or folder.", output.string()),
                    output.string());
    std::error_code ignored;
    if (model.format == SourceFormat::Checkpoint && fs::exists(output, ignored) &&
        fs::equivalent(output.parent_path().empty() ? fs::path(".") : output.parent_path(), folderOf(model), ignored))
        return fail(ErrorCode::Usage,
                    fmt::format("The output {} is one of the model's own files. Choose another name or folder.",
                                output.string()),
                    output.string());
    return {};
}

} // namespace snug
