// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// GGUFs that cannot be turned back into a checkpoint, damaged or not, and the small files that are made of their keys.

#include "core/model/exportview.h"
#include "tests/model/modelfiles.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

using namespace snug;
using namespace snug::test;
using Json = nlohmann::json;

namespace {

const char *why(const Result<ExportView> &view) { return view ? "made" : view.error().message.c_str(); }

GgufValue f64(double value)
{
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return GgufValue::encoded(GgufType::F64, std::move(bytes));
}

using Texts = std::vector<std::string>;

/// Header and tensors of a small Llama that can be turned back; tensors without values are zeros.
struct SmallGguf
{
    GgufMetadata metadata = smallMetadata();
    std::vector<GgufWriter::Tensor> tensors;
    std::map<std::string, std::vector<float>> values; ///< of F32 tensors

    SmallGguf()
    {
        metadata.append("llama.attention.layer_norm_rms_epsilon", GgufValue::f32(1e-5F));
        metadata.append("tokenizer.ggml.model", GgufValue::string("gpt2"));
        metadata.append("tokenizer.ggml.pre", GgufValue::string("llama-bpe"));
        setTokens({"a", "b", "c", "ab", "abc", "<s>", "</s>", "d", "e", "f"});
        metadata.append("tokenizer.ggml.token_type",
                        GgufValue::i32s(std::vector<std::int32_t>{1, 1, 1, 1, 1, 3, 3, 1, 1, 1}));
        setMerges({"a b", "ab c"});
        metadata.append("tokenizer.ggml.bos_token_id", GgufValue::u32(5));
        metadata.append("tokenizer.ggml.eos_token_id", GgufValue::u32(6));
        add("token_embd.weight", {64, 10});
        add("output.weight", {64, 10});
        add("output_norm.weight", {64}, TensorType::F32);
        for (const std::string layer : {"blk.0.", "blk.1."}) {
            add(layer + "attn_norm.weight", {64}, TensorType::F32);
            add(layer + "attn_q.weight", {64, 64});
            add(layer + "attn_k.weight", {64, 32});
            add(layer + "attn_v.weight", {64, 32});
            add(layer + "attn_output.weight", {64, 64});
            add(layer + "ffn_norm.weight", {64}, TensorType::F32);
            add(layer + "ffn_gate.weight", {64, 96});
            add(layer + "ffn_up.weight", {64, 96});
            add(layer + "ffn_down.weight", {96, 64});
        }
    }

    void add(std::string name, std::vector<std::uint64_t> dims, TensorType type = TensorType::BF16)
    {
        tensors.push_back({std::move(name), std::move(dims), type});
    }
    void addValues(std::string name, std::vector<float> numbers)
    {
        add(name, {numbers.size()}, TensorType::F32);
        values[std::move(name)] = std::move(numbers);
    }
    void remove(std::string_view name)
    {
        std::erase_if(tensors, [&](const GgufWriter::Tensor &tensor) { return tensor.name == name; });
    }
    void setTokens(const Texts &texts) { metadata.set("tokenizer.ggml.tokens", GgufValue::strings(texts)); }
    void setMerges(const Texts &texts) { metadata.set("tokenizer.ggml.merges", GgufValue::strings(texts)); }
    void useScores(std::vector<float> scores)
    {
        metadata.set("tokenizer.ggml.model", GgufValue::string("llama"));
        metadata.set("tokenizer.ggml.scores", GgufValue::f32s(scores));
    }

    Result<ExportView> view() const
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "small.gguf";
        auto writer = GgufWriter::create(path, metadata, tensors, Overwrite::Yes);
        SNUG_TRY(writer);
        for (const GgufWriter::Tensor &tensor : tensors) {
            std::uint64_t size = rowBytes(tensor.type, tensor.dims[0]).value_or(0);
            for (std::size_t i = 1; i < tensor.dims.size(); ++i)
                size *= tensor.dims[i];
            std::vector<std::byte> bytes(static_cast<std::size_t>(size));
            if (const auto found = values.find(tensor.name); found != values.end())
                std::memcpy(bytes.data(), found->second.data(), bytes.size());
            SNUG_TRY(writer->append(bytes));
        }
        SNUG_TRY(writer->commit());
        const auto model = openModel(path);
        return model ? exportView(*model) : Result<ExportView>(fail(model.error()));
    }
};

Json fileOf(const ExportView &view, std::string_view name)
{
    const auto found = std::ranges::find(view.files, name, &CarriedFile::name);
    return found == view.files.end() ? Json() : Json::parse(found->text);
}

bool says(const ExportView &view, std::string_view part)
{
    return std::ranges::any_of(view.notes, [&](const std::string &note) { return mentions(note, part); });
}

} // namespace

class TestGgufView : public QObject
{
    Q_OBJECT
private slots:
    void smallFilesAreMade();
    void missingFilesAreNoted();
    void numbersBeyondFloatsAreNoSettings();
    void windowMakesItMistral();
    void factorsThatAreOneScaleNothing();
    void refused_data();
    void refused();

private:
    using Change = std::function<void(SmallGguf &)>;
    std::vector<Change> m_changes;
};

void TestGgufView::smallFilesAreMade()
{
    SmallGguf gguf;
    gguf.metadata.append("tokenizer.chat_template", GgufValue::string("{{ messages }}"));
    gguf.metadata.append("tokenizer.ggml.eot_token_id", GgufValue::u32(5));
    gguf.metadata.append("general.sampling.temp", GgufValue::f32(0.7F));
    gguf.metadata.append("general.sampling.top_k", GgufValue::i32(20));
    gguf.metadata.append("general.license", GgufValue::string("mit"));
    const auto view = gguf.view();
    QVERIFY2(view, why(view));
    const Json generation = fileOf(*view, "generation_config.json");
    QCOMPARE(generation["temperature"].dump(), std::string("0.7"));
    QCOMPARE(generation["top_k"].dump(), std::string("20"));
    QCOMPARE(generation["eos_token_id"], Json({6, 5}));
    const Json config = fileOf(*view, "tokenizer_config.json");
    QCOMPARE(config["chat_template"], Json("{{ messages }}"));
    QCOMPARE(config["bos_token"], Json("<s>"));
    QCOMPARE(config["eos_token"], Json("</s>"));
    const Json tokenizer = fileOf(*view, "tokenizer.json");
    QCOMPARE(tokenizer["model"]["vocab"].size(), std::size_t(10));
    QCOMPARE(tokenizer["model"]["vocab"]["abc"], Json(4));
    QCOMPARE(tokenizer["model"]["merges"], Json({"a b", "ab c"}));
    QCOMPARE(tokenizer["added_tokens"].size(), std::size_t(2));
    QVERIFY(says(*view, "header says \"mit\""));
    QVERIFY(!says(*view, "chat template"));
    QCOMPARE(Json::parse(view->config)["rms_norm_eps"].dump(), std::string("1e-05"));
}

void TestGgufView::missingFilesAreNoted()
{
    const auto view = SmallGguf().view();
    QVERIFY2(view, why(view));
    QVERIFY(says(*view, "no chat template"));
    QVERIFY(says(*view, "no licence file"));
    QVERIFY(!fileOf(*view, "tokenizer_config.json").contains("chat_template"));
    QVERIFY(!fileOf(*view, "generation_config.json").contains("do_sample"));
}

void TestGgufView::numbersBeyondFloatsAreNoSettings()
{
    SmallGguf gguf;
    gguf.metadata.append("general.sampling.temp", f64(1e39));
    gguf.metadata.append("general.sampling.top_k", GgufValue::f32(1e30F));
    gguf.metadata.append("general.sampling.top_p", GgufValue::f32(0.5F));
    const auto view = gguf.view();
    QVERIFY2(view, why(view));
    const Json generation = fileOf(*view, "generation_config.json");
    QVERIFY2(!generation.contains("temperature") && !generation.contains("top_k"), generation.dump().c_str());
    QCOMPARE(generation["top_p"], Json(0.5));
}

void TestGgufView::windowMakesItMistral()
{
    SmallGguf gguf;
    gguf.metadata.append("llama.attention.sliding_window", GgufValue::u32(32));
    const auto view = gguf.view();
    QVERIFY2(view, why(view));
    const Json config = Json::parse(view->config);
    QCOMPARE(config["model_type"], Json("mistral"));
    QCOMPARE(config["sliding_window"], Json(32));
}

void TestGgufView::factorsThatAreOneScaleNothing()
{
    SmallGguf gguf;
    gguf.addValues("rope_freqs.weight", std::vector<float>(8, 1.0F));
    const auto view = gguf.view();
    QVERIFY2(view, why(view));
    QVERIFY(Json::parse(view->config)["rope_scaling"].is_null());
    QCOMPARE(view->model.tensors.size(), std::size_t(21));
}

void TestGgufView::refused_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("part");
    const auto row = [&](const char *label, ErrorCode code, const char *part, Change change) {
        QTest::newRow(label) << int(m_changes.size()) << int(code) << part;
        m_changes.push_back(std::move(change));
    };
    const auto odd = [&](const char *part, std::string key, GgufValue value) {
        const std::string label = key;
        row(label.c_str(), ErrorCode::Unsupported, part,
            [key = "llama." + key, value](SmallGguf &gguf) { gguf.metadata.set(key, value); });
    };
    const auto damaged = [&](const char *part, const char *key, GgufValue value) {
        row(part, ErrorCode::BadInput, part, [key, value](SmallGguf &gguf) { gguf.metadata.set(key, value); });
    };
    constexpr auto kDamaged = ErrorCode::BadInput, kUnsupported = ErrorCode::Unsupported;

    odd("attention.causal is false", "attention.causal", GgufValue::boolean(false));
    odd("logit_scale is 2", "logit_scale", GgufValue::f32(2));
    odd("expert_shared_count is 1", "expert_shared_count", GgufValue::u32(1));
    odd("Keys are 16 wide and values 8", "attention.value_length", GgufValue::u32(8));
    odd("8 of 16 dimensions of a head rotate", "rope.dimension_count", GgufValue::u32(8));
    odd("scales positions by \"longrope\"", "rope.scaling.type", GgufValue::string("longrope"));
    odd("\"linear\" without a factor", "rope.scaling.type", GgufValue::string("linear"));
    odd("different numbers of key-value heads", "attention.head_count_kv",
        GgufValue::u32s(std::vector<std::uint32_t>{2, 1}));
    row("no context", kUnsupported, "has no llama.context_length",
        [](SmallGguf &gguf) { gguf.metadata.remove("llama.context_length"); });
    row("no epsilon", kUnsupported, "has no llama.attention.layer_norm_rms_epsilon",
        [](SmallGguf &gguf) { gguf.metadata.remove("llama.attention.layer_norm_rms_epsilon"); });
    row("epsilon is NaN", kUnsupported, "has no llama.attention.layer_norm_rms_epsilon", [](SmallGguf &gguf) {
        gguf.metadata.set("llama.attention.layer_norm_rms_epsilon",
                          GgufValue::f32(std::numeric_limits<float>::quiet_NaN()));
    });
    row("epsilon is beyond floats", kUnsupported, "has no llama.attention.layer_norm_rms_epsilon",
        [](SmallGguf &gguf) { gguf.metadata.set("llama.attention.layer_norm_rms_epsilon", f64(1e39)); });
    row("base is beyond floats", kUnsupported, "has no llama.rope.freq_base",
        [](SmallGguf &gguf) { gguf.metadata.append("llama.rope.freq_base", f64(1e39)); });
    row("factor is beyond floats", kUnsupported, "\"linear\" without a factor", [](SmallGguf &gguf) {
        gguf.metadata.append("llama.rope.scaling.type", GgufValue::string("linear"));
        gguf.metadata.append("llama.rope.scaling.factor", f64(1e39));
    });
    row("yarn is beyond floats", kDamaged, "yarn_beta_fast is no number that config.json can hold",
        [](SmallGguf &gguf) {
            gguf.metadata.append("llama.rope.scaling.type", GgufValue::string("yarn"));
            gguf.metadata.append("llama.rope.scaling.factor", GgufValue::f32(4));
            gguf.metadata.append("llama.rope.scaling.yarn_beta_fast", f64(-1e39));
        });
    row("no family", kUnsupported, "cannot be turned back", [](SmallGguf &gguf) {
        for (auto &[key, value] : std::vector(gguf.metadata.entries()))
            if (key.starts_with("llama."))
                gguf.metadata.set("gptneox" + key.substr(5), value);
        gguf.metadata.set("general.architecture", GgufValue::string("gptneox"));
    });

    row("other tensor", kUnsupported, "blk.0.attn_q_norm.weight, which a Llama checkpoint does not",
        [](SmallGguf &gguf) { gguf.add("blk.0.attn_q_norm.weight", {16}, TensorType::F32); });
    row("layer too many", kDamaged, "blk.2.attn_v.weight", [](SmallGguf &gguf) {
        gguf.add("blk.2.attn_v.weight", {64, 32});
    });
    row("no tensor", kDamaged, "blk.1.ffn_up.weight is missing",
        [](SmallGguf &gguf) { gguf.remove("blk.1.ffn_up.weight"); });
    row("only some biases", kDamaged, "attn_k.bias is missing",
        [](SmallGguf &gguf) { gguf.add("blk.0.attn_q.bias", {64}, TensorType::F32); });
    row("other shape", kDamaged, "blk.0.ffn_down.weight has the shape [96, 64], expected [95, 64]",
        [](SmallGguf &gguf) { gguf.metadata.set("llama.feed_forward_length", GgufValue::u32(95)); });
    row("no rows", kDamaged, "header makes no sound config.json",
        [](SmallGguf &gguf) { gguf.metadata.set("llama.feed_forward_length", GgufValue::u32(0)); });

    row("factors of nothing", kUnsupported, "no known setting of Llama 3", [](SmallGguf &gguf) {
        gguf.addValues("rope_freqs.weight", {1, 1, 1, 1.5F, 2, 3, 4, 7});
    });
    row("factors are zero", kDamaged, "not positive",
        [](SmallGguf &gguf) { gguf.addValues("rope_freqs.weight", std::vector<float>(8)); });
    row("factor is infinite", kDamaged, "not positive", [](SmallGguf &gguf) {
        gguf.addValues("rope_freqs.weight", {1, 1, 1, 1, 1, 1, 1, std::numeric_limits<float>::infinity()});
    });
    row("factors too few", kDamaged, "has 5 numbers, expected 8",
        [](SmallGguf &gguf) { gguf.addValues("rope_freqs.weight", std::vector<float>(5, 1.0F)); });

    row("no tokenizer", kUnsupported, "no key tokenizer.ggml.model",
        [](SmallGguf &gguf) { gguf.metadata.remove("tokenizer.ggml.model"); });
    row("other tokenizer", kUnsupported, "\"bert\" (tokenizer.ggml.model)",
        [](SmallGguf &gguf) { gguf.metadata.set("tokenizer.ggml.model", GgufValue::string("bert")); });
    row("other splitting", kUnsupported, "\"viking\" (tokenizer.ggml.pre)",
        [](SmallGguf &gguf) { gguf.metadata.set("tokenizer.ggml.pre", GgufValue::string("viking")); });
    damaged("tokens is no list of texts", "tokenizer.ggml.tokens", GgufValue::u32(7));
    damaged("tokens has \"a\" twice", "tokenizer.ggml.tokens",
            GgufValue::strings(Texts{"a", "a", "c", "ab", "abc", "<s>", "</s>", "d", "e", "f"}));
    damaged("expected UTF-8", "tokenizer.ggml.tokens",
            GgufValue::strings(Texts{"a", "\xFF", "c", "ab", "abc", "<s>", "</s>", "d", "e", "f"}));
    damaged("token_type has 2 entries", "tokenizer.ggml.token_type", GgufValue::i32s(std::vector<std::int32_t>{1, 1}));
    damaged("merges is absent or no list", "tokenizer.ggml.merges", GgufValue::u32(7));
    damaged("merges has \"a x\"", "tokenizer.ggml.merges", GgufValue::strings(Texts{"a x"}));
    damaged("merges has \"ab\"", "tokenizer.ggml.merges", GgufValue::strings(Texts{"ab"}));
    row("too many tokens", kDamaged, "has 10 texts, expected 9 at most", [](SmallGguf &gguf) {
        for (GgufWriter::Tensor &tensor : gguf.tensors)
            if (tensor.dims.back() == 10)
                tensor.dims.back() = 9;
    });
    row("no scores", kDamaged, "scores is absent",
        [](SmallGguf &gguf) { gguf.metadata.set("tokenizer.ggml.model", GgufValue::string("llama")); });
    row("score is NaN", kDamaged, "not finite",
        [](SmallGguf &gguf) { gguf.useScores(std::vector<float>(10, std::numeric_limits<float>::quiet_NaN())); });
    row("long token", kUnsupported, "has 600 bytes, expected 512 at most", [](SmallGguf &gguf) {
        gguf.setTokens({"a", "b", "c", "ab", "abc", "<s>", "</s>", "d", "e", std::string(600, 'x')});
        gguf.useScores(std::vector<float>(10, 1.0F));
    });
}

void TestGgufView::refused()
{
    QFETCH(int, change);
    QFETCH(int, code);
    QFETCH(QString, part);
    SmallGguf gguf;
    m_changes[std::size_t(change)](gguf);
    const auto view = gguf.view();
    QVERIFY(!view);
    QVERIFY2(mentions(view.error().message, part.toStdString()), why(view));
    QCOMPARE(int(view.error().code), code);
    QVERIFY2(!mentions(view.error().message.substr(0, view.error().message.size() - 1), "\n"), why(view));
}

QTEST_APPLESS_MAIN(TestGgufView)
#include "tst_ggufview.moc"
