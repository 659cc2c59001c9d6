// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/slot.h"

namespace snug {

Result<std::vector<Slot>> takeSlots(const PipelineShape &shape, Ledger &ledger)
{
    std::vector<Slot> slots(static_cast<std::size_t>(shape.slotCount));
    for (Slot &slot : slots) {
        auto source = HostBuffer::take(ledger, Component::Weights, shape.sourceBytes);
        SNUG_TRY(source);
        slot.source = std::move(*source);
        for (std::uint64_t sizeBytes : shape.outputBytes) {
            auto output = HostBuffer::take(ledger, Component::Output, sizeBytes);
            SNUG_TRY(output);
            slot.outputs.push_back(std::move(*output));
        }
        const std::size_t variants = shape.outputBytes.size();
        slot.outputBytes.resize(variants);
        slot.signal.resize(variants);
        slot.noise.resize(variants);
        slot.seconds.resize(variants);
        slot.unweighted.resize(variants);
    }
    return slots;
}

Result<std::vector<Scratch>> takeScratch(const PipelineShape &shape, Ledger &ledger)
{
    std::vector<Scratch> scratch(static_cast<std::size_t>(shape.threads));
    for (Scratch &one : scratch) {
        auto values = HostBuffer::take(ledger, Component::Workspace, shape.scratchWeights * sizeof(float));
        SNUG_TRY(values);
        auto check = HostBuffer::take(ledger, Component::Workspace, shape.checkWeights * sizeof(float));
        SNUG_TRY(check);
        auto room = HostBuffer::take(ledger, Component::Workspace, shape.roomBytes);
        SNUG_TRY(room);
        one.values = std::move(*values);
        one.check = std::move(*check);
        one.room = std::move(*room);
    }
    return scratch;
}

} // namespace snug
