// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What importance did to the weights that a person should know after a run.

#pragma once

#include "core/jobs/prepare.h"
#include "core/jobs/report.h"

#include <string>
#include <vector>

namespace snug {

/// Sentences about blocks that went without importance because it would have broken their scale, and about tensors that
/// importance of nothing but zeros and extremes has emptied. The first few by name, the rest counted.
std::vector<std::string> importanceNotes(const PreparedJob &job, const std::vector<TensorReport> &tensors);

} // namespace snug
