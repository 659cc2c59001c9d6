// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/kernels/forwardtables.h"

#include "core/kernels/forward/forwardrows.h"
#include "core/kernels/kernelset.h"
#include "core/kernels/lanes/array.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>

namespace snug::test {

namespace {

constexpr std::uint32_t kGuard = 0x7fc0abcd; // a NaN that no arithmetic makes

} // namespace

std::span<const ForwardTable> forwardTables()
{
    static const std::vector<ForwardTable> tables = [] {
        std::vector<ForwardTable> all{
            {"4 array lanes", kernels::forwardKernelsOf<kernels::ArrayLane<4>>()},
            {"8 array lanes", kernels::forwardKernelsOf<kernels::ArrayLane<8>>()},
            {"16 array lanes", kernels::forwardKernelsOf<kernels::ArrayLane<16>>()},
        };
        int count = 0;
        const kernels::KernelSet *const *sets = kernels::kernelSets(&count);
        for (int i = 0; i < count; ++i)
            all.push_back({sets[i]->name, *sets[i]->forward});
        return all;
    }();
    return tables;
}

std::span<const int> rowLengths()
{
    static const std::vector<int> lengths = [] {
        std::vector<int> all;
        for (int length = 0; length <= 70; ++length)
            all.push_back(length);
        all.insert(all.end(), {255, 256, 257, 1000, 4097});
        return all;
    }();
    return lengths;
}

std::vector<float> randomFloats(std::size_t count, float low, float high, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<float> values(count);
    for (float &value : values)
        value = low + (high - low) * static_cast<float>(random() >> 8) * 0x1p-24F;
    return values;
}

GuardedRow::GuardedRow(std::span<const float> values)
    : m_count(values.size()), m_all(kBefore + values.size() + kAfter, std::bit_cast<float>(kGuard))
{
    std::ranges::copy(values, data());
}

bool GuardedRow::whole() const
{
    const auto kept = [](float value) { return std::bit_cast<std::uint32_t>(value) == kGuard; };
    const std::span<const float> all(m_all);
    return std::ranges::all_of(all.first(kBefore), kept) && std::ranges::all_of(all.last(kAfter), kept);
}

} // namespace snug::test
