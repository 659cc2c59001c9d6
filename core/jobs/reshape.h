// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the options change about a model before anything is decided: keys, layers that are left out, the order of
// tensors.

#pragma once

#include "core/base/result.h"
#include "core/jobs/jobspec.h"
#include "core/model/model.h"
#include "core/quant/keyoverride.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace snug {

struct ReshapedModel
{
    /// The changed model; null when the options change nothing about it. Its metadata is still that of the source, but
    /// its hyperparameters are those of the output.
    std::shared_ptr<const Model> model;
    std::vector<std::string> sourceNames; ///< per tensor, its name before layers were renumbered
    std::vector<KeyOverride> overrides;
    std::uint32_t ruleLayerCount = 0;        ///< layers before some were left out: the rules count with these
    std::optional<std::uint32_t> blockCount; ///< layers left, when some were to be left out
    std::vector<std::string> notes;
};

/// Applies --override-kv to the hyperparameters, leaves layers out and renumbers the others, and with --keep-split puts
/// tensors into the order of the source's files. All as the reference does (release v0.5.0); beyond it, keys that hold
/// one value a layer lose those of the layers left out.
/// Errors: Usage for options that do not read, or that make the model contradict itself.
Result<ReshapedModel> reshape(const JobSpec &spec, const Model &source);

} // namespace snug
