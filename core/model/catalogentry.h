// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How a model that was found is described in one line.

#pragma once

#include "core/base/result.h"
#include "core/model/catalog.h"
#include "core/model/model.h"

namespace snug {

/// "7.6 B · BF16" for a model, the first sentence of what is wrong for one that cannot be used. The group is left
/// empty.
CatalogEntry entryOfModel(const std::filesystem::path &path, std::string name, const Result<Model> &model);

/// The message without the path that readers put in front, some with the place in the file: "PATH, byte 4: ". A list
/// shows the path already.
std::string messageWithoutPath(const Error &error);

} // namespace snug
