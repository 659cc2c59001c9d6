// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The ledger: who holds which bytes. Every large buffer in core is taken through it. It is what the stacked chart
// draws, what limits are enforced on, and what predicted against measured is computed from.

#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

namespace snug {

enum class Place { Host, Device, Disk };
constexpr int kPlaceCount = 3;
/// Stable lower-case name: "host", "device", "disk".
std::string_view placeName(Place place);

/// In stacking order, bottom first.
enum class Component { Other, Weights, Activations, Statistics, Workspace, Output, KvCache };
constexpr int kComponentCount = 7;
/// Stable lower-case name: "other", "weights", "activations", "statistics", "workspace", "output", "kv_cache".
std::string_view componentName(Component component);

/// Bytes held now and at most so far, per place and component. A plain value.
struct LedgerFigures
{
    std::array<std::array<std::uint64_t, kComponentCount>, kPlaceCount> nowBytes{};
    std::array<std::uint64_t, kPlaceCount> totalBytes{};
    std::array<std::uint64_t, kPlaceCount> peakBytes{};
};

/// All methods are thread safe. It must outlive its leases.
class Ledger
{
public:
    /// Bytes taken from a ledger, given back by the destructor. Movable.
    class Lease
    {
    public:
        Lease() = default;
        Lease(Lease &&other) noexcept;
        Lease &operator=(Lease &&other) noexcept;
        ~Lease();
        std::uint64_t sizeBytes() const { return m_sizeBytes; }

    private:
        friend class Ledger;
        Ledger *m_ledger = nullptr;
        Place m_place = Place::Host;
        Component m_component = Component::Other;
        std::uint64_t m_sizeBytes = 0;
    };

    /// Most bytes that may be held at `place` at one time; nothing for no limit.
    void setLimit(Place place, std::optional<std::uint64_t> limitBytes);
    std::optional<std::uint64_t> limit(Place place) const;
    /// Errors: DoesNotFit when the limit would be passed; the message has the figures.
    Result<Lease> take(Place place, Component component, std::uint64_t sizeBytes);
    LedgerFigures figures() const;
    /// Makes what is held now the peak of every place, so that the next peak is that of what comes next.
    void resetPeaks();

private:
    void giveBack(Place place, Component component, std::uint64_t sizeBytes) noexcept;

    mutable std::mutex m_mutex; // guards all below
    LedgerFigures m_figures;
    std::array<std::optional<std::uint64_t>, kPlaceCount> m_limits;
};

/// A 64-byte aligned host buffer held in the ledger. Contents start undefined. Movable.
class HostBuffer
{
public:
    HostBuffer() = default;
    HostBuffer(HostBuffer &&other) noexcept;
    HostBuffer &operator=(HostBuffer &&other) noexcept;
    ~HostBuffer() = default;
    /// Errors: DoesNotFit when the ledger's limit would be passed or the system gives no memory.
    static Result<HostBuffer> take(Ledger &ledger, Component component, std::size_t sizeBytes);

    std::span<std::byte> bytes() { return {m_data.get(), m_sizeBytes}; }
    std::span<const std::byte> bytes() const { return {m_data.get(), m_sizeBytes}; }
    /// The buffer as floats; the size is rounded down to whole ones.
    std::span<float> floats() { return {reinterpret_cast<float *>(m_data.get()), m_sizeBytes / sizeof(float)}; }

private:
    struct Free
    {
        void operator()(std::byte *data) const noexcept;
    };
    Ledger::Lease m_lease; // declared first: given back only after the memory is
    std::unique_ptr<std::byte, Free> m_data;
    std::size_t m_sizeBytes = 0;
};

} // namespace snug
