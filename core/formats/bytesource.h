// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where a header's bytes come from: a file, or memory in tests and fuzzers.

#pragma once

#include "core/base/inputfile.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace snug {

/// Bytes that can be read by position. Const methods are thread safe.
class ByteSource
{
public:
    virtual ~ByteSource() = default;
    /// For messages: a path, or a made-up name.
    virtual std::string name() const = 0;
    virtual std::uint64_t sizeBytes() const = 0;
    /// Fills `into` from `offset`. Errors: as InputFile::readAt.
    virtual Result<void> readAt(std::uint64_t offset, std::span<std::byte> into) const = 0;
};

/// A file; must not outlive it.
class FileSource final : public ByteSource
{
public:
    explicit FileSource(const InputFile &file) : m_file(file) {}
    std::string name() const override { return m_file.path().string(); }
    std::uint64_t sizeBytes() const override { return m_file.sizeBytes(); }
    Result<void> readAt(std::uint64_t offset, std::span<std::byte> into) const override
    {
        return m_file.readAt(offset, into);
    }

private:
    const InputFile &m_file;
};

/// Bytes in memory; must not outlive them.
class MemorySource final : public ByteSource
{
public:
    explicit MemorySource(std::span<const std::byte> bytes, std::string name = "memory")
        : m_bytes(bytes), m_name(std::move(name))
    {
    }
    std::string name() const override { return m_name; }
    std::uint64_t sizeBytes() const override { return m_bytes.size(); }
    Result<void> readAt(std::uint64_t offset, std::span<std::byte> into) const override;

private:
    std::span<const std::byte> m_bytes;
    std::string m_name;
};

} // namespace snug
