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
// Reading, converting to float and checking one weight of a 16-bit source; also the whole price of a copied one.
constexpr double kReadSecondsPerWeight = 1e-9;

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

double measure(const kernels::BlockKernel &kernel)
{
    static const std::vector<float> values = pattern();
    std::vector<float> check(kWeights);
    std::vector<unsigned char> blocks(static_cast<std::size_t>(kWeights / kernel.blockLength * kernel.blockBytes));
    double best = 1;
    for (int round = 0; round < 3; ++round) {
        const auto start = std::chrono::steady_clock::now();
        double signal = 0, noise = 0;
        kernel.quantizeRow(values.data(), blocks.data(), kWeights, nullptr);
        kernel.dequantizeRow(blocks.data(), check.data(), kWeights);
        kernels::accumulateError(values.data(), check.data(), kWeights, &signal, &noise);
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best / static_cast<double>(kWeights) + kReadSecondsPerWeight;
}

} // namespace

double measuredSecondsPerWeight(TensorType type)
{
    static std::mutex mutex; // guards known
    static std::map<TensorType, double> known;
    std::lock_guard lock(mutex);
    const auto found = known.find(type);
    if (found != known.end())
        return found->second;
    const kernels::BlockKernel *kernel = kernelFor(type);
    return known[type] = kernel ? measure(*kernel) : kReadSecondsPerWeight;
}

} // namespace snug
