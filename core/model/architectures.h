// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What Snug knows about architectures: GGUF names with names for people, and the checkpoint families it can convert.
// A new family is a row here; see README.md for the steps.

#pragma once

#include <string_view>

namespace snug {

/// One architecture as GGUF spells it.
struct Architecture
{
    std::string_view name;    ///< "qwen2moe"
    std::string_view display; ///< "Qwen2 MoE"
};

/// Nothing for a name that is not in the table. Source: architecture names of the reference, release v0.5.0.
const Architecture *findArchitecture(std::string_view name);

} // namespace snug
