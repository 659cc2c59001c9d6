// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Work in order: steps are written into a command buffer, sent to a queue at record(), and counted by a semaphore.

#pragma once

#include "core/backends/vulkan/batch.h"
#include "core/backends/vulkan/device.h"
#include "core/backends/vulkan/timeline.h"

#include <deque>
#include <memory>
#include <vector>

/// A point of a stream: its count there. Nothing until it is recorded.
struct SnugEvent
{
    SnugDevice &device;
    snug::vulkan::Point point;
};

/// One thread at a time.
struct SnugStream
{
    static int create(SnugDevice &device, std::unique_ptr<SnugStream> &stream, SnugMessage *message);
    ~SnugStream();

    int copy(const SnugRange &from, const SnugRange &to, SnugMessage *message);
    int run(const SnugOperation &operation, SnugMessage *message);
    int record(SnugEvent &event, SnugMessage *message);
    int waitFor(const SnugEvent &event, SnugMessage *message);

    explicit SnugStream(SnugDevice &owner) : device(owner), m_queue(owner.nextQueue()) {}
    SnugStream(const SnugStream &) = delete;
    SnugStream &operator=(const SnugStream &) = delete;

private:
    /// A batch that takes steps; ordered after all before it.
    int open(SnugMessage *message);
    /// The same, or the one open already.
    int step(SnugMessage *message);
    int send(SnugMessage *message);
    VkResult submit(const VkSubmitInfo &info);

    SnugDevice &device;
    snug::vulkan::Queue &m_queue;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    std::shared_ptr<snug::vulkan::Timeline> m_timeline;
    std::uint64_t m_sent = 0;                                  ///< count that the last batch sent will reach
    std::vector<snug::vulkan::Point> m_waits;                  ///< of the next batch to be sent
    std::unique_ptr<snug::vulkan::Batch> m_open;               ///< takes steps
    std::deque<std::unique_ptr<snug::vulkan::Batch>> m_flying; ///< sent, in order
    std::vector<std::unique_ptr<snug::vulkan::Batch>> m_idle;
};
