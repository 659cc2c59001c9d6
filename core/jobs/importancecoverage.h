// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which experts an importance matrix says nothing about.

#pragma once

#include "core/formats/bytesource.h"
#include "core/jobs/importance.h"

namespace snug {

/// Adds one note to a matched plan when some experts were reached by no token or have no entry. Reads counts, no
/// values. Errors: those of the source.
Result<void> noteUnseenExperts(const ByteSource &source, ImportancePlan &plan,
                               const std::vector<std::string> &sourceNames);

} // namespace snug
