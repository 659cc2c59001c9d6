// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/generation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace snug {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// One text at work.
class Walk
{
public:
    Walk(ForwardPass &pass, KvCache &cache, const GenerationOptions &options, const StepWatch &goOn)
        : m_pass(pass), m_cache(cache), m_options(options), m_goOn(goOn), m_sampler(options.sampling)
    {
    }

    /// The prompt in chunks. False when stopped.
    Result<bool> read(std::span<const std::int32_t> prompt)
    {
        bool goesOn = true;
        for (std::size_t first = 0; first < prompt.size() && goesOn; first += m_options.chunkTokens) {
            auto taken =
                step(prompt.subspan(first, std::min<std::size_t>(m_options.chunkTokens, prompt.size() - first)));
            SNUG_TRY(taken);
            goesOn = *taken;
        }
        return goesOn;
    }

    /// Tokens until something ends it.
    Result<StoppedBy> write(Generation &done, const TokenWatch &watch)
    {
        while (done.ids.size() < m_options.maxTokens) {
            const auto token = m_sampler.choose(m_logits);
            SNUG_TRY(token);
            if (std::ranges::find(m_options.endTokens, *token) != m_options.endTokens.end())
                return StoppedBy::EndOfText;
            done.ids.push_back(*token);
            if (watch && !watch(*token))
                return StoppedBy::Caller;
            if (done.ids.size() == m_options.maxTokens)
                break; // what comes behind the last token is of no interest
            if (done.promptTokens + done.ids.size() >= m_options.context)
                return StoppedBy::Context;
            const auto goesOn = step(std::span(&*token, 1));
            SNUG_TRY(goesOn);
            if (!*goesOn)
                return StoppedBy::Caller;
            ++done.singleSteps;
        }
        return StoppedBy::TokenCount;
    }

private:
    /// False when stopped.
    Result<bool> step(std::span<const std::int32_t> tokens)
    {
        auto logits = m_pass.step(tokens, m_position, m_cache, m_goOn);
        SNUG_TRY(logits);
        m_logits = *logits;
        m_position += tokens.size();
        return !m_logits.empty();
    }

    ForwardPass &m_pass;
    KvCache &m_cache;
    const GenerationOptions &m_options;
    const StepWatch &m_goOn;
    Sampler m_sampler;
    std::uint64_t m_position = 0;
    std::span<const float> m_logits;
};

} // namespace

std::string_view stoppedByName(StoppedBy reason)
{
    switch (reason) {
    case StoppedBy::EndOfText:
        return "end_of_text";
    case StoppedBy::TokenCount:
        return "token_count";
    case StoppedBy::Context:
        return "context";
    case StoppedBy::Caller:
        return "stopped";
    }
    return {};
}

Result<void> checkGeneration(std::size_t promptTokens, const GenerationOptions &options)
{
    SNUG_TRY(checkSampling(options.sampling));
    if (promptTokens == 0)
        return fail(ErrorCode::Usage, "The prompt is empty and the model's vocabulary has no token that begins a text. "
                                      "Give a prompt of a word or more.");
    if (promptTokens >= options.context)
        return fail(ErrorCode::Usage,
                    fmt::format("The prompt has {} tokens, the context {}, which leaves no room for an answer. Give a "
                                "shorter prompt{}.",
                                promptTokens, options.context,
                                options.contextMayGrow ? " or a longer context (--context)" : ""));
    return {};
}

std::uint64_t cacheTokens(std::size_t promptTokens, const GenerationOptions &options)
{
    const std::uint64_t room = options.context - std::min<std::uint64_t>(options.context, promptTokens);
    return promptTokens + std::min(options.maxTokens, room);
}

Result<Generation> generateTokens(ForwardPass &pass, std::span<const std::int32_t> prompt,
                                  const GenerationOptions &options, const TokenWatch &watch, const StepWatch &goOn)
{
    SNUG_TRY(checkGeneration(prompt.size(), options));
    auto cache = pass.cache(cacheTokens(prompt.size(), options));
    SNUG_TRY(cache);
    Walk walk(pass, *cache, options, goOn);
    Generation done;
    done.promptTokens = prompt.size();
    auto start = Clock::now();
    const auto read = walk.read(prompt);
    SNUG_TRY(read);
    done.promptSeconds = secondsSince(start);
    done.stoppedBy = StoppedBy::Caller;
    if (!*read)
        return done;
    start = Clock::now();
    const auto reason = walk.write(done, watch);
    SNUG_TRY(reason);
    done.stoppedBy = *reason;
    done.generationSeconds = secondsSince(start);
    return done;
}

} // namespace snug
