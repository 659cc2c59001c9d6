// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The older form of importance matrices, .dat: entries one after the other, without a word of what the file is.

#pragma once

#include "core/formats/imatrix.h"

namespace snug {

/// As readImatrix(), for this form alone. Layout: i32 entry count; per entry i32 name length, the name, i32 calls,
/// i32 value count, that many f32; then, where the program was new enough, i32 chunks, i32 name length and the name of
/// the text. Bytes behind that are not looked at, as the reference does not.
/// Source: reader of the reference's quantizer (release v0.5.0).
Result<Imatrix> readImatrixDat(const ByteSource &source);

} // namespace snug
