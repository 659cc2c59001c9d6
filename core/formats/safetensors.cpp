// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One safetensors file: an 8-byte length, a JSON object, then the tensors' bytes without a gap.

#include "core/formats/safetensors.h"

#include "core/base/json.h"
#include "core/base/sizes.h"
#include "core/formats/bytesource.h"
#include "core/formats/littleendian.h"
#include "core/formats/missingfile.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

namespace snug {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; // the format's limit
constexpr std::size_t kMaxDims = 16;                   // the format has none; no model comes near

// A tensor takes about ten values and lies three levels deep.
constexpr JsonLimits kLimits{kMaxHeaderBytes, 10'000'000, /*depth=*/8, /*uniqueKeys=*/true};

struct Dtype
{
    std::string_view name;
    std::uint32_t bits;
};

// clang-format off
constexpr std::array kDtypes = {
    Dtype{"BOOL", 8}, Dtype{"U8", 8}, Dtype{"I8", 8}, Dtype{"U16", 16}, Dtype{"I16", 16}, Dtype{"U32", 32},
    Dtype{"I32", 32}, Dtype{"U64", 64}, Dtype{"I64", 64}, Dtype{"F16", 16}, Dtype{"BF16", 16}, Dtype{"F32", 32},
    Dtype{"F64", 64}, Dtype{"C64", 64}, Dtype{"F8_E4M3", 8}, Dtype{"F8_E5M2", 8}, Dtype{"F8_E8M0", 8},
    Dtype{"F8_E4M3FNUZ", 8}, Dtype{"F8_E5M2FNUZ", 8}, Dtype{"F6_E2M3", 6}, Dtype{"F6_E3M2", 6}, Dtype{"F4", 4},
};
// clang-format on

/// Bits of all elements; nothing on overflow.
std::optional<std::uint64_t> bitsOf(const SafetensorsTensor &tensor)
{
    // A dimension of 0 makes the product 0 whatever the others are, so it is looked for first.
    if (std::ranges::find(tensor.shape, 0U) != tensor.shape.end())
        return 0;
    std::uint64_t bits = safetensorsDtypeBits(tensor.dtype).value_or(0);
    for (const std::uint64_t dim : tensor.shape) {
        const std::optional<std::uint64_t> product = checkedMul(bits, dim);
        if (!product)
            return std::nullopt;
        bits = *product;
    }
    return bits;
}

class SafetensorsParser
{
public:
    explicit SafetensorsParser(const ByteSource &source) : m_source(source) {}

    Result<std::vector<SafetensorsTensor>> parse()
    {
        SNUG_TRY(readLength());
        const Result<Json> header = readHeader();
        if (!header)
            return fail(header.error());
        for (const auto &[name, entry] : header->items()) {
            if (name == "__metadata__")
                SNUG_TRY(checkMetadata(entry));
            else
                SNUG_TRY(readTensor(name, entry));
        }
        SNUG_TRY(checkPlaces());
        return std::move(m_tensors);
    }

private:
    tl::unexpected<Error> bad(std::string_view message, std::optional<std::uint64_t> offset = std::nullopt) const
    {
        return fail(ErrorCode::BadInput, fmt::format("{}: {}", m_source.name(), message), m_source.name(), offset);
    }
    tl::unexpected<Error> cut(std::string_view message) const
    {
        return failCut(fmt::format("{}: {}", m_source.name(), message), m_source.name(), m_source.sizeBytes());
    }
    tl::unexpected<Error> badTensor(std::string_view name, std::string_view message,
                                    ErrorCode code = ErrorCode::BadInput) const
    {
        return fail(code, fmt::format("{}: Tensor {} {}", m_source.name(), quoteName(name), message), m_source.name(),
                    std::nullopt, std::string(name));
    }

    bool startsAsPointer() const;
    Result<void> readLength();
    Result<Json> readHeader() const;
    Result<void> checkMetadata(const Json &metadata) const;
    Result<void> readTensor(const std::string &name, const Json &entry);
    Result<void> readDtype(SafetensorsTensor &tensor, const Json &entry) const;
    Result<void> readShape(SafetensorsTensor &tensor, const Json &entry) const;
    Result<void> readOffsets(SafetensorsTensor &tensor, const Json &entry) const;
    Result<void> checkSize(const SafetensorsTensor &tensor) const;
    Result<void> checkPlaces();

    std::uint64_t dataOffset() const { return kLengthBytes + m_headerBytes; }
    std::uint64_t dataBytes() const { return m_source.sizeBytes() - dataOffset(); }

    const ByteSource &m_source;
    std::uint64_t m_headerBytes = 0;
    std::vector<SafetensorsTensor> m_tensors;
};

bool SafetensorsParser::startsAsPointer() const
{
    std::array<char, 64> start{};
    const auto size = std::min<std::uint64_t>(start.size(), m_source.sizeBytes());
    const auto text = std::span(start).first(static_cast<std::size_t>(size));
    return m_source.readAt(0, std::as_writable_bytes(text)) && isLfsPointer(std::string_view(text.data(), text.size()));
}

Result<void> SafetensorsParser::readLength()
{
    std::array<std::byte, kLengthBytes> bytes{};
    if (m_source.sizeBytes() < kLengthBytes)
        return cut("The file is too short for a safetensors file. It is incomplete; copy or download it again.");
    SNUG_TRY(m_source.readAt(0, bytes));
    m_headerBytes = loadLittle<std::uint64_t>(bytes);
    if (m_headerBytes > kMaxHeaderBytes && startsAsPointer())
        return bad(fmt::format("The file {}.", kLfsPointer), 0);
    if (m_headerBytes > kMaxHeaderBytes)
        return bad(fmt::format("The header would be {} bytes long, where at most {} are allowed, so this is not a "
                               "safetensors file, or it is damaged; download it again.",
                               m_headerBytes, kMaxHeaderBytes),
                   0);
    if (m_headerBytes > m_source.sizeBytes() - kLengthBytes)
        return cut(fmt::format("The header is {} bytes long, more than the file has. It is incomplete; copy or "
                               "download it again.",
                               m_headerBytes));
    return {};
}

Result<Json> SafetensorsParser::readHeader() const
{
    std::string text(m_headerBytes, '\0');
    SNUG_TRY(m_source.readAt(kLengthBytes, std::as_writable_bytes(std::span(text))));
    // Also refuses a byte order mark, which the JSON reader would let pass and the format does not.
    if (!text.starts_with('{'))
        return bad("The header does not start with '{', so this is not a safetensors file, or it is damaged.",
                   kLengthBytes);
    Result<Json> header = parseJson(text, fmt::format("The header of {}", m_source.name()), kLimits);
    if (!header) {
        Error error = std::move(header).error();
        error.file = m_source.name();
        error.offset = kLengthBytes + error.offset.value_or(0);
        return fail(std::move(error));
    }
    return header;
}

Result<void> SafetensorsParser::checkMetadata(const Json &metadata) const
{
    const bool isSound = metadata.is_object() && std::ranges::all_of(metadata, &Json::is_string);
    if (!isSound)
        return bad("The header's __metadata__ is not an object of strings. The file is damaged.", kLengthBytes);
    return {};
}

Result<void> SafetensorsParser::readTensor(const std::string &name, const Json &entry)
{
    if (name.empty() || !isPlainText(name))
        return bad(fmt::format("The tensor name {} is not plain UTF-8 text. The file is damaged.", quoteName(name)),
                   kLengthBytes);
    if (!entry.is_object())
        return badTensor(name, "is not described by a JSON object. The file is damaged.");
    SafetensorsTensor tensor;
    tensor.name = name;
    SNUG_TRY(readDtype(tensor, entry));
    SNUG_TRY(readShape(tensor, entry));
    SNUG_TRY(readOffsets(tensor, entry));
    SNUG_TRY(checkSize(tensor));
    m_tensors.push_back(std::move(tensor));
    return {};
}

Result<void> SafetensorsParser::readDtype(SafetensorsTensor &tensor, const Json &entry) const
{
    const auto dtype = entry.find("dtype");
    if (dtype == entry.end() || !dtype->is_string())
        return badTensor(tensor.name, "has no dtype. The file is damaged.");
    tensor.dtype = dtype->get_ref<const std::string &>();
    if (!safetensorsDtypeBits(tensor.dtype))
        return badTensor(tensor.name,
                         fmt::format("has the unknown dtype {}. It may come from a newer program than this one knows.",
                                     quoteName(tensor.dtype)),
                         ErrorCode::Unsupported);
    return {};
}

Result<void> SafetensorsParser::readShape(SafetensorsTensor &tensor, const Json &entry) const
{
    const auto shape = entry.find("shape");
    if (shape == entry.end() || !shape->is_array() || !std::ranges::all_of(*shape, &Json::is_number_unsigned))
        return badTensor(tensor.name, "has no shape of whole numbers. The file is damaged.");
    if (shape->size() > kMaxDims)
        return badTensor(tensor.name, fmt::format("has {} dimensions; at most {} are read. The file is damaged.",
                                                  shape->size(), kMaxDims));
    for (const Json &dim : *shape)
        tensor.shape.push_back(dim.get<std::uint64_t>());
    return {};
}

Result<void> SafetensorsParser::readOffsets(SafetensorsTensor &tensor, const Json &entry) const
{
    const auto offsets = entry.find("data_offsets");
    if (offsets == entry.end() || !offsets->is_array() || offsets->size() != 2 ||
        !std::ranges::all_of(*offsets, &Json::is_number_unsigned))
        return badTensor(tensor.name, "has no data_offsets of two whole numbers. The file is damaged.");
    const auto begin = offsets->at(0).get<std::uint64_t>();
    const auto end = offsets->at(1).get<std::uint64_t>();
    if (begin > end || end > dataBytes())
        return failCut(fmt::format("{}: Tensor {} lies at bytes {} to {} of the data, which has {}. The file is "
                                   "incomplete or damaged; copy or download it again.",
                                   m_source.name(), quoteName(tensor.name), begin, end, dataBytes()),
                       m_source.name(), std::nullopt, tensor.name);
    tensor.offset = dataOffset() + begin;
    tensor.sizeBytes = end - begin;
    return {};
}

Result<void> SafetensorsParser::checkSize(const SafetensorsTensor &tensor) const
{
    const std::optional<std::uint64_t> bits = bitsOf(tensor);
    if (!bits || *bits % 8 != 0 || *bits / 8 != tensor.sizeBytes)
        return badTensor(tensor.name, fmt::format("has {} bytes, which its shape and dtype {} contradict. The file is "
                                                  "damaged.",
                                                  tensor.sizeBytes, tensor.dtype));
    return {};
}

Result<void> SafetensorsParser::checkPlaces()
{
    std::ranges::sort(m_tensors, {}, [](const SafetensorsTensor &tensor) {
        return std::tuple(tensor.offset, tensor.sizeBytes, std::string_view(tensor.name));
    });
    std::uint64_t expected = dataOffset();
    for (const SafetensorsTensor &tensor : m_tensors) {
        if (tensor.offset != expected)
            return badTensor(tensor.name,
                             fmt::format("starts at byte {} of the file, where byte {} is next: its bytes {}. The file "
                                         "is damaged.",
                                         tensor.offset, expected,
                                         tensor.offset < expected ? "overlap others" : "leave a gap"));
        expected += tensor.sizeBytes;
    }
    if (expected != m_source.sizeBytes())
        return bad(
            fmt::format("The tensors end at byte {}, but the file has {} bytes. It is damaged; copy or download it "
                        "again.",
                        expected, m_source.sizeBytes()),
            expected);
    return {};
}

} // namespace

std::optional<std::uint32_t> safetensorsDtypeBits(std::string_view dtype)
{
    const auto found = std::ranges::find(kDtypes, dtype, &Dtype::name);
    return found == kDtypes.end() ? std::nullopt : std::optional(found->bits);
}

Result<std::vector<SafetensorsTensor>> readSafetensorsHeader(const ByteSource &source)
{
    return SafetensorsParser(source).parse();
}

Result<std::vector<SafetensorsTensor>> readSafetensorsHeader(const InputFile &file)
{
    return readSafetensorsHeader(FileSource(file));
}

} // namespace snug
