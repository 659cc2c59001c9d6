// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Variants of one model side by side: size, quality on a text, errors of layers, what they leave room for, and what
// they answer to one prompt.

#pragma once

#include "core/jobs/measure/evaluate.h"
#include "core/jobs/plan.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace snug {

struct CompareSpec
{
    std::vector<std::string> models;       ///< as openModel() takes them
    std::string base;                      ///< that they are compared with, mostly the source; empty: the first
    std::string text;                      ///< file to measure perplexity and divergence on; or empty
    std::uint64_t context = 512;           ///< tokens of a window
    std::optional<std::uint64_t> chunks;   ///< most windows
    bool layerErrors = true;               ///< compare weights too: reads every file once
    std::string prompt;                    ///< that each answers; or empty
    std::uint64_t maxTokens = 64;          ///< of an answer
    std::uint64_t seed = 1;                ///< of all answers
    double temperature = 0;                ///< 0: always the likeliest token
    int threads = 0;                       ///< 0: all processors
    std::optional<std::uint64_t> ramBytes; ///< most of this process; else nine tenths of what is free
};

/// How far the weights of a layer lie from the base's.
struct LayerError
{
    int layer = -1; ///< -1: all that is in no layer: embeddings, output matrix, last norm
    /// Root of the mean of squares of TensorReport::relativeError over its tensors that were not copied, each as heavy
    /// as it has weights, as a job's report gives it; 0 where all were. NaN for weights that are NaN.
    double relativeError = 0;
};

/// What a model answers to the prompt.
struct CompareAnswer
{
    std::string text; ///< valid UTF-8
    std::vector<std::int32_t> ids;
    std::vector<std::size_t> textStarts; ///< where in `text` what each id added begins
    /// First token that is not that of the base's answer; its size where one answer goes on and the other has ended.
    /// Nothing for the base, and where both are the same.
    std::optional<std::size_t> firstDifference;
    double tokensPerSecond = 0; ///< as measured, behind the prompt; 0 where there were none
};

struct ComparedModel
{
    EvaluatedModel measured; ///< path, name, size, bits, perplexity, divergence from the base; no tasks, no gates
    bool base = false;
    std::string type;                               ///< level or main type: "Q4_K_M", "BF16"
    ContextFit context;                             ///< longest that fits this machine beside the weights
    std::optional<double> predictedTokensPerSecond; ///< writing on the processor, memory being the limit; or unknown
    std::vector<LayerError> layers;                 ///< in order, -1 first; empty for the base and where not asked for
    bool onFront = false; ///< no other is smaller and nearer to the base; false where divergence was not measured
    std::optional<CompareAnswer> answer;
};

struct CompareReport
{
    Outcome outcome = Outcome::Failed;
    std::optional<Error> error;
    std::vector<ComparedModel> models; ///< the base first, each once
    std::uint64_t tokens = 0;          ///< of the text, scored
    std::uint64_t windows = 0;
    double memoryBytesPerSecond = 0; ///< at which all threads read memory; 0: not known
    bool chat = false;               ///< the prompt went in by the chat template
    double seconds = 0;
    std::uint64_t ramPredictedBytes = 0, ramMeasuredBytes = 0, ledgerBytes = 0;
    std::vector<std::string> notes;
};

/// Never throws. Models that do not fit memory together are run in turn. What was measured up to a stop or an error is
/// in the report. `context` tells of it all while it goes on: MeasureSnapshot::model counts as CompareReport::models.
CompareReport compare(const CompareSpec &spec, MeasureContext &context);

/// Sets ComparedModel::onFront of all.
void markFront(std::span<ComparedModel> models);

/// Columns of the table, in order.
enum class CompareColumn {
    Name,
    Type,
    Size,
    Bits,
    Perplexity,
    Change,
    KlMean,
    Kl99,
    SameTop,
    ContextF16,
    ContextQ8,
    ContextQ4,
    TokensPerSecond,
};
constexpr int kCompareColumnCount = static_cast<int>(CompareColumn::TokensPerSecond) + 1;

/// For scripts, as in JSON and CSV: "name", "type", "bytes", "bits_per_weight", "perplexity", "ppl_increase",
/// "kl_mean", "kl_p99", "same_top", "context_f16", "context_q8_0", "context_q4_0", "predicted_tokens_per_second".
std::string_view compareColumnName(CompareColumn column);
/// For people: "Name", "KL 99 %".
std::string_view compareColumnHeading(CompareColumn column);
std::optional<CompareColumn> findCompareColumn(std::string_view name);

/// A column's figure, NaN where it is not known; not for Name and Type.
double compareFigure(const ComparedModel &model, CompareColumn column);
/// The same as a table shows it, in the C locale: "4.36 GiB", "5.123 ± 0.045", "15872"; "-" where it is not known.
std::string compareCell(const ComparedModel &model, CompareColumn column);

/// Order of `models` by a column, smallest first or largest first; equal ones stay in order, unknown figures are last.
std::vector<std::size_t> compareOrder(std::span<const ComparedModel> models, CompareColumn column, bool largestFirst);

/// What tells each model from the others: its name and type, and its file's name or else its path where others have
/// the same.
std::vector<std::string> compareTitles(std::span<const ComparedModel> models);
/// What the column of names says of each: the same without the type, which has a column of its own.
std::vector<std::string> compareNames(std::span<const ComparedModel> models);

/// RFC 4180: one line a model, figures plain, unknown ones empty, layers left out. First line: names of the columns.
std::string toCsv(const CompareReport &report);
/// A Markdown table with what compareCell() and compareNames() say; answers below it.
std::string toMarkdown(const CompareReport &report);
/// {"outcome","models":[{…as evaluate's…,"base","type","context":{…},"layers":[…],"pareto","answer":{…}}],…}
std::string toJson(const CompareReport &report);

} // namespace snug
