// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/device/devicelane.h"

namespace snug {

namespace {

struct Wanted
{
    DeviceBuffer DeviceLane::*buffer;
    BufferKind kind;
    Component component;
    std::uint64_t sizeBytes;
};

} // namespace

DeviceResult<DeviceLane> DeviceLane::open(const BackendDevice &device, const LaneShape &shape, Ledger &ledger)
{
    auto stream = device.stream();
    SNUG_TRY_DEVICE(stream);
    DeviceLane lane(*std::move(stream));
    const Wanted wanted[] = {
        {&DeviceLane::source, BufferKind::OnDevice, Component::Weights, shape.sourceBytes},
        {&DeviceLane::values, BufferKind::OnDevice, Component::Workspace, shape.valuesBytes},
        {&DeviceLane::results, BufferKind::OnDevice, Component::Workspace, shape.valuesBytes},
        {&DeviceLane::blocks, BufferKind::OnDevice, Component::Output, shape.blocksBytes},
        {&DeviceLane::flags, BufferKind::OnDevice, Component::Workspace, shape.flagsBytes},
        {&DeviceLane::sums, BufferKind::OnDevice, Component::Workspace, shape.sumsBytes},
        {&DeviceLane::index, BufferKind::OnDevice, Component::Workspace, sizeof(std::uint32_t)},
        {&DeviceLane::importance, BufferKind::OnDevice, Component::Statistics, shape.importanceBytes},
        {&DeviceLane::rowSquares, BufferKind::OnDevice, Component::Workspace, shape.rowsBytes},
        {&DeviceLane::rowFlags, BufferKind::OnDevice, Component::Workspace, shape.rowFlagsBytes},
        {&DeviceLane::upload, BufferKind::Upload, Component::Weights, shape.uploadBytes},
        {&DeviceLane::uploadImportance, BufferKind::Upload, Component::Statistics, shape.importanceBytes},
        {&DeviceLane::download, BufferKind::Download, Component::Output, shape.downloadBytes},
    };
    for (const Wanted &one : wanted) {
        if (one.sizeBytes == 0)
            continue;
        auto buffer = device.take(ledger, one.component, one.kind, one.sizeBytes);
        SNUG_TRY_DEVICE(buffer);
        lane.*one.buffer = *std::move(buffer);
    }
    return lane;
}

DeviceResult<void> DeviceLane::send(std::span<const std::byte> bytes, const DeviceBuffer &staging,
                                    const DeviceBuffer &to)
{
    std::memcpy(staging.bytes().data(), bytes.data(), bytes.size());
    return stream.copy(staging.range(0, bytes.size()), to.range(0, bytes.size()));
}

DeviceResult<void> DeviceLane::fetch(const DeviceBuffer &from, std::uint64_t sizeBytes, std::uint64_t &offset)
{
    const SnugRange range = from.range(0, sizeBytes);
    SNUG_TRY_DEVICE(stream.copy(range, download.range(offset, sizeBytes)));
    offset += range.bytes;
    return {};
}

} // namespace snug
