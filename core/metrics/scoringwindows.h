// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which tokens of a text go through the model together, and which of its predictions count: the two ways in which
// perplexities are quoted.

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace snug {

/// One pass of the model. Row r is what it says after the window's token r: a prediction of token begin + r + 1.
struct ScoringWindow
{
    std::uint64_t begin = 0;  ///< place of its first token in the text's tokens
    std::size_t length = 0;   ///< tokens that go in
    std::size_t firstRow = 0; ///< first row that counts
    std::size_t rowCount = 0; ///< rows that count, one after another

    bool operator==(const ScoringWindow &) const = default;
};

struct WindowPlan
{
    std::vector<ScoringWindow> windows;
    std::optional<std::int32_t> beginMark; ///< replaces the first token of what goes in

    /// Ids that go into the model. `tokens` are those of the whole text.
    std::vector<std::int32_t> inputs(std::span<const std::int32_t> tokens, std::size_t window) const;
    /// The true next tokens of the rows that count, rowCount of them; never the begin mark.
    std::span<const std::int32_t> targets(std::span<const std::int32_t> tokens, std::size_t window) const;
    std::uint64_t scoredTokens() const;
};

/// llama.cpp's way ("perplexity at context N").
struct HalfWindows
{
    std::size_t length = 512;              ///< N, at least 3
    std::optional<std::uint64_t> most;     ///< at most so many windows (--chunks)
    std::optional<std::int32_t> beginMark; ///< the begin-of-text token if the vocabulary adds one, else nothing
};

/// The text, tokenized once with its begin mark, is cut into floor(tokens / N) windows without overlap; the rest at the
/// end is not used. The first token of each is replaced by the begin mark. Rows N/2 (rounded down) to N - 2 count: they
/// predict tokens N/2 + 1 to N - 1 of the window, N - 1 - N/2 of them (255 at N = 512).
/// Errors: Usage when N is below 3 or `most` is 0; BadInput when the text, named by `what`, is shorter than one window
/// (llama.cpp itself wants two).
/// Source: llama.cpp, tools/perplexity/perplexity.cpp, perplexity().
Result<WindowPlan> planHalfWindows(const HalfWindows &options, std::uint64_t tokenCount, std::string_view what);

/// Hugging Face's way ("sliding window with a stride").
struct StridedWindows
{
    std::size_t length = 1024;         ///< the longest context N, at least 2
    std::size_t stride = 512;          ///< S, 1 to N
    std::optional<std::uint64_t> most; ///< at most so many windows
};

/// Windows begin at 0, S, 2 S, ... and hold N tokens or what is left, until one ends with the text. Each scores the
/// tokens that no window before it scored; the rest is context. The first token of the text is never scored, nor, where
/// S = N, the first of each window: nothing stands before it. A text shorter than N is one window.
/// Every scored token counts alike. The published recipe, where S < N, gives the mean of each window after the first
/// the weight of one token less than it has; on a text of many windows the quoted digits are the same. Errors: Usage
/// for a length or stride outside its range; BadInput when the text has fewer than 2 tokens. Source: Hugging Face
/// transformers, docs/source/en/perplexity.md.
Result<WindowPlan> planStridedWindows(const StridedWindows &options, std::uint64_t tokenCount, std::string_view what);

} // namespace snug
