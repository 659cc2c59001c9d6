// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which tensors of a folder are quantized, and why the others are not. Part of layOutFolder().

#pragma once

#include "core/exporters/folderplan.h"

namespace snug {

struct FolderChoice
{
    std::vector<FolderTensor> tensors; ///< matrix, weightCount, why and unfit are set
    std::vector<std::string> notes;
};

/// Errors: Usage, Unsupported as of layOutFolder().
Result<FolderChoice> chooseTensors(const ExportView &view, const Exporter &exporter, const FolderOptions &options);

} // namespace snug
