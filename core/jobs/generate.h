// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A model answers a prompt.

#pragma once

#include "core/jobs/context.h"
#include "core/runtime/generation.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

enum class ChatUse {
    Auto,   ///< the model's chat template where it has one and was tuned for conversations
    Always, ///< an error where there is none
    Never,  ///< the prompt as it is
};

struct GenerateSpec
{
    std::string model; ///< as openModel() takes it
    std::string prompt;
    std::string system; ///< only with a chat template
    ChatUse chat = ChatUse::Auto;
    std::uint64_t maxTokens = 256;
    std::optional<std::uint64_t> seed; ///< nothing: one is drawn, and reported
    double temperature = 0.8;          ///< 0: always the most likely token
    std::uint32_t topK = 40;           ///< 0: all
    double topP = 0.95;                ///< 1: all
    double minP = 0.05;                ///< 0: all
    std::uint64_t context = 0;         ///< most tokens of prompt and answer; 0: the model's own
    bool contextMayGrow = true;        ///< a longer one may be advised where the prompt has no room
    int threads = 0;                   ///< 0: all
    std::optional<std::uint64_t> ramLimitBytes;
};

struct GenerateReport
{
    std::string model, modelName; ///< the path given, and the name
    std::string text;             ///< valid UTF-8
    std::vector<std::int32_t> ids;
    std::vector<std::size_t> textStarts; ///< where in `text` what each id added begins
    std::uint64_t promptTokens = 0;
    double promptTokensPerSecond = 0, tokensPerSecond = 0; ///< 0 where there were none
    double seconds = 0;                                    ///< with opening and reading the model
    std::uint64_t seed = 0;
    bool chat = false; ///< the chat template was used
    StoppedBy stoppedBy = StoppedBy::TokenCount;
    std::uint64_t streamedBytes = 0; ///< of weights read anew for every token; 0 where all stay in memory
    PeakReport peaks;
    std::vector<std::string> notes;
};

/// Told while it goes on, on the thread of generate(). Either may be empty.
struct GenerateWatch
{
    std::function<void(const std::string &)> note;   ///< each before the first text
    std::function<void(std::string_view)> text = {}; ///< whole characters, as they come
};

/// Answers within the memory allowed: where the weights do not fit they are read layer by layer for every token, which
/// a note says beforehand. A stop is no error: the report has what was written so far. Never throws. Errors: those of
/// openModel(), Tokenizer, ForwardPass and ChatTemplate; Usage for figures that cannot be; DoesNotFit.
Result<GenerateReport> generate(const GenerateSpec &spec, JobContext &context, const GenerateWatch &watch = {});

/// {"model","name","text","ids","prompt_tokens","prompt_tokens_per_second","tokens_per_second","seconds","seed","chat",
/// "stopped_by","streamed_bytes","peaks":{…},"notes":[…]}
std::string toJson(const GenerateReport &report);

} // namespace snug
