// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The ledger's books: one mutex, plain sums.

#include "core/memory/ledger.h"

#include "core/base/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

namespace snug {

namespace {

constexpr std::size_t kAlignment = 64; // a cache line, and the widest vector

std::size_t indexOf(Place place) { return static_cast<std::size_t>(place); }
std::size_t indexOf(Component component) { return static_cast<std::size_t>(component); }

std::string_view placeWords(Place place)
{
    switch (place) {
    case Place::Host:
        return "memory";
    case Place::Device:
        return "graphics memory";
    case Place::Disk:
        return "disk space";
    }
    return "memory";
}

std::string_view componentWords(Component component)
{
    return component == Component::KvCache ? "the KV cache" : componentName(component);
}

tl::unexpected<Error> failLimit(Place place, Component component, std::uint64_t wanted, std::uint64_t held,
                                std::uint64_t limit)
{
    const std::string_view words = placeWords(place);
    return fail(
        ErrorCode::DoesNotFit,
        fmt::format("The limit for {} is reached: {} more are needed for {}, and {} of the {} allowed are in use. "
                    "Raise the limit, or use fewer threads.",
                    words, formatBytes(wanted), componentWords(component), formatBytes(held), formatBytes(limit)));
}

} // namespace

std::string_view placeName(Place place)
{
    constexpr std::array<std::string_view, kPlaceCount> kNames = {"host", "device", "disk"};
    return kNames[indexOf(place)];
}

std::string_view componentName(Component component)
{
    constexpr std::array<std::string_view, kComponentCount> kNames = {
        "other", "weights", "activations", "statistics", "workspace", "output", "kv_cache"};
    return kNames[indexOf(component)];
}

Ledger::Lease::Lease(Lease &&other) noexcept
    : m_ledger(std::exchange(other.m_ledger, nullptr)), m_place(other.m_place), m_component(other.m_component),
      m_sizeBytes(std::exchange(other.m_sizeBytes, 0))
{
}

Ledger::Lease &Ledger::Lease::operator=(Lease &&other) noexcept
{
    if (this != &other) {
        if (m_ledger)
            m_ledger->giveBack(m_place, m_component, m_sizeBytes);
        m_ledger = std::exchange(other.m_ledger, nullptr);
        m_place = other.m_place;
        m_component = other.m_component;
        m_sizeBytes = std::exchange(other.m_sizeBytes, 0);
    }
    return *this;
}

Ledger::Lease::~Lease()
{
    if (m_ledger)
        m_ledger->giveBack(m_place, m_component, m_sizeBytes);
}

void Ledger::setLimit(Place place, std::optional<std::uint64_t> limitBytes)
{
    std::lock_guard lock(m_mutex);
    m_limits[indexOf(place)] = limitBytes;
}

std::optional<std::uint64_t> Ledger::limit(Place place) const
{
    std::lock_guard lock(m_mutex);
    return m_limits[indexOf(place)];
}

Result<Ledger::Lease> Ledger::take(Place place, Component component, std::uint64_t sizeBytes)
{
    const std::size_t at = indexOf(place);
    {
        std::lock_guard lock(m_mutex);
        const std::uint64_t held = m_figures.totalBytes[at];
        const auto total = checkedAdd(held, sizeBytes);
        const std::uint64_t most = m_limits[at].value_or(std::numeric_limits<std::uint64_t>::max());
        if (!total || *total > most)
            return failLimit(place, component, sizeBytes, held, most);
        m_figures.totalBytes[at] = *total;
        m_figures.nowBytes[at][indexOf(component)] += sizeBytes;
        m_figures.peakBytes[at] = std::max(m_figures.peakBytes[at], *total);
    }
    Lease lease;
    lease.m_ledger = this;
    lease.m_place = place;
    lease.m_component = component;
    lease.m_sizeBytes = sizeBytes;
    return lease;
}

LedgerFigures Ledger::figures() const
{
    std::lock_guard lock(m_mutex);
    return m_figures;
}

void Ledger::resetPeaks()
{
    std::lock_guard lock(m_mutex);
    m_figures.peakBytes = m_figures.totalBytes;
}

void Ledger::giveBack(Place place, Component component, std::uint64_t sizeBytes) noexcept
{
    std::lock_guard lock(m_mutex);
    m_figures.totalBytes[indexOf(place)] -= sizeBytes;
    m_figures.nowBytes[indexOf(place)][indexOf(component)] -= sizeBytes;
}

HostBuffer::HostBuffer(HostBuffer &&other) noexcept
    : m_lease(std::move(other.m_lease)), m_data(std::move(other.m_data)),
      m_sizeBytes(std::exchange(other.m_sizeBytes, 0))
{
}

HostBuffer &HostBuffer::operator=(HostBuffer &&other) noexcept
{
    m_data = std::move(other.m_data);
    m_sizeBytes = std::exchange(other.m_sizeBytes, 0);
    m_lease = std::move(other.m_lease);
    return *this;
}

Result<HostBuffer> HostBuffer::take(Ledger &ledger, Component component, std::size_t sizeBytes)
{
    auto lease = ledger.take(Place::Host, component, sizeBytes);
    if (!lease)
        return tl::unexpected<Error>(std::move(lease).error());
    HostBuffer buffer;
    buffer.m_lease = std::move(*lease);
    if (sizeBytes == 0)
        return buffer;
    // aligned_alloc wants whole multiples of the alignment.
    const auto rounded = alignUp(sizeBytes, kAlignment);
    if (rounded)
        buffer.m_data.reset(static_cast<std::byte *>(std::aligned_alloc(kAlignment, *rounded)));
    if (!buffer.m_data)
        return fail(
            ErrorCode::DoesNotFit,
            fmt::format("The system gave no memory: {} more are needed for {}. Close other programs, or use fewer "
                        "threads.",
                        formatBytes(sizeBytes), componentWords(component)));
    buffer.m_sizeBytes = sizeBytes;
    return buffer;
}

void HostBuffer::Free::operator()(std::byte *data) const noexcept { std::free(data); }

} // namespace snug
