// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/roundingtest.h"

#include "core/backends/vulkan/buffer.h"
#include "core/backends/vulkan/stream.h"

#include <bit>
#include <cstring>
#include <iterator>

namespace snug::vulkan {

namespace {

enum Question : std::uint32_t { Sum = 0, Product = 1 };

struct Case
{
    Question question;
    float a, b, result;
};

constexpr float kHalfStep = 0x1p-24f; // half the distance from 1 to the next float
constexpr Case kCases[] = {
    {Sum, 1.0f, kHalfStep, 1.0f},                   // a tie, to the even one below
    {Sum, 0x1.000002p0f, kHalfStep, 0x1.000004p0f}, // a tie, to the even one above
    {Sum, -1.0f, -kHalfStep, -1.0f},
    {Sum, -0x1.000002p0f, -kHalfStep, -0x1.000004p0f},
    {Sum, 1.0f, 0x1.8p-24f, 0x1.000002p0f}, // above the tie
    {Sum, -1.0f, -0x1.8p-24f, -0x1.000002p0f},
    {Sum, 1.0f, 0x1.fffffep-25f, 1.0f}, // below it
    {Sum, 1.0f, -0x1p-26f, 1.0f},
    {Sum, 1.0f, -1.0f, 0.0f},
    {Sum, -0.0f, -0.0f, -0.0f},
    {Product, 0x1.000002p0f, 0x1.000002p0f, 0x1.000004p0f}, // below the tie
    {Product, 0x1.000002p0f, 0x1.8p0f, 0x1.800004p0f},      // a tie, to the even one above
    {Product, 0x1.000006p0f, 0x1.8p0f, 0x1.800008p0f},      // a tie, to the even one below
    {Product, 0x1.fffffep0f, 0x1.fffffep0f, 0x1.fffffcp1f},
    {Product, -0x1.fffffep0f, 0x1.fffffep0f, -0x1.fffffcp1f},
    {Product, 0.0f, -1.0f, -0.0f},
    {Product, -3.0f, 0.0f, -0.0f},
};
constexpr std::size_t kCount = std::size(kCases);

/// The buffers and the stream of the test.
struct Bench
{
    std::unique_ptr<SnugBuffer> up, in, out, down;
    std::unique_ptr<SnugStream> stream; ///< goes first: it may still use the buffers

    int create(SnugDevice &device, SnugMessage *message)
    {
        SNUG_VULKAN_TRY(SnugBuffer::create(device, SNUG_UPLOAD, kCount * 12, up, message));
        SNUG_VULKAN_TRY(SnugBuffer::create(device, SNUG_ON_DEVICE, kCount * 12, in, message));
        SNUG_VULKAN_TRY(SnugBuffer::create(device, SNUG_ON_DEVICE, kCount * 4, out, message));
        SNUG_VULKAN_TRY(SnugBuffer::create(device, SNUG_DOWNLOAD, kCount * 4, down, message));
        return SnugStream::create(device, stream, message);
    }

    int run(SnugDevice &device, SnugMessage *message)
    {
        const SnugRange questions{in.get(), 0, kCount * 12}, answers{out.get(), 0, kCount * 4};
        SnugOperation operation{};
        operation.name = kTryRounding;
        operation.operands[0] = questions;
        operation.operands[1] = answers;
        operation.numbers[0] = kCount;
        SnugEvent event{device, {}};
        SNUG_VULKAN_TRY(stream->copy({up.get(), 0, kCount * 12}, questions, message));
        SNUG_VULKAN_TRY(stream->run(operation, message));
        SNUG_VULKAN_TRY(stream->copy(answers, {down.get(), 0, kCount * 4}, message));
        SNUG_VULKAN_TRY(stream->record(event, message));
        return event.point.timeline->wait(event.point.count, message);
    }
};

} // namespace

int tryRounding(SnugDevice &device, bool &roundsToNearest, SnugMessage *message)
{
    Bench bench;
    SNUG_VULKAN_TRY(bench.create(device, message));
    auto *question = static_cast<std::uint32_t *>(bench.up->mapped);
    for (const Case &one : kCases) {
        *question++ = one.question;
        *question++ = std::bit_cast<std::uint32_t>(one.a);
        *question++ = std::bit_cast<std::uint32_t>(one.b);
    }
    SNUG_VULKAN_TRY(bench.run(device, message));
    const auto *answer = static_cast<const std::uint32_t *>(bench.down->mapped);
    roundsToNearest = true;
    for (const Case &one : kCases)
        roundsToNearest &= *answer++ == std::bit_cast<std::uint32_t>(one.result);
    return SNUG_OK;
}

} // namespace snug::vulkan
