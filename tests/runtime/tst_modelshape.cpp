// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a model must have to be computed, and what is said of one that has it not.

#include "tests/runtime/tinymodel.h"

#include <QtTest>

#include <functional>

using namespace snug;
using namespace snug::test;

namespace {

using Change = std::function<void(Model &)>;

struct Refusal
{
    const char *name;
    const char *says; ///< part of the message
    Change change;
    bool experts = false;
};

Change number(const char *key, GgufValue value)
{
    return [=](Model &model) { model.metadata.set(key, value); };
}

Change hyper(std::uint32_t Hyperparameters::*field, std::uint32_t value)
{
    return [=](Model &model) { model.hyper.*field = value; };
}

Change without(const char *tensor)
{
    return [=](Model &model) { removeTensor(model, tensor); };
}

Change shaped(const char *tensor, std::vector<std::uint64_t> dims)
{
    return [=](Model &model) { tensorOf(model, tensor).dims = dims; };
}

constexpr std::uint32_t kHuge = 4294967295U;

// clang-format off
const Refusal kRefusals[] = {
    {"embedding missing", "token_embd.weight", without("token_embd.weight")},
    {"last norm missing", "output_norm.weight", without("output_norm.weight")},
    {"queries missing", "blk.1.attn_q.weight is missing", without("blk.1.attn_q.weight")},
    {"norm missing", "blk.0.ffn_norm.weight is missing", without("blk.0.ffn_norm.weight")},
    {"feed-forward part missing", "blk.1.ffn_down.weight is missing", without("blk.1.ffn_down.weight")},
    {"experts missing", "blk.0.ffn_up_exps.weight is missing", without("blk.0.ffn_up_exps.weight"), true},
    {"queries too narrow", "attn_q.weight has 8 rows of 6, expected 8 of 8", shaped("blk.0.attn_q.weight", {6, 8})},
    {"keys too many", "attn_k.weight has 8 rows of 8, expected 4 of 8", shaped("blk.1.attn_k.weight", {8, 8})},
    {"norm too long", "attn_norm.weight", shaped("blk.0.attn_norm.weight", {9})},
    {"gates and ups differ", "ffn_gate.weight has 10 rows of 8, expected 12 of 8", shaped("blk.0.ffn_gate.weight", {8, 10})},
    {"halves of an odd matrix", "ffn_up.weight has 13 rows", [](Model &model) {
        removeTensor(model, "blk.0.ffn_gate.weight");
        tensorOf(model, "blk.0.ffn_up.weight").dims = {8, 13};
    }},
    {"embedding of no rows", "token_embd.weight", shaped("token_embd.weight", {0, 12})},
    {"output of another width", "output.weight", [](Model &model) { addTensor(model, "output.weight", {7, 12}); }},
    {"router for other experts", "ffn_gate_inp.weight", shaped("blk.0.ffn_gate_inp.weight", {8, 5}), true},
    {"expert rows that do not divide", "exps.weight", shaped("blk.0.ffn_up_exps.weight", {8, 13, 3}), true},
    {"no heads", "heads", hyper(&Hyperparameters::headCount, 0)},
    {"no heads of keys", "heads", hyper(&Hyperparameters::headCountKv, 0)},
    {"heads that do not divide", "layer 0 has 2 heads and 3 of keys", hyper(&Hyperparameters::headCountKv, 3)},
    {"heads of no length", "their length", hyper(&Hyperparameters::keyLength, 0)},
    {"heads of odd length", "even count", hyper(&Hyperparameters::keyLength, 3)},
    {"values of no length", "their length", hyper(&Hyperparameters::valueLength, 0)},
    {"no embedding length", "embedding length", hyper(&Hyperparameters::embeddingLength, 0)},
    {"huge embedding length", "token_embd.weight", hyper(&Hyperparameters::embeddingLength, kHuge)},
    {"huge count of heads", "expected", [](Model &model) { model.hyper.headCount = model.hyper.headCountKv = kHuge; }},
    {"huge heads", "attn_q.weight", hyper(&Hyperparameters::keyLength, kHuge - 1)},
    {"more layers than there are", "blk.2.", hyper(&Hyperparameters::layerCount, 100000)},
    {"heads of keys of fewer layers", "of 1 layers, expected 2", [](Model &model) { model.hyper.layerHeadCountKv = {1}; }},
    {"no heads of keys in one layer", "layer 1", [](Model &model) { model.hyper.layerHeadCountKv = {1, 0}; }},
    {"huge count of experts", "", hyper(&Hyperparameters::expertCount, kHuge), true},
    {"no expert count", "ffn_gate_inp.weight", hyper(&Hyperparameters::expertCount, 0), true},
    {"more experts used than there are", "5 of 4 experts", number("llama.expert_used_count", GgufValue::u32(5)), true},
    {"no experts used", "0 of 4 experts", number("llama.expert_used_count", GgufValue::u32(0)), true},
    {"experts used past 32 bits", "4294967298 of 4", number("llama.expert_used_count", GgufValue::u64((1ULL << 32) + 2)), true},
    {"epsilon below zero", "epsilon", number("llama.attention.layer_norm_rms_epsilon", GgufValue::f32(-1))},
    {"epsilon no number", "epsilon", number("llama.attention.layer_norm_rms_epsilon", GgufValue::f32(std::numeric_limits<float>::quiet_NaN()))},
    {"infinite cap", "cap", number("llama.attn_logit_softcapping", GgufValue::f32(std::numeric_limits<float>::infinity()))},
    {"odd rotary dimensions", "turn with the position", number("llama.rope.dimension_count", GgufValue::u32(3))},
    {"rotary dimensions beyond the head", "turn with the position", number("llama.rope.dimension_count", GgufValue::u32(6))},
    {"no rotary dimensions", "turn with the position", number("llama.rope.dimension_count", GgufValue::u32(0))},
};
// clang-format on

} // namespace

class TstModelShape : public QObject
{
    Q_OBJECT

private slots:
    void readsAPlainModel()
    {
        const Model model = tinyModel();
        const auto shape = modelShape(model);
        QVERIFY2(shape, shape ? "" : shape.error().message.c_str());
        QCOMPARE(shape->layers.size(), std::size_t{2});
        QCOMPARE(shape->vocabulary, kTinyVocabulary);
        QCOMPARE(shape->output, shape->embeddingTensor); // tied
        QCOMPARE(shape->layers[1].feedForward, std::uint64_t{12});
        QCOMPARE(shape->attentionScale, 0.5F);
    }

    void readsExperts()
    {
        const Model model = tinyModel("qwen3moe", true);
        const auto shape = modelShape(model);
        QVERIFY2(shape, shape ? "" : shape.error().message.c_str());
        QCOMPARE(shape->layers[0].expertFeedForward, std::uint64_t{12});
        QCOMPARE(shape->expertsUsed, 2U);
    }

    void knowsWhichLayersHaveAWindow()
    {
        Model model = tinyModel("gpt-oss", true);
        model.metadata.append("gpt-oss.attention.sliding_window", GgufValue::u32(5));
        const auto shape = modelShape(model);
        QVERIFY2(shape, shape ? "" : shape.error().message.c_str());
        QCOMPARE(shape->layers[0].window, std::uint64_t{5});
        QCOMPARE(shape->layers[1].window, std::uint64_t{0});
    }

    void refuses_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < std::size(kRefusals); ++i)
            QTest::newRow(kRefusals[i].name) << static_cast<int>(i);
    }

    void refuses()
    {
        QFETCH(int, number);
        const Refusal &row = kRefusals[number];
        Model model = tinyModel("llama", row.experts);
        QVERIFY(modelShape(model));
        row.change(model);
        const auto shape = modelShape(model);
        QVERIFY(!shape);
        QCOMPARE(shape.error().code, ErrorCode::BadInput);
        const std::string &message = shape.error().message;
        QVERIFY2(message.starts_with("tiny.gguf cannot be computed: "), message.c_str());
        QVERIFY2(message.find(row.says) != std::string::npos, message.c_str());
    }

    void refusesAnotherArchitecture()
    {
        const Model model = tinyModel("mamba");
        const auto shape = modelShape(model);
        QVERIFY(!shape);
        QCOMPARE(shape.error().code, ErrorCode::Unsupported);
        QVERIFY2(shape.error().message.find("\"mamba\"") != std::string::npos, shape.error().message.c_str());
    }
};

QTEST_APPLESS_MAIN(TstModelShape)
#include "tst_modelshape.moc"
