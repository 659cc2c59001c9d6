// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The small files that say what the large ones hold: config.json and the index of the shards. Part of layOutFolder().

#pragma once

#include "core/exporters/folderplan.h"

namespace snug {

/// Appends config.json, the format's own file where it has one, and with several shards their index. tensors and shards
/// of the plan are there already. Errors: BadInput for a config that is no JSON object.
Result<void> addDescriptions(FolderPlan &plan, const ExportView &view);

} // namespace snug
