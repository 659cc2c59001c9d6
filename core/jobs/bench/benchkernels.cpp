// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/bench/benchkernels.h"

#include "core/kernels/kernelset.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace snug {

namespace {

constexpr std::size_t kKernelWeights = 256 * 1024; // 1 MiB of floats: stays in the cache of a core
constexpr double kLeastSeconds = 0.25;

/// Of this thread: other programs on the machine disturb it less than a clock on the wall.
double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Median processor seconds of one call, over at least five calls and a quarter of a second.
double secondsOf(const std::function<void()> &call)
{
    std::vector<double> times;
    for (double total = 0; total < kLeastSeconds || times.size() < 5;) {
        const double start = processorSeconds();
        call();
        times.push_back(processorSeconds() - start);
        total += times.back();
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
}

BenchRow row(std::string name, double seconds, double bytes)
{
    return {std::move(name), static_cast<double>(kKernelWeights) / seconds, bytes / seconds, "one core", 0, 0};
}

/// Bell-shaped values, as weights are, and importance weights with a wide spread.
std::vector<float> benchValues()
{
    std::vector<float> values(kKernelWeights);
    std::uint32_t state = 1;
    const auto next = [&state] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / 16777216.0f - 0.5f;
    };
    for (float &value : values)
        value = 0.02f * (next() + next() + next() + next());
    return values;
}

std::vector<float> benchImportance()
{
    std::vector<float> weights = benchValues();
    for (float &weight : weights)
        weight = weight * weight;
    return weights;
}

/// One kernel of one set: quantize without and with importance weights, and dequantize.
void benchKernel(const kernels::KernelSet &set, const kernels::BlockKernel &kernel, const BenchWanted &wanted,
                 std::vector<BenchRow> &rows)
{
    const auto count = static_cast<long long>(kKernelWeights);
    static const std::vector<float> source = benchValues();
    static const std::vector<float> importance = benchImportance();
    std::vector<float> values(kKernelWeights);
    std::vector<unsigned char> blocks(kKernelWeights / static_cast<std::size_t>(kernel.blockLength) *
                                      static_cast<std::size_t>(kernel.blockBytes));
    const auto quantize = [&](const float *weights) {
        kernel.quantizeRow(source.data(), blocks.data(), count, weights);
    };
    const double floatBytes = static_cast<double>(kKernelWeights * sizeof(float));
    if (const std::string name = fmt::format("quantize/{}/{}", kernel.name, set.name); wanted(name))
        rows.push_back(row(name, secondsOf([&] { quantize(nullptr); }), floatBytes));
    if (const std::string name = fmt::format("quantize-imatrix/{}/{}", kernel.name, set.name);
        kernel.usesWeights && wanted(name))
        rows.push_back(row(name, secondsOf([&] { quantize(importance.data()); }), floatBytes));
    if (const std::string name = fmt::format("dequantize/{}/{}", kernel.name, set.name); wanted(name)) {
        quantize(importance.data());
        rows.push_back(row(name, secondsOf([&] { kernel.dequantizeRow(blocks.data(), values.data(), count); }),
                           static_cast<double>(blocks.size())));
    }
}

} // namespace

void benchKernels(const BenchWanted &wanted, std::vector<BenchRow> &rows)
{
    int setCount = 0;
    const kernels::KernelSet *const *sets = kernels::kernelSets(&setCount);
    for (int type = 0; type < sets[0]->count; ++type)
        for (int i = 0; i < setCount; ++i)
            benchKernel(*sets[i], sets[i]->kernels[type], wanted, rows);
}

} // namespace snug
