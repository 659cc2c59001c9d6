// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One stretch of a slice on a device: sent, turned to floats, quantized for each variant, measured, fetched; then what
// the device could not do exactly is done again here.

#pragma once

#include "core/jobs/device/devicelane.h"
#include "core/jobs/pipeline/sliceworker.h"

#include <span>
#include <vector>

namespace snug {

class DeviceWork
{
public:
    /// All arguments outlive it. `importance` is the tensor's, or empty; the stretch lies within one expert then. It
    /// has lane.weights at most.
    DeviceWork(const PreparedJob &job, std::span<const float> importance, const BackendDevice &device, DeviceLane &lane,
               Slot &slot, Scratch &scratch, const Stretch &stretch);

    /// Fills `variants` of the slot's stretch and adds to its sums. After a fault the slot's contents are unspecified.
    /// A weight that is NaN or infinite, or too large, is an error in the slot, as in workSlice().
    DeviceResult<void> run(std::span<const std::size_t> variants);

private:
    /// What comes back for one variant, and where in the download buffer.
    struct Fetched
    {
        std::size_t variant;
        std::uint64_t blockCount, blocksBytes;
        std::uint64_t blocksAt, flagsAt, sumsAt;
    };

    DeviceResult<void> load();
    DeviceResult<void> loadSource();
    DeviceResult<void> loadImportance();
    DeviceResult<void> enqueue(Fetched &fetched);
    bool isWeighted(TensorType type) const;
    bool looksAtRows(TensorType type) const;
    bool collect(const Fetched &fetched);
    void measureHere(const Fetched &fetched, const Stretch &part, std::span<const std::uint32_t> leftOut);
    /// Adds the errors of blocks of which `wanted` is true; scratch.values holds the weights of the part.
    template <class Wanted> void addErrors(const Fetched &fetched, const Stretch &part, Wanted wanted);
    /// Blocks to be done again, and those of them that are missing in the device's error sums.
    struct Flags
    {
        std::vector<std::uint32_t> again;
        std::span<const std::uint32_t> unmeasured;
    };
    Flags flagsOf(const Fetched &fetched) const;
    /// Does flagged blocks again, a unit (a run of blocks, or a row) at a time.
    bool redo(const Fetched &fetched, const Flags &flags);
    void countRedone(const Fetched &fetched, const Flags &flags, const Stretch &unit);

    TensorType targetOf(std::size_t variant) const;
    template <class T> std::span<const T> downloaded(std::uint64_t offset, std::uint64_t count) const;

    const PreparedJob &m_job;
    const ModelTensor &m_tensor;
    std::span<const float> m_importance; ///< of the whole tensor
    std::span<const float> m_columns;    ///< of this stretch's expert
    const BackendDevice &m_device;
    DeviceLane &m_lane;
    Slot &m_slot;
    Scratch &m_scratch;
    const Stretch m_stretch;
    const std::uint64_t m_firstWeight; ///< in the tensor
    std::uint64_t m_rows = 0;          ///< whose mean squares are wanted; 0 where none are
    std::uint64_t m_back = 0;          ///< end of what is fetched so far, in the download buffer
    std::uint64_t m_indexAt = 0, m_rowFlagsAt = 0;
};

} // namespace snug
