// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the programs that read folders say to one, as plan and report tell it.

#pragma once

#include "core/jobs/plan.h"
#include "core/jobs/prepare.h"
#include "core/jobs/report.h"

#include <vector>

namespace snug {

/// One for each program that could read the variant's folder.
std::vector<ReaderPlan> readerPlans(const ExportView &view, const Variant &variant);

/// How those that take it load it. Programs that do so in the same way are told once.
std::vector<LoadCommand> loadCommands(const ExportView &view, const Variant &variant);

} // namespace snug
