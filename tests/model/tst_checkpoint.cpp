// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models from checkpoint folders: names, shapes, row order, computed and reordered tensors, places in the cache.

#include "core/base/inputfile.h"
#include "core/model/floatvalues.h"
#include "core/model/model.h"
#include "tests/model/checkpointfiles.h"
#include "tests/support/shareddata.h"

#include <QtTest>

#include <cmath>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TestCheckpointModel : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void convertsLlama();
    void takesNameFromFolder();
    void leavesTiedOutputOut();
    void ignoresComputedBuffers();
    void putsBiasesInOrder();
    void computesRopeFactors();
    void readsShards();
    void opensSample();
    void opensStories();
    void undoesRotationOfStories();
    void opensLoneSafetensors();
    void findsRepoInCache();
    void readsFloatsExactly();

private:
    std::unique_ptr<CheckpointFolder> m_files;
};

void TestCheckpointModel::init() { m_files = std::make_unique<CheckpointFolder>(); }

void TestCheckpointModel::convertsLlama()
{
    const auto model = m_files->open(TestCheckpoint());
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

void TestCheckpointModel::takesNameFromFolder()
{
    QVERIFY(TestCheckpoint().write(m_files->folder()));
    for (const std::string &path :
         {m_files->folder().string(), m_files->folder().string() + "/", m_files->folder().string() + "/."}) {
        const auto model = openModel(path);
        QVERIFY2(model, why(model));
        QCOMPARE(model->name, std::string("tiny-llama-v2-1B-Chat"));
        QCOMPARE(model->metadata.stringAt("general.name"), std::optional<std::string>("Tiny Llama v2 1B Chat"));
    }
}

void TestCheckpointModel::leavesTiedOutputOut()
{
    TestCheckpoint checkpoint;
    checkpoint.config["tie_word_embeddings"] = true;
    const auto dropped = m_files->open(checkpoint);
    QVERIFY2(dropped, why(dropped));
    QVERIFY(!dropped->find("output.weight"));
    QCOMPARE(dropped->notes.size(), std::size_t{1});
    checkpoint.tensors.erase("lm_head.weight");
    const auto absent = m_files->open(checkpoint);
    QVERIFY2(absent, why(absent));
    QVERIFY(absent->supported && absent->notes.empty());
    QCOMPARE(absent->parameterCount, dropped->parameterCount);
}

void TestCheckpointModel::ignoresComputedBuffers()
{
    TestCheckpoint checkpoint;
    checkpoint.tensors["model.layers.0.self_attn.rotary_emb.inv_freq"] = zeros({2}, "F32");
    const auto model = m_files->open(checkpoint);
    QVERIFY2(model, why(model));
    QVERIFY2(model->supported, model->unsupportedReason.c_str());
    QCOMPARE(model->tensors.size(), std::size_t{21});
    QCOMPARE(model->notes.size(), std::size_t{1});
    QVERIFY2(model->notes.front().find("rotary_emb.inv_freq is left out") != std::string::npos,
             model->notes.front().c_str());
}

void TestCheckpointModel::putsBiasesInOrder()
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
    const auto model = m_files->open(checkpoint);
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

void TestCheckpointModel::computesRopeFactors()
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
    const auto model = m_files->open(checkpoint);
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

void TestCheckpointModel::readsShards()
{
    TestCheckpoint checkpoint;
    QVERIFY(checkpoint.write(m_files->folder()));
    fs::remove(m_files->folder() / "model.safetensors");
    std::map<std::string, TestTensor> parts[2];
    Json index = {{"weight_map", Json::object()}};
    for (const auto &[name, tensor] : checkpoint.tensors) {
        const int part = name.find("layers.1") != std::string::npos ? 1 : 0;
        parts[part][name] = tensor;
        index["weight_map"][name] = part ? "model-00002-of-00002.safetensors" : "model-00001-of-00002.safetensors";
    }
    QVERIFY(writeSafetensors(m_files->folder() / "model-00001-of-00002.safetensors", parts[0]));
    QVERIFY(writeSafetensors(m_files->folder() / "model-00002-of-00002.safetensors", parts[1]));
    QVERIFY(writeText(m_files->folder() / "model.safetensors.index.json", index.dump()));
    const auto model = openModel(m_files->folder());
    QVERIFY2(model, why(model));
    QCOMPARE(model->files.size(), std::size_t{2});
    const ModelTensor *tensor = model->find("blk.1.attn_q.weight");
    QVERIFY(tensor);
    QCOMPARE(model->files[tensor->source.fileIndex].filename(), fs::path("model-00002-of-00002.safetensors"));
}

void TestCheckpointModel::opensSample()
{
    const auto model = openModel(sourcePath("resources/sample"));
    QVERIFY2(model, why(model));
    QVERIFY2(model->supported, model->unsupportedReason.c_str());
    QCOMPARE(model->metadata.find("tokenizer.ggml.tokens")->elementCount(), std::uint64_t{2048});
    QCOMPARE(model->metadata.find("tokenizer.ggml.merges")->elementCount(), std::uint64_t{1791});
}

void TestCheckpointModel::opensStories()
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

void TestCheckpointModel::undoesRotationOfStories()
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

void TestCheckpointModel::opensLoneSafetensors()
{
    QVERIFY(TestCheckpoint().write(m_files->folder()));
    const auto model = openModel(m_files->folder() / "model.safetensors");
    QVERIFY2(model, why(model));
    QCOMPARE(model->format, SourceFormat::Safetensors);
    QVERIFY(!model->supported && !model->unsupportedReason.empty());
    QCOMPARE(model->tensors.size(), std::size_t{21});
    QCOMPARE(model->name, std::string("model"));
}

void TestCheckpointModel::findsRepoInCache()
{
    const fs::path cache = m_files->folder() / "hub";
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

void TestCheckpointModel::readsFloatsExactly()
{
    const std::uint16_t halves[] = {0x0000, 0x8000, 0x3C00, 0xC000, 0x0001, 0x03FF,
                                    0x0400, 0x7BFF, 0x7C00, 0xFC00, 0x3555};
    const float expected[] = {0.0F,     -0.0F,    1.0F,     -2.0F,     0x1p-24F,   0x3FFp-24F,
                              0x1p-14F, 65504.0F, INFINITY, -INFINITY, 0x1.554p-2F};
    const fs::path path = m_files->folder() / "halves";
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

QTEST_APPLESS_MAIN(TestCheckpointModel)
#include "tst_checkpoint.moc"
