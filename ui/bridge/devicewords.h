// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Devices as the window names them. GUI thread.

#pragma once

#include "core/jobs/context.h"
#include "core/jobs/devices.h"
#include "core/memory/probes.h"

#include <QString>

#include <string>
#include <vector>

namespace snug::ui {

/// "GeForce RTX 3050" for "NVIDIA GeForce RTX 3050 Laptop GPU": the maker and the kind of machine say nothing here.
QString shortCardName(const std::string &name);
/// A remark of core on a device, translated where Snug knows it.
QString remarkWords(const std::string &remark);
/// Whether work there needs memory of its own kind: everything but the processor.
bool isGpu(const Device &device);
/// The look at a device's memory: by id, else by name, for a card has another id in another library. Null where nobody
/// looks at it.
const GpuMemory *memoryOf(const Device &device, const std::vector<GpuMemory> &gpus);
/// "Processor", "GeForce RTX 3050 (CUDA)".
QString deviceTitle(const Device &device);
/// What matters when choosing: "5.6 of 5.7 GiB free · driver 555.42" and the remark where there is one; of a device
/// that cannot be chosen, why not.
QString deviceDetail(const Device &device);
/// The device of a job at work: "Processor" or the card.
QString workedOn(const ProgressSnapshot &progress);
/// That of a job that is over: "Processor", "GeForce RTX 3050 (CUDA)"; empty for none.
QString workedOn(const JobReport &report);
/// The same in a sentence: "on the processor", "on GeForce RTX 3050 (CUDA)".
QString onDevice(const JobReport &report);
/// A clause of core as a sentence: begins large, ends with a full stop.
QString asSentence(const QString &clause);

} // namespace snug::ui
