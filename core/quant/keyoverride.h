// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// "KEY=TYPE:VALUE": a header key that is to have another value in the output.

#pragma once

#include "core/base/result.h"
#include "core/formats/ggufvalue.h"

#include <string>
#include <string_view>

namespace snug {

struct KeyOverride
{
    std::string key;
    GgufValue value;
    std::string note; ///< one sentence when the value stored is not the one given, else empty
};

/// TYPE is int, float, bool (true or false) or str. As the reference (release v0.5.0): an int is stored as u32, without
/// its sign and modulo 2^32 (`note` says so where that changes it), a float as f32; a str has at most 127 bytes.
/// Errors: Usage naming what is wrong, also for keys that cannot be overridden: split.*, general.architecture, and an
/// alignment that is none.
Result<KeyOverride> parseKeyOverride(std::string_view text);

} // namespace snug
