// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The GGUF reader: preamble, keys, tensor descriptions, then where the data lies.

#include "core/base/sizes.h"
#include "core/formats/bytesource.h"
#include "core/formats/gguf.h"
#include "core/formats/headerreader.h"
#include "core/formats/littleendian.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <set>

namespace snug {
namespace {

// Limits on a header. The format has none; the largest real ones stay below a tenth of each.
constexpr std::uint64_t kMaxHeaderBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kMaxKeys = 100'000;
constexpr std::uint64_t kMaxTensors = 1'000'000;

// Least bytes of an entry: a length and one character of a name, then the least that can follow.
constexpr std::uint64_t kLeastKeyBytes = 8 + 1 + 4 + 1;
constexpr std::uint64_t kLeastTensorBytes = 8 + 1 + 4 + 8 + 4 + 8;

constexpr std::uint64_t kMaxKeyNameBytes = 65'535; // the specification's limit

std::string_view typeName(GgufType type)
{
    constexpr std::array<std::string_view, 13> kNames = {"u8",   "i8",     "u16",   "i16", "u32", "i32", "f32",
                                                         "bool", "string", "array", "u64", "i64", "f64"};
    return kNames[static_cast<std::size_t>(type)];
}

class GgufParser
{
public:
    explicit GgufParser(const ByteSource &source) : m_source(source), m_reader(source, kMaxHeaderBytes) {}

    Result<GgufHeader> parse()
    {
        if (readPreamble() && readKeys() && readAlignment() && readTensors() && placeTensors() && checkOverlap())
            return std::move(m_header);
        return snug::fail(m_reader.takeError());
    }

private:
    bool bad(std::string_view message) { return m_reader.fail(ErrorCode::BadInput, message); }
    bool badAt(std::uint64_t offset, std::string_view message)
    {
        return m_reader.failAt(offset, ErrorCode::BadInput, message);
    }
    bool badCount(std::uint64_t offset, std::uint64_t count, std::string_view things, std::uint64_t most);

    bool readPreamble();
    bool checkMagic(std::span<const std::byte, 4> magic);
    bool checkVersion(std::uint32_t version);
    bool checkCounts();

    bool readKeys();
    bool readKeyName(std::string &key);
    bool readType(GgufType &type, std::string_view what);
    bool readValue(GgufType type, std::vector<std::byte> &payload);
    bool readStringInto(std::vector<std::byte> &payload);
    bool readArrayInto(std::vector<std::byte> &payload);
    bool readAlignment();

    bool readTensors();
    bool readTensor(GgufTensor &tensor);
    bool readTensorName(std::string &name);
    bool readDims(GgufTensor &tensor);
    bool readTensorType(GgufTensor &tensor);
    bool placeTensors();
    bool placeTensor(GgufTensor &tensor, std::uint64_t describedAt);
    bool checkOverlap();

    const ByteSource &m_source;
    HeaderReader m_reader;
    GgufHeader m_header;
    std::uint64_t m_keyCount = 0;
    std::uint64_t m_tensorCount = 0;
    std::set<std::string> m_names; // keys, then tensor names; a tree, so that chosen names cannot make it slow
    std::vector<std::uint64_t> m_describedAt; // where each tensor's description starts
};

bool GgufParser::readPreamble()
{
    m_reader.setPart("the first 24 bytes");
    std::array<std::byte, 4> magic{};
    if (m_source.sizeBytes() == 0)
        return m_reader.failCutAt(
            0, "The file is empty, not a GGUF file. It was probably cut short; copy or download it again.");
    if (!m_reader.read(magic) || !checkMagic(magic))
        return false;
    return m_reader.number(m_header.version) && checkVersion(m_header.version) && m_reader.number(m_tensorCount) &&
           m_reader.number(m_keyCount) && checkCounts();
}

bool GgufParser::checkMagic(std::span<const std::byte, 4> magic)
{
    const std::string_view text(reinterpret_cast<const char *>(magic.data()), magic.size());
    if (text == "GGUF")
        return true;
    constexpr std::array<std::string_view, 4> kOlder = {"lmgg", "fmgg", "tjgg", "algg"};
    const std::string swapped(text.rbegin(), text.rend());
    for (const std::string_view older : kOlder) {
        if (text == older || swapped == older)
            return m_reader.failAt(0, ErrorCode::Unsupported,
                                   "The file is in a GGML format older than GGUF. Use a GGUF version of the model.");
    }
    return badAt(
        0, fmt::format("The file does not start with 'GGUF' but with {}, so it is not a GGUF file.", quoteName(text)));
}

bool GgufParser::checkVersion(std::uint32_t version)
{
    constexpr std::uint64_t kAt = 4;
    if (version == 2 || version == 3)
        return true;
    if (version != 0 && (version & 0xFFFFU) == 0)
        return m_reader.failAt(kAt, ErrorCode::Unsupported,
                               "The file is a big-endian GGUF file (its version number is byte-swapped); only "
                               "little-endian files can be read. Use the little-endian version of the model.");
    if (version == 1)
        return m_reader.failAt(kAt, ErrorCode::Unsupported,
                               "The file is GGUF version 1, which is no longer in use; versions 2 and 3 can be read. "
                               "Use a newer conversion of the model.");
    return m_reader.failAt(kAt, ErrorCode::Unsupported,
                           fmt::format("The file is GGUF version {}; versions 2 and 3 can be read. It may come from a "
                                       "newer program than this one knows.",
                                       version));
}

bool GgufParser::checkCounts()
{
    if (m_tensorCount > kMaxTensors || m_tensorCount > m_reader.left() / kLeastTensorBytes)
        return badCount(8, m_tensorCount, "tensors", kMaxTensors);
    if (m_keyCount > kMaxKeys || m_keyCount > m_reader.left() / kLeastKeyBytes)
        return badCount(16, m_keyCount, "keys", kMaxKeys);
    return true;
}

bool GgufParser::badCount(std::uint64_t offset, std::uint64_t count, std::string_view things, std::uint64_t most)
{
    const std::string message =
        fmt::format("The header announces {} {}, more than {}. The file is damaged or incomplete.", count, things,
                    count > most ? "any model has" : "fit in the file");
    return count > most ? badAt(offset, message) : m_reader.failCutAt(offset, message);
}

bool GgufParser::readKeys()
{
    for (std::uint64_t i = 0; i < m_keyCount; ++i) {
        std::string key;
        GgufType type{};
        std::vector<std::byte> payload;
        m_reader.setPart("a key");
        if (!readKeyName(key) || !readType(type, "value"))
            return false;
        m_reader.setPart("the value of a key");
        if (!readValue(type, payload))
            return false;
        payload.shrink_to_fit();
        m_header.metadata.append(std::move(key), GgufValue::encoded(type, std::move(payload)));
    }
    m_names.clear();
    return true;
}

bool GgufParser::readKeyName(std::string &key)
{
    const std::uint64_t start = m_reader.offset();
    if (!m_reader.string(key, kMaxKeyNameBytes))
        return false;
    if (key.empty())
        return badAt(start, "A key in the header is empty. The file is damaged.");
    if (!isPlainText(key))
        return badAt(start, fmt::format("The key {} is not plain UTF-8 text. The file is damaged.", quoteName(key)));
    if (!m_names.insert(key).second)
        return badAt(start, fmt::format("The key {} is there twice. The file is damaged.", quoteName(key)));
    return true;
}

bool GgufParser::readType(GgufType &type, std::string_view what)
{
    const std::uint64_t start = m_reader.offset();
    std::uint32_t number = 0;
    if (!m_reader.number(number))
        return false;
    if (number > static_cast<std::uint32_t>(GgufType::F64))
        return badAt(start, fmt::format("A {} in the header has the unknown type {}; types are 0 to 12. The file is "
                                        "damaged, or made by a newer program.",
                                        what, number));
    type = static_cast<GgufType>(number);
    return true;
}

bool GgufParser::readValue(GgufType type, std::vector<std::byte> &payload)
{
    if (type == GgufType::String)
        return readStringInto(payload);
    if (type == GgufType::Array)
        return readArrayInto(payload);
    payload.resize(ggufScalarBytes(type));
    return m_reader.read(payload);
}

bool GgufParser::readStringInto(std::vector<std::byte> &payload)
{
    std::uint64_t length = 0;
    if (!m_reader.number(length) || !m_reader.available(length))
        return false;
    appendLittle(payload, length);
    const std::size_t start = payload.size();
    payload.resize(start + length);
    return m_reader.read(std::span(payload).subspan(start));
}

bool GgufParser::readArrayInto(std::vector<std::byte> &payload)
{
    const std::uint64_t start = m_reader.offset();
    GgufType element{};
    std::uint64_t count = 0;
    if (!readType(element, "list") || !m_reader.number(count))
        return false;
    if (element == GgufType::Array)
        return m_reader.failAt(start, ErrorCode::Unsupported,
                               "A value in the header is a list of lists, which no known model uses and is not read.");
    const std::size_t stride = element == GgufType::String ? sizeof(std::uint64_t) : ggufScalarBytes(element);
    if (count > m_reader.left() / stride)
        return m_reader.failCutAt(start, fmt::format("A list of {} values of type {} runs past the end of the file. "
                                                     "The file is damaged or incomplete.",
                                                     count, typeName(element)));
    appendLittle(payload, static_cast<std::uint32_t>(element));
    appendLittle(payload, count);
    if (element == GgufType::String) {
        for (std::uint64_t i = 0; i < count; ++i) {
            if (!readStringInto(payload))
                return false;
        }
        return true;
    }
    if (!m_reader.available(count * stride))
        return false;
    const std::size_t head = payload.size();
    payload.resize(head + count * stride);
    return m_reader.read(std::span(payload).subspan(head));
}

bool GgufParser::readAlignment()
{
    const GgufValue *value = m_header.metadata.find(kGgufAlignmentKey);
    if (!value)
        return true;
    const std::uint64_t alignment = value->asUnsigned().value_or(0);
    if (!std::has_single_bit(alignment) || alignment > kGgufMaxAlignment)
        return bad(fmt::format("The key '{}' is {}; it has to be a power of two up to {}. The file is damaged.",
                               kGgufAlignmentKey, alignment, kGgufMaxAlignment));
    m_header.alignment = static_cast<std::uint32_t>(alignment);
    return true;
}

bool GgufParser::readTensors()
{
    for (std::uint64_t i = 0; i < m_tensorCount; ++i) {
        m_describedAt.push_back(m_reader.offset());
        GgufTensor tensor;
        if (!readTensor(tensor))
            return false;
        m_header.tensors.push_back(std::move(tensor));
    }
    return true;
}

bool GgufParser::readTensor(GgufTensor &tensor)
{
    if (!readTensorName(tensor.name) || !readDims(tensor) || !readTensorType(tensor) || !m_reader.number(tensor.offset))
        return false;
    const std::optional<std::uint64_t> sizeBytes = tensorBytes(tensor.type, tensor.dims);
    if (!sizeBytes)
        return badAt(m_describedAt.back(),
                     fmt::format("The size of tensor {} is more than 64 bits can hold. The file is damaged.",
                                 quoteName(tensor.name)));
    tensor.sizeBytes = *sizeBytes;
    return true;
}

bool GgufParser::readTensorName(std::string &name)
{
    const std::uint64_t start = m_reader.offset();
    m_reader.setPart("the name of a tensor");
    if (!m_reader.string(name, kGgufMaxTensorNameBytes))
        return false;
    m_reader.setPart("the description of a tensor");
    if (name.empty() || !isPlainText(name))
        return badAt(start,
                     fmt::format("The tensor name {} is not plain UTF-8 text. The file is damaged.", quoteName(name)));
    if (!m_names.insert(name).second)
        return badAt(start, fmt::format("The tensor {} is there twice. The file is damaged.", quoteName(name)));
    return true;
}

bool GgufParser::readDims(GgufTensor &tensor)
{
    const std::uint64_t start = m_reader.offset();
    std::uint32_t count = 0;
    if (!m_reader.number(count))
        return false;
    if (count < 1 || count > kGgufMaxDims)
        return badAt(start, fmt::format("Tensor {} has {} dimensions; 1 to {} are allowed. The file is damaged.",
                                        quoteName(tensor.name), count, kGgufMaxDims));
    tensor.dims.resize(count);
    for (std::uint64_t &dim : tensor.dims) {
        const std::uint64_t at = m_reader.offset();
        if (!m_reader.number(dim))
            return false;
        if (dim == 0 || dim > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return badAt(at, fmt::format("Tensor {} has a dimension of {}. The file is damaged.",
                                         quoteName(tensor.name), static_cast<std::int64_t>(dim)));
    }
    return true;
}

bool GgufParser::readTensorType(GgufTensor &tensor)
{
    const std::uint64_t start = m_reader.offset();
    std::uint32_t number = 0;
    if (!m_reader.number(number))
        return false;
    const TensorTypeInfo *info = findTensorType(number);
    if (!info)
        return m_reader.failAt(start, ErrorCode::Unsupported,
                               fmt::format("Tensor {} has storage type {}, which is unknown: it was withdrawn from the "
                                           "format, or is newer than this program.",
                                           quoteName(tensor.name), number));
    if (tensor.dims[0] % info->blockLength != 0)
        return badAt(start, fmt::format("Tensor {} has rows of {} weights, which {} cannot store in blocks of {}. The "
                                        "file is damaged.",
                                        quoteName(tensor.name), tensor.dims[0], info->name, info->blockLength));
    tensor.type = info->type;
    return true;
}

bool GgufParser::placeTensors()
{
    // The header is at most kMaxHeaderBytes long, so this cannot overflow.
    m_header.dataOffset = *alignUp(m_reader.offset(), m_header.alignment);
    for (std::size_t i = 0; i < m_header.tensors.size(); ++i) {
        if (!placeTensor(m_header.tensors[i], m_describedAt[i]))
            return false;
    }
    return true;
}

bool GgufParser::placeTensor(GgufTensor &tensor, std::uint64_t describedAt)
{
    if (tensor.offset % m_header.alignment != 0)
        return badAt(describedAt, fmt::format("Tensor {} starts at {} in the data, which is not a multiple of the "
                                              "alignment {}. The file is damaged.",
                                              quoteName(tensor.name), tensor.offset, m_header.alignment));
    const std::optional<std::uint64_t> start = checkedAdd(m_header.dataOffset, tensor.offset);
    const std::optional<std::uint64_t> end = start ? checkedAdd(*start, tensor.sizeBytes) : std::nullopt;
    if (!end || *end > m_source.sizeBytes())
        return m_reader.failCutAt(
            describedAt, fmt::format("The {} bytes of tensor {} at {} in the data run past the end of the "
                                     "file, which has {} bytes. It is incomplete or damaged; copy or download "
                                     "it again.",
                                     tensor.sizeBytes, quoteName(tensor.name), tensor.offset, m_source.sizeBytes()));
    tensor.offset = *start;
    return true;
}

bool GgufParser::checkOverlap()
{
    std::vector<std::size_t> order(m_header.tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [this](std::size_t i) { return m_header.tensors[i].offset; });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const GgufTensor &before = m_header.tensors[order[i - 1]];
        const GgufTensor &after = m_header.tensors[order[i]];
        if (after.offset < before.offset + before.sizeBytes)
            return badAt(m_describedAt[order[i]], fmt::format("The tensors {} and {} share bytes. The file is damaged.",
                                                              quoteName(before.name), quoteName(after.name)));
    }
    return true;
}

} // namespace

Result<GgufHeader> readGgufHeader(const ByteSource &source) { return GgufParser(source).parse(); }

Result<GgufHeader> readGgufHeader(const InputFile &file) { return readGgufHeader(FileSource(file)); }

} // namespace snug
