// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/formats/imatrixdat.h"

#include "core/formats/bytesource.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace snug {
namespace {

constexpr std::int32_t kMaxEntries = 1'000'000;
constexpr std::int32_t kMaxNameBytes = 4096;
// Length of the name, one character of it, calls, count of values, one value.
constexpr std::uint64_t kLeastEntryBytes = 4 + 1 + 4 + 4 + 4;

/// Walks the file entry by entry, over the values without reading them.
class DatReader
{
public:
    explicit DatReader(const ByteSource &source) : m_source(source) {}

    Result<Imatrix> read()
    {
        SNUG_TRY(readEntries());
        SNUG_TRY(readText());
        std::ranges::sort(m_matrix.entries, {}, &ImatrixEntry::name);
        return std::move(m_matrix);
    }

private:
    Result<void> readEntries();
    Result<void> readEntry(std::int32_t index);
    Result<void> readText();
    Result<std::int32_t> readNumber(const std::string &part);
    Result<std::string> readBytes(std::int32_t count, const std::string &part);
    std::uint64_t left() const { return m_source.sizeBytes() - m_offset; }
    tl::unexpected<Error> bad(const std::string &what) const
    {
        return fail(ErrorCode::BadInput, fmt::format("{}, byte {}: {}", m_source.name(), m_offset, what),
                    m_source.name(), m_offset);
    }
    tl::unexpected<Error> cut(const std::string &part) const
    {
        return bad(fmt::format("The importance matrix ends inside {}. The file is incomplete; copy it again.", part));
    }

    const ByteSource &m_source;
    std::uint64_t m_offset = 0;
    Imatrix m_matrix;
    std::set<std::string> m_names;
};

Result<std::int32_t> DatReader::readNumber(const std::string &part)
{
    std::int32_t number = 0;
    if (left() < sizeof(number))
        return cut(part);
    SNUG_TRY(m_source.readAt(m_offset, std::as_writable_bytes(std::span(&number, 1))));
    m_offset += sizeof(number);
    return number;
}

Result<std::string> DatReader::readBytes(std::int32_t count, const std::string &part)
{
    std::string text(static_cast<std::size_t>(count), '\0');
    if (left() < text.size())
        return cut(part);
    SNUG_TRY(m_source.readAt(m_offset, std::as_writable_bytes(std::span(text))));
    m_offset += text.size();
    return text;
}

Result<void> DatReader::readEntries()
{
    const auto count = readNumber("its first number");
    SNUG_TRY(count);
    if (*count < 1 || *count > kMaxEntries || static_cast<std::uint64_t>(*count) > left() / kLeastEntryBytes)
        return bad(fmt::format("The file is no importance matrix: it starts neither with 'GGUF' nor with a count of "
                               "entries that fit in it ({}). Choose another file.",
                               *count));
    for (std::int32_t i = 0; i < *count; ++i)
        SNUG_TRY(readEntry(i));
    return {};
}

Result<void> DatReader::readEntry(std::int32_t index)
{
    const std::string part = fmt::format("entry {}", index + 1);
    const auto nameBytes = readNumber(part);
    SNUG_TRY(nameBytes);
    if (*nameBytes < 1 || *nameBytes > kMaxNameBytes)
        return bad(fmt::format("The name of {} is {} bytes long, 1 to {} are possible. The file is damaged or no "
                               "importance matrix.",
                               part, *nameBytes, kMaxNameBytes));
    auto name = readBytes(*nameBytes, "the name of " + part);
    SNUG_TRY(name);
    if (!isPlainText(*name))
        return bad(fmt::format("The name of {} is not plain text: {}. The file is damaged or no importance matrix.",
                               part, quoteName(*name)));
    if (!m_names.insert(*name).second)
        return bad(fmt::format("The entry {} is there twice. The file is damaged.", quoteName(*name)));
    ImatrixEntry entry;
    entry.name = *std::move(name);
    const auto calls = readNumber("entry " + quoteName(entry.name));
    SNUG_TRY(calls);
    const auto values = readNumber("entry " + quoteName(entry.name));
    SNUG_TRY(values);
    if (*values < 1)
        return bad(fmt::format("The entry {} has {} values, at least 1 is needed. The file is damaged.",
                               quoteName(entry.name), *values));
    entry.calls = *calls;
    entry.valueCount = static_cast<std::uint64_t>(*values);
    entry.sumsOffset = m_offset;
    if (left() / sizeof(float) < entry.valueCount)
        return cut(fmt::format("entry {}, which has {} values", quoteName(entry.name), *values));
    m_offset += entry.valueCount * sizeof(float);
    m_matrix.entries.push_back(std::move(entry));
    return {};
}

Result<void> DatReader::readText()
{
    if (left() == 0)
        return {};
    const auto chunks = readNumber("the count of chunks");
    SNUG_TRY(chunks);
    m_matrix.chunkCount = static_cast<std::uint64_t>(std::max(*chunks, 0));
    const auto nameBytes = readNumber("the name of the text");
    SNUG_TRY(nameBytes);
    if (*nameBytes < 0 || *nameBytes > kMaxNameBytes)
        return bad(fmt::format("The name of the text is {} bytes long, at most {} are possible. The file is damaged.",
                               *nameBytes, kMaxNameBytes));
    auto name = readBytes(*nameBytes, "the name of the text");
    SNUG_TRY(name);
    m_matrix.datasets.push_back(*std::move(name));
    return {};
}

} // namespace

Result<Imatrix> readImatrixDat(const ByteSource &source) { return DatReader(source).read(); }

} // namespace snug
