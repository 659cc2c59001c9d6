// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/measureroom.h"

#include "core/base/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace snug {

namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kLogitBytes = 64 * kMiB; ///< at once, about
constexpr std::uint64_t kBatchTokens = 512;      ///< products are at their best from here on
constexpr std::uint64_t kQuickTokens = 4096;     ///< a running value after so many, where layers stay
constexpr std::uint64_t kFewTokens = 2048;       ///< for each time that the layers are read anew: at least
constexpr std::uint64_t kManyTokens = 64 * 1024; ///< and at most: the reading is hidden by then

struct ModelSizes
{
    std::uint64_t layers = 0, largestLayer = 0, head = 0, activations = 0;
};

ModelSizes sizesOf(const ModelShape &shape, std::uint64_t tokens)
{
    ModelSizes sizes;
    std::uint64_t most = 0;
    for (const LayerShape &layer : shape.layers) {
        sizes.layers += layer.weightBytes;
        sizes.largestLayer = std::max(sizes.largestLayer, layer.weightBytes);
        const std::uint64_t heads = layer.heads * (shape.keyLength + shape.valueLength) +
                                    layer.keyHeads * (shape.keyLength + shape.valueLength);
        const std::uint64_t wide = 3 * std::max({layer.feedForward, layer.expertFeedForward, layer.sharedFeedForward});
        most = std::max(most, heads + wide + shape.experts);
    }
    const std::uint64_t hidden = (shape.experts ? 7 : 5) * shape.embedding; // experts gather and scatter rows
    sizes.activations = tokens * (hidden + most + 2 * shape.ropeDimensions) * sizeof(float);
    const ModelTensor &output = shape.model->tensors[shape.output];
    sizes.head = storedBytes(output.source.type, output.weightCount());
    return sizes;
}

} // namespace

std::uint64_t ramBesideLedger(int threads) { return 48 * kMiB + static_cast<std::uint64_t>(threads) * 16 * kMiB; }

Result<MeasureRoom> measureRoom(std::span<const ModelShape *const> models, const MeasureSize &size,
                                std::uint64_t limitBytes)
{
    MeasureRoom room;
    ForwardOptions &options = room.options;
    options.threads = size.threads;
    options.batchTokens = std::max(kBatchTokens, size.windowTokens);
    options.contextLength = size.windowTokens;
    options.scratchFolder = std::filesystem::temp_directory_path();

    std::uint64_t layers = 0, largest = 0, heads = 0, largestHead = 0, activations = 0, perToken = 0, vocabulary = 1;
    for (const ModelShape *shape : models) {
        const ModelSizes sizes = sizesOf(*shape, options.batchTokens);
        layers += sizes.layers;
        heads += sizes.head;
        largest = std::max(largest, sizes.largestLayer);
        largestHead = std::max(largestHead, sizes.head);
        activations += sizes.activations;
        perToken += shape->embedding * sizeof(float);
        vocabulary = std::max(vocabulary, shape->vocabulary);
    }
    const std::uint64_t scores = 64 * size.windowTokens * sizeof(float) + 8 * kMiB; // of a thread, and its tile
    const std::uint64_t rowBytes = vocabulary * sizeof(float) * (size.compared ? 2 : 1);
    room.rowsAtOnce = std::clamp<std::uint64_t>(std::min(kLogitBytes, limitBytes / 8) / rowBytes, 16, 512);
    const std::uint64_t logits = room.rowsAtOnce * rowBytes;
    const std::uint64_t fixed = ramBesideLedger(size.threads) + activations + logits +
                                models.size() * static_cast<std::uint64_t>(size.threads) * scores;
    const auto storeOf = [&](std::uint64_t tokens) {
        return std::min(tokens, size.windows * size.windowTokens) * perToken;
    };

    const std::uint64_t quick = std::max(kQuickTokens, size.windowTokens);
    if (fixed + layers + heads + storeOf(quick) <= limitBytes) {
        room.layersStay = true;
        options.keepBytes = layers;
        options.headBytes = largestHead;
        options.storeBytes = quick * perToken;
        room.windowsAtOnce = std::max<std::uint64_t>(1, quick / size.windowTokens);
        room.predictedBytes = fixed + layers + heads + storeOf(quick);
        return room;
    }
    // One layer at a time. The output matrices get what a layer takes, and are read in pieces if they are larger.
    options.headBytes = std::min(largestHead, std::max(largest, 32 * kMiB));
    const std::uint64_t working = fixed + std::max(largest, options.headBytes * models.size());
    if (working > limitBytes)
        return fail(ErrorCode::DoesNotFit,
                    fmt::format("Measuring needs {} of RAM at least, one layer at a time; {} may be used. Free some, "
                                "raise --ram, or take a shorter {}.",
                                formatBytes(working), formatBytes(limitBytes), size.lengthOption));
    const std::uint64_t few = std::max(kFewTokens, size.windowTokens);
    const std::uint64_t left = (limitBytes - working) / std::max<std::uint64_t>(1, perToken); // tokens
    const bool inMemory = left >= few || storeOf(few) <= limitBytes - working;
    const std::uint64_t tokens = inMemory ? std::clamp(left, few, kManyTokens) : few;
    room.windowsAtOnce = std::max<std::uint64_t>(1, tokens / size.windowTokens);
    options.storeBytes = inMemory ? tokens * perToken : 0;
    room.predictedBytes = working + (inMemory ? storeOf(tokens) : 0);
    return room;
}

} // namespace snug
