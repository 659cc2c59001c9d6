// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/outputmetadata.h"

#include <string>
#include <vector>

namespace snug {

namespace {

constexpr std::uint32_t kQuantizationVersion = 2; // of the block layouts, not of Snug

}

GgufMetadata outputMetadata(const GgufMetadata &source, const FileType &fileType)
{
    GgufMetadata metadata = source;
    std::vector<std::string> splitKeys;
    for (const auto &[key, value] : source.entries())
        if (key.starts_with("split."))
            splitKeys.push_back(key);
    for (const std::string &key : splitKeys)
        metadata.remove(key);
    metadata.set("general.quantization_version", GgufValue::u32(kQuantizationVersion));
    metadata.set("general.file_type", GgufValue::u32(fileType.number));
    return metadata;
}

} // namespace snug
