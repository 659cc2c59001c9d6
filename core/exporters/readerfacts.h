// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What readers take offence at in a planned folder, gathered once for all of them.

#pragma once

#include "core/exporters/folderplan.h"

#include <string>

namespace snug {

/// Each names the first module of its kind, or is empty where there is none.
struct ReaderFacts
{
    std::string halfFused;    ///< stays as it is though a sibling it is fused with is quantized
    std::string floatInLayer; ///< a linear module within a layer that stays as it is, a router too
    std::string unevenFused;  ///< not a multiple of 128 rows, and another is fused behind it
    std::string offMarlin;    ///< fused rows no multiple of 64, or columns none of 128
    std::string offSixteen;   ///< rows or columns no multiple of 16
    std::string offBlock;     ///< columns no multiple of the scheme's block length
    bool experts = false;     ///< quantized experts
};

ReaderFacts readerFacts(const FolderPlan &plan, const ExportView &view);

} // namespace snug
