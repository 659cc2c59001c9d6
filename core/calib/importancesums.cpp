// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/calib/importancesums.h"

#include "core/base/sizes.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>

namespace snug {
namespace {

constexpr std::size_t kNamed = 3;

std::string shapeWords(std::uint64_t columns, std::uint64_t experts)
{
    return experts == 1 ? fmt::format("{} columns", columns)
                        : fmt::format("{} columns of {} experts", columns, experts);
}

tl::unexpected<Error> otherShape(std::string_view name, const std::string &here, const std::string &there)
{
    return fail(ErrorCode::BadInput,
                fmt::format("The importance matrices do not go together: {} has {} in one and {} in the other. Merge "
                            "and continue matrices of the same model only.",
                            quoteName(name), here, there),
                {}, std::nullopt, std::string(name));
}

/// Whether one can be added to the other: same shape, or one count for all experts on one side.
bool fit(std::uint64_t columns, std::uint64_t experts, std::uint64_t otherColumns, std::uint64_t otherExperts)
{
    return columns * experts == otherColumns * otherExperts &&
           (experts == otherExperts || experts == 1 || otherExperts == 1);
}

} // namespace

std::uint64_t ImportanceEntry::seenExperts() const
{
    return static_cast<std::uint64_t>(std::ranges::count_if(counts, [](std::uint64_t count) { return count > 0; }));
}

// The buffer holds the sums, then the counts.
std::span<const double> ImportanceSums::Slot::sums() const
{
    return {reinterpret_cast<const double *>(buffer.bytes().data()), static_cast<std::size_t>(columns * experts)};
}

std::span<const std::uint64_t> ImportanceSums::Slot::counts() const
{
    const auto bytes = buffer.bytes().subspan(sums().size_bytes());
    return {reinterpret_cast<const std::uint64_t *>(bytes.data()), static_cast<std::size_t>(experts)};
}

std::span<double> ImportanceSums::Slot::sums()
{
    return {reinterpret_cast<double *>(buffer.bytes().data()), static_cast<std::size_t>(columns * experts)};
}

std::span<std::uint64_t> ImportanceSums::Slot::counts()
{
    const auto bytes = buffer.bytes().subspan(sums().size_bytes());
    return {reinterpret_cast<std::uint64_t *>(bytes.data()), static_cast<std::size_t>(experts)};
}

std::uint64_t ImportanceSums::bytesFor(std::uint64_t columns, std::uint64_t experts)
{
    const auto values = checkedMul(columns, experts);
    const auto numbers = values ? checkedAdd(*values, experts) : std::nullopt;
    const auto bytes = numbers ? checkedMul(*numbers, sizeof(double)) : std::nullopt;
    return bytes.value_or(std::numeric_limits<std::uint64_t>::max());
}

Result<ImportanceSums::Slot> ImportanceSums::makeSlot(std::uint64_t columns, std::uint64_t experts) const
{
    static_assert(sizeof(std::uint64_t) == sizeof(double));
    auto buffer = HostBuffer::take(*m_ledger, Component::Statistics, bytesFor(columns, experts));
    SNUG_TRY(buffer);
    std::ranges::fill(buffer->bytes(), std::byte{0});
    return Slot{columns, experts, *std::move(buffer)};
}

Result<void> ImportanceSums::declare(const std::string &name, std::uint64_t columns, std::uint64_t experts)
{
    if (columns == 0 || experts == 0)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} has {} columns of {} experts; an importance matrix needs at least one of each. The "
                                "model is damaged.",
                                quoteName(name), columns, experts),
                    {}, std::nullopt, name);
    if (const auto found = m_slots.find(name); found != m_slots.end()) {
        if (found->second.columns == columns && found->second.experts == experts)
            return {};
        return otherShape(name, shapeWords(found->second.columns, found->second.experts), shapeWords(columns, experts));
    }
    auto slot = makeSlot(columns, experts);
    SNUG_TRY(slot);
    m_slots.emplace(name, *std::move(slot));
    return {};
}

Result<void> ImportanceSums::add(std::string_view name, std::uint64_t expert, std::span<const float> squares,
                                 std::uint64_t rows)
{
    const auto found = m_slots.find(name);
    if (found == m_slots.end() || expert >= found->second.experts || squares.size() != found->second.columns)
        return fail(ErrorCode::Internal, fmt::format("Squares of {} columns for expert {} of {} were not expected.",
                                                     squares.size(), expert, quoteName(name)));
    const auto wrong =
        std::ranges::find_if(squares, [](float value) { return !(value >= 0) || !std::isfinite(value); });
    if (wrong != squares.end())
        return fail(ErrorCode::BadInput,
                    fmt::format("The squared input of {} is {} in column {}: the model computes numbers that are not "
                                "finite on this text. Check the model file, or use the original weights.",
                                name, std::isnan(*wrong) ? "NaN" : fmt::to_string(*wrong), wrong - squares.begin()),
                    {}, std::nullopt, std::string(name));
    Slot &slot = found->second;
    const auto into = slot.sums().subspan(static_cast<std::size_t>(expert * slot.columns), squares.size());
    std::ranges::transform(into, squares, into.begin(), std::plus<>());
    slot.counts()[static_cast<std::size_t>(expert)] += rows;
    return {};
}

/// One count for all becomes one an expert.
Result<void> ImportanceSums::spread(Slot &slot, std::uint64_t experts) const
{
    auto wide = makeSlot(slot.columns / experts, experts);
    SNUG_TRY(wide);
    std::ranges::copy(slot.sums(), wide->sums().begin());
    std::ranges::fill(wide->counts(), slot.counts().front());
    slot = *std::move(wide);
    return {};
}

Result<void> ImportanceSums::addEntry(const ImportanceEntry &entry)
{
    assert(entry.sums.size() == entry.columns * entry.experts());
    const std::string name(entry.name);
    auto found = m_slots.find(name);
    if (found == m_slots.end()) {
        SNUG_TRY(declare(name, entry.columns, entry.experts()));
        found = m_slots.find(name);
    }
    Slot &slot = found->second;
    if (!fit(slot.columns, slot.experts, entry.columns, entry.experts()))
        return otherShape(name, shapeWords(slot.columns, slot.experts), shapeWords(entry.columns, entry.experts()));
    if (slot.experts < entry.experts())
        SNUG_TRY(spread(slot, entry.experts()));
    const auto sums = slot.sums();
    std::ranges::transform(sums, entry.sums, sums.begin(), std::plus<>());
    const auto counts = slot.counts();
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] += entry.counts[entry.counts.size() == 1 ? 0 : i];
    return {};
}

Result<void> ImportanceSums::merge(const ImportanceSums &other)
{
    const std::vector<ImportanceEntry> more = other.entries();
    for (const ImportanceEntry &entry : more)
        if (const auto found = m_slots.find(entry.name);
            found != m_slots.end() &&
            !fit(found->second.columns, found->second.experts, entry.columns, entry.experts()))
            return otherShape(entry.name, shapeWords(found->second.columns, found->second.experts),
                              shapeWords(entry.columns, entry.experts()));
    for (const ImportanceEntry &entry : more)
        SNUG_TRY(addEntry(entry));
    return {};
}

std::vector<ImportanceEntry> ImportanceSums::entries() const
{
    std::vector<ImportanceEntry> entries;
    entries.reserve(m_slots.size());
    for (const auto &[name, slot] : m_slots)
        entries.push_back({name, slot.columns, slot.sums(), slot.counts()});
    return entries;
}

std::vector<std::string> coverageNotes(const ImportanceSums &sums)
{
    std::size_t weights = 0;
    std::string named;
    for (const ImportanceEntry &entry : sums.entries()) {
        const std::uint64_t seen = entry.seenExperts();
        if (seen == entry.experts())
            continue;
        if (++weights <= kNamed)
            named += fmt::format("{}{} {} of {}", weights == 1 ? "" : ", ", entry.name, seen, entry.experts());
    }
    if (weights == 0)
        return {};
    return {fmt::format("The text did not reach all experts of {} weight{} (seen: {}{}); quantizing takes those it did "
                        "not reach as equally important in every column. A longer or more varied text reaches more.",
                        weights, weights == 1 ? "" : "s", named,
                        weights > kNamed ? fmt::format(" and {} more", weights - kNamed) : "")};
}

} // namespace snug
