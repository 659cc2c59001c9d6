// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/speed.h"

#include "core/kernels/blockkernel.h"
#include "core/quant/typekernel.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace snug {

namespace {

constexpr long long kWeights = 8 * 1024;

/// Values that look like weights: a bell-shaped sum of four pseudo-random numbers.
std::vector<float> pattern()
{
    std::vector<float> values(kWeights);
    std::uint32_t state = 12345;
    const auto next = [&state] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / 16777216.0f - 0.5f;
    };
    for (float &value : values)
        value = 0.02f * (next() + next() + next() + next());
    return values;
}

/// Reading and converting is added as what a copied weight costs.
double measure(const kernels::BlockKernel &kernel, Importance importance)
{
    static const std::vector<float> values = pattern();
    static const std::vector<float> squares = [] {
        std::vector<float> made;
        for (const float value : values)
            made.push_back(1000 * value * value);
        return made;
    }();
    std::vector<float> check(kWeights);
    std::vector<unsigned char> blocks(static_cast<std::size_t>(kWeights / kernel.blockLength * kernel.blockBytes));
    double best = 1;
    for (int round = 0; round < 3; ++round) {
        const auto start = std::chrono::steady_clock::now();
        double signal = 0, noise = 0;
        kernel.quantizeRow(values.data(), blocks.data(), kWeights,
                           importance == Importance::With ? squares.data() : nullptr);
        kernel.dequantizeRow(blocks.data(), check.data(), kWeights);
        kernels::accumulateError(values.data(), check.data(), kWeights, &signal, &noise);
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best / static_cast<double>(kWeights) + kCopySecondsPerWeight;
}

} // namespace

double measuredSecondsPerWeight(TensorType type, Importance importance)
{
    static std::mutex mutex; // guards known
    static std::map<std::pair<TensorType, Importance>, double> known;
    const kernels::BlockKernel *kernel = kernelFor(type);
    if (!kernel)
        return kCopySecondsPerWeight;
    if (!kernel->usesWeights)
        importance = Importance::Without;
    std::lock_guard lock(mutex);
    const auto found = known.find({type, importance});
    if (found != known.end())
        return found->second;
    return known[{type, importance}] = measure(*kernel, importance);
}

} // namespace snug
