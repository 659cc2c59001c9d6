// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whether the programs that read such folders will take a planned one, said before it is made.

#pragma once

#include "core/exporters/folderplan.h"

#include <string>
#include <string_view>
#include <vector>

namespace snug {

enum class ReaderVerdict {
    Fast,    ///< loads, and runs on the reader's fast kernels
    Works,   ///< loads, slower or with a package more
    Refuses, ///< does not load
};
/// "fast", "works", "refuses".
std::string_view readerVerdictName(ReaderVerdict verdict);

struct ReaderCheck
{
    std::string reader; ///< "vLLM", "transformers", "bitsandbytes"
    ReaderVerdict verdict = ReaderVerdict::Works;
    std::string sentence;  ///< "Loads with bitsandbytes 0.41.3 or newer."
    std::string change;    ///< what would make it better: "Groups of 64 instead of 128."; or empty
    bool halfOnly = false; ///< runs in float16 only, whatever type the model asks for
};

/// One check for each program that could read the format. Divisibility, group, bits, equal settings of fused siblings,
/// modules left as they are. Any thread; from the plan alone.
std::vector<ReaderCheck> checkReaders(const FolderPlan &plan, const ExportView &view);

/// The command that loads the folder in the reader of a check, ready to copy ("vllm serve DIR", Python lines for
/// transformers); "" for readers that refuse it or have none.
std::string loadCommand(const ReaderCheck &check, std::string_view folder);

} // namespace snug
