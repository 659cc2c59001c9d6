// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/model/familycheckpoint.h"

#include <bit>
#include <cmath>
#include <functional>

namespace snug::test {

namespace {

constexpr std::uint64_t kHidden = 256, kFeedForward = 512, kHeads = 4, kKvHeads = 2, kVocabulary = 300, kLayers = 2;
constexpr std::uint64_t kExperts = 4, kExpertFeedForward = 256;
constexpr std::uint64_t kBlockRows = 64, kBlockCols = 32; // of FP8

using Values = std::vector<float>;

std::uint16_t toHalf(float value) // exact for the values used here
{
    if (value == 0)
        return 0;
    int exponent = 0;
    const float mantissa = std::frexp(std::fabs(value), &exponent);
    const auto bits = static_cast<std::uint16_t>(std::lround(std::ldexp(mantissa, 11)) - 1024);
    return static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) | ((exponent + 14) << 10) | bits);
}

float fromFp8(std::uint8_t byte)
{
    const int exponent = (byte >> 3) & 15, mantissa = byte & 7;
    const double size = exponent == 0 ? mantissa * std::pow(2, -9) : (1 + mantissa / 8.0) * std::pow(2, exponent - 7);
    return static_cast<float>(byte & 0x80 ? -size : size);
}

class Builder
{
public:
    Builder(FamilyCheckpoint &checkpoint, Stored stored) : m_checkpoint(checkpoint), m_stored(stored) {}

    /// A tensor that goes as it is.
    void plain(const std::string &source, const std::string &target, std::vector<std::uint64_t> shape)
    {
        m_checkpoint.expected[target] = put(source, std::move(shape));
    }

    /// Halves of each head become pairs.
    void rotated(const std::string &source, const std::string &target, std::vector<std::uint64_t> shape,
                 std::uint64_t heads)
    {
        const Values values = put(source, shape);
        const std::uint64_t rows = shape[0], cols = shape.size() > 1 ? shape[1] : 1, half = rows / heads / 2;
        Values out(values.size());
        for (std::uint64_t head = 0; head < heads; ++head)
            for (std::uint64_t pair = 0; pair < half; ++pair)
                for (std::uint64_t side = 0; side < 2; ++side)
                    for (std::uint64_t c = 0; c < cols; ++c)
                        out[((head * half + pair) * 2 + side) * cols + c] =
                            values[((head * 2 + side) * half + pair) * cols + c];
        m_checkpoint.expected[target] = out;
    }

    void plusOne(const std::string &source, const std::string &target, std::uint64_t length)
    {
        Values values = put(source, {length});
        for (float &value : values)
            value += 1;
        m_checkpoint.expected[target] = values;
    }

    /// One tensor per expert; '*' in the source is its number.
    void experts(const std::string &source, const std::string &target, std::uint64_t rows, std::uint64_t cols)
    {
        Values &all = m_checkpoint.expected[target];
        for (std::uint64_t e = 0; e < kExperts; ++e) {
            std::string name = source;
            const Values one = put(name.replace(name.find('*'), 1, std::to_string(e)), {rows, cols});
            all.insert(all.end(), one.begin(), one.end());
        }
    }

    /// All experts in one tensor, from which `take(expert, row, column)` says where a weight is.
    void picked(const std::string &source, std::vector<std::uint64_t> shape, const std::string &target,
                std::uint64_t rows, std::uint64_t cols,
                const std::function<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t)> &take)
    {
        if (!m_checkpoint.tensors.contains(source))
            m_values[source] = put(source, std::move(shape));
        Values &out = m_checkpoint.expected[target];
        for (std::uint64_t e = 0; e < kExperts; ++e)
            for (std::uint64_t r = 0; r < rows; ++r)
                for (std::uint64_t c = 0; c < cols; ++c)
                    out.push_back(m_values[source][take(e, r, c)]);
    }

    /// 4-bit floats NAME_blocks and NAME_scales of all experts; rows `first`, `first` + `step`, ... of each.
    void mxfp4(const std::string &source, const std::string &target, std::uint64_t storedRows, std::uint64_t cols,
               std::uint64_t first, std::uint64_t step)
    {
        TestTensor &blocks = m_checkpoint.tensors[source + "_blocks"],
                   &scales = m_checkpoint.tensors[source + "_scales"];
        const std::uint64_t perRow = cols / 32;
        if (blocks.bytes.empty()) {
            blocks = {
                "U8", {kExperts, storedRows, perRow, 16}, randomBytes(kExperts * storedRows * perRow * 16, 0, 255)};
            scales = {"U8", {kExperts, storedRows, perRow}, randomBytes(kExperts * storedRows * perRow, 120, 130)};
        }
        constexpr float kFloats[] = {0, 0.5F, 1, 1.5F, 2, 3, 4, 6};
        Values &out = m_checkpoint.expected[target];
        for (std::uint64_t e = 0; e < kExperts; ++e)
            for (std::uint64_t r = first; r < storedRows; r += step)
                for (std::uint64_t c = 0; c < cols; ++c) {
                    const std::uint64_t weight = (e * storedRows + r) * cols + c;
                    const int byte = std::to_integer<int>(blocks.bytes[weight / 2]);
                    const int code = weight % 2 == 0 ? byte & 15 : byte >> 4;
                    const float size = kFloats[code & 7];
                    const int exponent = std::to_integer<int>(scales.bytes[weight / 32]) - 127;
                    out.push_back(std::ldexp(code & 8 ? -size : size, exponent));
                }
    }

private:
    std::vector<std::byte> randomBytes(std::size_t count, int least, int most)
    {
        std::uniform_int_distribution<int> number(least, most);
        std::vector<std::byte> bytes(count);
        for (std::byte &byte : bytes)
            byte = static_cast<std::byte>(number(m_random));
        return bytes;
    }

    /// Stores random weights, and answers them.
    Values put(const std::string &name, std::vector<std::uint64_t> shape)
    {
        if (m_stored == Stored::Fp8 && shape.size() == 2 && name.find("embed") == std::string::npos &&
            name.find("gate.weight") == std::string::npos && name != "lm_head.weight")
            return putFp8(name, std::move(shape));
        const bool wide = m_stored == Stored::F32;
        TestTensor tensor = zeros(std::move(shape), wide ? "F32" : m_stored == Stored::F16 ? "F16" : "BF16");
        std::uniform_int_distribution<int> number(-128, 127);
        Values values(tensor.bytes.size() / (wide ? 4 : 2));
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(number(m_random)) / 64;
            const auto bits = std::bit_cast<std::uint32_t>(values[i]);
            const auto half = m_stored == Stored::F16 ? toHalf(values[i]) : static_cast<std::uint16_t>(bits >> 16);
            if (wide)
                std::memcpy(tensor.bytes.data() + i * 4, &bits, 4);
            else
                std::memcpy(tensor.bytes.data() + i * 2, &half, 2);
        }
        m_checkpoint.tensors[name] = std::move(tensor);
        return values;
    }

    Values putFp8(const std::string &name, std::vector<std::uint64_t> shape)
    {
        const std::uint64_t rows = shape[0], cols = shape[1];
        const std::uint64_t blockCols = (cols + kBlockCols - 1) / kBlockCols;
        TestTensor scales = zeros({(rows + kBlockRows - 1) / kBlockRows, blockCols}, "F32");
        Values scale(scales.bytes.size() / 4);
        std::uniform_real_distribution<float> factor(0.001F, 0.01F);
        for (std::size_t i = 0; i < scale.size(); ++i) {
            scale[i] = factor(m_random);
            std::memcpy(scales.bytes.data() + 4 * i, &scale[i], 4);
        }
        TestTensor weights{"F8_E4M3", std::move(shape), randomBytes(rows * cols, 0, 255)};
        Values values(rows * cols);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if ((weights.bytes[i] & std::byte{0x7F}) == std::byte{0x7F})
                weights.bytes[i] = std::byte{0x7E}; // no NaN
            values[i] = fromFp8(std::to_integer<std::uint8_t>(weights.bytes[i])) *
                        scale[i / cols / kBlockRows * blockCols + i % cols / kBlockCols];
        }
        m_checkpoint.tensors[name] = std::move(weights);
        m_checkpoint.tensors[name + "_scale_inv"] = std::move(scales);
        return values;
    }

    FamilyCheckpoint &m_checkpoint;
    Stored m_stored;
    std::map<std::string, Values> m_values;
    std::mt19937 m_random{20};
};

struct Names
{
    std::string source, target; // prefixes of a layer
};

void addAttention(Builder &b, const Names &n, std::uint64_t head, bool rotary)
{
    const std::uint64_t queries = kHeads * head, keys = kKvHeads * head;
    if (rotary) {
        b.rotated(n.source + "self_attn.q_proj.weight", n.target + "attn_q.weight", {queries, kHidden}, kHeads);
        b.rotated(n.source + "self_attn.k_proj.weight", n.target + "attn_k.weight", {keys, kHidden}, kKvHeads);
    } else {
        b.plain(n.source + "self_attn.q_proj.weight", n.target + "attn_q.weight", {queries, kHidden});
        b.plain(n.source + "self_attn.k_proj.weight", n.target + "attn_k.weight", {keys, kHidden});
    }
    b.plain(n.source + "self_attn.v_proj.weight", n.target + "attn_v.weight", {keys, kHidden});
    b.plain(n.source + "self_attn.o_proj.weight", n.target + "attn_output.weight", {kHidden, queries});
}

void addBiases(Builder &b, const Names &n, std::uint64_t head)
{
    b.plain(n.source + "self_attn.q_proj.bias", n.target + "attn_q.bias", {kHeads * head});
    b.plain(n.source + "self_attn.k_proj.bias", n.target + "attn_k.bias", {kKvHeads * head});
    b.plain(n.source + "self_attn.v_proj.bias", n.target + "attn_v.bias", {kKvHeads * head});
}

void addFeedForward(Builder &b, const Names &n)
{
    b.plain(n.source + "mlp.gate_proj.weight", n.target + "ffn_gate.weight", {kFeedForward, kHidden});
    b.plain(n.source + "mlp.up_proj.weight", n.target + "ffn_up.weight", {kFeedForward, kHidden});
    b.plain(n.source + "mlp.down_proj.weight", n.target + "ffn_down.weight", {kHidden, kFeedForward});
}

void addTwoNorms(Builder &b, const Names &n, const char *second = "ffn_norm.weight")
{
    b.plain(n.source + "input_layernorm.weight", n.target + "attn_norm.weight", {kHidden});
    b.plain(n.source + "post_attention_layernorm.weight", n.target + second, {kHidden});
}

void addGemmaNorms(Builder &b, const Names &n)
{
    b.plusOne(n.source + "input_layernorm.weight", n.target + "attn_norm.weight", kHidden);
    b.plusOne(n.source + "post_attention_layernorm.weight", n.target + "post_attention_norm.weight", kHidden);
    b.plusOne(n.source + "pre_feedforward_layernorm.weight", n.target + "ffn_norm.weight", kHidden);
    b.plusOne(n.source + "post_feedforward_layernorm.weight", n.target + "post_ffw_norm.weight", kHidden);
}

void addGptOssExperts(Builder &b, const Names &n, bool plainExperts)
{
    const std::string e = n.source + "mlp.experts.", t = n.target;
    const std::uint64_t ff = kFeedForward;
    if (plainExperts) {
        for (const std::uint64_t odd : {0, 1})
            b.picked(e + "gate_up_proj", {kExperts, kHidden, 2 * ff},
                     t + (odd ? "ffn_up_exps.weight" : "ffn_gate_exps.weight"), ff, kHidden,
                     [=](auto x, auto r, auto c) { return (x * kHidden + c) * 2 * ff + 2 * r + odd; });
        b.picked(e + "down_proj", {kExperts, ff, kHidden}, t + "ffn_down_exps.weight", kHidden, ff,
                 [=](auto x, auto r, auto c) { return (x * ff + c) * kHidden + r; });
    } else {
        b.mxfp4(e + "gate_up_proj", t + "ffn_gate_exps.weight", 2 * ff, kHidden, 0, 2);
        b.mxfp4(e + "gate_up_proj", t + "ffn_up_exps.weight", 2 * ff, kHidden, 1, 2);
        b.mxfp4(e + "down_proj", t + "ffn_down_exps.weight", kHidden, ff, 0, 1);
    }
    for (const std::uint64_t odd : {0, 1})
        b.picked(e + "gate_up_proj_bias", {kExperts, 2 * ff}, t + (odd ? "ffn_up_exps.bias" : "ffn_gate_exps.bias"), 1,
                 ff, [=](auto x, auto, auto c) { return x * 2 * ff + 2 * c + odd; });
    b.plain(e + "down_proj_bias", t + "ffn_down_exps.bias", {kExperts, kHidden});
}

using Layer = std::function<void(Builder &, const Names &)>;

struct Family
{
    const char *name;
    const char *className;
    Json config; // beside the common numbers
    bool tied;
    bool gemma;
    Layer layer;
};

std::vector<Family> families()
{
    const std::uint64_t head = kHidden / kHeads;
    Json moe = {{"num_experts", kExperts}, {"num_experts_per_tok", 2}, {"norm_topk_prob", true}};
    moe["moe_intermediate_size"] = kExpertFeedForward;
    const Json mixtral = {{"num_local_experts", kExperts}, {"num_experts_per_tok", 2}};
    const Layer gptOss = [=](Builder &b, const Names &n) {
        addTwoNorms(b, n, "post_attention_norm.weight");
        addAttention(b, n, head, false);
        addBiases(b, n, head);
        b.plain(n.source + "self_attn.o_proj.bias", n.target + "attn_output.bias", {kHidden});
        b.plain(n.source + "self_attn.sinks", n.target + "attn_sinks.weight", {kHeads});
        b.plain(n.source + "mlp.router.weight", n.target + "ffn_gate_inp.weight", {kExperts, kHidden});
        b.plain(n.source + "mlp.router.bias", n.target + "ffn_gate_inp.bias", {kExperts});
    };
    const auto qwen3Attention = [=](Builder &b, const Names &n) {
        addTwoNorms(b, n);
        addAttention(b, n, 128, false);
        b.plain(n.source + "self_attn.q_norm.weight", n.target + "attn_q_norm.weight", {128});
        b.plain(n.source + "self_attn.k_norm.weight", n.target + "attn_k_norm.weight", {128});
    };
    return {
        {"llama",
         "LlamaForCausalLM",
         {{"attention_bias", false}},
         false,
         false,
         [=](Builder &b, const Names &n) {
             addTwoNorms(b, n);
             addAttention(b, n, head, true);
             addFeedForward(b, n);
         }},
        {"nemo",
         "MistralForCausalLM",
         {{"head_dim", 128}},
         false,
         false,
         [=](Builder &b, const Names &n) {
             addTwoNorms(b, n);
             addAttention(b, n, 128, true);
             addFeedForward(b, n);
         }},
        {"mixtral", "MixtralForCausalLM", mixtral, false, false,
         [=](Builder &b, const Names &n) {
             addTwoNorms(b, n);
             addAttention(b, n, head, true);
             b.plain(n.source + "block_sparse_moe.gate.weight", n.target + "ffn_gate_inp.weight", {kExperts, kHidden});
             const std::string experts = n.source + "block_sparse_moe.experts.*.";
             b.experts(experts + "w1.weight", n.target + "ffn_gate_exps.weight", kFeedForward, kHidden);
             b.experts(experts + "w2.weight", n.target + "ffn_down_exps.weight", kHidden, kFeedForward);
             b.experts(experts + "w3.weight", n.target + "ffn_up_exps.weight", kFeedForward, kHidden);
         }},
        {"qwen2", "Qwen2ForCausalLM", Json::object(), false, false,
         [=](Builder &b, const Names &n) {
             addTwoNorms(b, n);
             addAttention(b, n, head, false);
             addBiases(b, n, head);
             addFeedForward(b, n);
         }},
        {"qwen3",
         "Qwen3ForCausalLM",
         {{"head_dim", 128}},
         true,
         false,
         [=](Builder &b, const Names &n) {
             qwen3Attention(b, n);
             addFeedForward(b, n);
         }},
        {"qwen3moe", "Qwen3MoeForCausalLM",
         [&] {
             Json j = moe;
             j["head_dim"] = 128;
             return j;
         }(),
         false, false,
         [=](Builder &b, const Names &n) {
             qwen3Attention(b, n);
             b.plain(n.source + "mlp.gate.weight", n.target + "ffn_gate_inp.weight", {kExperts, kHidden});
             const std::string experts = n.source + "mlp.experts.*.";
             b.experts(experts + "gate_proj.weight", n.target + "ffn_gate_exps.weight", kExpertFeedForward, kHidden);
             b.experts(experts + "up_proj.weight", n.target + "ffn_up_exps.weight", kExpertFeedForward, kHidden);
             b.experts(experts + "down_proj.weight", n.target + "ffn_down_exps.weight", kHidden, kExpertFeedForward);
         }},
        {"qwen3moe-stacked", "Qwen3MoeForCausalLM",
         [&] {
             Json j = moe;
             j["head_dim"] = 128;
             return j;
         }(),
         false, false,
         [=](Builder &b, const Names &n) {
             qwen3Attention(b, n);
             const std::uint64_t ff = kExpertFeedForward;
             b.plain(n.source + "mlp.gate.weight", n.target + "ffn_gate_inp.weight", {kExperts, kHidden});
             for (const std::uint64_t second : {0, 1})
                 b.picked(n.source + "mlp.experts.gate_up_proj", {kExperts, 2 * ff, kHidden},
                          n.target + (second ? "ffn_up_exps.weight" : "ffn_gate_exps.weight"), ff, kHidden,
                          [=](auto e, auto r, auto c) { return ((2 * e + second) * ff + r) * kHidden + c; });
             b.plain(n.source + "mlp.experts.down_proj", n.target + "ffn_down_exps.weight", {kExperts, kHidden, ff});
         }},
        {"phi3", "Phi3ForCausalLM", Json::object(), false, false,
         [=](Builder &b, const Names &n) {
             addTwoNorms(b, n);
             b.plain(n.source + "self_attn.qkv_proj.weight", n.target + "attn_qkv.weight",
                     {(kHeads + 2 * kKvHeads) * head, kHidden});
             b.plain(n.source + "self_attn.o_proj.weight", n.target + "attn_output.weight", {kHidden, kHeads * head});
             b.plain(n.source + "mlp.gate_up_proj.weight", n.target + "ffn_up.weight", {2 * kFeedForward, kHidden});
             b.plain(n.source + "mlp.down_proj.weight", n.target + "ffn_down.weight", {kHidden, kFeedForward});
         }},
        {"gemma2",
         "Gemma2ForCausalLM",
         {{"hidden_activation", "gelu_pytorch_tanh"}, {"head_dim", 128}, {"query_pre_attn_scalar", 128}},
         true,
         true,
         [=](Builder &b, const Names &n) {
             addGemmaNorms(b, n);
             addAttention(b, n, 128, false);
             addFeedForward(b, n);
         }},
        {"gemma3",
         "Gemma3ForCausalLM",
         {{"hidden_activation", "gelu_pytorch_tanh"}, {"head_dim", 128}, {"query_pre_attn_scalar", 128}},
         true,
         true,
         [=](Builder &b, const Names &n) {
             addGemmaNorms(b, n);
             addAttention(b, n, 128, false);
             b.plusOne(n.source + "self_attn.q_norm.weight", n.target + "attn_q_norm.weight", 128);
             b.plusOne(n.source + "self_attn.k_norm.weight", n.target + "attn_k_norm.weight", 128);
             addFeedForward(b, n);
         }},
        {"gpt-oss", "GptOssForCausalLM",
         [&] {
             Json j = mixtral;
             j["head_dim"] = head;
             j["quantization_config"] = {{"quant_method", "mxfp4"}};
             return j;
         }(),
         false, false,
         [=](Builder &b, const Names &n) {
             gptOss(b, n);
             addGptOssExperts(b, n, false);
         }},
        {"gpt-oss-plain", "GptOssForCausalLM",
         [&] {
             Json j = mixtral;
             j["head_dim"] = head;
             return j;
         }(),
         false, false,
         [=](Builder &b, const Names &n) {
             gptOss(b, n);
             addGptOssExperts(b, n, true);
         }},
    };
}

Json commonConfig(bool tied)
{
    return {{"hidden_size", kHidden},        {"intermediate_size", kFeedForward}, {"num_hidden_layers", kLayers},
            {"num_attention_heads", kHeads}, {"num_key_value_heads", kKvHeads},   {"max_position_embeddings", 64},
            {"vocab_size", kVocabulary},     {"tie_word_embeddings", tied}};
}

} // namespace

bool FamilyCheckpoint::write(const std::filesystem::path &folder) const
{
    constexpr std::size_t kFiles = 3;
    std::map<std::string, TestTensor> files[kFiles];
    Json index = {{"weight_map", Json::object()}};
    std::size_t next = 0;
    for (const auto &[name, tensor] : tensors) {
        files[next % kFiles][name] = tensor;
        index["weight_map"][name] = "part-" + std::to_string(next++ % kFiles) + ".safetensors";
    }
    for (std::size_t i = 0; i < kFiles; ++i)
        if (!writeSafetensors(folder / ("part-" + std::to_string(i) + ".safetensors"), files[i]))
            return false;
    return writeText(folder / "config.json", config.dump()) &&
           writeText(folder / "tokenizer.json", TestCheckpoint::tokenizer().dump()) &&
           writeText(folder / "model.safetensors.index.json", index.dump());
}

std::vector<const char *> familyNames()
{
    std::vector<const char *> names;
    for (const Family &family : families())
        names.push_back(family.name);
    return names;
}

FamilyCheckpoint familyCheckpoint(const std::string &name, Stored stored)
{
    FamilyCheckpoint checkpoint;
    for (const Family &family : families()) {
        if (family.name != name)
            continue;
        checkpoint.config = commonConfig(family.tied);
        checkpoint.config.update(family.config);
        checkpoint.config["architectures"] = {family.className};
        if (stored == Stored::Fp8)
            checkpoint.config["quantization_config"] = {{"quant_method", "fp8"},
                                                        {"weight_block_size", {kBlockRows, kBlockCols}}};
        Builder builder(checkpoint, stored);
        builder.plain("model.embed_tokens.weight", "token_embd.weight", {kVocabulary, kHidden});
        if (family.gemma)
            builder.plusOne("model.norm.weight", "output_norm.weight", kHidden);
        else
            builder.plain("model.norm.weight", "output_norm.weight", {kHidden});
        if (!family.tied)
            builder.plain("lm_head.weight", "output.weight", {kVocabulary, kHidden});
        for (std::uint64_t layer = 0; layer < kLayers; ++layer)
            family.layer(builder,
                         {"model.layers." + std::to_string(layer) + ".", "blk." + std::to_string(layer) + "."});
    }
    return checkpoint;
}

std::vector<float> decodeMxfp4(std::span<const std::byte> blocks)
{
    constexpr float kFloats[] = {0, 0.5F, 1, 1.5F, 2, 3, 4, 6, -0.0F, -0.5F, -1, -1.5F, -2, -3, -4, -6};
    std::vector<float> values(blocks.size() / 17 * 32);
    for (std::size_t block = 0; block < blocks.size() / 17; ++block)
        for (std::size_t i = 0; i < 16; ++i) {
            const int byte = std::to_integer<int>(blocks[block * 17 + 1 + i]);
            const int exponent = std::to_integer<int>(blocks[block * 17]) - 127;
            values[block * 32 + i] = std::ldexp(kFloats[byte & 15], exponent);
            values[block * 32 + 16 + i] = std::ldexp(kFloats[byte >> 4], exponent);
        }
    return values;
}

} // namespace snug::test
