// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The models on this machine for scripts.

#pragma once

#include "core/model/catalog.h"

#include <string>

namespace snug {

/// {"models":[{"name","path","place","detail","bytes","usable","partial"}],
/// "places":[{"name","path","exists","models","problem"}]}; a path that is no text has '?' for its odd bytes.
std::string toJson(const Catalog &catalog);

} // namespace snug
