// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is said of a context that is longer than the model's.

#pragma once

#include "core/runtime/modelshape.h"

#include <cstdint>
#include <string>

namespace snug {

/// One sentence with both lengths and the rotary settings that apply; empty where the model knows such lengths.
std::string contextNote(const ModelShape &shape, std::uint64_t context);

} // namespace snug
