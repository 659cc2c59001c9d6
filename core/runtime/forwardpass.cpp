// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/forwardpass.h"

#include "core/runtime/layerstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace snug {

namespace {

constexpr std::uint64_t kMostFactors = 1024; ///< rotary factors of a model; heads are never that long

Error nothingToCompute()
{
    Error error;
    error.code = ErrorCode::Usage;
    error.message = "There are no tokens to compute. Give a text that is not empty.";
    return error;
}

} // namespace

ForwardPass::ForwardPass(ModelShape shape, OperationRunner runner, ForwardOptions options)
    : m_shape(std::move(shape)), m_runner(std::move(runner)), m_options(std::move(options)),
      m_layerPass(m_shape, m_runner)
{
    m_runner.round(m_options.rounding);
}

Result<std::unique_ptr<ForwardPass>> ForwardPass::open(const Model &model, const BackendDevice &device, Ledger &ledger,
                                                       const ForwardOptions &options)
{
    auto shape = modelShape(model);
    SNUG_TRY(shape);
    auto runner = OperationRunner::open(device, ledger, options.threads);
    SNUG_TRY(runner);
    std::unique_ptr<ForwardPass> pass(new ForwardPass(std::move(*shape), std::move(*runner), options));
    auto loader = WeightLoader::open(pass->m_shape, device, ledger, options.keepBytes);
    SNUG_TRY(loader);
    pass->m_loader = std::make_unique<WeightLoader>(std::move(*loader));
    SNUG_TRY(pass->prepare());
    return pass;
}

Result<void> ForwardPass::prepare()
{
    for (const bool sliding : {false, true}) {
        auto table = tableFor(sliding);
        SNUG_TRY(table);
        (sliding ? m_slidingTable : m_table) = std::move(*table);
    }
    auto norm = m_loader->tensor(m_shape.outputNorm);
    SNUG_TRY(norm);
    m_outputNorm = std::move(*norm);
    const ModelTensor &output = m_shape.model->tensors[m_shape.output];
    if (storedBytes(output.source.type, output.weightCount()) > m_options.headBytes)
        return {};
    auto whole = m_loader->tensor(m_shape.output);
    SNUG_TRY(whole);
    m_output = std::move(*whole);
    return {};
}

Result<RopeTable> ForwardPass::tableFor(bool sliding) const
{
    std::vector<float> factors;
    const bool longText = m_options.contextLength > m_shape.originalContext;
    const std::size_t byLength = longText ? m_shape.longFactors : m_shape.shortFactors;
    const std::size_t tensor = m_shape.ropeFactors != kNoTensor ? m_shape.ropeFactors : byLength;
    if (tensor != kNoTensor && !sliding) {
        auto found = m_loader->values(tensor, kMostFactors);
        SNUG_TRY(found);
        factors = std::move(*found);
    }
    const bool scaled = !sliding || m_shape.architecture->slidingRopeBase == 0;
    return ropeTable(*m_shape.model, sliding ? m_shape.slidingRopeBase : m_shape.ropeBase, scaled, factors,
                     m_shape.ropeDimensions);
}

Result<void> ForwardPass::embed(std::span<const std::int32_t> tokens, std::span<float> out) const
{
    for (const std::int32_t id : tokens)
        if (id < 0 || static_cast<std::uint64_t>(id) >= m_shape.vocabulary)
            return fail(ErrorCode::Usage,
                        fmt::format("Token {} is not in the vocabulary of {}, which has {} tokens. Use "
                                    "the tokenizer of this model.",
                                    id, m_shape.model->path.string(), m_shape.vocabulary));
    SNUG_TRY(m_loader->gather(m_shape.embeddingTensor, tokens, out));
    if (m_shape.embeddingScale != 1)
        for (float &value : out)
            value *= m_shape.embeddingScale;
    return {};
}

Result<SnugRange> ForwardPass::angles(bool sliding, const Batch &batch)
{
    const Activation activation = sliding ? Activation::SlidingAngles : Activation::Angles;
    const RopeTable &table = sliding ? m_slidingTable : m_table;
    auto range = m_runner.buffer(activation, floatBytes(batch.tokens() * table.turned()));
    SNUG_TRY(range);
    std::optional<Batch> &made = sliding ? m_slidingBatch : m_angledBatch;
    if (made != batch) {
        const auto all = m_runner.valuesOf<float>(activation);
        const std::uint64_t each = batch.length * table.turned();
        table.fill(batch.first, batch.length, all.first(each));
        for (std::uint64_t sequence = 1; sequence < batch.sequences; ++sequence)
            std::copy_n(all.begin(), each, all.begin() + static_cast<std::ptrdiff_t>(sequence * each));
        made = batch;
    }
    return range;
}

Result<SweptSequences> ForwardPass::sweep(std::span<const TokenSequence> sequences, const SweepWatch &watch)
{
    if (sequences.empty() || std::ranges::any_of(sequences, &TokenSequence::empty))
        return fail(nothingToCompute());
    SweptSequences swept;
    swept.m_starts = {0};
    for (const TokenSequence &sequence : sequences)
        swept.m_starts.push_back(swept.m_starts.back() + sequence.size());
    auto store = SequenceStore::make(m_runner.ledger(), swept.m_starts.back() * m_shape.embedding, m_options.storeBytes,
                                     m_options.scratchFolder);
    SNUG_TRY(store);
    swept.m_store = std::make_unique<SequenceStore>(std::move(*store));
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        const std::uint64_t count = sequences[i].size() * m_shape.embedding;
        auto hidden = m_runner.buffer(Activation::Hidden, floatBytes(count));
        SNUG_TRY(hidden);
        const auto values = m_runner.valuesOf<float>(Activation::Hidden).first(count);
        SNUG_TRY(embed(sequences[i], values));
        SNUG_TRY(swept.m_store->write(swept.m_starts[i] * m_shape.embedding, values));
    }
    bool stopped = false;
    for (std::size_t layer = 0; layer < m_shape.layers.size() && !stopped; ++layer)
        SNUG_TRY(layerOver(layer, swept, watch, stopped));
    m_loader->release();
    if (stopped)
        return SweptSequences{};
    SNUG_TRY(finish(swept));
    return swept;
}

Result<void> ForwardPass::layerOver(std::size_t layer, SweptSequences &swept, const SweepWatch &watch, bool &stopped)
{
    auto weights = m_loader->layer(layer);
    SNUG_TRY(weights);
    const auto &starts = swept.m_starts;
    const auto lengthOf = [&](std::size_t i) { return starts[i + 1] - starts[i]; };
    for (std::size_t i = 0; i + 1 < starts.size();) {
        if (watch && !watch(layer, i)) {
            stopped = true;
            return {};
        }
        Batch batch{0, lengthOf(i), 0};
        std::size_t end = i;
        do {
            ++batch.sequences;
            ++end;
        } while (end + 1 < starts.size() && lengthOf(end) == batch.length &&
                 (batch.sequences + 1) * batch.length <= m_options.batchTokens);
        const std::uint64_t count = batch.tokens() * m_shape.embedding;
        auto hidden = m_runner.buffer(Activation::Hidden, floatBytes(count));
        SNUG_TRY(hidden);
        auto turned = angles(m_shape.layers[layer].sliding, batch);
        SNUG_TRY(turned);
        const auto values = m_runner.valuesOf<float>(Activation::Hidden).first(count);
        SNUG_TRY(swept.m_store->read(starts[i] * m_shape.embedding, values));
        SNUG_TRY(m_layerPass.run(layer, **weights, batch, *hidden, *turned));
        SNUG_TRY(swept.m_store->write(starts[i] * m_shape.embedding, values));
        i = end;
    }
    return {};
}

/// The norm before the output matrix, once for all rows.
Result<void> ForwardPass::finish(SweptSequences &swept)
{
    const std::uint64_t rows = swept.m_starts.back(), cols = m_shape.embedding;
    for (std::uint64_t row = 0; row < rows; row += m_options.batchTokens) {
        const std::uint64_t count = std::min(m_options.batchTokens, rows - row);
        auto hidden = m_runner.buffer(Activation::Hidden, floatBytes(count * cols));
        SNUG_TRY(hidden);
        const auto values = m_runner.valuesOf<float>(Activation::Hidden).first(count * cols);
        SNUG_TRY(swept.m_store->read(row * cols, values));
        SNUG_TRY(
            m_runner.run(normOperation({*hidden, count, cols, cols}, m_outputNorm.all(), *hidden, m_shape.epsilon)));
        SNUG_TRY(checkFinite(*hidden, count * cols, m_shape.outputNorm));
        SNUG_TRY(swept.m_store->write(row * cols, values));
    }
    return {};
}

Result<SnugRange> ForwardPass::logits(const SweptSequences &swept, std::uint64_t firstRow, std::uint64_t count)
{
    auto out = m_runner.buffer(Activation::Logits, floatBytes(count * m_shape.vocabulary));
    SNUG_TRY(out);
    SNUG_TRY(logitsTo(*out, swept, firstRow, count));
    return out;
}

Result<void> ForwardPass::logitsTo(const SnugRange &out, const SweptSequences &swept, std::uint64_t firstRow,
                                   std::uint64_t count)
{
    const std::uint64_t cols = m_shape.embedding;
    auto normed = m_runner.buffer(Activation::Normed, floatBytes(count * cols));
    SNUG_TRY(normed);
    SNUG_TRY(swept.m_store->read(firstRow * cols, m_runner.valuesOf<float>(Activation::Normed).first(count * cols)));
    return project(*normed, count, out);
}

Result<void> ForwardPass::project(const SnugRange &normed, std::uint64_t count, const SnugRange &out)
{
    const std::uint64_t cols = m_shape.embedding, vocabulary = m_shape.vocabulary;
    const Rows in{normed, count, cols, cols};
    const ModelTensor &output = m_shape.model->tensors[m_shape.output];
    const std::uint64_t rowBytes = storedBytes(output.source.type, cols);
    const bool whole = m_output.rows > 0;
    const std::uint64_t atOnce = whole ? vocabulary : std::max<std::uint64_t>(1, m_options.headBytes / rowBytes);
    for (std::uint64_t row = 0; row < vocabulary; row += atOnce) {
        const std::uint64_t rows = std::min(atOnce, vocabulary - row);
        LoadedTensor piece;
        if (!whole) {
            auto loaded = m_loader->rows(m_shape.output, row, rows);
            SNUG_TRY(loaded);
            piece = std::move(*loaded);
        }
        const LoadedTensor &matrix = whole ? m_output : piece;
        const Rows to{part(out, floatBytes(row), out.bytes - floatBytes(row)), count, rows, vocabulary};
        SNUG_TRY(m_runner.product(matrix.type, matrix.all(), in, to));
    }
    SNUG_TRY(checkFinite(out, count * vocabulary, m_shape.output)); // before the cap, which makes infinity finite
    if (m_shape.finalCap > 0)
        return m_runner.run(softCapOperation(out, count * vocabulary, m_shape.finalCap));
    return {};
}

Result<void> ForwardPass::checkFinite(const SnugRange &values, std::uint64_t count, std::size_t weights)
{
    auto found = m_runner.buffer(Activation::NonFinite, sizeof(std::uint32_t));
    SNUG_TRY(found);
    SNUG_TRY(m_runner.run(firstNonFiniteOperation(values, *found, count)));
    if (m_runner.valuesOf<std::uint32_t>(Activation::NonFinite)[0] == kNoIndex)
        return {};
    const std::string path = m_shape.model->path.string();
    const bool norm = weights == m_shape.outputNorm;
    return fail(ErrorCode::BadInput,
                fmt::format("The figures of {} are no numbers any more behind the output {}, {}. Its weights are "
                            "damaged or went beyond their type; inspect them or quantize again from the source.",
                            path, norm ? "norm" : "matrix", m_shape.model->tensors[weights].name),
                path);
}

Result<std::span<const float>> ForwardPass::step(std::span<const std::int32_t> tokens, std::uint64_t first,
                                                 KvCache &cache, const StepWatch &goOn)
{
    if (tokens.empty())
        return fail(nothingToCompute());
    if (first > cache.capacity || tokens.size() > cache.capacity - first)
        return fail(ErrorCode::Usage, fmt::format("{} tokens behind {} others are more than the {} that there is room "
                                                  "for. Give a longer context.",
                                                  tokens.size(), first, cache.capacity));
    const std::uint64_t cols = m_shape.embedding, count = tokens.size() * cols;
    const Batch batch{1, tokens.size(), first};
    auto hidden = m_runner.buffer(Activation::Hidden, floatBytes(count));
    SNUG_TRY(hidden);
    SNUG_TRY(embed(tokens, m_runner.valuesOf<float>(Activation::Hidden).first(count)));
    for (std::size_t layer = 0; layer < m_shape.layers.size(); ++layer) {
        if (goOn && !goOn())
            return std::span<const float>();
        auto weights = m_loader->layer(layer);
        SNUG_TRY(weights);
        auto turned = angles(m_shape.layers[layer].sliding, batch);
        SNUG_TRY(turned);
        SNUG_TRY(m_layerPass.run(layer, **weights, batch, *hidden, *turned, &cache));
    }
    const SnugRange last = part(*hidden, hidden->bytes - floatBytes(cols), floatBytes(cols));
    SNUG_TRY(m_runner.run(normOperation({last, 1, cols, cols}, m_outputNorm.all(), last, m_shape.epsilon)));
    SNUG_TRY(checkFinite(last, cols, m_shape.outputNorm));
    auto out = m_runner.buffer(Activation::Logits, floatBytes(m_shape.vocabulary));
    SNUG_TRY(out);
    SNUG_TRY(project(last, 1, *out));
    return m_runner.valuesOf<float>(Activation::Logits).first(m_shape.vocabulary);
}

} // namespace snug
