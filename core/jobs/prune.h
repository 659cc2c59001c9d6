// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Leaving layers out: which tensors go, what the others are called then, and which keys follow.

#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

struct PrunedLayers
{
    std::uint32_t layersLeft = 0;
    std::vector<std::string> notes;
};

/// Takes the layers of the list "3,7,8" out of the model, renumbers what is left without gaps and shortens the keys
/// that hold one value a layer. `names` has one name a tensor and loses those of tensors that go. A layer that is not
/// there is noted, not an error, as in the reference (release v0.5.0). Errors: Usage for a list that does not read, or
/// that leaves no layer.
Result<PrunedLayers> pruneLayers(std::string_view list, Model &model, std::vector<std::string> &names);

} // namespace snug
