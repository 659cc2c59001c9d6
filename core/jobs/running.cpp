// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/running.h"

#include <algorithm>

namespace snug {

namespace {

constexpr double kUsable = 0.92;
constexpr std::uint64_t kStep = 256;
// A CUDA or Vulkan context and its libraries.
constexpr std::uint64_t kDeviceContextBytes = 400ull << 20;
constexpr std::uint64_t kBatchTokens = 512;

/// Scratch of one batch: logits, gated feed-forward and attention activations, in 32 bits.
std::uint64_t scratchBytes(const Hyperparameters &hyper)
{
    const std::uint64_t perToken =
        std::uint64_t{hyper.vocabularySize} + 3ull * hyper.feedForwardLength + 8ull * hyper.embeddingLength;
    return kBatchTokens * perToken * sizeof(float);
}

/// Bytes of all tensors that go to where the model runs. llama.cpp keeps embeddings of their own in RAM
/// (`embeddingsApart`); other programs bring all weights to the card.
template <class BytesOf> std::uint64_t weightBytes(const Model &model, bool embeddingsApart, BytesOf bytesOf)
{
    const bool untied = std::ranges::any_of(model.tensors, [](const auto &t) { return t.role == TensorRole::Output; });
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < model.tensors.size(); ++t)
        if (!embeddingsApart || !untied || model.tensors[t].role != TensorRole::TokenEmbedding)
            sum += bytesOf(t);
    return sum;
}

std::uint64_t longest(const Hyperparameters &hyper, double spareBytes, double bytesPerElement)
{
    const double perToken = hyper.kvBytesPerToken(bytesPerElement);
    if (spareBytes <= 0)
        return 0;
    const double tokens = std::min(spareBytes / perToken, static_cast<double>(hyper.contextLength));
    const auto whole = static_cast<std::uint64_t>(tokens);
    // A model's own context need not be a multiple of the step; it is the answer when all of it fits.
    return whole >= hyper.contextLength ? hyper.contextLength : whole / kStep * kStep;
}

/// `weights(onCard)`: bytes of the weights there.
template <class Weights> ContextFit fitOf(const Hyperparameters &hyper, const Machine &machine, Weights weights)
{
    ContextFit fit;
    const auto &gpus = machine.memory.gpus;
    // A chip inside the processor runs models from the system's memory; what was set aside for it says nothing.
    const auto free = [](const GpuMemory &gpu) { return gpu.integrated ? 0 : gpu.freeBytes(); };
    const auto best =
        std::max_element(gpus.begin(), gpus.end(), [&](const auto &a, const auto &b) { return free(a) < free(b); });
    const bool onCard = best != gpus.end() && !best->integrated;
    fit.device = onCard ? best->name : "RAM";
    if (hyper.kvBytesPerToken(2) <= 0 || hyper.contextLength == 0)
        return fit;
    const std::uint64_t freeBytes = onCard ? free(*best) : machine.memory.ramAvailableBytes();
    const double needed =
        static_cast<double>(weights(onCard) + scratchBytes(hyper) + (onCard ? kDeviceContextBytes : 0));
    const double spare = kUsable * static_cast<double>(freeBytes) - needed;
    fit.f16 = longest(hyper, spare, 2.0);
    fit.q8_0 = longest(hyper, spare, 34.0 / 32);
    fit.q4_0 = longest(hyper, spare, 18.0 / 32);
    return fit;
}

} // namespace

ContextFit contextFit(const PreparedJob &job, std::size_t variant, const Machine &machine)
{
    return fitOf(job.model->hyper, machine, [&](bool onCard) {
        return weightBytes(*job.model, onCard && !job.view,
                           [&](std::size_t t) { return job.becoming(variant, t).sizeBytes; });
    });
}

ContextFit contextFit(const Model &model, const Machine &machine)
{
    return fitOf(model.hyper, machine, [&](bool onCard) {
        return weightBytes(model, onCard && model.format == SourceFormat::Gguf,
                           [&](std::size_t t) { return model.tensors[t].source.sizeBytes; });
    });
}

} // namespace snug
