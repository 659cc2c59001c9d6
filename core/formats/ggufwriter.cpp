// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The GGUF writer: a layout worked out beforehand, then bytes in order.

#include "core/base/sizes.h"
#include "core/formats/gguf.h"
#include "core/formats/littleendian.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>

namespace snug {
namespace {

constexpr std::uint32_t kVersion = 3;
constexpr std::size_t kPreambleBytes = 4 + 4 + 8 + 8;

/// Where everything will lie.
struct Layout
{
    std::uint32_t alignment = kGgufDefaultAlignment;
    std::uint64_t headerBytes = 0; ///< without padding
    std::uint64_t fileBytes = 0;
    std::vector<std::uint64_t> tensorBytes; ///< without padding
    std::vector<std::uint64_t> dataOffsets; ///< from the start of the data
};

/// The alignment that the keys ask for; nothing when it is no power of two or too large.
std::optional<std::uint32_t> alignmentOf(const GgufMetadata &metadata)
{
    const GgufValue *value = metadata.find(kGgufAlignmentKey);
    if (!value)
        return kGgufDefaultAlignment;
    const std::uint64_t alignment = value->asUnsigned().value_or(0);
    if (!std::has_single_bit(alignment) || alignment > kGgufMaxAlignment)
        return std::nullopt;
    return static_cast<std::uint32_t>(alignment);
}

bool isSound(const GgufWriter::Tensor &tensor)
{
    return !tensor.name.empty() && tensor.name.size() <= kGgufMaxTensorNameBytes && !tensor.dims.empty() &&
           tensor.dims.size() <= kGgufMaxDims && std::ranges::find(tensor.dims, 0U) == tensor.dims.end() &&
           tensorBytes(tensor.type, tensor.dims);
}

std::uint64_t encodedBytes(const GgufWriter::Tensor &tensor)
{
    return 8 + tensor.name.size() + 4 + 8 * tensor.dims.size() + 4 + 8;
}

Result<std::uint64_t> encodedBytes(const GgufMetadata &metadata)
{
    std::uint64_t sizeBytes = 0;
    std::set<std::string_view> keys;
    for (const auto &[key, value] : metadata.entries()) {
        if (key.empty() || !keys.insert(key).second)
            return fail(ErrorCode::Internal,
                        fmt::format("The key {} cannot be written: it is empty or there twice.", quoteName(key)));
        sizeBytes += 8 + key.size() + 4 + value.payload().size();
    }
    return sizeBytes;
}

/// Adds one tensor behind those laid out so far; false on overflow.
bool addTensor(Layout &layout, std::uint64_t &dataBytes, const GgufWriter::Tensor &tensor)
{
    const std::uint64_t sizeBytes = *tensorBytes(tensor.type, tensor.dims);
    const std::optional<std::uint64_t> end = checkedAdd(dataBytes, sizeBytes);
    const std::optional<std::uint64_t> padded = end ? alignUp(*end, layout.alignment) : std::nullopt;
    if (!padded)
        return false;
    layout.tensorBytes.push_back(sizeBytes);
    layout.dataOffsets.push_back(dataBytes);
    layout.headerBytes += encodedBytes(tensor);
    dataBytes = *padded;
    return true;
}

Result<Layout> layOut(const GgufMetadata &metadata, std::span<const GgufWriter::Tensor> tensors)
{
    const std::optional<std::uint32_t> alignment = alignmentOf(metadata);
    if (!alignment)
        return fail(ErrorCode::Internal, fmt::format("The key '{}' cannot be written: it is no power of two up to {}.",
                                                     kGgufAlignmentKey, kGgufMaxAlignment));
    const Result<std::uint64_t> keyBytes = encodedBytes(metadata);
    if (!keyBytes)
        return fail(keyBytes.error());
    Layout layout;
    layout.alignment = *alignment;
    layout.headerBytes = kPreambleBytes + *keyBytes;
    std::uint64_t dataBytes = 0;
    std::set<std::string_view> names;
    for (const GgufWriter::Tensor &tensor : tensors) {
        if (!isSound(tensor) || !names.insert(tensor.name).second || !addTensor(layout, dataBytes, tensor))
            return fail(ErrorCode::Internal,
                        fmt::format("Tensor {} cannot be written: its name, shape or size is not allowed in a GGUF "
                                    "file.",
                                    quoteName(tensor.name)));
    }
    const std::optional<std::uint64_t> dataOffset = alignUp(layout.headerBytes, layout.alignment);
    const std::optional<std::uint64_t> total = dataOffset ? checkedAdd(*dataOffset, dataBytes) : std::nullopt;
    if (!total)
        return fail(ErrorCode::Internal, "The file would be larger than 64 bits can count.");
    layout.fileBytes = *total;
    return layout;
}

void appendString(std::vector<std::byte> &out, std::string_view text)
{
    appendLittle<std::uint64_t>(out, text.size());
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void appendKeys(std::vector<std::byte> &out, const GgufMetadata &metadata)
{
    for (const auto &[key, value] : metadata.entries()) {
        appendString(out, key);
        appendLittle(out, static_cast<std::uint32_t>(value.type()));
        out.insert(out.end(), value.payload().begin(), value.payload().end());
    }
}

std::vector<std::byte> encodeHeader(const GgufMetadata &metadata, std::span<const GgufWriter::Tensor> tensors,
                                    const Layout &layout)
{
    std::vector<std::byte> out;
    out.reserve(layout.headerBytes + layout.alignment);
    for (const char letter : {'G', 'G', 'U', 'F'})
        appendLittle(out, letter);
    appendLittle(out, kVersion);
    appendLittle<std::uint64_t>(out, tensors.size());
    appendLittle<std::uint64_t>(out, metadata.entries().size());
    appendKeys(out, metadata);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        appendString(out, tensors[i].name);
        appendLittle(out, static_cast<std::uint32_t>(tensors[i].dims.size()));
        for (const std::uint64_t dim : tensors[i].dims)
            appendLittle(out, dim);
        appendLittle(out, static_cast<std::uint32_t>(tensors[i].type));
        appendLittle(out, layout.dataOffsets[i]);
    }
    out.resize(*alignUp(out.size(), layout.alignment));
    return out;
}

} // namespace

std::optional<std::uint64_t> GgufWriter::fileBytes(const GgufMetadata &metadata, std::span<const Tensor> tensors)
{
    const Result<Layout> layout = layOut(metadata, tensors);
    return layout ? std::optional(layout->fileBytes) : std::nullopt;
}

GgufWriter::GgufWriter(AtomicFile file) : m_file(std::move(file)) {}

Result<GgufWriter> GgufWriter::create(const std::filesystem::path &target, const GgufMetadata &metadata,
                                      std::vector<Tensor> tensors, Overwrite overwrite)
{
    Result<Layout> layout = layOut(metadata, tensors);
    if (!layout)
        return fail(std::move(layout).error().inFile(target.string()));
    Result<AtomicFile> file = AtomicFile::create(target, overwrite);
    if (!file)
        return fail(std::move(file).error());
    SNUG_TRY(file->reserve(layout->fileBytes));
    GgufWriter writer(*std::move(file));
    SNUG_TRY(writer.write(encodeHeader(metadata, tensors, *layout)));
    writer.m_alignment = layout->alignment;
    writer.m_tensorBytes = std::move(layout->tensorBytes);
    writer.m_left = writer.m_tensorBytes.empty() ? 0 : writer.m_tensorBytes.front();
    return writer;
}

Result<void> GgufWriter::append(std::span<const std::byte> bytes)
{
    if (bytes.size() > m_left)
        return fail(ErrorCode::Internal, fmt::format("Tensor {} of the output got {} bytes more than it has room for.",
                                                     m_current, bytes.size() - m_left));
    SNUG_TRY(write(bytes));
    m_left -= bytes.size();
    if (m_left > 0 || bytes.empty())
        return {};
    const std::vector<std::byte> padding(*alignUp(m_file.sizeBytes(), m_alignment) - m_file.sizeBytes());
    SNUG_TRY(write(padding));
    ++m_current;
    m_left = m_current < m_tensorBytes.size() ? m_tensorBytes[m_current] : 0;
    return {};
}

Result<void> GgufWriter::write(std::span<const std::byte> bytes)
{
    SNUG_TRY(m_file.append(bytes));
    m_hash.update(bytes);
    return {};
}

Result<void> GgufWriter::finish()
{
    if (!complete())
        return fail(ErrorCode::Internal, fmt::format("The output has {} tensors, of which {} are complete.",
                                                     m_tensorBytes.size(), m_current));
    return m_file.sync();
}

Result<void> GgufWriter::commit()
{
    SNUG_TRY(finish());
    SNUG_TRY(m_file.commit());
    m_sha256 = m_hash.finishHex();
    return {};
}

void GgufWriter::withdraw() { m_file.withdraw(); }

void GgufWriter::discard() { m_file.discard(); }

} // namespace snug
