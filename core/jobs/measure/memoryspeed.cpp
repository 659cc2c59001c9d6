// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/memoryspeed.h"

#include "core/base/team.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>

namespace snug {

namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kBufferBytes = 256 * kMiB, kLeastBytes = 32 * kMiB, kPartBytes = kMiB;
constexpr int kRounds = 4;

/// Reads all of it; what comes back only keeps the reading from being left out.
std::uint64_t sumOf(std::span<const std::byte> bytes)
{
    constexpr std::size_t kLanes = 8;
    std::uint64_t lanes[kLanes] = {};
    for (std::size_t at = 0; at + sizeof lanes <= bytes.size(); at += sizeof lanes) {
        std::uint64_t line[kLanes];
        std::memcpy(line, bytes.data() + at, sizeof line);
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] += line[lane];
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t lane : lanes)
        sum += lane;
    return sum;
}

} // namespace

std::uint64_t memorySpeedBytes(std::uint64_t mostBytes)
{
    const std::uint64_t size = std::min(kBufferBytes, mostBytes / 2) / kPartBytes * kPartBytes;
    return size < kLeastBytes ? 0 : size;
}

double memoryReadSpeed(int threads, std::uint64_t mostBytes, Ledger &ledger)
{
    const std::uint64_t size = memorySpeedBytes(mostBytes);
    if (size == 0)
        return 0;
    auto buffer = HostBuffer::take(ledger, Component::Workspace, size);
    if (!buffer)
        return 0;
    Team team(std::max(1, threads));
    const std::uint64_t parts = size / kPartBytes;
    const auto part = [&](std::uint64_t index) { return buffer->bytes().subspan(index * kPartBytes, kPartBytes); };
    // Pages that were never written may all be one page of zeros.
    team.run(parts, [&](std::uint64_t index, int) { std::memset(part(index).data(), 1, kPartBytes); });
    std::atomic<std::uint64_t> total = 0;
    double best = 0;
    for (int round = 0; round < kRounds; ++round) {
        const auto begun = std::chrono::steady_clock::now();
        team.run(parts, [&](std::uint64_t index, int) { total += sumOf(part(index)); });
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
        if (seconds.count() > 0 && total != 0)
            best = std::max(best, static_cast<double>(size) / seconds.count());
    }
    return best;
}

std::uint64_t bytesPerToken(const ModelShape &shape)
{
    const auto bytesOf = [&](std::size_t tensor) {
        const ModelTensor &stored = shape.model->tensors[tensor];
        // Programs that run a quantized folder keep its codes.
        const bool coded = stored.source.layout.encoding == Encoding::Coded;
        return coded ? stored.source.sizeBytes : storedBytes(stored.source.type, stored.weightCount());
    };
    constexpr LayerPart kExperts[] = {LayerPart::GateExperts, LayerPart::UpExperts, LayerPart::DownExperts};
    std::uint64_t sum = shape.output == kNoTensor ? 0 : bytesOf(shape.output);
    for (const LayerShape &layer : shape.layers) {
        std::uint64_t experts = 0, all = 0;
        for (const std::size_t tensor : layer.tensors)
            all += tensor == kNoTensor ? 0 : bytesOf(tensor);
        for (const LayerPart part : kExperts)
            if (layer.has(part))
                experts += bytesOf(layer.at(part));
        sum += all - std::min(all, experts);
        sum += shape.experts ? experts / shape.experts * shape.expertsUsed : experts;
    }
    return sum;
}

} // namespace snug
