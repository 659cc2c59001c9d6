// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where LM Studio keeps models on this machine.

#pragma once

#include <filesystem>
#include <vector>

namespace snug {

/// Folders with PUBLISHER/MODEL/FILE.gguf, whether they exist or not, each once. LM Studio's own folder is the one
/// named in ~/.lmstudio-home-pointer, ~/.lmstudio, or ~/.cache/lm-studio of older versions; in it are "models" and
/// settings.json, which may name another folder for downloads. Empty without a home folder.
std::vector<std::filesystem::path> lmStudioFolders();

} // namespace snug
