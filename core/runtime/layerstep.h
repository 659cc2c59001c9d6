// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the parts of a layer share: its weights by what they are for, products, norms.

#pragma once

#include "core/runtime/layerpass.h"

namespace snug {

struct ExpertTokens; // routing.h

constexpr std::uint64_t floatBytes(std::uint64_t count) { return count * sizeof(float); }

/// Where queries, keys and values of a batch are.
struct HeadRows
{
    Rows queries, keys, values;
};

struct LayerPass::Step
{
    const ModelShape &shape;
    const LayerShape &layer;
    const LoadedTensors &weights;
    OperationRunner &runner;
    ActivationObserver *observer;
    Batch batch;
    std::uint64_t tokens;

    const LoadedTensor &at(LayerPart part) const { return weights.at(layer.at(part)); }
    /// Rows of an activation without gaps.
    Result<Rows> rows(Activation activation, std::uint64_t count, std::uint64_t cols)
    {
        auto range = runner.buffer(activation, floatBytes(count * cols));
        SNUG_TRY(range);
        return Rows{*range, count, cols, cols};
    }
    /// All of a vector, or nothing where the layer has none.
    SnugRange vector(LayerPart part) const { return layer.has(part) ? at(part).all() : SnugRange{}; }

    Result<void> tell(LayerPart part, std::uint32_t expert, const Rows &in)
    {
        return observer ? observer->see(shape.model->tensors[layer.at(part)], expert, in) : Result<void>();
    }
    /// in times the weights of `part` plus its bias, to `out`.
    Result<void> product(LayerPart part, const Rows &in, const Rows &out, LayerPart bias)
    {
        const LoadedTensor &matrix = at(part);
        SNUG_TRY(tell(part, 0, in));
        return runner.product(matrix.type, matrix.all(), in, out, vector(bias));
    }
    Result<void> product(LayerPart part, const Rows &in, const Rows &out)
    {
        const LoadedTensor &matrix = at(part);
        SNUG_TRY(tell(part, 0, in));
        return runner.product(matrix.type, matrix.all(), in, out);
    }
    Result<void> norm(LayerPart part, const Rows &in, const SnugRange &out)
    {
        return runner.run(normOperation(in, at(part).all(), out, shape.epsilon));
    }

    /// Adds what attention makes of the hidden states to them. In attentionstep.cpp.
    Result<void> attend(const Rows &hidden, const SnugRange &angles, KvCache *cache, std::size_t index);
    Result<HeadRows> project(const Rows &in);
    /// Norms of heads and rotary embedding.
    Result<void> turn(const HeadRows &heads, const SnugRange &angles);
    /// Keys and values move to the cache, behind those of earlier tokens.
    Result<void> remember(HeadRows &heads, KvCache &cache, std::size_t index);
    AttentionShape attentionShape(const HeadRows &heads, bool cached) const;

    /// Adds what the feed-forward part makes of them. In layerpass.cpp.
    Result<void> feedForward(const Rows &hidden);
    Result<void> dense(const Rows &in, const Rows &out);
    /// In expertstep.cpp.
    Result<void> experts(const Rows &in, const Rows &out);
    Result<void> oneExpert(std::uint32_t expert, const ExpertTokens &route, const Rows &in, const Rows &out);
    Result<void> expertProduct(LayerPart part, LayerPart bias, std::uint32_t expert, const Rows &in, const Rows &out);
    /// Adds rows, times their shares, to those of their tokens.
    Result<void> addRows(const ExpertTokens &route, const Rows &from, const Rows &out);
    /// The one that all tokens go to.
    Result<void> sharedExpert(const Rows &in, const Rows &out);
};

} // namespace snug
