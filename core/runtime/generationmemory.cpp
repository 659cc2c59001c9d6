// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/generationmemory.h"

#include "core/backends/operations.h"
#include "core/base/sizes.h"
#include "core/weights/piecereader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace snug {

namespace {

constexpr std::uint64_t kMostChunk = 512, kFewestChunk = 32;
constexpr std::uint64_t kLeastHeadBytes = 64 << 10;

bool isMatrix(const ModelTensor &tensor) { return tensor.dims.size() >= 2 && !tensor.name.ends_with(".bias"); }

/// As WeightLoader holds it: vectors become floats, and room for reading stays behind a matrix.
std::uint64_t heldBytes(const ModelTensor &tensor)
{
    if (!isMatrix(tensor))
        return storedBytes(TensorType::F32, tensor.weightCount());
    return storedBytes(tensor.source.type, tensor.weightCount()) + roomBehind(tensor, tensor.weightCount());
}

class Figures
{
public:
    Figures(const ModelShape &shape, const DeviceStream &stream, std::uint64_t tokens)
        : m_shape(shape), m_stream(stream), m_tokens(tokens)
    {
        for (const LayerShape &layer : shape.layers) {
            std::uint64_t bytes = 0;
            for (const std::size_t at : layer.tensors)
                bytes += at == kNoTensor ? 0 : heldBytes(tensor(at));
            m_allLayers += bytes;
            m_largestLayer = std::max(m_largestLayer, bytes);
            m_cacheBytes += 4 * tokens * layer.keyHeads * (shape.keyLength + shape.valueLength);
        }
    }

    GenerationMemory with(std::uint64_t chunk, bool streams, std::uint64_t headBytes) const
    {
        GenerationMemory memory;
        memory.cacheBytes = m_cacheBytes;
        memory.activationBytes = activations(chunk) + workspace(chunk);
        memory.layerBytes = (streams ? m_largestLayer : m_allLayers) + heldBytes(tensor(m_shape.outputNorm));
        memory.headBytes = headBytes;
        memory.streams = streams;
        memory.chunkTokens = chunk;
        memory.streamedBytes = (streams ? m_allLayers : 0) + (headBytes < wholeHead() ? wholeHead() : 0);
        return memory;
    }
    std::uint64_t wholeHead() const { return heldBytes(tensor(m_shape.output)); }
    std::uint64_t allLayers() const { return m_allLayers; }

private:
    const ModelTensor &tensor(std::size_t at) const { return m_shape.model->tensors[at]; }

    /// Floats a token of the buffers that a layer has in other widths than others.
    struct Widths
    {
        std::uint64_t queries = 0, keys = 0, values = 0, attended = 0, gate = 0, up = 0, gated = 0;
        void widen(const ModelShape &shape, const LayerShape &layer)
        {
            const std::uint64_t key = layer.keyHeads * shape.keyLength, value = layer.keyHeads * shape.valueLength;
            const bool fused = layer.has(LayerPart::Qkv);
            queries = std::max(queries, layer.heads * shape.keyLength + (fused ? key + value : 0));
            keys = std::max(keys, fused ? 0 : key);
            values = std::max(values, fused ? 0 : value);
            attended = std::max(attended, layer.heads * shape.valueLength);
            const bool experts = layer.has(LayerPart::Router);
            const std::uint64_t wide =
                experts ? std::max(layer.expertFeedForward, layer.sharedFeedForward) : layer.feedForward;
            const bool apart = experts || layer.has(LayerPart::Gate);
            gate = std::max(gate, apart ? wide : 0);
            up = std::max(up, apart ? wide : 2 * wide);
            gated = std::max(gated, experts ? 0 : wide);
        }
        std::uint64_t sum() const { return queries + keys + values + attended + gate + up + gated; }
    };

    std::uint64_t activations(std::uint64_t chunk) const
    {
        Widths widths;
        for (const LayerShape &layer : m_shape.layers)
            widths.widen(m_shape, layer);
        const std::uint64_t hidden = m_shape.embedding;
        // hidden, normed, projected and feed-forward rows; angles of both kinds of layers
        std::uint64_t floats = 4 * hidden + widths.sum() + 2 * m_shape.ropeDimensions;
        if (m_shape.experts) // router, rows to and from an expert, their numbers and shares
            floats += m_shape.experts + 2 * hidden + 2;
        return 4 * (chunk * floats + m_shape.vocabulary + 1);
    }

    /// The most room that one operation wants.
    std::uint64_t workspace(std::uint64_t chunk) const
    {
        std::uint64_t most = 0;
        const auto widen = [&](const SnugOperation &operation) {
            most = std::max(most, m_stream.workspaceBytes(operation));
        };
        const auto product = [&](const ModelTensor &weights, std::uint64_t rows, std::uint64_t count) {
            widen(matrixProductOperation(weights.source.type, {}, {{}, count, weights.cols(), weights.cols()},
                                         {{}, count, rows, rows}));
        };
        for (const LayerShape &layer : m_shape.layers) {
            for (const std::size_t at : layer.tensors) {
                if (at == kNoTensor || !isMatrix(tensor(at)))
                    continue;
                const std::uint64_t experts = tensor(at).dims.size() > 2 ? tensor(at).dims[2] : 1;
                const std::uint64_t rows = tensor(at).rows() / std::max<std::uint64_t>(1, experts);
                product(tensor(at), rows, chunk);
                product(tensor(at), rows, 1);
            }
            AttentionShape attention;
            attention.count = chunk;
            attention.keys = m_tokens;
            attention.heads = layer.heads;
            attention.window = layer.window;
            widen(attentionOperation(attention, {}, {}, {}, {}));
        }
        product(tensor(m_shape.output), m_shape.vocabulary, 1);
        return most;
    }

    const ModelShape &m_shape;
    const DeviceStream &m_stream;
    std::uint64_t m_tokens;
    std::uint64_t m_allLayers = 0, m_largestLayer = 0, m_cacheBytes = 0;
};

} // namespace

Result<GenerationMemory> planGenerationMemory(const ModelShape &shape, const DeviceStream &stream,
                                              std::uint64_t promptTokens, std::uint64_t tokens,
                                              std::optional<std::uint64_t> limitBytes)
{
    const Figures figures(shape, stream, tokens);
    const std::uint64_t longest = std::clamp<std::uint64_t>(promptTokens, 1, kMostChunk);
    const std::uint64_t head = figures.wholeHead();
    GenerationMemory memory;
    for (const bool streams : {false, true})
        for (std::uint64_t chunk = longest;; chunk = std::max<std::uint64_t>(1, chunk / 2)) {
            memory = figures.with(chunk, streams, head);
            if (!limitBytes || memory.totalBytes() <= *limitBytes)
                return memory;
            if (chunk <= kFewestChunk)
                break;
        }
    // Now the output matrix in pieces.
    memory = figures.with(memory.chunkTokens, true, std::min(head, kLeastHeadBytes));
    if (memory.totalBytes() <= *limitBytes)
        return figures.with(memory.chunkTokens, true, memory.headBytes + *limitBytes - memory.totalBytes());
    return fail(ErrorCode::DoesNotFit,
                fmt::format("A text of {} tokens needs {} besides the program ({} for keys and values, {} for "
                            "activations, {} for one layer of the model), the RAM limit leaves {}. Ask for fewer "
                            "tokens, or raise the RAM limit.",
                            tokens, formatBytes(memory.totalBytes()), formatBytes(memory.cacheBytes),
                            formatBytes(memory.activationBytes), formatBytes(memory.layerBytes),
                            formatBytes(*limitBytes)));
}

} // namespace snug
