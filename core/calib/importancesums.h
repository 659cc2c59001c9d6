// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What an importance matrix is made of while it is collected: for every weight the squares of its input columns, added
// up, and how many rows went in.

#pragma once

#include "core/base/result.h"
#include "core/memory/ledger.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// One weight's sums, looked at. sums [experts x columns], counts [experts]. Valid until its weight is added to.
struct ImportanceEntry
{
    std::string_view name; ///< of the weight: "blk.0.ffn_down_exps.weight"
    std::uint64_t columns = 0;
    std::span<const double> sums;
    std::span<const std::uint64_t> counts;

    std::uint64_t experts() const { return counts.size(); }
    /// Experts that at least one row has reached.
    std::uint64_t seenExperts() const;
};

/// Sums of all weights, held in the ledger as Statistics. Sums are doubles: what a chunk gives may be float sums,
/// adding thousands of them up in floats (as the reference does) loses digits with the length of the text. Movable.
/// Threads: add() for different names at the same time, once these are declared; all else one at a time.
class ImportanceSums
{
public:
    /// The ledger must outlive it.
    explicit ImportanceSums(Ledger &ledger) : m_ledger(&ledger) {}

    /// What declare() takes from the ledger; saturates.
    static std::uint64_t bytesFor(std::uint64_t columns, std::uint64_t experts);

    /// Makes room for a weight, all zeros; nothing happens when it is there in the same shape. A weight of several
    /// matrices that all rows go through (as in multi-head latent attention) is one expert of columns * matrices.
    /// Errors: BadInput naming the weight when it is there in another shape, or has no columns or experts; DoesNotFit.
    Result<void> declare(const std::string &name, std::uint64_t columns, std::uint64_t experts = 1);

    /// Adds to one expert of a declared weight: squares [columns] of `rows` rows added up. Errors: BadInput naming
    /// weight and column for what is NaN, infinite or negative, with nothing added; Internal for a weight that is not
    /// declared, or another shape.
    Result<void> add(std::string_view name, std::uint64_t expert, std::span<const float> squares, std::uint64_t rows);

    /// Adds a whole weight, declaring it where it is new. Where one side has one count for all experts, as files of the
    /// older form do, it counts for each of them. Errors: BadInput naming the weight for another shape; DoesNotFit.
    Result<void> addEntry(const ImportanceEntry &entry);

    /// Adds all weights of another matrix. The order of merging does not matter, but for the last bits of a double.
    /// Errors: as addEntry(); shapes are compared before anything is added.
    Result<void> merge(const ImportanceSums &other);

    /// All weights by name.
    std::vector<ImportanceEntry> entries() const;
    bool empty() const { return m_slots.empty(); }

private:
    struct Slot
    {
        std::uint64_t columns = 0;
        std::uint64_t experts = 0;
        HostBuffer buffer;

        std::span<const double> sums() const;
        std::span<const std::uint64_t> counts() const;
        std::span<double> sums();
        std::span<std::uint64_t> counts();
    };
    using Slots = std::map<std::string, Slot, std::less<>>;

    Result<Slot> makeSlot(std::uint64_t columns, std::uint64_t experts) const;
    Result<void> spread(Slot &slot, std::uint64_t experts) const;

    Ledger *m_ledger;
    Slots m_slots;
};

/// Sentences about weights whose experts were not all reached: their number, and the first few weights with how many
/// experts of how many were seen. None when every expert was.
std::vector<std::string> coverageNotes(const ImportanceSums &sums);

} // namespace snug
