// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/speed.h"

#include "core/exporters/exporter.h"
#include "core/kernels/blockkernel.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

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
std::vector<float> makePattern()
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

const std::vector<float> &pattern()
{
    static const std::vector<float> values = makePattern();
    return values;
}

/// Reading and converting is added as what a copied weight costs.
double measure(const kernels::BlockKernel &kernel, Importance importance)
{
    const std::vector<float> &values = pattern();
    static const std::vector<float> squares = [] {
        std::vector<float> made;
        for (const float value : pattern())
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

namespace {

double measureCode(const Exporter &exporter)
{
    constexpr std::uint64_t kRows = 128, kColumns = 1024; // one block of the widest scales, and rows of all groups
    const std::vector<float> &some = pattern();
    std::vector<float> values, check(kRows * kColumns);
    for (std::uint64_t i = 0; i < kRows * kColumns; ++i)
        values.push_back(some[i % some.size()]);
    const Matrix matrix{"", kRows, kColumns, TensorType::BF16, 0.1f};
    const MatrixSlice slice{&matrix, 0, kRows * kColumns};
    std::vector<std::byte> out(exporter.encodedBytes(slice)), room(Exporter::roomBytes(slice.weightCount));
    const auto start = std::chrono::steady_clock::now();
    double signal = 0, noise = 0;
    exporter.encode(slice, values.data(), out, room);
    exporter.decode(slice, out, check.data(), room);
    kernels::accumulateError(values.data(), check.data(), kRows * kColumns, &signal, &noise);
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return seconds / static_cast<double>(kRows * kColumns) + kCopySecondsPerWeight;
}

} // namespace

double measuredSecondsPerCode(const Exporter &exporter)
{
    static std::mutex mutex; // guards known
    static std::map<std::string, double> known;
    const Scheme &scheme = exporter.scheme();
    const std::string name = fmt::format("{} {} {} {} {}", folderFormatName(scheme.format), scheme.level,
                                         scheme.blockLength, scheme.symmetric, scheme.search);
    std::lock_guard lock(mutex);
    const auto found = known.find(name);
    return found != known.end() ? found->second : known[name] = measureCode(exporter);
}

} // namespace snug
