// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models from checkpoint folders: names, shapes, row order, metadata; folders that contradict themselves.

#include "core/base/inputfile.h"
#include "core/model/checkpointmetadata.h"
#include "core/model/floatvalues.h"
#include "core/model/model.h"
#include "tests/model/checkpointfiles.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

const char *why(const Result<Model> &model) { return model ? "opened" : model.error().message.c_str(); }

// As the expectations write numbers: "4096", "1e-05".
std::string fmtNumber(double value) { return QString::number(value, 'g', 6).toStdString(); }

bool mentions(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

class TestCheckpointFolder : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void convertsLlama();
    void writesMetadataInOrder();
    void takesNameFromFolder();
    void leavesTiedOutputOut();
    void ignoresComputedBuffers();
    void putsBiasesInOrder();
    void computesRopeFactors();
    void writesRopeScaling_data();
    void writesRopeScaling();
    void readsShards();
    void rejectsWrongShape_data();
    void rejectsWrongShape();
    void rejectsMissingTensors();
    void rejectsLayerBeyondConfig();
    void rejectsBadConfig_data();
    void rejectsBadConfig();
    void listsWhatItCannotConvert_data();
    void listsWhatItCannotConvert();
    void refusesTypesItCannotList();
    void needsTokenizerAndConfig();
    void opensStories();
    void undoesRotationOfStories();
    void agreesWithExpectedKeys();
    void opensLoneSafetensors();
    void findsRepoInCache();
    void labelsSizes_data();
    void labelsSizes();
    void makesTitles_data();
    void makesTitles();
    void readsModelCard();
    void readsFloatsExactly();

private:
    const fs::path &folder() const { return m_path; }
    Result<Model> open(const TestCheckpoint &checkpoint) const
    {
        return checkpoint.write(m_path) ? openModel(m_path)
                                        : fail(ErrorCode::Io, "The test could not write its files.");
    }
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;
};

void TestCheckpointFolder::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_path = fs::path(m_folder->path().toStdString()) / "tiny-llama-v2-1B-Chat";
    QVERIFY(fs::create_directory(m_path));
}

void TestCheckpointFolder::convertsLlama()
{
    const auto model = open(TestCheckpoint());
    QVERIFY2(model, why(model));
    QVERIFY2(model->supported, model->unsupportedReason.c_str());
    QCOMPARE(model->format, SourceFormat::Checkpoint);
    QCOMPARE(model->architecture, std::string("llama"));
    QCOMPARE(model->mainType, std::string("BF16"));
    QCOMPARE(model->hyper.keyLength, 4U);
    QCOMPARE(model->hyper.kvBytesPerToken(2), 2 * 2 * 8 * 2.0);
    const std::vector<std::string> expected{
        "output.weight",          "output_norm.weight",       "token_embd.weight",     "blk.0.attn_k.weight",
        "blk.0.attn_norm.weight", "blk.0.attn_output.weight", "blk.0.attn_q.weight",   "blk.0.attn_v.weight",
        "blk.0.ffn_down.weight",  "blk.0.ffn_gate.weight",    "blk.0.ffn_norm.weight", "blk.0.ffn_up.weight"};
    QCOMPARE(model->tensors.size(), std::size_t{21});
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(model->tensors[i].name, expected[i]);

    const ModelTensor *down = model->find("blk.1.ffn_down.weight");
    QVERIFY(down);
    QCOMPARE(down->dims, (std::vector<std::uint64_t>{24, 16}));
    QCOMPARE(down->sourceName, std::string("model.layers.1.mlp.down_proj.weight"));
    QCOMPARE(down->type, TensorType::BF16);
    QCOMPARE(down->layer, 1);
    QCOMPARE(down->role, TensorRole::FfnDown);
    QCOMPARE(down->source.rowOrder, RowOrder::AsStored);
    QCOMPARE(down->source.sizeBytes, std::uint64_t{24 * 16 * 2});

    const ModelTensor *query = model->find("blk.0.attn_q.weight"), *key = model->find("blk.0.attn_k.weight");
    QVERIFY(query && key);
    QCOMPARE(query->source.rowOrder, RowOrder::RotaryInterleaved);
    QCOMPARE(query->source.headCount, 4U);
    QCOMPARE(key->source.rowOrder, RowOrder::RotaryInterleaved);
    QCOMPARE(key->source.headCount, 2U);
    QCOMPARE(sourceRow(key->source, key->rows(), 5), std::uint64_t{6});
    const ModelTensor *norm = model->find("output_norm.weight");
    QVERIFY(norm);
    QCOMPARE(norm->type, TensorType::F32);
    QCOMPARE(norm->source.type, TensorType::BF16);
}

void TestCheckpointFolder::writesMetadataInOrder()
{
    QVERIFY(writeText(folder() / "README.md", "---\nlicense: apache-2.0\n---\n# Tiny\n"));
    const auto model = open(TestCheckpoint());
    QVERIFY2(model, why(model));
    const std::vector<std::string> expected{"general.architecture",
                                            "general.type",
                                            "general.name",
                                            "general.size_label",
                                            "general.license",
                                            "llama.block_count",
                                            "llama.context_length",
                                            "llama.embedding_length",
                                            "llama.feed_forward_length",
                                            "llama.attention.head_count",
                                            "llama.attention.head_count_kv",
                                            "llama.rope.freq_base",
                                            "llama.attention.layer_norm_rms_epsilon",
                                            "llama.attention.key_length",
                                            "llama.attention.value_length",
                                            "general.file_type",
                                            "llama.vocab_size",
                                            "llama.rope.dimension_count",
                                            "general.quantization_version",
                                            "tokenizer.ggml.model",
                                            "tokenizer.ggml.pre",
                                            "tokenizer.ggml.tokens",
                                            "tokenizer.ggml.token_type",
                                            "tokenizer.ggml.merges"};
    QCOMPARE(model->metadata.entries().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(model->metadata.entries()[i].first, expected[i]);
    QCOMPARE(model->metadata.stringAt("general.license"), std::optional<std::string>("apache-2.0"));
    QCOMPARE(model->metadata.unsignedAt("general.file_type"), std::optional<std::uint64_t>(32));
    QCOMPARE(model->metadata.find("llama.block_count")->type(), GgufType::U32);
    QCOMPARE(model->metadata.find("llama.rope.freq_base")->type(), GgufType::F32);
    QCOMPARE(model->metadata.numberAt("llama.attention.layer_norm_rms_epsilon"), std::optional<double>(1e-5F));
    QCOMPARE(model->metadata.unsignedAt("llama.rope.dimension_count"), std::optional<std::uint64_t>(4));
    QCOMPARE(model->metadata.find("tokenizer.ggml.tokens")->elementCount(), std::uint64_t{300});
}

void TestCheckpointFolder::takesNameFromFolder()
{
    QVERIFY(TestCheckpoint().write(folder()));
    for (const std::string &path : {folder().string(), folder().string() + "/", folder().string() + "/."}) {
        const auto model = openModel(path);
        QVERIFY2(model, why(model));
        QCOMPARE(model->name, std::string("tiny-llama-v2-1B-Chat"));
        QCOMPARE(model->metadata.stringAt("general.name"), std::optional<std::string>("Tiny Llama v2 1B Chat"));
    }
}

void TestCheckpointFolder::leavesTiedOutputOut()
{
    TestCheckpoint checkpoint;
    checkpoint.config["tie_word_embeddings"] = true;
    const auto dropped = open(checkpoint);
    QVERIFY2(dropped, why(dropped));
    QVERIFY(!dropped->find("output.weight"));
    QCOMPARE(dropped->notes.size(), std::size_t{1});
    checkpoint.tensors.erase("lm_head.weight");
    const auto absent = open(checkpoint);
    QVERIFY2(absent, why(absent));
    QVERIFY(absent->supported && absent->notes.empty());
    QCOMPARE(absent->parameterCount, dropped->parameterCount);
}

void TestCheckpointFolder::ignoresComputedBuffers()
{
    TestCheckpoint checkpoint;
    checkpoint.tensors["model.layers.0.self_attn.rotary_emb.inv_freq"] = zeros({2}, "F32");
    const auto model = open(checkpoint);
    QVERIFY2(model, why(model));
    QVERIFY2(model->supported, model->unsupportedReason.c_str());
    QCOMPARE(model->tensors.size(), std::size_t{21});
}

void TestCheckpointFolder::putsBiasesInOrder()
{
    TestCheckpoint checkpoint;
    TestTensor bias = zeros({16}, "F32");
    for (int i = 0; i < 16; ++i) {
        const auto value = static_cast<float>(i);
        std::memcpy(bias.bytes.data() + 4 * i, &value, 4);
    }
    TestTensor keyBias = zeros({8}, "BF16"); // 0, 1, 2 ... are exact in both
    for (int i = 0; i < 8; ++i) {
        const auto value = static_cast<float>(i);
        std::memcpy(keyBias.bytes.data() + 2 * i, reinterpret_cast<const char *>(&value) + 2, 2);
    }
    checkpoint.tensors["model.layers.1.self_attn.q_proj.bias"] = bias;
    checkpoint.tensors["model.layers.1.self_attn.k_proj.bias"] = keyBias;
    checkpoint.tensors["model.layers.1.self_attn.v_proj.bias"] = zeros({8});
    const auto model = open(checkpoint);
    QVERIFY2(model, why(model));
    const ModelTensor *query = model->find("blk.1.attn_q.bias"), *key = model->find("blk.1.attn_k.bias"),
                      *value = model->find("blk.1.attn_v.bias");
    QVERIFY(query && key && value);
    QCOMPARE(query->source.values, (std::vector<float>{0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15}));
    QCOMPARE(key->source.values, (std::vector<float>{0, 2, 1, 3, 4, 6, 5, 7}));
    QCOMPARE(key->type, TensorType::F32);
    QCOMPARE(key->source.type, TensorType::F32);
    QVERIFY(value->source.values.empty());
    QCOMPARE(value->type, TensorType::F32);
}

void TestCheckpointFolder::computesRopeFactors()
{
    TestCheckpoint checkpoint;
    checkpoint.config["rope_theta"] = 500000.0;
    checkpoint.config["head_dim"] = 128;
    checkpoint.config["rope_scaling"] = {{"rope_type", "llama3"},
                                         {"factor", 8.0},
                                         {"low_freq_factor", 1.0},
                                         {"high_freq_factor", 4.0},
                                         {"original_max_position_embeddings", 8192}};
    for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
        checkpoint.tensors[layer + "self_attn.q_proj.weight"] = zeros({512, 16});
        checkpoint.tensors[layer + "self_attn.k_proj.weight"] = zeros({256, 16});
        checkpoint.tensors[layer + "self_attn.v_proj.weight"] = zeros({256, 16});
        checkpoint.tensors[layer + "self_attn.o_proj.weight"] = zeros({16, 512});
    }
    const auto model = open(checkpoint);
    QVERIFY2(model, why(model));
    const ModelTensor *factors = model->find("rope_freqs.weight");
    QVERIFY(factors);
    QCOMPARE(factors->dims, (std::vector<std::uint64_t>{64}));
    QCOMPARE(factors->role, TensorRole::RopeFactors);
    QCOMPARE(factors->source.values.size(), std::size_t{64});
    // Computed in double precision by the rule of Llama 3.1 with its own configuration.
    const std::pair<std::size_t, double> expected[] = {{0, 1},          {28, 1}, {29, 1.2074839}, {32, 2.6945297},
                                                       {34, 5.2573266}, {35, 8}, {63, 8}};
    for (const auto &[index, value] : expected)
        QVERIFY2(std::abs(factors->source.values[index] - value) < 1e-4 * value,
                 qPrintable(QString("%1: %2").arg(index).arg(double(factors->source.values[index]))));
    QVERIFY(!model->metadata.find("llama.rope.scaling.type"));
}

void TestCheckpointFolder::writesRopeScaling_data()
{
    QTest::addColumn<QString>("scaling");
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("factor");
    QTest::addColumn<int>("noteCount");
    QTest::newRow("linear") << R"({"type": "linear", "factor": 4.0})"
                            << "linear" << 4.0 << 0;
    QTest::newRow("yarn")
        << R"({"rope_type": "yarn", "factor": 2.5, "original_max_position_embeddings": 32, "beta_fast": 32})"
        << "yarn" << 2.5 << 0;
    QTest::newRow("default") << R"({"rope_type": "default"})"
                             << "" << 0.0 << 0;
    QTest::newRow("dynamic") << R"({"type": "dynamic", "factor": 2.0})"
                             << "" << 0.0 << 1;
    QTest::newRow("null") << "null"
                          << "" << 0.0 << 0;
}

void TestCheckpointFolder::writesRopeScaling()
{
    QFETCH(QString, scaling);
    QFETCH(QString, type);
    QFETCH(double, factor);
    QFETCH(int, noteCount);
    TestCheckpoint checkpoint;
    checkpoint.config["rope_scaling"] = Json::parse(scaling.toStdString());
    const auto model = open(checkpoint);
    QVERIFY2(model, why(model));
    QCOMPARE(QString::fromStdString(model->metadata.stringAt("llama.rope.scaling.type").value_or("")), type);
    QCOMPARE(model->metadata.numberAt("llama.rope.scaling.factor").value_or(0), factor);
    QCOMPARE(int(model->notes.size()), noteCount);
    if (type == "yarn") {
        QCOMPARE(model->metadata.unsignedAt("llama.rope.scaling.original_context_length"),
                 std::optional<std::uint64_t>(32));
        QCOMPARE(model->metadata.numberAt("llama.rope.scaling.yarn_beta_fast"), std::optional<double>(32));
        QVERIFY(!model->metadata.find("llama.rope.scaling.yarn_beta_slow"));
    }
}

void TestCheckpointFolder::readsShards()
{
    TestCheckpoint checkpoint;
    QVERIFY(checkpoint.write(folder()));
    fs::remove(folder() / "model.safetensors");
    std::map<std::string, TestTensor> parts[2];
    Json index = {{"weight_map", Json::object()}};
    for (const auto &[name, tensor] : checkpoint.tensors) {
        const int part = name.find("layers.1") != std::string::npos ? 1 : 0;
        parts[part][name] = tensor;
        index["weight_map"][name] = part ? "model-00002-of-00002.safetensors" : "model-00001-of-00002.safetensors";
    }
    QVERIFY(writeSafetensors(folder() / "model-00001-of-00002.safetensors", parts[0]));
    QVERIFY(writeSafetensors(folder() / "model-00002-of-00002.safetensors", parts[1]));
    QVERIFY(writeText(folder() / "model.safetensors.index.json", index.dump()));
    const auto model = openModel(folder());
    QVERIFY2(model, why(model));
    QCOMPARE(model->files.size(), std::size_t{2});
    const ModelTensor *tensor = model->find("blk.1.attn_q.weight");
    QVERIFY(tensor);
    QCOMPARE(model->files[tensor->source.fileIndex].filename(), fs::path("model-00002-of-00002.safetensors"));
}

void TestCheckpointFolder::rejectsWrongShape_data()
{
    QTest::addColumn<QString>("name");
    for (const auto &[name, tensor] : TestCheckpoint().tensors)
        if (name.find("layers.1") == std::string::npos)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestCheckpointFolder::rejectsWrongShape()
{
    QFETCH(QString, name);
    const std::string tensor = name.toStdString();
    for (const int change : {0, 1, 2}) {
        TestCheckpoint checkpoint;
        std::vector<std::uint64_t> shape = checkpoint.tensors[tensor].shape;
        if (change == 0)
            ++shape.front();
        else if (change == 1)
            ++shape.back();
        else
            shape.push_back(1);
        checkpoint.tensors[tensor] = zeros(shape);
        const auto model = open(checkpoint);
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::BadInput);
        QCOMPARE(model.error().tensor, tensor);
        QVERIFY2(mentions(model.error().message, "has the shape [" + std::to_string(shape.front())), why(model));
        QVERIFY2(mentions(model.error().message, "expected ["), why(model));
        QVERIFY2(mentions(model.error().message, "model.safetensors"), why(model));
    }
}

void TestCheckpointFolder::rejectsMissingTensors()
{
    TestCheckpoint checkpoint;
    checkpoint.tensors.erase("model.layers.1.mlp.up_proj.weight");
    const auto one = open(checkpoint);
    QVERIFY(!one);
    QCOMPARE(one.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(one.error().message, "model.layers.1.mlp.up_proj.weight is missing from"), why(one));
    QCOMPARE(one.error().tensor, std::string("model.layers.1.mlp.up_proj.weight"));
    checkpoint.tensors.erase("model.layers.0.input_layernorm.weight");
    checkpoint.tensors.erase("model.norm.weight");
    const auto three = open(checkpoint);
    QVERIFY(!three);
    QVERIFY2(mentions(three.error().message, "and 2 more"), why(three));
}

void TestCheckpointFolder::rejectsLayerBeyondConfig()
{
    TestCheckpoint checkpoint;
    checkpoint.config["num_hidden_layers"] = 1;
    const auto model = open(checkpoint);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(model.error().message, "num_hidden_layers in config.json is 1"), why(model));
}

void TestCheckpointFolder::rejectsBadConfig_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    for (const char *key : {"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
                            "vocab_size", "num_key_value_heads"})
        for (const char *value : {"0", "-1", "1.5", "\"8\"", "[]", "18446744073709551615", "1e300"})
            QTest::newRow(qPrintable(QString("%1 %2").arg(key, value))) << key << value;
    for (const char *key :
         {"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "vocab_size"})
        QTest::newRow(qPrintable(QString("%1 missing").arg(key))) << key << "null";
    QTest::newRow("layers beyond the limit") << "num_hidden_layers"
                                             << "100000";
    QTest::newRow("vocabulary beyond the limit") << "vocab_size"
                                                 << "2000000000";
    QTest::newRow("heads that do not divide") << "num_key_value_heads"
                                              << "3";
    QTest::newRow("odd heads") << "head_dim"
                               << "5";
    QTest::newRow("negative base") << "rope_theta"
                                   << "-1.0";
    QTest::newRow("negative epsilon") << "rms_norm_eps"
                                      << "-1.0";
}

void TestCheckpointFolder::rejectsBadConfig()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    TestCheckpoint checkpoint;
    checkpoint.config[key.toStdString()] = Json::parse(value.toStdString());
    const auto model = open(checkpoint);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(model.error().message, "config.json"), why(model));
    QVERIFY2(mentions(model.error().message, key.toStdString()), why(model));
}

void TestCheckpointFolder::listsWhatItCannotConvert_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("architecture");
    QTest::newRow("other class") << "class"
                                 << "Qwen2ForCausalLM"
                                 << "qwen2";
    QTest::newRow("unknown class") << "unknown"
                                   << "MarvinForCausalLM"
                                   << "MarvinForCausalLM";
    QTest::newRow("no class") << "none"
                              << "names no architecture"
                              << "";
    QTest::newRow("quantized") << "quantized"
                               << "already quantized (gptq)"
                               << "llama";
    QTest::newRow("extra tensor") << "extra"
                                  << "model.layers.0.self_attn.q_norm.weight"
                                  << "llama";
    QTest::newRow("layer 00") << "zeros"
                              << "model.layers.00.input_layernorm.weight"
                              << "llama";
    QTest::newRow("F64") << "f64"
                         << "stored as F64"
                         << "llama";
}

void TestCheckpointFolder::listsWhatItCannotConvert()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    QFETCH(QString, architecture);
    TestCheckpoint checkpoint;
    if (what == "class")
        checkpoint.config["architectures"] = {"Qwen2ForCausalLM"};
    else if (what == "unknown")
        checkpoint.config["architectures"] = {"MarvinForCausalLM"};
    else if (what == "none")
        checkpoint.config.erase("architectures");
    else if (what == "quantized")
        checkpoint.config["quantization_config"] = {{"quant_method", "gptq"}, {"bits", 4}};
    else if (what == "extra")
        checkpoint.tensors["model.layers.0.self_attn.q_norm.weight"] = zeros({4});
    else if (what == "zeros")
        checkpoint.tensors["model.layers.00.input_layernorm.weight"] = zeros({16});
    else
        checkpoint.tensors["model.layers.0.mlp.up_proj.weight"] = zeros({24, 16}, "F64");
    const auto model = open(checkpoint);
    QVERIFY2(model, why(model));
    QVERIFY(!model->supported);
    QVERIFY2(mentions(model->unsupportedReason, reason.toStdString()), model->unsupportedReason.c_str());
    QCOMPARE(QString::fromStdString(model->architecture), architecture);
    QCOMPARE(model->tensors.size(), checkpoint.tensors.size());
    const ModelTensor *tensor = model->find("model.layers.1.mlp.down_proj.weight");
    QVERIFY(tensor);
    QCOMPARE(tensor->dims, (std::vector<std::uint64_t>{24, 16}));
    QCOMPARE(tensor->layer, 1);
    QCOMPARE(model->hyper.layerCount, 2U);
}

void TestCheckpointFolder::refusesTypesItCannotList()
{
    TestCheckpoint checkpoint;
    checkpoint.tensors["model.layers.0.mlp.up_proj.weight"] = zeros({24, 16}, "F8_E4M3");
    const auto model = open(checkpoint);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::Unsupported);
    QVERIFY2(mentions(model.error().message, "stored as F8_E4M3, expected F32, F16 or BF16"), why(model));
}

void TestCheckpointFolder::needsTokenizerAndConfig()
{
    QVERIFY(TestCheckpoint().write(folder()));
    fs::remove(folder() / "tokenizer.json");
    const auto model = openModel(folder());
    QVERIFY2(model, why(model));
    QVERIFY(!model->supported);
    for (const char *name : {"tokenizer.model", "tokenizer.json", "vocab.json", "merges.txt"})
        QVERIFY(mentions(model->unsupportedReason, name));
    fs::remove(folder() / "config.json");
    const auto noConfig = openModel(folder());
    QVERIFY(!noConfig);
    QCOMPARE(noConfig.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(noConfig.error().message, "no config.json"), why(noConfig));
    QVERIFY(writeText(folder() / "config.json", "[1, 2"));
    QCOMPARE(openModel(folder()).error().code, ErrorCode::BadInput);
    QVERIFY(writeText(folder() / "config.json", "[1, 2]"));
    QCOMPARE(openModel(folder()).error().code, ErrorCode::BadInput);
    fs::remove(folder() / "model.safetensors");
    QCOMPARE(openModel(folder()).error().code, ErrorCode::BadInput);
    const auto nowhere = openModel(folder() / "nothing" / "here");
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code, ErrorCode::Usage);
}

void TestCheckpointFolder::opensStories()
{
    SNUG_REQUIRE_SHARED("models/stories260K/hf/config.json");
    const auto model = openModel(sharedData("models/stories260K/hf"));
    QVERIFY2(model, why(model));
    QVERIFY(!model->supported); // it has no tokenizer
    QCOMPARE(model->parameterCount, std::uint64_t{260032});
    QCOMPARE(model->tensors.size(), std::size_t{2 + 5 * 9});
    QCOMPARE(model->find("blk.4.attn_k.weight")->source.headCount, 4U);
    QVERIFY(!model->find("output.weight"));
}

void TestCheckpointFolder::undoesRotationOfStories()
{
    // The same weights as their maker wrote them, with pairs side by side as GGUF has them: 28 bytes of header, then
    // embedding 512 x 64, attention norms 5 x 64, q 5 x 64 x 64, k 5 x 32 x 64, all F32.
    SNUG_REQUIRE_SHARED("models/stories260K/stories260K.bin");
    const auto model = openModel(sharedData("models/stories260K/hf"));
    const auto original = InputFile::open(sharedData("models/stories260K/stories260K.bin"));
    QVERIFY2(model && original, why(model));
    constexpr std::uint64_t kRowBytes = 64 * 4, kQuery = 28 + (512 + 5) * kRowBytes, kKey = kQuery + 5 * 64 * kRowBytes;
    const auto file = InputFile::open(model->files[0]);
    QVERIFY(file);
    std::vector<std::byte> found(kRowBytes), wanted(kRowBytes);
    for (int layer = 0; layer < 5; ++layer)
        for (const bool query : {true, false}) {
            const ModelTensor *tensor =
                model->find("blk." + std::to_string(layer) + (query ? ".attn_q.weight" : ".attn_k.weight"));
            QVERIFY(tensor);
            const std::uint64_t rows = query ? 64 : 32;
            QCOMPARE(tensor->rows(), rows);
            for (std::uint64_t row = 0; row < rows; ++row) {
                const std::uint64_t at = (query ? kQuery : kKey) + (std::uint64_t(layer) * rows + row) * kRowBytes;
                QVERIFY(original->readAt(at, wanted));
                QVERIFY(file->readAt(tensor->source.offset + sourceRow(tensor->source, rows, row) * kRowBytes, found));
                QVERIFY2(found == wanted, qPrintable(QString("layer %1 row %2").arg(layer).arg(row)));
            }
        }
}

void TestCheckpointFolder::agreesWithExpectedKeys()
{
    SNUG_REQUIRE_SHARED("configs/gguf-kv-expectations/Mistral-7B-Instruct-v0.2.json");
    const auto load = [](const char *path) {
        QFile file(QString::fromStdString(sharedData(path).string()));
        return file.open(QIODevice::ReadOnly) ? Json::parse(file.readAll().toStdString()) : Json();
    };
    // v0.3 differs from v0.2 in its vocabulary only.
    const auto config = readConfig(load("configs/mistralai__Mistral-7B-Instruct-v0.3.json"));
    QVERIFY2(config, config ? "" : config.error().message.c_str());
    Model model;
    model.architecture = "llama";
    model.mainType = "F16";
    addCheckpointMetadata(model, *config);
    int compared = 0;
    const Json expected = load("configs/gguf-kv-expectations/Mistral-7B-Instruct-v0.2.json");
    for (const auto &[key, value] : expected.items()) {
        if (!key.starts_with("llama.") && !key.starts_with("general."))
            continue;
        const auto number = model.metadata.numberAt(key);
        QCOMPARE(number ? fmtNumber(*number) : model.metadata.stringAt(key).value_or("absent"),
                 value.get<std::string>());
        ++compared;
    }
    QVERIFY(compared >= 11);
}

void TestCheckpointFolder::opensLoneSafetensors()
{
    QVERIFY(TestCheckpoint().write(folder()));
    const auto model = openModel(folder() / "model.safetensors");
    QVERIFY2(model, why(model));
    QCOMPARE(model->format, SourceFormat::Safetensors);
    QVERIFY(!model->supported && !model->unsupportedReason.empty());
    QCOMPARE(model->tensors.size(), std::size_t{21});
    QCOMPARE(model->name, std::string("model"));
}

void TestCheckpointFolder::findsRepoInCache()
{
    const fs::path cache = folder() / "hub";
    const fs::path repo = cache / "models--Some.Owner--Tiny-Model";
    fs::create_directories(repo / "snapshots" / "aaa");
    fs::create_directories(repo / "snapshots" / "bbb");
    fs::create_directories(repo / "refs");
    fs::create_directories(repo / "blobs");
    // As the cache keeps them: names are links to blobs.
    QVERIFY(TestCheckpoint().write(repo / "blobs"));
    for (const char *name : {"config.json", "model.safetensors", "tokenizer.json"})
        fs::create_symlink(fs::path("../../blobs") / name, repo / "snapshots" / "aaa" / name);
    QVERIFY(writeText(repo / "refs" / "main", "aaa\n"));
    qputenv("HF_HUB_CACHE", QByteArray::fromStdString(cache.string()));
    const auto model = openModel("Some.Owner/Tiny-Model");
    QVERIFY2(model, why(model));
    QVERIFY(model->supported);
    QCOMPARE(model->name, std::string("Tiny-Model"));
    QCOMPARE(model->metadata.stringAt("general.name"), std::optional<std::string>("Tiny Model"));

    QVERIFY(writeText(repo / "refs" / "main", "../../.."));
    fs::remove(repo / "snapshots" / "bbb");
    QVERIFY(openModel("Some.Owner/Tiny-Model")); // the newest instead
    const auto other = openModel("Some.Owner/Other");
    QVERIFY(!other);
    QCOMPARE(other.error().code, ErrorCode::Usage);
    QVERIFY2(mentions(other.error().message, cache.string()), why(other));
    for (const char *name : {"../x", "a/../b", "a/b/c", "/a", "a/", "models--Some.Owner--Tiny-Model"})
        QCOMPARE(openModel(name).error().code, ErrorCode::Usage);
    qunsetenv("HF_HUB_CACHE");
}

void TestCheckpointFolder::labelsSizes_data()
{
    QTest::addColumn<quint64>("count");
    QTest::addColumn<QString>("label");
    QTest::newRow("7 B") << quint64(7'615'616'512) << "7.6B";
    QTest::newRow("70 B") << quint64(70'553'706'496) << "71B";
    QTest::newRow("135 M") << quint64(134'515'008) << "135M";
    QTest::newRow("260 K") << quint64(260'032) << "260K";
    QTest::newRow("1.1 B") << quint64(1'100'048'384) << "1.1B";
    QTest::newRow("0") << quint64(0) << "0.00K";
    QTest::newRow("2 T") << quint64(2'000'000'000'001) << "2.0T";
}

void TestCheckpointFolder::labelsSizes()
{
    QFETCH(quint64, count);
    QTEST(QString::fromStdString(sizeLabel(count)), "label");
}

void TestCheckpointFolder::makesTitles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("title");
    QTest::newRow("plain") << "Qwen2.5-7B-Instruct"
                           << "Qwen2.5 7B Instruct";
    QTest::newRow("lower") << "tiny-llama-v2-chat"
                           << "Tiny Llama v2 Chat";
    QTest::newRow("size") << "phi-3-7b"
                          << "Phi 3 7b";
    QTest::newRow("empty parts") << "--a--b-"
                                 << "A B";
}

void TestCheckpointFolder::makesTitles()
{
    QFETCH(QString, name);
    QTEST(QString::fromStdString(titleOfName(name.toStdString())), "title");
}

void TestCheckpointFolder::readsModelCard()
{
    const fs::path card = folder() / "README.md";
    QCOMPARE(modelCardValue(card, "license"), std::string());
    QVERIFY(writeText(card, "---\r\nlanguage:\n- en\nlicense: \"llama3.1\" \r\n---\nlicense: mit\n"));
    QCOMPARE(modelCardValue(card, "license"), std::string("llama3.1"));
    QVERIFY(writeText(card, "# No front matter\nlicense: mit\n"));
    QCOMPARE(modelCardValue(card, "license"), std::string());
    QVERIFY(writeText(card, "---\nlicense: [mit, apache-2.0]\n---\n"));
    QCOMPARE(modelCardValue(card, "license"), std::string());
    QVERIFY(writeText(card, "---\nlicense_name: other\n---\nlicense: mit\n"));
    QCOMPARE(modelCardValue(card, "license"), std::string());
}

void TestCheckpointFolder::readsFloatsExactly()
{
    const std::uint16_t halves[] = {0x0000, 0x8000, 0x3C00, 0xC000, 0x0001, 0x03FF,
                                    0x0400, 0x7BFF, 0x7C00, 0xFC00, 0x3555};
    const float expected[] = {0.0F,     -0.0F,    1.0F,     -2.0F,     0x1p-24F,   0x3FFp-24F,
                              0x1p-14F, 65504.0F, INFINITY, -INFINITY, 0x1.554p-2F};
    const fs::path path = folder() / "halves";
    QVERIFY(writeText(path, {reinterpret_cast<const char *>(halves), sizeof halves}));
    const auto values = readFloats(path, {0, 0, sizeof halves, TensorType::F16, RowOrder::AsStored, 0, {}});
    QVERIFY(values);
    QCOMPARE(values->size(), std::size(halves));
    for (std::size_t i = 0; i < values->size(); ++i)
        QVERIFY(std::memcmp(&(*values)[i], &expected[i], sizeof(float)) == 0);
    const std::uint16_t nan = 0x7E01;
    QVERIFY(writeText(path, {reinterpret_cast<const char *>(&nan), 2}));
    QVERIFY(std::isnan(readFloats(path, {0, 0, 2, TensorType::F16, RowOrder::AsStored, 0, {}})->at(0)));
    QCOMPARE(readFloats(path, {0, 0, 2, TensorType::BF16, RowOrder::AsStored, 0, {}})->at(0), 0x1.02p125F);
    QVERIFY(!readFloats(path, {0, 0, 4, TensorType::F32, RowOrder::AsStored, 0, {}}));
    QVERIFY(!readFloats(path, {0, 0, 2, TensorType::I16, RowOrder::AsStored, 0, {}}));
}

QTEST_APPLESS_MAIN(TestCheckpointFolder)
#include "tst_checkpoint.moc"
