// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Helpers of the tests of this room: small checkpoints of the Llama kind, written to a folder.

#pragma once

#include "core/model/model.h"
#include "tests/model/modelfiles.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>

#include <cstring>
#include <map>

namespace snug::test {

using Json = nlohmann::json;

struct TestTensor
{
    std::string dtype;
    std::vector<std::uint64_t> shape;
    std::vector<std::byte> bytes;
};

inline std::size_t dtypeBytes(const std::string &dtype)
{
    return dtype == "F64" || dtype == "I64"   ? 8
           : dtype == "F32" || dtype == "I32" ? 4
           : dtype == "U8" || dtype == "I8"   ? 1
           : dtype.starts_with("F8")          ? 1
                                              : 2;
}

/// A tensor of zeros.
inline TestTensor zeros(std::vector<std::uint64_t> shape, const std::string &dtype = "BF16")
{
    std::size_t count = 1;
    for (const std::uint64_t length : shape)
        count *= static_cast<std::size_t>(length);
    return {dtype, std::move(shape), std::vector<std::byte>(count * dtypeBytes(dtype))};
}

inline bool writeSafetensors(const std::filesystem::path &path, const std::map<std::string, TestTensor> &tensors)
{
    Json header = Json::object();
    std::string data;
    for (const auto &[name, tensor] : tensors) {
        header[name] = {{"dtype", tensor.dtype},
                        {"shape", tensor.shape},
                        {"data_offsets", {data.size(), data.size() + tensor.bytes.size()}}};
        data.append(reinterpret_cast<const char *>(tensor.bytes.data()), tensor.bytes.size());
    }
    const std::string text = header.dump();
    std::string file(8, '\0');
    const std::uint64_t length = text.size();
    std::memcpy(file.data(), &length, sizeof length);
    return writeText(path, file + text + data);
}

/// Two layers, hidden 16, 4 heads of 4 rows, 2 key-value heads, feed-forward 24, vocabulary 300.
struct TestCheckpoint
{
    Json config = {{"architectures", {"LlamaForCausalLM"}},
                   {"hidden_size", 16},
                   {"intermediate_size", 24},
                   {"num_hidden_layers", 2},
                   {"num_attention_heads", 4},
                   {"num_key_value_heads", 2},
                   {"max_position_embeddings", 64},
                   {"rms_norm_eps", 1e-5},
                   {"rope_theta", 10000.0},
                   {"vocab_size", 300},
                   {"tie_word_embeddings", false}};
    std::map<std::string, TestTensor> tensors;

    TestCheckpoint()
    {
        tensors["model.embed_tokens.weight"] = zeros({300, 16});
        tensors["model.norm.weight"] = zeros({16});
        tensors["lm_head.weight"] = zeros({300, 16});
        for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
            tensors[layer + "input_layernorm.weight"] = zeros({16});
            tensors[layer + "post_attention_layernorm.weight"] = zeros({16});
            tensors[layer + "self_attn.q_proj.weight"] = zeros({16, 16});
            tensors[layer + "self_attn.k_proj.weight"] = zeros({8, 16});
            tensors[layer + "self_attn.v_proj.weight"] = zeros({8, 16});
            tensors[layer + "self_attn.o_proj.weight"] = zeros({16, 16});
            tensors[layer + "mlp.gate_proj.weight"] = zeros({24, 16});
            tensors[layer + "mlp.up_proj.weight"] = zeros({24, 16});
            tensors[layer + "mlp.down_proj.weight"] = zeros({16, 24});
        }
    }

    /// Writes config, weights and a tokenizer.json of 256 byte tokens, two merged ones and one special one.
    bool write(const std::filesystem::path &folder) const
    {
        return writeText(folder / "config.json", config.dump()) &&
               writeText(folder / "tokenizer.json", tokenizer().dump()) &&
               writeSafetensors(folder / "model.safetensors", tensors);
    }

    static Json tokenizer()
    {
        Json vocab = Json::object();
        for (int i = 0; i < 256; ++i)
            vocab["t" + std::to_string(i)] = i;
        vocab["t1t2"] = 257;
        vocab["t3t4"] = 258;
        return {{"added_tokens", {{{"id", 256}, {"content", "<|end|>"}, {"special", true}}}},
                {"pre_tokenizer", {{"type", "ByteLevel"}, {"use_regex", true}}},
                {"model", {{"type", "BPE"}, {"vocab", vocab}, {"merges", {"t1 t2", "t3 t4"}}}}};
    }
};

/// A temporary folder for one checkpoint, with a name that a person might give it.
class CheckpointFolder
{
public:
    CheckpointFolder() : m_path(std::filesystem::path(m_folder.path().toStdString()) / "tiny-llama-v2-1B-Chat")
    {
        std::filesystem::create_directory(m_path);
    }
    const std::filesystem::path &folder() const { return m_path; }
    Result<Model> open(const TestCheckpoint &checkpoint) const
    {
        return checkpoint.write(m_path) ? openModel(m_path)
                                        : fail(ErrorCode::Io, "The test could not write its files.");
    }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path;
};

} // namespace snug::test
