// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A text goes on: the prompt through the model in chunks, then token by token over a cache of keys and values.

#pragma once

#include "core/runtime/forwardpass.h"
#include "core/runtime/sampling.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace snug {

struct GenerationOptions
{
    SamplingOptions sampling = {};
    std::uint64_t maxTokens = 256;
    std::uint64_t context = 0;                ///< most tokens of prompt and answer together
    bool contextMayGrow = true;               ///< whether whoever asks can be advised to give a longer one
    std::uint64_t chunkTokens = 512;          ///< of the prompt at once
    std::vector<std::int32_t> endTokens = {}; ///< that end a text; they are not part of the answer
};

enum class StoppedBy { EndOfText, TokenCount, Context, Caller };
/// "end_of_text", "token_count", "context", "stopped".
std::string_view stoppedByName(StoppedBy reason);

struct Generation
{
    std::vector<std::int32_t> ids; ///< of the answer
    StoppedBy stoppedBy = StoppedBy::TokenCount;
    double promptSeconds = 0;     ///< until the first token could be chosen
    double generationSeconds = 0; ///< of the tokens behind it
    std::uint64_t promptTokens = 0;
    std::uint64_t singleSteps = 0; ///< tokens of the answer that went through the model
};

/// Told of each token of the answer as soon as it is chosen. Answers false to stop; the token is kept.
using TokenWatch = std::function<bool(std::int32_t token)>;

/// Tokens that must have room in the cache for this prompt: never more than the context.
std::uint64_t cacheTokens(std::size_t promptTokens, const GenerationOptions &options);

/// Errors: Usage for an empty prompt, for one as long as the context, and from checkSampling().
Result<void> checkGeneration(std::size_t promptTokens, const GenerationOptions &options);

/// Goes on behind `prompt`. `goOn` is asked between layers; answering false stops, with what is there so far. Takes the
/// cache from the pass's ledger and gives it back at the end.
/// Errors: those of checkGeneration(), ForwardPass::step() and Sampler; DoesNotFit.
Result<Generation> generateTokens(ForwardPass &pass, std::span<const std::int32_t> prompt,
                                  const GenerationOptions &options, const TokenWatch &watch = {},
                                  const StepWatch &goOn = {});

} // namespace snug
