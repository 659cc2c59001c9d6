// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/guarded.h"

#include "core/base/threadpool.h"
#include "core/jobs/measure/measureroom.h"
#include "core/memory/probes.h"

#include <algorithm>

namespace snug {

std::uint64_t ramLimitOr(std::optional<std::uint64_t> asked)
{
    if (asked)
        return *asked;
    const MemorySnapshot memory = readMemory();
    return (memory.ramAvailableBytes() + memory.process.residentBytes) / 10 * 9;
}

int threadsOr(int asked) { return asked > 0 ? asked : usableProcessorCount(); }

void limitLedger(Ledger &ledger, std::optional<std::uint64_t> ramBytes, int threads)
{
    if (ramBytes)
        ledger.setLimit(Place::Host, *ramBytes - std::min(*ramBytes, ramBesideLedger(threads)));
}

} // namespace snug
