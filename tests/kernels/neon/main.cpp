// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// usage: neon [golden/blocks]: every kernel set of a machine without Qt (an emulated one) against the reference's bytes
// and against the scalar set. Exit 1 at the first difference.

#include "core/kernels/checkpoint/bnbkernels.h"
#include "core/kernels/checkpoint/groupkernels.h"
#include "core/kernels/forward/forwardkernels.h"
#include "core/kernels/forward/productkernels.h"
#include "core/kernels/kernelset.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace fs = std::filesystem;
using namespace snug::kernels;

namespace {

using Bytes = std::vector<unsigned char>;

constexpr std::size_t kGoldenCols = 1024;
int checks = 0;

template <class T> std::vector<T> readAll(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    std::vector<T> values(bytes.size() / sizeof(T));
    std::copy_n(bytes.data(), values.size() * sizeof(T), reinterpret_cast<char *>(values.data()));
    return values;
}

Bytes quantize(const BlockKernel &kernel, const std::vector<float> &values, std::size_t cols, const float *weights)
{
    const std::size_t rowBytes =
        cols / static_cast<std::size_t>(kernel.blockLength) * static_cast<std::size_t>(kernel.blockBytes);
    Bytes bytes(values.size() / cols * rowBytes);
    for (std::size_t row = 0; row * cols < values.size(); ++row)
        kernel.quantizeRow(values.data() + row * cols, bytes.data() + row * rowBytes, static_cast<long long>(cols),
                           weights);
    return bytes;
}

std::vector<float> dequantize(const BlockKernel &kernel, const Bytes &bytes)
{
    std::vector<float> values(bytes.size() / static_cast<std::size_t>(kernel.blockBytes) *
                              static_cast<std::size_t>(kernel.blockLength));
    kernel.dequantizeRow(bytes.data(), values.data(), static_cast<long long>(values.size()));
    return values;
}

bool report(bool same, const KernelSet &set, const BlockKernel &kernel, const std::string &what)
{
    ++checks;
    if (!same)
        std::printf("%s, %s: %s differs\n", set.name, kernel.name, what.c_str());
    return same;
}

bool goldenAgrees(const KernelSet &set, const BlockKernel &kernel, const fs::path &golden)
{
    const auto values = readAll<float>(golden / "input_rows.f32");
    const auto weights = readAll<float>(golden / "imatrix.f32");
    for (const std::string mode : {"plain", "imatrix"}) {
        const auto expected = readAll<unsigned char>(golden / (std::string(kernel.name) + "." + mode + ".bin"));
        if (expected.empty())
            continue; // conversions, and types that are never made without weights
        const Bytes found = quantize(kernel, values, kGoldenCols, mode == "plain" ? nullptr : weights.data());
        if (!report(found == expected, set, kernel, "golden " + mode))
            return false;
    }
    return true;
}

/// Magnitudes over many orders, zeros, repeats; a row that leaves an odd tail in every set.
std::vector<float> harshValues(std::size_t count)
{
    std::mt19937 random(11);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const int exponent = static_cast<int>(i / 512 % 9) * 12 - 102;
        values[i] = i / 16 % 7 == 3 ? 0.0f : std::ldexp(static_cast<float>(random() % 2048) - 1024.0f, exponent);
    }
    return values;
}

bool scalarAgrees(const KernelSet &set, const BlockKernel &kernel)
{
    const BlockKernel *scalar = findBlockKernel(*findKernelSet("scalar"), kernel.name);
    const auto values = harshValues(27 * 256);
    std::vector<float> weights = harshValues(27 * 256);
    for (float &weight : weights)
        weight = std::fabs(weight);
    for (const float *w : {static_cast<const float *>(nullptr), static_cast<const float *>(weights.data())}) {
        const Bytes expected = quantize(*scalar, values, values.size(), w);
        if (!report(quantize(kernel, values, values.size(), w) == expected, set, kernel, "harsh row"))
            return false;
        if (!report(dequantize(kernel, expected) == dequantize(*scalar, expected), set, kernel, "harsh row read back"))
            return false;
    }
    return true;
}

/// Codes of checkpoint formats.
Bytes groupCodes(const GroupKernels &kernels, const std::vector<float> &values)
{
    const auto count = static_cast<long long>(values.size());
    Bytes bytes;
    for (int bits : {2, 3, 4, 8})
        for (bool symmetric : {true, false}) {
            Bytes codes(values.size()), zeros(values.size() / 128);
            std::vector<float> scales(zeros.size());
            IntegerCoding coding;
            coding.bits = bits;
            coding.symmetric = symmetric;
            coding.scaleFormat = ScaleFormat::F32;
            kernels.toIntegers(values.data(), count / 128, 128, coding, codes.data(), scales.data(), zeros.data());
            bytes.insert(bytes.end(), codes.begin(), codes.end());
            bytes.insert(bytes.end(), zeros.begin(), zeros.end());
        }
    Bytes codes(values.size()), scales(values.size() / 16);
    kernels.toE4M3(values.data(), count, 0.01f, codes.data());
    bytes.insert(bytes.end(), codes.begin(), codes.end());
    kernels.toNvfp4(values.data(), count / 16, 8.0f, codes.data(), scales.data());
    bytes.insert(bytes.end(), codes.begin(), codes.end());
    bytes.insert(bytes.end(), scales.begin(), scales.end());
    kernels.toMxfp4(values.data(), count / 32, codes.data(), scales.data());
    bytes.insert(bytes.end(), codes.begin(), codes.end());
    bytes.insert(bytes.end(), scales.begin(), scales.end());
    return bytes;
}

bool groupsAgree(const KernelSet &set)
{
    const auto values = harshValues(27 * 256);
    ++checks;
    if (groupCodes(*set.groups, values) == groupCodes(*findKernelSet("scalar")->groups, values))
        return true;
    std::printf("%s: codes of checkpoint formats differ\n", set.name);
    return false;
}

/// Codes of bitsandbytes' formats, of blocks and rows that leave odd tails.
Bytes bnbCodes(const BnbKernels &kernels, std::vector<float> values)
{
    values.resize(values.size() - 3);
    const auto count = static_cast<long long>(values.size());
    Bytes bytes, codes(values.size());
    std::vector<float> absmax(values.size());
    const auto keep = [&] {
        bytes.insert(bytes.end(), codes.begin(), codes.end());
        const auto *scales = reinterpret_cast<const unsigned char *>(absmax.data());
        bytes.insert(bytes.end(), scales, scales + absmax.size() * sizeof(float));
    };
    for (FourBitMap map : {FourBitMap::Nf4, FourBitMap::Fp4}) {
        kernels.toFourBits(map, values.data(), count, 64, codes.data(), absmax.data());
        keep();
        kernels.fromFourBits(map, codes.data(), count, 64, absmax.data(), values.data());
    }
    kernels.toDynamic(values.data(), count, 256, codes.data(), absmax.data());
    keep();
    for (float &value : values)
        value = std::clamp(value, -65504.0f, 65504.0f);
    kernels.toInt8Rows(values.data(), 1, count, reinterpret_cast<signed char *>(codes.data()), absmax.data());
    keep();
    return bytes;
}

bool bnbAgrees(const KernelSet &set)
{
    const auto values = harshValues(27 * 256);
    ++checks;
    if (bnbCodes(*set.bnb, values) == bnbCodes(*findKernelSet("scalar")->bnb, values))
        return true;
    std::printf("%s: codes of bitsandbytes differ\n", set.name);
    return false;
}

/// What is made value by value, which all sets give the same; then sums, which they round in their own order.
std::pair<std::vector<float>, std::vector<double>> forwardResults(const ForwardKernels &kernels, std::size_t count)
{
    std::vector<float> a(count), b(count), values;
    for (std::size_t i = 0; i < count; ++i) {
        a[i] = static_cast<float>(i % 97) * 0.37f - 18.0f;
        b[i] = static_cast<float>(i % 31) * 0.1f - 1.5f;
    }
    const auto length = static_cast<long long>(count);
    std::vector<float> out(count);
    for (const auto gated : {kernels.silu, kernels.gelu, kernels.clampedSilu}) {
        gated(a.data(), b.data(), out.data(), length);
        values.insert(values.end(), out.begin(), out.end());
    }
    kernels.softCap(out.data(), length, 5.0f);
    kernels.addScaled(out.data(), a.data(), 0.3f, length);
    kernels.addSquares(out.data(), b.data(), length);
    kernels.scale(out.data(), b.data(), 0.7f, out.data(), length);
    std::vector<float> other = b;
    kernels.rotate(out.data(), other.data(), b.data(), a.data(), length);
    values.insert(values.end(), out.begin(), out.end());
    values.push_back(static_cast<float>(kernels.largest(b.data(), length)));
    const double sum = kernels.logSumExp(a.data(), length), otherSum = kernels.logSumExp(b.data(), length);
    kernels.softmax(other.data(), length, 1.0f);
    return {values,
            {sum, otherSum, kernels.divergence(a.data(), sum, b.data(), otherSum, length),
             static_cast<double>(kernels.dot(a.data(), b.data(), length)),
             static_cast<double>(kernels.sumOfSquares(a.data(), length)), static_cast<double>(other[count / 2])}};
}

bool forwardAgrees(const KernelSet &set)
{
    bool good = true;
    for (const std::size_t count : {1u, 3u, 66u, 1003u}) {
        const auto [values, sums] = forwardResults(*set.forward, count);
        const auto [scalarValues, scalarSums] = forwardResults(*findKernelSet("scalar")->forward, count);
        good &= values == scalarValues;
        for (std::size_t i = 0; i < sums.size(); ++i)
            good &= std::fabs(sums[i] - scalarSums[i]) <= 1e-5 * std::fabs(scalarSums[i]);
        ++checks;
    }
    if (!good)
        std::printf("%s: results of the forward pass differ\n", set.name);
    return good;
}

/// Against double arithmetic over the scalar set's weights.
bool productsAgree(const KernelSet &set, const ProductKernel &product)
{
    const BlockKernel &kernel = *findBlockKernel(*findKernelSet("scalar"), product.name);
    const std::size_t rows = 3, count = 7, cols = kernel.blockLength == 1 ? 139 : 512;
    std::vector<float> values(rows * cols), in(count * cols), out(rows * count);
    std::mt19937 random(7);
    for (float &value : values)
        value = static_cast<float>(random() % 1999) * 0.001f - 1.0f;
    for (float &value : in)
        value = static_cast<float>(random() % 1999) * 0.001f - 1.0f;
    const Bytes stored = quantize(kernel, values, cols, nullptr);
    const std::vector<float> meant = dequantize(kernel, stored);
    product.multiply(stored.data(), static_cast<long long>(rows), static_cast<long long>(cols), in.data(),
                     static_cast<long long>(count), out.data(), static_cast<long long>(rows));
    bool good = true;
    for (std::size_t i = 0; i < out.size(); ++i) {
        double exact = 0, magnitudes = 0;
        for (std::size_t c = 0; c < cols; ++c) {
            const double part =
                static_cast<double>(meant[i % rows * cols + c]) * static_cast<double>(in[i / rows * cols + c]);
            exact += part;
            magnitudes += std::fabs(part);
        }
        good &= std::fabs(static_cast<double>(out[i]) - exact) <= 2e-6 * magnitudes;
    }
    ++checks;
    if (!good)
        std::printf("%s: products with %s differ\n", set.name, product.name);
    return good;
}

} // namespace

int main(int argc, char **argv)
{
    int setCount = 0;
    const KernelSet *const *sets = kernelSets(&setCount);
    bool good = setCount >= 2;
    for (int s = 0; s < setCount; ++s) {
        good &= groupsAgree(*sets[s]);
        good &= bnbAgrees(*sets[s]);
        good &= forwardAgrees(*sets[s]);
        for (int i = 0; i < sets[s]->products->count; ++i)
            good &= productsAgree(*sets[s], sets[s]->products->kernels[i]);
        for (int i = 0; i < sets[s]->count; ++i) {
            const BlockKernel &kernel = sets[s]->kernels[i];
            good &= scalarAgrees(*sets[s], kernel);
            good &= argc < 2 || kernel.blockLength == 1 || goldenAgrees(*sets[s], kernel, argv[1]);
        }
    }
    std::printf("%d sets, fastest %s, %d checks: %s\n", setCount, sets[0]->name, checks, good ? "same" : "DIFFERENT");
    return good ? 0 : 1;
}
