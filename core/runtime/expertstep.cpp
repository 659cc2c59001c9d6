// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The feed-forward part of a layer that is made of experts: each works on the tokens that were given to it.

#include "core/runtime/layerstep.h"
#include "core/runtime/routing.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace snug {

namespace {

/// Rows of a matrix, and of its bias, that belong to one expert.
SnugRange ofExpert(const LoadedTensor &tensor, std::uint32_t expert, std::uint64_t rows)
{
    return tensor.rowsAt(expert * rows, rows);
}

} // namespace

Result<void> LayerPass::Step::experts(const Rows &in, const Rows &out)
{
    auto logits = rows(Activation::RouterLogits, tokens, shape.experts);
    SNUG_TRY(logits);
    SNUG_TRY(product(LayerPart::Router, in, *logits, LayerPart::RouterBias));
    const auto routes = routeTokens(runner.valuesOf<float>(Activation::RouterLogits).first(tokens * shape.experts),
                                    shape.experts, shape.expertsUsed, shape.architecture->shares);
    std::fill_n(runner.valuesOf<float>(Activation::FeedForward).begin(), tokens * shape.embedding, 0.0F);
    for (std::uint32_t expert = 0; expert < shape.experts; ++expert)
        if (!routes[expert].tokens.empty())
            SNUG_TRY(oneExpert(expert, routes[expert], in, out));
    return layer.has(LayerPart::SharedUp) ? sharedExpert(in, out) : Result<void>();
}

Result<void> LayerPass::Step::addRows(const ExpertTokens &route, const Rows &from, const Rows &out)
{
    const std::uint64_t count = route.tokens.size();
    auto numbers = runner.buffer(Activation::ExpertRows, count * sizeof(std::uint32_t));
    SNUG_TRY(numbers);
    auto factors = runner.buffer(Activation::ExpertFactors, floatBytes(count));
    SNUG_TRY(factors);
    std::memcpy(runner.bytes(Activation::ExpertRows).data(), route.tokens.data(), count * sizeof(std::uint32_t));
    std::memcpy(runner.bytes(Activation::ExpertFactors).data(), route.shares.data(), floatBytes(count));
    return runner.run(scatterAddOperation(from.range, *numbers, *factors, out.range, count, from.cols));
}

Result<void> LayerPass::Step::oneExpert(std::uint32_t expert, const ExpertTokens &route, const Rows &in,
                                        const Rows &out)
{
    const std::uint64_t count = route.tokens.size(), wide = layer.expertFeedForward;
    auto numbers = runner.buffer(Activation::ExpertRows, count * sizeof(std::uint32_t));
    SNUG_TRY(numbers);
    std::memcpy(runner.bytes(Activation::ExpertRows).data(), route.tokens.data(), count * sizeof(std::uint32_t));
    auto own = rows(Activation::ExpertIn, count, shape.embedding);
    SNUG_TRY(own);
    SNUG_TRY(runner.run(gatherOperation(in.range, *numbers, own->range, count, shape.embedding)));
    auto gate = rows(Activation::Gate, count, wide);
    SNUG_TRY(gate);
    auto up = rows(Activation::Up, count, wide);
    SNUG_TRY(up);
    auto down = rows(Activation::ExpertOut, count, shape.embedding);
    SNUG_TRY(down);
    SNUG_TRY(expertProduct(LayerPart::GateExperts, LayerPart::GateExpertsBias, expert, *own, *gate));
    SNUG_TRY(expertProduct(LayerPart::UpExperts, LayerPart::UpExpertsBias, expert, *own, *up));
    SNUG_TRY(runner.run(gatedOperation(shape.architecture->activation, *gate, *up, *gate)));
    SNUG_TRY(expertProduct(LayerPart::DownExperts, LayerPart::DownExpertsBias, expert, *gate, *down));
    return addRows(route, *down, out);
}

Result<void> LayerPass::Step::expertProduct(LayerPart part, LayerPart bias, std::uint32_t expert, const Rows &in,
                                            const Rows &out)
{
    const LoadedTensor &matrix = at(part);
    SNUG_TRY(tell(part, expert, in));
    const SnugRange added = layer.has(bias) ? ofExpert(at(bias), expert, 1) : SnugRange{};
    return runner.product(matrix.type, ofExpert(matrix, expert, out.cols), in, out, added);
}

Result<void> LayerPass::Step::sharedExpert(const Rows &in, const Rows &out)
{
    const std::uint64_t wide = layer.sharedFeedForward;
    auto gate = rows(Activation::Gate, tokens, wide);
    SNUG_TRY(gate);
    auto up = rows(Activation::Up, tokens, wide);
    SNUG_TRY(up);
    auto down = rows(Activation::ExpertOut, tokens, shape.embedding);
    SNUG_TRY(down);
    SNUG_TRY(product(LayerPart::SharedGate, in, *gate));
    SNUG_TRY(product(LayerPart::SharedUp, in, *up));
    SNUG_TRY(runner.run(gatedOperation(shape.architecture->activation, *gate, *up, *gate)));
    SNUG_TRY(product(LayerPart::SharedDown, *gate, *down));
    ExpertTokens all;
    all.tokens.resize(tokens);
    for (std::uint32_t token = 0; token < tokens; ++token)
        all.tokens[token] = token;
    all.shares.assign(tokens, 1.0F);
    if (layer.has(LayerPart::SharedRouter)) {
        auto logits = rows(Activation::RouterLogits, tokens, 1);
        SNUG_TRY(logits);
        SNUG_TRY(product(LayerPart::SharedRouter, in, *logits));
        for (std::uint32_t token = 0; token < tokens; ++token)
            all.shares[token] = 1.0F / (1.0F + std::exp(-runner.valuesOf<float>(Activation::RouterLogits)[token]));
    }
    return addRows(all, *down, out);
}

} // namespace snug
