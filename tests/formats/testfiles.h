// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Helpers of the tests of this room: whole files as bytes, manifests, and GGUF files built byte by byte.

#pragma once

#include "core/formats/ggufvalue.h"
#include "core/formats/littleendian.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug::test {

using Bytes = std::vector<std::byte>;

inline Bytes readWhole(const std::filesystem::path &path)
{
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray all = file.readAll();
    const auto *first = reinterpret_cast<const std::byte *>(all.constData());
    return {first, first + all.size()};
}

inline bool writeWhole(const std::filesystem::path &path, std::span<const std::byte> bytes)
{
    QFile file(QString::fromStdString(path.string()));
    const auto size = static_cast<qint64>(bytes.size());
    return file.open(QIODevice::WriteOnly) && file.write(reinterpret_cast<const char *>(bytes.data()), size) == size;
}

inline Bytes bytesOf(std::string_view text)
{
    const auto *first = reinterpret_cast<const std::byte *>(text.data());
    return {first, first + text.size()};
}

inline QJsonObject readJson(const std::filesystem::path &path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// A safetensors file with this header and that many bytes of data.
inline Bytes safetensorsFile(std::string_view header, std::size_t dataBytes)
{
    Bytes bytes;
    appendLittle<std::uint64_t>(bytes, header.size());
    for (const char letter : header)
        appendLittle(bytes, letter);
    bytes.resize(bytes.size() + dataBytes);
    return bytes;
}

/// Builds a GGUF file field by field, sound or not.
class GgufBytes
{
public:
    explicit GgufBytes(std::uint64_t tensorCount = 0, std::uint64_t keyCount = 0, std::uint32_t version = 3)
    {
        raw("GGUF").number(version).number(tensorCount).number(keyCount);
    }

    template <class T> GgufBytes &number(T value)
    {
        appendLittle(m_bytes, value);
        return *this;
    }
    GgufBytes &raw(std::string_view text)
    {
        for (const char letter : text)
            appendLittle(m_bytes, letter);
        return *this;
    }
    GgufBytes &string(std::string_view text) { return number<std::uint64_t>(text.size()).raw(text); }
    GgufBytes &key(std::string_view name, const GgufValue &value)
    {
        string(name).number(static_cast<std::uint32_t>(value.type()));
        m_bytes.insert(m_bytes.end(), value.payload().begin(), value.payload().end());
        return *this;
    }
    GgufBytes &tensor(std::string_view name, std::vector<std::uint64_t> dims, std::uint32_t type, std::uint64_t offset)
    {
        string(name).number(static_cast<std::uint32_t>(dims.size()));
        for (const std::uint64_t dim : dims)
            number(dim);
        return number(type).number(offset);
    }
    /// Pads to the alignment, then `count` bytes of data.
    GgufBytes &data(std::size_t count, std::size_t alignment = 32)
    {
        m_bytes.resize((m_bytes.size() + alignment - 1) / alignment * alignment + count, std::byte{0x3C});
        return *this;
    }

    const Bytes &bytes() const { return m_bytes; }

private:
    Bytes m_bytes;
};

} // namespace snug::test
