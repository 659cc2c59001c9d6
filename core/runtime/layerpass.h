// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One layer of a model over a batch of tokens.

#pragma once

#include "core/runtime/modelshape.h"
#include "core/runtime/operationrunner.h"
#include "core/runtime/weightloader.h"

namespace snug {

/// Tokens that go through the layers together: sequences of equal length behind each other.
struct Batch
{
    std::uint64_t sequences = 1;
    std::uint64_t length = 0; ///< tokens of each
    std::uint64_t first = 0;  ///< position of the first token of each; not 0 only with a KvCache

    std::uint64_t tokens() const { return sequences * length; }
    bool operator==(const Batch &) const = default;
};

/// Keys and values of one sequence, layer by layer, floats.
struct KvCache
{
    std::uint64_t capacity = 0; ///< tokens
    std::vector<DeviceBuffer> keys, values;
};

/// Sees what goes into products with weights: importance matrices and calibration are made of it.
class ActivationObserver
{
public:
    virtual ~ActivationObserver() = default;
    /// `in`: floats, rows of in.cols. `expert`: which part of a tensor of experts, else 0.
    virtual Result<void> see(const ModelTensor &weights, std::uint32_t expert, const Rows &in) = 0;
};

/// Knows where things are; holds no weights. One thread at a time.
class LayerPass
{
public:
    /// All outlive it.
    LayerPass(const ModelShape &shape, OperationRunner &runner) : m_shape(shape), m_runner(runner) {}

    void observe(ActivationObserver *observer) { m_observer = observer; }
    /// Changes `hidden` [batch.tokens() * embedding] floats. `angles` are those of the layer's kind, a row each token.
    /// Errors: BadInput naming the layer where activations became NaN or infinite; DoesNotFit.
    Result<void> run(std::size_t layer, const LoadedTensors &weights, const Batch &batch, const SnugRange &hidden,
                     const SnugRange &angles, KvCache *cache = nullptr);

private:
    struct Step; // a layer at work

    const ModelShape &m_shape;
    OperationRunner &m_runner;
    ActivationObserver *m_observer = nullptr;
};

/// Keys and values of `capacity` tokens for all layers. Errors: DoesNotFit.
Result<KvCache> takeKvCache(const ModelShape &shape, OperationRunner &runner, std::uint64_t capacity);

} // namespace snug
