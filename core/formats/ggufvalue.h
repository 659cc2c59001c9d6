// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One metadata value of a GGUF file, kept in its encoded form so that copying a key never changes a byte.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snug {

/// Value types, numbered as the format numbers them.
// clang-format off
enum class GgufType : std::uint32_t {
    U8 = 0, I8 = 1, U16 = 2, I16 = 3, U32 = 4, I32 = 5, F32 = 6, Bool = 7, String = 8, Array = 9, U64 = 10, I64 = 11,
    F64 = 12,
};
// clang-format on

/// Bytes of one value of a fixed-size type; 0 for String and Array.
std::size_t ggufScalarBytes(GgufType type);

/// A value, validated when made: accessors never fail on a well-formed object, they answer nothing for another type.
class GgufValue
{
public:
    static GgufValue u8(std::uint8_t value);
    static GgufValue u16(std::uint16_t value);
    static GgufValue u32(std::uint32_t value);
    static GgufValue i32(std::int32_t value);
    static GgufValue u64(std::uint64_t value);
    static GgufValue f32(float value);
    static GgufValue boolean(bool value);
    static GgufValue string(std::string_view value);
    static GgufValue strings(std::span<const std::string> values);
    static GgufValue i32s(std::span<const std::int32_t> values);
    static GgufValue u32s(std::span<const std::uint32_t> values);
    static GgufValue f32s(std::span<const float> values);
    static GgufValue bools(const std::vector<bool> &values);
    /// For the reader: `payload` is the encoding after the type number and has been checked.
    static GgufValue encoded(GgufType type, std::vector<std::byte> payload);

    GgufType type() const { return m_type; }
    /// Element type and count of an array.
    std::optional<GgufType> elementType() const;
    std::uint64_t elementCount() const;
    std::span<const std::byte> payload() const { return m_payload; }

    std::optional<std::uint64_t> asUnsigned() const; ///< any non-negative integer type
    std::optional<std::int64_t> asSigned() const;    ///< any integer type that fits
    std::optional<double> asNumber() const;          ///< any integer or float type
    std::optional<bool> asBool() const; ///< any stored byte but 0 is true; the byte itself is kept as it is
    std::optional<std::string> asString() const;
    std::optional<std::vector<std::string>> asStrings() const;
    std::optional<std::vector<double>> asNumbers() const; ///< array of any number type
    std::optional<std::vector<bool>> asBools() const;

private:
    GgufType m_type = GgufType::U32;
    std::vector<std::byte> m_payload = std::vector<std::byte>(sizeof(std::uint32_t)); // never empty
};

/// Keys in file order, with the lookups everybody needs.
class GgufMetadata
{
public:
    using Entry = std::pair<std::string, GgufValue>;

    const std::vector<Entry> &entries() const { return m_entries; }
    const GgufValue *find(std::string_view key) const;
    /// Sets a key as the reference does: an existing one is removed first, the new one goes to the end.
    void set(std::string key, GgufValue value);
    void remove(std::string_view key);
    /// Appends without looking for an earlier one (for the reader, which has checked).
    void append(std::string key, GgufValue value);

    std::optional<std::uint64_t> unsignedAt(std::string_view key) const;
    std::optional<double> numberAt(std::string_view key) const;
    std::optional<std::string> stringAt(std::string_view key) const;

private:
    std::vector<Entry> m_entries;
};

} // namespace snug
