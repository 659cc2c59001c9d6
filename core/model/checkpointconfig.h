// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What config.json says, checked: the numbers of a checkpoint of the Llama kind.

#pragma once

#include "core/model/jsontree.h"
#include "core/model/model.h"

#include <optional>
#include <string>

namespace snug {

/// How positions beyond the trained ones are reached. `type` is "" for none.
struct RopeScaling
{
    std::string type; ///< "linear", "yarn", "llama3", or one that GGUF has no keys for
    double factor = 8.0;
    double lowFrequencyFactor = 1.0;
    double highFrequencyFactor = 4.0;
    std::uint64_t originalContextLength = 8192;
    std::optional<double> extrapolationFactor, attentionFactor, betaFast, betaSlow; ///< yarn
};

struct CheckpointConfig
{
    std::string className; ///< first of "architectures", or empty
    Hyperparameters hyper;
    std::uint32_t headLength = 0;
    double ropeBase = 10000.0;
    double rmsNormEpsilon = 1e-6;
    RopeScaling ropeScaling;
    bool tiedEmbeddings = false;
    bool attentionBias = false, mlpBias = false; ///< the model has these biases
    std::string activation = "silu";             ///< of the feed-forward part
    std::string quantizedBy; ///< "gptq", "bitsandbytes": the weights are not plain ones; empty when they are
};

/// Takes what is there, for looking at a model only. Never fails; wrong values count as absent.
CheckpointConfig readConfigLoosely(const JsonTree &config);

/// The same, and everything a conversion needs is there and possible: counts in range, heads that divide, an even
/// head length, all numbers of the position scaling of Llama 3. Errors: BadInput naming the key, what it holds and what
/// is expected.
Result<CheckpointConfig> readConfig(const JsonTree &config);

} // namespace snug
