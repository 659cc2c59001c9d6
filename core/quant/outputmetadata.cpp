// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/outputmetadata.h"

#include "core/quant/levels.h"

#include <map>
#include <string>
#include <vector>

namespace snug {

namespace {

constexpr std::uint32_t kQuantizationVersion = 2; // of the block layouts, not of Snug
constexpr std::uint32_t kGuessed = 1024;          // flag of general.file_type
constexpr std::string_view kFileTypeKey = "general.file_type";

/// The type that most tensors have; of equally frequent ones the first to get there, as the reference counts.
TensorType mostFrequentType(const Model &model)
{
    std::map<TensorType, std::size_t> counts;
    TensorType best = TensorType::F32;
    std::size_t most = 0;
    for (const ModelTensor &tensor : model.tensors)
        if (const std::size_t count = ++counts[tensor.type]; count > most) {
            most = count;
            best = tensor.type;
        }
    return best;
}

/// The level a file of tensors of this type is taken for; F32 for types that no level stands for.
Level levelOf(TensorType type)
{
    switch (type) {
    case TensorType::Q3_K:
        return Level::Q3_K_M;
    case TensorType::Q4_K:
        return Level::Q4_K_M;
    case TensorType::Q5_K:
        return Level::Q5_K_M;
    case TensorType::MXFP4:
        return Level::MXFP4_MOE;
    case TensorType::NVFP4:
        return Level::NVFP4;
    default:
        const FileType *same = findFileType(tensorTypeName(type));
        return same ? static_cast<Level>(same->number) : Level::F32;
    }
}

} // namespace

std::uint32_t fileTypeNumber(const Model &model, const FileType &fileType)
{
    if (static_cast<Level>(fileType.number) != Level::Copy)
        return fileType.number;
    if (const auto stored = model.metadata.unsignedAt(kFileTypeKey); stored && *stored <= UINT32_MAX)
        return static_cast<std::uint32_t>(*stored);
    return kGuessed + static_cast<std::uint32_t>(levelOf(mostFrequentType(model)));
}

GgufMetadata outputMetadata(const GgufMetadata &source, std::uint32_t fileTypeNumber)
{
    GgufMetadata metadata = source;
    std::vector<std::string> splitKeys;
    for (const auto &[key, value] : source.entries())
        if (key.starts_with("split."))
            splitKeys.push_back(key);
    for (const std::string &key : splitKeys)
        metadata.remove(key);
    metadata.set("general.quantization_version", GgufValue::u32(kQuantizationVersion));
    metadata.set(std::string(kFileTypeKey), GgufValue::u32(fileTypeNumber));
    return metadata;
}

} // namespace snug
