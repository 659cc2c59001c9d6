// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Helpers of the tests of this room: small GGUF files written to a temporary folder.

#pragma once

#include "core/formats/gguf.h"
#include "core/model/model.h"

#include <QFile>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace snug::test {

inline bool writeText(const std::filesystem::path &path, std::string_view text)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::WriteOnly) &&
           file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size());
}

/// The message of a model that did not open, for QVERIFY2.
inline const char *why(const Result<Model> &model) { return model ? "opened" : model.error().message.c_str(); }

inline bool mentions(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Keys of a plain small Llama of two layers.
inline GgufMetadata smallMetadata()
{
    GgufMetadata metadata;
    metadata.append("general.architecture", GgufValue::string("llama"));
    metadata.append("general.name", GgufValue::string("Small Llama"));
    metadata.append("llama.block_count", GgufValue::u32(2));
    metadata.append("llama.context_length", GgufValue::u32(128));
    metadata.append("llama.embedding_length", GgufValue::u32(64));
    metadata.append("llama.feed_forward_length", GgufValue::u32(96));
    metadata.append("llama.attention.head_count", GgufValue::u32(4));
    metadata.append("llama.attention.head_count_kv", GgufValue::u32(2));
    return metadata;
}

inline std::vector<GgufWriter::Tensor> smallTensors()
{
    return {{"token_embd.weight", {64, 10}, TensorType::F16},
            {"blk.0.attn_q.weight", {64, 64}, TensorType::F16},
            {"blk.1.attn_q.weight", {64, 64}, TensorType::F16}};
}

/// Writes a GGUF of zeros. False when anything failed.
inline bool writeGguf(const std::filesystem::path &path, const GgufMetadata &metadata,
                      const std::vector<GgufWriter::Tensor> &tensors)
{
    auto writer = GgufWriter::create(path, metadata, tensors, Overwrite::Yes);
    if (!writer)
        return false;
    for (const GgufWriter::Tensor &tensor : tensors) {
        std::uint64_t size = rowBytes(tensor.type, tensor.dims[0]).value_or(0);
        for (std::size_t i = 1; i < tensor.dims.size(); ++i)
            size *= tensor.dims[i];
        if (!writer->append(std::vector<std::byte>(static_cast<std::size_t>(size))))
            return false;
    }
    return writer->commit().has_value();
}

} // namespace snug::test
