// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A model from a GGUF file, whole or split.

#pragma once

#include "core/model/model.h"

#include <string_view>

namespace snug {

/// Opens a GGUF file or the first file of a split one. Architectures outside the table open with supported == false.
/// A model whose header does not name it is called `knownName`; without one a blob of Ollama's is looked up in all
/// manifests beside it, and any other file gives its own name.
/// Errors: BadInput for a damaged file, a header without architecture, hyperparameters that cannot be true and parts
/// that are missing, repeated or given in the wrong order; Io.
Result<Model> openGguf(const std::filesystem::path &path, std::string_view knownName = {});

} // namespace snug
