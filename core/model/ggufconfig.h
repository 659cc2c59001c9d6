// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// config.json of a model that came as a GGUF, from the keys of its header.

#pragma once

#include "core/model/checkpointfamily.h"
#include "core/model/model.h"

#include <string>

namespace snug {

/// The family a GGUF stands for: of those of its architecture the first that has experts where it has, and a window
/// where it has. Null where no family has this architecture.
const CheckpointFamily *familyOfGguf(const Model &model);

/// config.json with every key the family's class needs, numbers as short as they can be. Keys a class has but a GGUF
/// does not take what the class means without them.
/// Errors: Unsupported for a model that computes what the class cannot, or that lacks a key, naming it; BadInput for
/// rotary factors of the wrong length; Io.
Result<std::string> configOfGguf(const Model &model, const CheckpointFamily &family);

/// generation_config.json: token ids, and sampling settings where the header has them.
std::string generationConfigOfGguf(const GgufMetadata &metadata);

/// A token id of the header; nothing for one that is absent or no token.
std::optional<std::uint32_t> tokenIdAt(const GgufMetadata &metadata, std::string_view name);

/// The shortest decimal number that reads back as this one.
double shortest(float value);

/// A number of the header, as the shortest decimal of the nearest float; nothing for one that is absent, no number, or
/// beyond the range of floats, which JSON could not say.
std::optional<double> shortNumberAt(const GgufMetadata &metadata, std::string_view key);

} // namespace snug
