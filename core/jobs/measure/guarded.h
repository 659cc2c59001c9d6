// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What all measurements do the same way: no exception passes, limits of RAM, threads.

#pragma once

#include "core/base/result.h"
#include "core/memory/ledger.h"

#include <exception>
#include <new>
#include <optional>

namespace snug {

/// Calls `work`, which gives a Result; what it throws becomes an error.
template <class Work> auto guarded(Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::DoesNotFit, "The system gave no more memory. Free some, or set --ram lower.");
    } catch (const std::exception &failure) {
        return fail(ErrorCode::Internal, failure.what());
    }
}

/// As asked, or nine tenths of what this process has and could still take.
std::uint64_t ramLimitOr(std::optional<std::uint64_t> asked);
/// As asked, or all processors it may run on for 0.
int threadsOr(int asked);
/// Keeps the books within a limit that was asked for; what the program takes beside them is taken off.
void limitLedger(Ledger &ledger, std::optional<std::uint64_t> ramBytes, int threads);

} // namespace snug
