// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/stream.h"

#include "core/backends/vulkan/buffer.h"

using namespace snug::vulkan;

namespace {

/// Steps that a batch takes before it is sent unasked.
constexpr std::uint32_t kMostSteps = 128;

bool liesInside(const SnugRange &range)
{
    return range.buffer && range.offset % 4 == 0 && range.offset <= range.buffer->bytes &&
           range.bytes <= range.buffer->bytes - range.offset;
}

} // namespace

int SnugStream::create(SnugDevice &device, std::unique_ptr<SnugStream> &stream, SnugMessage *message)
{
    SNUG_VULKAN_TRY(device.alive(message));
    auto made = std::make_unique<SnugStream>(device);
    VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT | VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
    info.queueFamilyIndex = device.family;
    SNUG_VULKAN_TRY(device.checked(device.vk.vkCreateCommandPool(device.handle, &info, nullptr, &made->m_pool), message,
                                   "making a command pool"));
    SNUG_VULKAN_TRY(Timeline::create(device, made->m_timeline, message));
    stream = std::move(made);
    return SNUG_OK;
}

SnugStream::~SnugStream()
{
    SnugMessage message;
    const bool done = m_sent == 0 || m_timeline->wait(m_sent, &message) == SNUG_OK;
    if (device.hung())
        return;
    if (!done) { // lost: that ends in finite time
        const std::lock_guard lock(m_queue.mutex);
        device.vk.vkQueueWaitIdle(m_queue.handle);
    }
    device.vk.vkDestroyCommandPool(device.handle, m_pool, nullptr);
}

int SnugStream::copy(const SnugRange &from, const SnugRange &to, SnugMessage *message)
{
    if (!liesInside(from) || !liesInside(to) || from.bytes != to.bytes || from.bytes % 4 != 0)
        return fail(message, SNUG_INVALID, "a copy between ranges that do not fit their buffers or each other");
    if (from.bytes == 0)
        return SNUG_OK;
    SNUG_VULKAN_TRY(step(message));
    m_open->orderSteps();
    m_open->copy(from, to);
    return SNUG_OK;
}

int SnugStream::run(const SnugOperation &operation, SnugMessage *message)
{
    CheckedOperation checked{};
    SNUG_VULKAN_TRY(checkOperation(operation, device.listed.info, checked, message));
    const Shader *shader = findShader(operation.name, operation.type, checked.weighted);
    if (!shader)
        return fail(message, SNUG_UNSUPPORTED, "operation %u on type %u has no shader", operation.name, operation.type);
    SNUG_VULKAN_TRY(step(message));
    if (checked.fills) {
        m_open->orderSteps();
        m_open->fill(operation.operands[checked.filling.operand], checked.filling.word);
    }
    m_open->orderSteps();
    return m_open->dispatch(*shader, operation, checked, message);
}

int SnugStream::record(SnugEvent &event, SnugMessage *message)
{
    if (!m_open && !m_waits.empty()) // the event comes after those, too
        SNUG_VULKAN_TRY(open(message));
    if (m_open)
        SNUG_VULKAN_TRY(send(message));
    event.point = {m_timeline, m_sent};
    return SNUG_OK;
}

int SnugStream::waitFor(const SnugEvent &event, SnugMessage *message)
{
    if (!event.point.timeline)
        return fail(message, SNUG_INVALID, "an event that was never recorded");
    if (event.point.timeline == m_timeline || event.point.count == 0)
        return SNUG_OK;
    // What is enqueued already need not wait.
    if (m_open)
        SNUG_VULKAN_TRY(send(message));
    m_waits.push_back(event.point);
    return SNUG_OK;
}

int SnugStream::step(SnugMessage *message)
{
    if (m_open && m_open->steps() >= kMostSteps)
        SNUG_VULKAN_TRY(send(message));
    return m_open ? SNUG_OK : open(message);
}

int SnugStream::open(SnugMessage *message)
{
    SNUG_VULKAN_TRY(device.alive(message));
    std::uint64_t reached = 0;
    SNUG_VULKAN_TRY(m_timeline->reached(reached, message));
    while (!m_flying.empty() && m_flying.front()->count <= reached) {
        m_idle.push_back(std::move(m_flying.front()));
        m_flying.pop_front();
    }
    std::unique_ptr<Batch> batch;
    if (m_idle.empty()) {
        SNUG_VULKAN_TRY(Batch::create(device, m_pool, batch, message));
    } else {
        batch = std::move(m_idle.back());
        m_idle.pop_back();
    }
    SNUG_VULKAN_TRY(batch->begin(message));
    m_open = std::move(batch);
    return SNUG_OK;
}

int SnugStream::send(SnugMessage *message)
{
    std::unique_ptr<Batch> batch = std::move(m_open);
    SNUG_VULKAN_TRY(batch->end(message));
    std::vector<VkSemaphore> semaphores;
    std::vector<std::uint64_t> counts;
    for (const Point &point : m_waits) {
        semaphores.push_back(point.timeline->handle());
        counts.push_back(point.count);
    }
    const std::vector<VkPipelineStageFlags> stages(semaphores.size(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    const VkCommandBuffer commands = batch->commands();
    const VkSemaphore own = m_timeline->handle();
    const std::uint64_t count = m_sent + 1;

    VkTimelineSemaphoreSubmitInfo values{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    values.waitSemaphoreValueCount = static_cast<std::uint32_t>(counts.size());
    values.pWaitSemaphoreValues = counts.data();
    values.signalSemaphoreValueCount = 1;
    values.pSignalSemaphoreValues = &count;
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.pNext = &values;
    info.waitSemaphoreCount = static_cast<std::uint32_t>(semaphores.size());
    info.pWaitSemaphores = semaphores.data();
    info.pWaitDstStageMask = stages.data();
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    info.signalSemaphoreCount = 1;
    info.pSignalSemaphores = &own;

    batch->count = count;
    m_flying.push_back(std::move(batch));
    const VkResult result = submit(info);
    if (result == VK_SUCCESS) {
        m_sent = count;
        m_waits.clear();
        return SNUG_OK;
    }
    // Not sent: its commands never ran and can be thrown away.
    m_idle.push_back(std::move(m_flying.back()));
    m_flying.pop_back();
    return device.checked(result, message, "sending work to the device");
}

VkResult SnugStream::submit(const VkSubmitInfo &info)
{
    const std::lock_guard lock(m_queue.mutex);
    return device.vk.vkQueueSubmit(m_queue.handle, 1, &info, VK_NULL_HANDLE);
}
