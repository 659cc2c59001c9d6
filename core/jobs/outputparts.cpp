// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/outputparts.h"

#include "core/base/sizes.h"
#include "core/formats/ggufsplit.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

// All parts are open until they get their names together, and a process has some 1000 files.
constexpr std::size_t kMaxParts = 500;

/// How many tensors each part gets, in output order.
using Cut = std::vector<std::size_t>;

/// As the source is cut. Parts that have lost all their tensors go; the first stays, for the keys.
Cut sourceCut(const Model &model)
{
    Cut cut{0};
    std::size_t file = 0;
    for (const ModelTensor &tensor : model.tensors) {
        if (tensor.source.fileIndex != file)
            cut.push_back(0);
        file = tensor.source.fileIndex;
        ++cut.back();
    }
    return cut;
}

constexpr std::uint64_t keyBytes(std::string_view key) { return 8 + key.size() + 4; }

/// Preamble and keys of a part: two of 16 bits, one of 32.
constexpr std::uint64_t kSplitHeaderBytes =
    24 + keyBytes(kSplitNumberKey) + 2 + keyBytes(kSplitCountKey) + 2 + keyBytes(kSplitTensorCountKey) + 4;

/// Walks the tensors and begins a new part when the next would not fit any more.
class SizeCut
{
public:
    SizeCut(std::uint64_t limitBytes, const GgufMetadata &metadata, std::uint64_t alignment)
        : m_limitBytes(limitBytes), m_alignment(alignment)
    {
        for (const auto &[key, value] : metadata.entries())
            m_headerBytes += keyBytes(key) + value.payload().size();
    }

    Cut run(std::span<const GgufWriter::Tensor> tensors)
    {
        for (const GgufWriter::Tensor &tensor : tensors) {
            const std::uint64_t header = 8 + tensor.name.size() + 4 + 8 * tensor.dims.size() + 4 + 8;
            const std::uint64_t data = padded(tensorBytes(tensor.type, tensor.dims).value_or(0));
            // A part holds at least one tensor; but the first may be left to the keys when a tensor would fit alone.
            const bool roomy = m_cut.back() > 0 || fileBytes(kSplitHeaderBytes, header, data) <= m_limitBytes;
            if (roomy && fileBytes(m_headerBytes, header, m_dataBytes + data) > m_limitBytes) {
                m_cut.push_back(0);
                m_headerBytes = kSplitHeaderBytes;
                m_dataBytes = 0;
            }
            m_headerBytes += header;
            m_dataBytes += data;
            ++m_cut.back();
        }
        return m_cut;
    }

private:
    std::uint64_t padded(std::uint64_t bytes) const { return alignUp(bytes, m_alignment).value_or(bytes); }
    std::uint64_t fileBytes(std::uint64_t before, std::uint64_t header, std::uint64_t data) const
    {
        return padded(before + header) + data;
    }

    std::uint64_t m_limitBytes, m_alignment;
    std::uint64_t m_headerBytes = kSplitHeaderBytes, m_dataBytes = 0; // of the current part
    Cut m_cut{0};
};

void setSplitKeys(GgufMetadata &metadata, std::size_t number, std::size_t count, std::size_t tensorCount)
{
    metadata.set(std::string(kSplitNumberKey), GgufValue::u16(static_cast<std::uint16_t>(number)));
    metadata.set(std::string(kSplitCountKey), GgufValue::u16(static_cast<std::uint16_t>(count)));
    metadata.set(std::string(kSplitTensorCountKey), GgufValue::i32(static_cast<std::int32_t>(tensorCount)));
}

std::filesystem::path withoutExtension(const std::filesystem::path &target)
{
    std::string extension = target.extension().string();
    std::ranges::transform(extension, extension.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return extension == ".gguf" ? target.parent_path() / target.stem() : target;
}

Result<Cut> chooseCut(const JobSpec &spec, const Model &model, const GgufMetadata &metadata,
                      std::span<const GgufWriter::Tensor> tensors)
{
    if (spec.keepSplit && spec.splitSizeBytes)
        return fail(ErrorCode::Usage, "--keep-split and --split-size are given together. Give one of them.");
    Cut cut{tensors.size()};
    if (spec.keepSplit)
        cut = sourceCut(model);
    const auto whole = GgufWriter::fileBytes(metadata, tensors);
    if (spec.splitSizeBytes && whole && *whole > *spec.splitSizeBytes) {
        const std::uint64_t alignment = metadata.unsignedAt(kGgufAlignmentKey).value_or(kGgufDefaultAlignment);
        cut = SizeCut(*spec.splitSizeBytes, metadata, alignment).run(tensors);
    }
    if (cut.size() > kMaxParts)
        return fail(ErrorCode::Usage,
                    fmt::format("{} would be split into {} files, at most {} are possible. Give a larger --split-size.",
                                model.name, cut.size(), kMaxParts));
    return cut;
}

} // namespace

Result<std::vector<OutputPart>> layOutParts(const JobSpec &spec, const Model &model, const GgufMetadata &metadata,
                                            std::span<const TensorDecision> decisions,
                                            const std::filesystem::path &target)
{
    std::vector<GgufWriter::Tensor> tensors;
    for (std::size_t i = 0; i < decisions.size(); ++i)
        tensors.push_back({model.tensors[i].name, model.tensors[i].dims, decisions[i].type});
    const auto cut = chooseCut(spec, model, metadata, tensors);
    SNUG_TRY(cut);
    std::vector<OutputPart> parts(cut->size());
    auto next = tensors.begin();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        OutputPart &part = parts[i];
        part.path = target;
        if (i == 0)
            part.metadata = metadata;
        if (parts.size() > 1) {
            setSplitKeys(part.metadata, i, parts.size(), tensors.size());
            part.path = splitPath(withoutExtension(target), static_cast<std::uint32_t>(i),
                                  static_cast<std::uint32_t>(parts.size()));
        }
        const auto end = next + static_cast<std::ptrdiff_t>((*cut)[i]);
        part.tensors.assign(std::move_iterator(next), std::move_iterator(end));
        next = end;
        const auto sizeBytes = GgufWriter::fileBytes(part.metadata, part.tensors);
        if (!sizeBytes)
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensors of {} do not add up to a file: a size is too large.", model.name));
        part.sizeBytes = *sizeBytes;
    }
    return parts;
}

std::string oversizeNote(const JobSpec &spec, std::span<const OutputPart> parts)
{
    if (!spec.splitSizeBytes)
        return {};
    const auto larger = [&](const OutputPart &part) { return part.sizeBytes > *spec.splitSizeBytes; };
    const auto count = std::ranges::count_if(parts, larger);
    if (count == 0)
        return {};
    const OutputPart &largest = *std::ranges::max_element(parts, {}, &OutputPart::sizeBytes);
    const std::string why = largest.tensors.empty()
                                ? "its header alone is that large"
                                : fmt::format("a single tensor ({}) is that large", largest.tensors.front().name);
    return fmt::format("{} of {} {} larger than {}, the largest {}: {}.", count,
                       parts.size() == 1 ? "1 file" : fmt::format("{} files", parts.size()), count == 1 ? "is" : "are",
                       formatBytes(*spec.splitSizeBytes), formatBytes(largest.sizeBytes), why);
}

} // namespace snug
