// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// general.* keys of a checkpoint: what its folder says about where it comes from.

#pragma once

#include "core/model/model.h"

#include <span>

namespace snug {

/// A sampling setting, by its names on both sides.
struct SamplingKey
{
    std::string_view name; ///< in generation_config.json
    std::string_view key;  ///< in GGUF
    bool whole;
    bool standard = false; ///< the transformers library knows it
};

std::span<const SamplingKey> samplingKeys();

/// Appends the keys to model.metadata in the order and types of the reference: sampling settings of
/// generation_config.json, name and size, and what the front matter of README.md says of author, licence, base models,
/// data sets, tags and languages. Needs a finished inventory. Source: metadata of the reference's gguf package.
void addGeneralMetadata(Model &model);

/// "7.6B", "135M", "260K": two digits at least, as the reference labels sizes.
std::string sizeLabel(std::uint64_t parameterCount);

/// The label of a model; "8x7.2B" for one of experts, where the second number counts one expert of each layer.
std::string sizeLabelOf(const Model &model);

} // namespace snug
