// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What config.json says, checked: the numbers of a checkpoint, with the defaults of its family.

#pragma once

#include "core/model/checkpointfamily.h"
#include "core/model/jsontree.h"
#include "core/model/model.h"

#include <optional>
#include <string>
#include <vector>

namespace snug {

/// How positions beyond the trained ones are reached. `type` is "" for none.
struct RopeScaling
{
    std::string type; ///< "linear", "yarn", "llama3", "longrope", or one that GGUF has no keys for
    double factor = 8.0;
    double lowFrequencyFactor = 1.0;
    double highFrequencyFactor = 4.0;
    std::uint64_t originalContextLength = 8192;
    std::optional<double> extrapolationFactor, attentionFactor, betaFast, betaSlow; ///< yarn
    std::vector<float> longFactors, shortFactors;                                   ///< longrope

    bool isLong() const { return type == "longrope" || type == "su"; } ///< scaled by two lists of factors
};

/// The largest count a config may have.
constexpr std::uint64_t kMaxConfigLength = 0x7FFFFFFF;

/// Weights in FP8 with a scale for each block; 0 for one scale for the whole tensor.
struct Fp8Blocks
{
    std::uint64_t rows = 0, cols = 0;
};

struct CheckpointConfig
{
    std::string className;                    ///< first of "architectures", or empty
    const CheckpointFamily *family = nullptr; ///< null for a class that is not converted
    Hyperparameters hyper;
    std::uint32_t headLength = 0;
    bool headLengthIsSaid = false;       ///< by the config or by the class
    std::uint32_t ropeDimensions = 0;    ///< how much of a head is rotated
    std::uint32_t expertUsedCount = 0;   ///< per token
    std::uint32_t expertFeedForward = 0; ///< moe_intermediate_size
    std::optional<std::uint64_t> slidingWindow;
    double ropeBase = 10000.0;
    double ropeBaseSliding = 0; ///< of layers with a window; 0 for the same
    double attentionSoftcap = 0, finalSoftcap = 0;
    double rmsNormEpsilon = 1e-6;
    RopeScaling ropeScaling;
    bool tiedEmbeddings = false;
    bool attentionBias = false, mlpBias = false; ///< the model has these biases
    std::string activation = "silu";             ///< of the feed-forward part
    std::string quantizedBy;        ///< "gptq", "bitsandbytes": the weights cannot be read; empty when they can
    std::optional<Fp8Blocks> fp8;   ///< weights of these are FP8
    std::string otherModality;      ///< "vision_config": the model is more than a language model; or empty
    std::string inexpressible = {}; ///< a sentence about what a GGUF could not say; or empty
};

/// Takes what is there, for looking at a model only. Never fails; wrong values count as absent.
CheckpointConfig readConfigLoosely(const JsonTree &config);

/// The same, and everything a conversion needs is there and possible: counts in range, heads that divide, an even
/// head length, all numbers of the position scaling of Llama 3 and Phi-3. Errors: BadInput naming the key, what it
/// holds and what is expected.
Result<CheckpointConfig> readConfig(const JsonTree &config);

} // namespace snug
