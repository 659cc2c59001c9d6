// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What somebody who chooses a level wants to know of it: how many bits, for whom, and whether it asks for more.

#pragma once

#include "core/quant/filetype.h"

#include <string_view>

namespace snug {

struct LevelNote
{
    std::string_view level; ///< "Q4_K_M"
    int bits; ///< the group it belongs to: 32, 16, 8, 6, 5, 4, 3, 2, 1 for all below two bits; 0 changes no type
    bool needsImportance;      ///< the reference refuses it without an importance matrix
    std::string_view sentence; ///< "4 bits, mixed: the usual choice for laptops."
};

/// The note of a level. One that has none yet gets the bits of its base type and an empty sentence. Any thread.
LevelNote levelNote(const FileType &fileType);

} // namespace snug
