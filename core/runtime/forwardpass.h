// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A model at work: token ids in, hidden states through its layers one at a time, logits in chunks of rows out.

#pragma once

#include "core/runtime/layerpass.h"
#include "core/runtime/sequencestore.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace snug {

struct ForwardOptions
{
    int threads = 1;
    std::uint64_t keepBytes = 0;     ///< of layers that stay in memory from one sweep to the next
    std::uint64_t headBytes = 0;     ///< of the output matrix at once; a larger one is read piece by piece
    std::uint64_t batchTokens = 512; ///< tokens that go through a layer together, at least those of one sequence
    std::uint64_t storeBytes = 0;    ///< of hidden states in memory; more go to a file
    std::uint64_t contextLength = 0; ///< longest text there will be: it decides between long and short rotary factors
    std::filesystem::path scratchFolder; ///< of that file
    ActivationRounding rounding = ActivationRounding::None;
};

/// Tokens behind each other that see each other alone. Ids are within the vocabulary.
using TokenSequence = std::vector<std::int32_t>;

/// Told of progress: layers done of all, sequences done of those of the layer. Answers false to stop.
using SweepWatch = std::function<bool(std::size_t layer, std::size_t sequencesDone)>;

/// Asked before each layer of a step. Answers false to stop.
using StepWatch = std::function<bool()>;

/// Hidden states of sequences behind the last layer, normed: what logits are made of.
class SweptSequences
{
public:
    std::span<const std::uint64_t> starts() const { return m_starts; } ///< first row of each sequence, and the end

private:
    friend class ForwardPass;
    std::vector<std::uint64_t> m_starts;
    std::unique_ptr<SequenceStore> m_store;
};

/// One thread at a time.
class ForwardPass
{
public:
    /// `model` and `ledger` outlive it. Errors: as modelShape() and WeightLoader.
    static Result<std::unique_ptr<ForwardPass>> open(const Model &model, const BackendDevice &device, Ledger &ledger,
                                                     const ForwardOptions &options);

    const ModelShape &shape() const { return m_shape; }
    void observe(ActivationObserver *observer) { m_layerPass.observe(observer); }

    /// All sequences through all layers, layer by layer. Nothing comes back when `watch` stopped it.
    /// Errors: Usage for an id outside the vocabulary or no tokens; as LayerPass and SequenceStore.
    Result<SweptSequences> sweep(std::span<const TokenSequence> sequences, const SweepWatch &watch);

    /// Logits [count * vocabulary] of rows of swept sequences, into a buffer that lives until the next call.
    Result<SnugRange> logits(const SweptSequences &swept, std::uint64_t firstRow, std::uint64_t count);
    /// The same to a range of the caller's.
    Result<void> logitsTo(const SnugRange &out, const SweptSequences &swept, std::uint64_t firstRow,
                          std::uint64_t count);

    /// One sequence goes on: logits [vocabulary] behind its last token. `first`: tokens in the cache so far. Empty when
    /// `goOn` stopped it. Errors: as sweep(); Usage for more tokens than the cache has room for.
    Result<std::span<const float>> step(std::span<const std::int32_t> tokens, std::uint64_t first, KvCache &cache,
                                        const StepWatch &goOn = {});

    Result<KvCache> cache(std::uint64_t capacity) { return takeKvCache(m_shape, m_runner, capacity); }
    OperationRunner &runner() { return m_runner; }
    std::uint64_t bytesRead() const { return m_loader->bytesRead(); }

private:
    ForwardPass(ModelShape shape, OperationRunner runner, ForwardOptions options);
    Result<void> prepare();
    Result<RopeTable> tableFor(bool sliding) const;
    Result<void> embed(std::span<const std::int32_t> tokens, std::span<float> out) const;
    /// Angles of a batch for a layer's kind; made anew when the batch is another.
    Result<SnugRange> angles(bool sliding, const Batch &batch);
    Result<void> layerOver(std::size_t layer, SweptSequences &swept, const SweepWatch &watch, bool &stopped);
    /// Normed rows times the output matrix, capped.
    Result<void> project(const SnugRange &normed, std::uint64_t count, const SnugRange &out);
    Result<void> finish(SweptSequences &swept);
    /// BadInput naming the weights that `count` values come from, where one of them is infinite or no number.
    Result<void> checkFinite(const SnugRange &values, std::uint64_t count, std::size_t weights);

    ModelShape m_shape;
    OperationRunner m_runner;
    std::unique_ptr<WeightLoader> m_loader; // refers to m_shape
    ForwardOptions m_options;
    LayerPass m_layerPass;
    RopeTable m_table, m_slidingTable;
    LoadedTensor m_outputNorm, m_output;
    std::optional<Batch> m_angledBatch, m_slidingBatch;
};

} // namespace snug
