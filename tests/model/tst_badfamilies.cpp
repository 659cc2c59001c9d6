// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What can be wrong with checkpoints of experts, of FP8 and 4-bit floats, of wrappers and adapters: one sentence each.

#include "tests/model/familycheckpoint.h"

#include <QtTest>

#include <functional>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(std::function<void(FamilyCheckpoint &)>)

namespace {

using Bend = std::function<void(FamilyCheckpoint &)>;

struct Row
{
    const char *name;
    const char *family;
    Stored stored;
    Bend bend;
    const char *says;
    bool listed = false; ///< can be looked at, but not converted
};

const std::string kUp = "model.layers.1.mlp.experts.3.up_proj.weight";
const std::string kQuery = "model.layers.0.self_attn.q_proj.weight";
const std::string kDown = "model.layers.1.mlp.experts.down_proj";

Bend config(const char *key, const char *value)
{
    return [=](FamilyCheckpoint &c) { c.config[key] = Json::parse(value); };
}

std::vector<Row> badExperts()
{
    constexpr Stored kBf16 = Stored::Bf16;
    return {
        {"missing expert", "qwen3moe", kBf16, [](auto &c) { c.tensors.erase(kUp); },
         "experts.3.up_proj.weight is missing"},
        {"missing expert of Mixtral", "mixtral", kBf16,
         [](auto &c) { c.tensors.erase("model.layers.0.block_sparse_moe.experts.0.w2.weight"); },
         "model.layers.0.block_sparse_moe.experts.0.w2.weight is missing"},
        {"all experts missing", "gpt-oss", kBf16,
         [](auto &c) {
             c.tensors.erase(kDown + "_blocks");
             c.tensors.erase(kDown + "_scales");
         },
         "down_proj_blocks is missing"},
        {"expert beyond", "qwen3moe", kBf16,
         [](auto &c) { c.tensors["model.layers.1.mlp.experts.4.up_proj.weight"] = c.tensors[kUp]; },
         "is of expert 4, but config.json has 4 experts"},
        {"expert with zeros in its number", "qwen3moe", kBf16,
         [](auto &c) { c.tensors["model.layers.1.mlp.experts.03.up_proj.weight"] = c.tensors[kUp]; },
         "experts.03.up_proj.weight, which the architecture", true},
        {"two types", "qwen3moe", kBf16, [](auto &c) { c.tensors[kUp].dtype = "F16"; },
         "stored as BF16 and F16, expected one type for all experts"},
        {"shape", "qwen3moe", kBf16,
         [](auto &c) {
             c.tensors[kUp] = zeros({256, 128});
         },
         "has the shape [256, 128], expected [256, 256]"},
        {"stacked shape", "qwen3moe-stacked", kBf16,
         [](auto &c) {
             c.tensors[kDown] = zeros({3, 256, 256});
         },
         "has the shape [3, 256, 256], expected [4, 256, 256]"},
        {"turned shape", "gpt-oss-plain", kBf16,
         [](auto &c) {
             c.tensors[kDown] = zeros({4, 256, 512});
         },
         "has the shape [4, 256, 512], expected [4, 512, 256]"},
        {"two forms", "gpt-oss", kBf16,
         [](auto &c) {
             c.tensors[kDown] = zeros({4, 512, 256});
         },
         "another tensor for the same weights"},
        {"no experts", "qwen3moe", kBf16, config("num_experts", "null"), "has no num_local_experts"},
        {"no expert", "qwen3moe", kBf16, config("num_experts", "0"), "num_experts in config.json is 0"},
        {"too many experts", "mixtral", kBf16, config("num_local_experts", "513"),
         "expected a whole number from 1 to 512"},
        {"more used than there are", "mixtral", kBf16, config("num_experts_per_tok", "5"),
         "num_experts_per_tok in config.json is 5, expected a whole number from 1 to 4"},
        {"no width", "qwen3moe", kBf16, config("moe_intermediate_size", "null"), "has no moe_intermediate_size"},
        {"absurd width", "qwen3moe", kBf16, config("moe_intermediate_size", "1e30"),
         "moe_intermediate_size in config.json is 1e+30"},
        {"dense layer", "qwen3moe", kBf16,
         [](auto &c) {
             c.tensors["model.layers.0.mlp.up_proj.weight"] = zeros({512, 256});
         },
         "model.layers.0.mlp.up_proj.weight, which the architecture", true},
    };
}

std::vector<Row> badScales()
{
    return {
        {"no FP8 scales", "llama", Stored::Fp8, [](auto &c) { c.tensors.erase(kQuery + "_scale_inv"); },
         "has no model.layers.0.self_attn.q_proj.weight_scale_inv with its scales"},
        {"FP8 scales of another shape", "llama", Stored::Fp8,
         [](auto &c) {
             c.tensors[kQuery + "_scale_inv"] = zeros({4, 7}, "F32");
         },
         "has the shape [4, 7], expected [4, 8]"},
        {"FP8 scales of another type", "llama", Stored::Fp8,
         [](auto &c) {
             c.tensors[kQuery + "_scale_inv"] = zeros({4, 8}, "F16");
         },
         "stored as F16, expected F32 or BF16"},
        {"FP8 with absurd blocks", "llama", Stored::Fp8,
         [](auto &c) {
             c.config["quantization_config"]["weight_block_size"] = {0, 128};
         },
         "already quantized (fp8)", true},
        {"FP8 with huge blocks", "llama", Stored::Fp8,
         [](auto &c) {
             c.config["quantization_config"]["weight_block_size"] = {9e18, 128};
         },
         "already quantized (fp8)", true},
        {"FP8 by another method", "llama", Stored::Fp8,
         [](auto &c) { c.config["quantization_config"]["quant_method"] = "fbgemm_fp8"; },
         "already quantized (fbgemm_fp8)", true},
        {"no MXFP4 scales", "gpt-oss", Stored::Bf16, [](auto &c) { c.tensors.erase(kDown + "_scales"); },
         "down_proj_blocks has no model.layers.1.mlp.experts.down_proj_scales"},
        {"MXFP4 scales of another shape", "gpt-oss", Stored::Bf16,
         [](auto &c) {
             c.tensors[kDown + "_scales"] = {"U8", {4, 256, 15}, std::vector<std::byte>(4 * 256 * 15)};
         },
         "has the shape [4, 256, 15], expected [4, 256, 16]"},
        {"MXFP4 blocks of another shape", "gpt-oss", Stored::Bf16,
         [](auto &c) {
             c.tensors[kDown + "_blocks"] = {"U8", {4, 256, 16, 8}, std::vector<std::byte>(4 * 256 * 16 * 8)};
         },
         "has the shape [4, 256, 16, 8], expected [4, 256, 16, 16]"},
    };
}

std::vector<Row> badConfigs()
{
    constexpr Stored kBf16 = Stored::Bf16;
    return {
        {"short factors", "phi3", kBf16,
         config("rope_scaling", R"({"type": "longrope", "short_factor": [1], "long_factor": [1]})"),
         "has 1 numbers in long_factor and 1 in short_factor, expected 32 in both"},
        {"factors no list", "phi3", kBf16,
         config("rope_scaling", R"({"type": "su", "short_factor": 3, "long_factor": {}})"),
         "has 0 numbers in long_factor"},
        {"bad factors", "phi3", kBf16,
         [](auto &c) {
             c.config["rope_scaling"] = {{"type", "longrope"},
                                         {"short_factor", std::vector<int>(32, 1)},
                                         {"long_factor", std::vector<int>(32, -1)}};
         },
         "holds a number that is not positive"},
        {"more than a head rotates", "phi3", kBf16, config("partial_rotary_factor", "2"),
         "partial_rotary_factor in config.json makes 0 of 64"},
        {"window", "gemma2", kBf16, config("sliding_window", "-4"), "sliding_window in config.json is -4"},
        {"no window", "gemma2", kBf16, config("sliding_window", "null"), "has no sliding_window, without which", true},
        {"experts weighed otherwise", "qwen3moe", kBf16, config("norm_topk_prob", "false"),
         "norm_topk_prob in config.json is false", true},
        {"experts weighed as the library does unasked", "qwen3moe", kBf16, config("norm_topk_prob", "null"),
         "norm_topk_prob in config.json is absent, which means false", true},
        {"experts weighed somehow", "qwen3moe", kBf16, config("norm_topk_prob", "\"yes\""),
         "norm_topk_prob in config.json is \"yes\", expected true or false"},
        {"other scaling", "gemma2", kBf16, config("query_pre_attn_scalar", "144"),
         "query_pre_attn_scalar in config.json is 144", true},
        {"other layers", "gemma3", kBf16, config("layer_types", R"(["full_attention", "sliding_attention"])"),
         "gives other layers the whole text than one in 6", true},
        {"other pattern", "gemma3", kBf16, config("sliding_window_pattern", "4"), "than one in 6", true},
        {"other activation", "gemma2", kBf16, config("hidden_activation", "\"silu\""),
         "is silu, expected gelu_pytorch_tanh", true},
        {"output of its own", "gemma2", kBf16,
         [](auto &c) {
             c.config["tie_word_embeddings"] = false;
             c.tensors["lm_head.weight"] = zeros({300, 256});
         },
         "lm_head.weight, which the architecture", true},
        {"wrapper", "qwen2", kBf16,
         [](auto &c) {
             c.config["architectures"] = {"Qwen2VLForConditionalGeneration"};
             c.config["vision_config"] = Json::object();
         },
         "more than a language model (config.json has a vision_config), and only language models are converted; choose "
         "the text-only checkpoint",
         true},
    };
}

} // namespace

class TestBadFamilies : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_files = std::make_unique<CheckpointFolder>(); }
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void leavesOutOtherParts();
    void namesAdapters();

private:
    std::unique_ptr<CheckpointFolder> m_files;
};

void TestBadFamilies::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("stored");
    QTest::addColumn<Bend>("bend");
    QTest::addColumn<QString>("says");
    QTest::addColumn<bool>("listed");
    for (const auto &rows : {badExperts(), badScales(), badConfigs()})
        for (const Row &row : rows)
            QTest::newRow(row.name) << QString(row.family) << int(row.stored) << row.bend << QString(row.says)
                                    << row.listed;
}

void TestBadFamilies::saysWhatIsWrong()
{
    QFETCH(QString, family);
    QFETCH(int, stored);
    QFETCH(Bend, bend);
    QFETCH(QString, says);
    QFETCH(bool, listed);
    FamilyCheckpoint checkpoint = familyCheckpoint(family.toStdString(), static_cast<Stored>(stored));
    QVERIFY(checkpoint.write(m_files->folder()));
    const auto whole = openModel(m_files->folder());
    QVERIFY2(whole && whole->supported, whole ? whole->unsupportedReason.c_str() : whole.error().message.c_str());
    bend(checkpoint);
    QVERIFY(checkpoint.write(m_files->folder()));
    const auto model = openModel(m_files->folder());
    const std::string message = !model ? model.error().message : model->supported ? "" : model->unsupportedReason;
    QVERIFY2(message.find(says.toStdString()) != std::string::npos, message.c_str());
    if (stored != int(Stored::Fp8)) // FP8 cannot be listed at all
        QCOMPARE(bool(model), listed);
    if (!model)
        QVERIFY(model.error().code == ErrorCode::BadInput || model.error().code == ErrorCode::Unsupported);
    QVERIFY2(message.find("; ") != std::string::npos || message.find("expected") != std::string::npos ||
                 message.find("needs") != std::string::npos || message.find("which") != std::string::npos,
             message.c_str());
}

void TestBadFamilies::leavesOutOtherParts()
{
    FamilyCheckpoint checkpoint = familyCheckpoint("gemma3", Stored::Bf16);
    checkpoint.tensors["vision_tower.vision_model.encoder.layers.0.layer_norm1.weight"] = zeros({16});
    checkpoint.tensors["multi_modal_projector.mm_input_projection_weight"] = zeros({16, 16});
    QVERIFY(checkpoint.write(m_files->folder()));
    const auto model = openModel(m_files->folder());
    QVERIFY2(model && model->supported, model ? model->unsupportedReason.c_str() : model.error().message.c_str());
    QCOMPARE(model->tensors.size(), checkpoint.expected.size());
    QCOMPARE(model->notes.size(), std::size_t{1});
    QCOMPARE(model->notes[0].substr(0, 56), std::string("2 tensors of parts that are no language model (multi_mod"));
}

void TestBadFamilies::namesAdapters()
{
    QVERIFY(writeText(m_files->folder() / "adapter_config.json", R"({"base_model_name_or_path": "Qwen/Qwen2.5-7B"})"));
    QVERIFY(writeSafetensors(m_files->folder() / "adapter_model.safetensors", {{"a.lora_A.weight", zeros({4, 16})}}));
    for (const bool withConfig : {false, true}) {
        if (withConfig)
            QVERIFY(writeText(m_files->folder() / "config.json", TestCheckpoint().config.dump()));
        const auto model = openModel(m_files->folder());
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::Unsupported);
        QVERIFY2(model.error().message.find("an adapter (LoRA) for Qwen/Qwen2.5-7B, not a whole model; merge it") !=
                     std::string::npos,
                 model.error().message.c_str());
    }
    // The file by itself says what it is too.
    const auto alone = openModel(m_files->folder() / "adapter_model.safetensors");
    QVERIFY(alone && !alone->supported);
    QVERIFY2(alone->unsupportedReason.find("is an adapter (LoRA)") != std::string::npos,
             alone->unsupportedReason.c_str());
    // Beside a whole model it is none of our business.
    QVERIFY(TestCheckpoint().write(m_files->folder()));
    QVERIFY(openModel(m_files->folder()));
}

QTEST_APPLESS_MAIN(TestBadFamilies)
#include "tst_badfamilies.moc"
