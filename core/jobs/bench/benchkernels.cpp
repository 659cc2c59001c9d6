// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/bench/benchkernels.h"

#include "core/kernels/checkpoint/bnbkernels.h"
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

/// Both directions of a format, if wanted. `bytes` is the size of codes and scales.
void benchBothWays(const std::string &name, std::size_t bytes, const BenchWanted &wanted,
                   const std::function<void()> &quantize, const std::function<void()> &dequantize,
                   std::vector<BenchRow> &rows)
{
    const double floatBytes = static_cast<double>(kKernelWeights * sizeof(float));
    if (wanted("quantize/" + name))
        rows.push_back(row("quantize/" + name, secondsOf(quantize), floatBytes));
    if (wanted("dequantize/" + name)) {
        quantize();
        rows.push_back(row("dequantize/" + name, secondsOf(dequantize), static_cast<double>(bytes)));
    }
}

/// Codes of bitsandbytes: blocks of 64 weights, and rows of 4096.
void benchBnb(const kernels::KernelSet &set, const BenchWanted &wanted, std::vector<BenchRow> &rows)
{
    constexpr long long kBlock = 64;
    constexpr long long kCols = 4096;
    const auto count = static_cast<long long>(kKernelWeights);
    const std::vector<float> source = benchValues();
    std::vector<float> values(kKernelWeights), absmax(kKernelWeights / kBlock);
    std::vector<unsigned char> codes(kKernelWeights);
    for (const auto map : {kernels::FourBitMap::Nf4, kernels::FourBitMap::Fp4})
        benchBothWays(
            fmt::format("{}/{}", map == kernels::FourBitMap::Nf4 ? "NF4" : "FP4", set.name),
            kKernelWeights / 2 + absmax.size() * sizeof(float), wanted,
            [&] { set.bnb->toFourBits(map, source.data(), count, kBlock, codes.data(), absmax.data()); },
            [&] { set.bnb->fromFourBits(map, codes.data(), count, kBlock, absmax.data(), values.data()); }, rows);
    auto *integers = reinterpret_cast<signed char *>(codes.data());
    benchBothWays(
        fmt::format("LLM.int8/{}", set.name), kKernelWeights + kKernelWeights / kCols * sizeof(float), wanted,
        [&] { set.bnb->toInt8Rows(source.data(), count / kCols, kCols, integers, absmax.data()); },
        [&] { set.bnb->fromInt8Rows(integers, count / kCols, kCols, absmax.data(), values.data()); }, rows);
}

} // namespace

void benchKernels(const BenchWanted &wanted, std::vector<BenchRow> &rows)
{
    int setCount = 0;
    const kernels::KernelSet *const *sets = kernels::kernelSets(&setCount);
    for (int type = 0; type < sets[0]->count; ++type)
        for (int i = 0; i < setCount; ++i)
            benchKernel(*sets[i], sets[i]->kernels[type], wanted, rows);
    for (int i = 0; i < setCount; ++i)
        benchBnb(*sets[i], wanted, rows);
}

} // namespace snug
