// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which experts a token goes to, and with what share.

#pragma once

#include "core/runtime/architectureforward.h"

#include <cstdint>
#include <span>
#include <vector>

namespace snug {

struct ExpertTokens
{
    std::vector<std::uint32_t> tokens; ///< rising
    std::vector<float> shares;
};

/// By expert. Shapes: logits [tokens * experts]. Of equal logits the lower number is chosen. Shares are computed in
/// double.
std::vector<ExpertTokens> routeTokens(std::span<const float> logits, std::uint32_t experts, std::uint32_t used,
                                      ExpertShares kind);

} // namespace snug
