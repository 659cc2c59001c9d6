// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Names of codings for tables: what a tensor becomes.

#pragma once

#include "core/exporters/scheme.h"

namespace snug {

/// "NF4", "INT4", "FP8", "MXFP4".
std::string codingName(const Scheme &scheme);

} // namespace snug
