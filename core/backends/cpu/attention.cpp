// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Attention in blocks: some queries of one head against all keys they see, as two matrix products with a softmax
// between them. Only a block's scores are in memory.

#include "core/backends/cpu/forward.h"
#include "core/kernels/forward/forwardkernels.h"

#include <cblas.h>

#include <algorithm>
#include <limits>

namespace snug::cpu {

namespace {

constexpr std::uint64_t kBlock = 64; // queries
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Heads
{
    const float *queries, *keys, *values, *sinks;
    float *out;
    std::uint64_t sequences, count, keyCount, heads, keyHeads, keyLength, valueLength, first, window;
    float scale, cap;
    std::uint64_t queryStride, keyStride, valueStride;

    explicit Heads(const SnugOperation &operation)
        : queries(floatsOf(operation.operands[0])), keys(floatsOf(operation.operands[1])),
          values(floatsOf(operation.operands[2])), sinks(floatsOrNull(operation.operands[4])),
          out(floatsOf(operation.operands[3])), sequences(operation.numbers[0]), count(operation.numbers[1]),
          keyCount(operation.numbers[2]), heads(operation.numbers[3]), keyHeads(operation.numbers[4]),
          keyLength(operation.numbers[5]), valueLength(operation.numbers[6]), first(operation.numbers[7]),
          window(operation.numbers[8]), scale(realNumber(operation.numbers[9])), cap(realNumber(operation.numbers[10])),
          queryStride(operation.numbers[11]), keyStride(operation.numbers[12]), valueStride(operation.numbers[13])
    {
    }

    std::uint64_t blocks() const { return (count + kBlock - 1) / kBlock; }
    /// First key that query `query` of a sequence sees, and the end.
    std::uint64_t seenFrom(std::uint64_t query) const
    {
        const std::uint64_t at = first + query + 1;
        return window && at > window ? std::min(at - window, keyCount) : 0;
    }
    std::uint64_t seenTo(std::uint64_t query) const { return std::min(first + query + 1, keyCount); }
};

int asInt(std::uint64_t value) { return static_cast<int>(value); }

/// Scores to shares, row by row. Keys outside what a query sees get none.
void softenScores(const Heads &heads, std::uint64_t head, std::uint64_t begin, std::uint64_t end, std::uint64_t from,
                  std::uint64_t seen, float *scores)
{
    const auto &kernels = kernels::forwardKernels();
    const float sink = heads.sinks ? heads.sinks[head] : -kInfinity;
    for (std::uint64_t query = begin; query < end; ++query, scores += seen) {
        const std::uint64_t low = heads.seenFrom(query) - from, high = heads.seenTo(query) - from;
        if (heads.cap > 0)
            kernels.softCap(scores + low, static_cast<long long>(high - low), heads.cap);
        std::fill(scores, scores + low, 0.0F);
        kernels.softmax(scores + low, static_cast<long long>(high - low), sink);
        std::fill(scores + high, scores + seen, 0.0F);
    }
}

void attendBlock(const Heads &heads, std::uint64_t sequence, std::uint64_t head, std::uint64_t block, float *scores)
{
    const std::uint64_t begin = block * kBlock, end = std::min(begin + kBlock, heads.count);
    const std::uint64_t from = heads.seenFrom(begin), seen = heads.seenTo(end - 1) - from;
    const std::uint64_t keyHead = head / (heads.heads / heads.keyHeads);
    const std::uint64_t firstKey = sequence * heads.keyCount + from;
    const float *queries =
        heads.queries + (sequence * heads.count + begin) * heads.queryStride + head * heads.keyLength;
    const float *keys = heads.keys + firstKey * heads.keyStride + keyHead * heads.keyLength;
    const float *values = heads.values + firstKey * heads.valueStride + keyHead * heads.valueLength;
    const std::uint64_t outStride = heads.heads * heads.valueLength;
    float *out = heads.out + (sequence * heads.count + begin) * outStride + head * heads.valueLength;
    if (seen == 0) { // all keys are before the window
        for (std::uint64_t query = begin; query < end; ++query, out += outStride)
            std::fill_n(out, heads.valueLength, 0.0F);
        return;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, asInt(end - begin), asInt(seen), asInt(heads.keyLength),
                heads.scale, queries, asInt(heads.queryStride), keys, asInt(heads.keyStride), 0.0F, scores,
                asInt(seen));
    softenScores(heads, head, begin, end, from, seen, scores);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, asInt(end - begin), asInt(heads.valueLength), asInt(seen),
                1.0F, scores, asInt(seen), values, asInt(heads.valueStride), 0.0F, out, asInt(outStride));
}

/// Floats of a thread's scores.
std::uint64_t scoreFloats(const SnugOperation &operation)
{
    const auto [count, keys, window] = std::tuple(operation.numbers[1], operation.numbers[2], operation.numbers[8]);
    const std::uint64_t queries = std::min(count, kBlock);
    return queries * (window && window < keys ? std::min(keys, window + queries) : keys);
}

} // namespace

std::uint64_t attentionWorkspace(const SnugOperation &operation, int threads)
{
    return scoreFloats(operation) * static_cast<std::uint64_t>(threads) * sizeof(float);
}

void attention(const SnugOperation &operation, Team &team)
{
    const Heads heads(operation);
    float *room = floatsOf(operation.operands[SNUG_WORKSPACE]);
    const std::uint64_t own = scoreFloats(operation);
    team.run(heads.sequences * heads.heads * heads.blocks(), [&](std::uint64_t index, int thread) {
        // the last queries first: they see most
        const std::uint64_t block = heads.blocks() - 1 - index % heads.blocks(), rest = index / heads.blocks();
        attendBlock(heads, rest / heads.heads, rest % heads.heads, block,
                    room + static_cast<std::uint64_t>(thread) * own);
    });
}

} // namespace snug::cpu
