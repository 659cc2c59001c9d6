// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The made-up engine's methods that make folders: what they offer, refuse and plan.

#pragma once

#include "ui/bridge/engine.h"

#include <optional>
#include <string>
#include <vector>

namespace snug::ui::test {

std::vector<MethodOffer> fakeMethods();
std::vector<LevelOffer> folderLevels(const std::string &method, const std::string &format);
/// What core says of settings that do not hold together.
std::optional<Error> folderFaultIn(const JobSpec &spec);
/// The plan of a file made into that of a folder: the same tensors, of another coding. Floats have no zero point, so
/// that an asymmetric fp8 is refused alone.
VariantPlan folderVariant(VariantPlan plan, const std::string &level, const JobSpec &spec);

} // namespace snug::ui::test
