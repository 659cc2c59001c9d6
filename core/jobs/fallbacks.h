// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What row lengths do to a level: how many weights get another type than its name says, and what that costs.

#pragma once

#include "core/jobs/prepare.h"

#include <cstdint>
#include <string>

namespace snug {

/// Weights whose type was replaced for their row length.
std::uint64_t fallbackWeights(const Model &model, const Variant &variant);

/// "97 % of weights will be Q8_0 instead of Q6_K: row length 896 is not a multiple of 256. The file is 45 MiB larger
/// for it."; empty when no type was replaced.
std::string fallbackNote(const Model &model, const Variant &variant);

} // namespace snug
