// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Quantized folders opened to be computed with: what is put together, what is refused in a sentence, what is damaged.

#include "tests/model/checkpointfiles.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace snug;
using namespace snug::test;

namespace {

const std::string kModule = "model.layers.0.self_attn.q_proj"; ///< what cases damage: 16 x 16

using Store = void (*)(std::map<std::string, TestTensor> &tensors, const std::string &module, std::uint64_t rows,
                       std::uint64_t cols);

TestTensor textAs(const std::string &text)
{
    TestTensor tensor = zeros({text.size()}, "U8");
    std::memcpy(tensor.bytes.data(), text.data(), text.size());
    return tensor;
}

TestTensor longs(std::initializer_list<std::int64_t> values)
{
    TestTensor tensor = zeros({values.size()}, "I64");
    std::memcpy(tensor.bytes.data(), values.begin(), tensor.bytes.size());
    return tensor;
}

std::string stateText(std::uint64_t rows, std::uint64_t cols, const std::string &more)
{
    return R"({"quant_type": "nf4", "blocksize": 64, "dtype": "bfloat16", "shape": [)" + std::to_string(rows) + ", " +
           std::to_string(cols) + "]" + more + "}   ";
}

void nf4(std::map<std::string, TestTensor> &tensors, const std::string &module, std::uint64_t rows, std::uint64_t cols)
{
    const std::string weight = module + ".weight";
    tensors[weight] = zeros({rows * cols / 2, 1}, "U8");
    tensors[weight + ".absmax"] = zeros({(rows * cols + 63) / 64}, "F32");
    tensors[weight + ".quant_map"] = zeros({16}, "F32");
    tensors[weight + ".quant_state.bitsandbytes__nf4"] = textAs(stateText(rows, cols, ""));
}

void nf4Nested(std::map<std::string, TestTensor> &tensors, const std::string &module, std::uint64_t rows,
               std::uint64_t cols)
{
    nf4(tensors, module, rows, cols);
    const std::string weight = module + ".weight";
    tensors[weight + ".absmax"] = zeros({(rows * cols + 63) / 64}, "U8");
    tensors[weight + ".nested_absmax"] = zeros({1}, "F32");
    tensors[weight + ".nested_quant_map"] = zeros({256}, "F32");
    tensors[weight + ".quant_state.bitsandbytes__nf4"] =
        textAs(stateText(rows, cols, R"(, "nested_blocksize": 256, "nested_dtype": "float32", "nested_offset": 0.5)"));
}

void llmInt8(std::map<std::string, TestTensor> &tensors, const std::string &module, std::uint64_t rows,
             std::uint64_t cols)
{
    tensors[module + ".weight"] = zeros({rows, cols}, "I8");
    tensors[module + ".SCB"] = zeros({rows}, "F32");
    tensors[module + ".weight_format"] = zeros({}, "U8");
}

void packed(std::map<std::string, TestTensor> &tensors, const std::string &module, std::uint64_t rows,
            std::uint64_t cols)
{
    tensors.erase(module + ".weight");
    tensors[module + ".weight_packed"] = zeros({rows, (cols + 7) / 8}, "I32");
    tensors[module + ".weight_scale"] = zeros({rows, (cols + 7) / 8}, "BF16");
    tensors[module + ".weight_zero_point"] = zeros({(rows + 7) / 8, (cols + 7) / 8}, "I32");
    tensors[module + ".weight_shape"] = longs({static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols)});
}

void fp8(std::map<std::string, TestTensor> &tensors, const std::string &module, std::uint64_t rows, std::uint64_t cols)
{
    tensors[module + ".weight"] = zeros({rows, cols}, "F8_E4M3");
    tensors[module + ".weight_scale"] = zeros({rows, 1}, "BF16");
    tensors[module + ".input_scale"] = zeros({1}, "F32");
}

void nvfp4(std::map<std::string, TestTensor> &tensors, const std::string &module, std::uint64_t rows,
           std::uint64_t cols)
{
    if (cols % 16 != 0)
        return; // stays as it is
    tensors.erase(module + ".weight");
    tensors[module + ".weight_packed"] = zeros({rows, cols / 2}, "U8");
    tensors[module + ".weight_scale"] = zeros({rows, cols / 16}, "F8_E4M3");
    const float one = 1;
    tensors[module + ".weight_global_scale"] = zeros({1}, "F32");
    std::memcpy(tensors[module + ".weight_global_scale"].bytes.data(), &one, sizeof one);
}

void gptq(std::map<std::string, TestTensor> &tensors, const std::string &module, std::uint64_t rows, std::uint64_t cols)
{
    tensors.erase(module + ".weight");
    tensors[module + ".qweight"] = zeros({cols / 8, rows}, "I32");
    tensors[module + ".qzeros"] = zeros({cols / 8, rows / 8}, "I32");
    tensors[module + ".scales"] = zeros({cols / 8, rows}, "F16");
    tensors[module + ".g_idx"] = zeros({cols}, "I32");
}

Json compressedTensors(const char *format, Json weights)
{
    return {{"quant_method", "compressed-tensors"},
            {"format", format},
            {"sparsity_config", Json::object()},
            {"config_groups", {{"group_0", {{"targets", {"Linear"}}, {"weights", std::move(weights)}}}}}};
}

const Json kNf4 = {{"quant_method", "bitsandbytes"}, {"load_in_4bit", true}, {"bnb_4bit_quant_type", "nf4"}};
const Json kInt8 = {{"quant_method", "bitsandbytes"}, {"load_in_8bit", true}};
const Json kPacked = compressedTensors(
    "pack-quantized",
    {{"num_bits", 4}, {"type", "int"}, {"symmetric", false}, {"strategy", "group"}, {"group_size", 8}});
const Json kFp8 = compressedTensors("float-quantized", {{"num_bits", 8}, {"type", "float"}, {"strategy", "channel"}});
const Json kNvfp4 = compressedTensors(
    "nvfp4-pack-quantized", {{"num_bits", 4}, {"type", "float"}, {"strategy", "tensor_group"}, {"group_size", 16}});
const Json kGptq = {{"quant_method", "gptq"}, {"bits", 4}, {"group_size", 8}, {"checkpoint_format", "gptq"}};

TestCheckpoint quantized(const Json &config, Store store)
{
    TestCheckpoint made;
    made.config["quantization_config"] = config;
    const std::map<std::string, TestTensor> before = made.tensors;
    for (const auto &[name, tensor] : before)
        if (name.find("_proj.weight") != std::string::npos)
            store(made.tensors, name.substr(0, name.size() - 7), tensor.shape[0], tensor.shape[1]);
    return made;
}

Result<Model> opened(const CheckpointFolder &folder, const TestCheckpoint &checkpoint)
{
    if (!checkpoint.write(folder.folder()))
        return fail(ErrorCode::Io, "The test could not write its files.");
    return openModel(folder.folder(), TokenizerFiles::Read, QuantizedFolders::Decode);
}

struct Case
{
    const char *name;
    const Json &config;
    Store store;
    void (*damage)(TestCheckpoint &checkpoint);
    const char *sentence;
};

void setSetting(TestCheckpoint &checkpoint, const char *key, Json value)
{
    checkpoint.config["quantization_config"]["config_groups"]["group_0"]["weights"][key] = std::move(value);
}

const Case kDamaged[] = {
    {"no scale", kPacked, packed, [](auto &c) { c.tensors.erase(kModule + ".weight_scale"); },
     "q_proj.weight_packed has no model.layers.0.self_attn.q_proj.weight_scale"},
    {"no shape", kPacked, packed, [](auto &c) { c.tensors.erase(kModule + ".weight_shape"); }, "q_proj.weight_shape"},
    {"another shape said", kPacked, packed,
     [](auto &c) {
         c.tensors[kModule + ".weight_shape"] = longs({16, 24});
     },
     "says 16 x 24, but the codes are 16 rows of 2 words"},
    {"an absurd shape", kPacked, packed,
     [](auto &c) {
         c.tensors[kModule + ".weight_shape"] = longs({16, -1});
     },
     "says 16 x 18446744073709551615"},
    {"scales of other groups", kPacked, packed,
     [](auto &c) {
         c.tensors[kModule + ".weight_scale"] = zeros({16, 1}, "BF16");
     },
     "has the shape [16, 1], expected [16, 2] by its codes"},
    {"no zeros", kPacked, packed, [](auto &c) { c.tensors.erase(kModule + ".weight_zero_point"); },
     "q_proj.weight_zero_point"},
    {"codes of another type", kPacked, packed,
     [](auto &c) {
         c.tensors[kModule + ".weight_packed"] = zeros({16, 2}, "U8");
     },
     "is stored as U8, expected I32"},
    {"codes and floats", kPacked, packed,
     [](auto &c) {
         c.tensors[kModule + ".weight"] = zeros({16, 16});
     },
     "stands for the same weights as"},
    {"no group length", kPacked, packed, [](auto &c) { setSetting(c, "group_size", 0); },
     "group_size of quantization_config in config.json is 0, expected a positive whole number"},
    {"a matrix of another model", kPacked, packed, [](auto &c) { packed(c.tensors, kModule, 24, 16); },
     "has the shape [24, 16], expected [16, 16] by config.json"},
    {"FP8 scales of another type", kFp8, fp8,
     [](auto &c) {
         c.tensors[kModule + ".weight_scale"] = zeros({16, 1}, "I32");
     },
     "stored as I32, expected F32 or F16 or BF16"},
    {"FP8 scales too few", kFp8, fp8,
     [](auto &c) {
         c.tensors[kModule + ".weight_scale"] = zeros({15, 1}, "BF16");
     },
     "has the shape [15, 1], expected [16, 1]"},
    {"no global scale", kNvfp4, nvfp4, [](auto &c) { c.tensors.erase(kModule + ".weight_global_scale"); },
     "q_proj.weight_global_scale"},
    {"a global scale of 0", kNvfp4, nvfp4,
     [](auto &c) { c.tensors[kModule + ".weight_global_scale"] = zeros({1}, "F32"); },
     "is 0, expected a positive number"},
    {"absmax too short", kNf4, nf4, [](auto &c) { c.tensors[kModule + ".weight.absmax"] = zeros({3}, "F32"); },
     "has the shape [3], expected [4] by its codes"},
    {"no state", kNf4, nf4, [](auto &c) { c.tensors.erase(kModule + ".weight.quant_state.bitsandbytes__nf4"); },
     "q_proj.weight.quant_state.bitsandbytes__nf4"},
    {"no JSON", kNf4, nf4,
     [](auto &c) { c.tensors[kModule + ".weight.quant_state.bitsandbytes__nf4"] = textAs("[1]"); },
     "holds no JSON object"},
    {"an absurd state", kNf4, nf4,
     [](auto &c) {
         c.tensors[kModule + ".weight.quant_state.bitsandbytes__nf4"] =
             textAs(R"({"shape": [4294967297, 16], "blocksize": 64})");
     },
     "has no shape and blocksize that could be"},
    {"blocks of nothing", kNf4, nf4,
     [](auto &c) {
         c.tensors[kModule + ".weight.quant_state.bitsandbytes__nf4"] =
             textAs(R"({"shape": [16, 16], "blocksize": 0})");
     },
     "has no shape and blocksize that could be"},
    {"a state of other codes", kNf4, nf4,
     [](auto &c) { c.tensors[kModule + ".weight.quant_state.bitsandbytes__nf4"] = textAs(stateText(16, 24, "")); },
     "has 128 bytes, expected 192 for 16 x 24 weights"},
    {"no offset", kNf4, nf4Nested,
     [](auto &c) {
         c.tensors[kModule + ".weight.quant_state.bitsandbytes__nf4"] =
             textAs(stateText(16, 16, R"(, "nested_blocksize": 256)"));
     },
     "has no nested_blocksize and nested_offset that could be"},
    {"nested scales too few", kNf4, nf4Nested,
     [](auto &c) { c.tensors[kModule + ".weight.nested_absmax"] = zeros({0}, "F32"); },
     "has the shape [0], expected [1]"},
    {"a map cut short", kNf4, nf4Nested,
     [](auto &c) { c.tensors[kModule + ".weight.nested_quant_map"] = zeros({255}, "F32"); },
     "has the shape [255], expected [256]"},
    {"no row scales", kInt8, llmInt8, [](auto &c) { c.tensors.erase(kModule + ".SCB"); }, "q_proj.SCB"},
    {"an old order of bytes", kInt8, llmInt8,
     [](auto &c) { c.tensors[kModule + ".weight_format"].bytes[0] = std::byte{2}; },
     "says that codes lie in order 2, expected 0"},
    {"no stored zeros", kGptq, gptq, [](auto &c) { c.tensors.erase(kModule + ".qzeros"); }, "q_proj.qzeros"},
    {"groups of another row", kGptq, gptq, [](auto &c) { c.tensors[kModule + ".g_idx"] = zeros({32}, "I32"); },
     "has 2 words for 32 codes of 4 bits"},
    {"scales of other rows", kGptq, gptq,
     [](auto &c) {
         c.tensors[kModule + ".scales"] = zeros({2, 15}, "F16");
     },
     "has the shape [2, 15], expected [2, 16]"},
};

const Case kNotRead[] = {
    {"awq", kGptq, gptq, [](auto &c) { c.config["quantization_config"]["quant_method"] = "awq"; },
     "already quantized (awq)"},
    {"no method", kGptq, gptq, [](auto &c) { c.config["quantization_config"].erase("quant_method"); },
     "already quantized (an unnamed method)"},
    {"5 bits", kGptq, gptq, [](auto &c) { c.config["quantization_config"]["bits"] = 5; }, "gptq, 5 bits"},
    {"another layout", kGptq, gptq, [](auto &c) { c.config["quantization_config"]["checkpoint_format"] = "marlin"; },
     "gptq, 4 bits, marlin"},
    {"own rules", kGptq, gptq,
     [](auto &c) {
         c.config["quantization_config"]["dynamic"] = {{"+:.*down.*", {{"bits", 8}}}};
     },
     "own rules for some modules"},
    {"two groups", kPacked, packed,
     [](auto &c) { c.config["quantization_config"]["config_groups"]["group_1"] = Json::object(); },
     "compressed-tensors with 2 groups of modules"},
    {"sparse", kPacked, packed,
     [](auto &c) {
         c.config["quantization_config"]["sparsity_config"] = {{"format", "sparse-24-bitmask"}};
     },
     "with weights left out"},
    {"transformed", kPacked, packed,
     [](auto &c) {
         c.config["quantization_config"]["transform_config"] = {{"config_groups", {{"u", 1}}}};
     },
     "with weights transformed"},
    {"another format", kPacked, packed, [](auto &c) { c.config["quantization_config"]["format"] = "marlin-24"; },
     "compressed-tensors, marlin-24"},
    {"6 bits", kPacked, packed, [](auto &c) { setSetting(c, "num_bits", 6); }, "pack-quantized, 6 bits"},
    {"wide storage", kNf4, nf4, [](auto &c) { c.config["quantization_config"]["bnb_4bit_quant_storage"] = "bfloat16"; },
     "bitsandbytes, nf4 in bfloat16"},
};

} // namespace

class TestCodedTensors : public QObject
{
    Q_OBJECT
private slots:
    void matricesArePutTogether_data();
    void matricesArePutTogether();
    void damageIsNamed_data();
    void damageIsNamed();
    void othersAreNotRead_data();
    void othersAreNotRead();
    void refusedUnlessAskedFor();
};

void TestCodedTensors::matricesArePutTogether_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("type");
    const char *types[] = {"NF4", "NF4", "INT8", "INT4", "FP8", "NVFP4", "INT4"};
    for (int i = 0; i < int(std::size(types)); ++i)
        QTest::addRow("%d %s", i, types[i]) << i << types[i];
}

void TestCodedTensors::matricesArePutTogether()
{
    QFETCH(int, index);
    QFETCH(QString, type);
    const TestCheckpoint checkpoints[] = {
        quantized(kNf4, nf4), quantized(kNf4, nf4Nested), quantized(kInt8, llmInt8), quantized(kPacked, packed),
        quantized(kFp8, fp8), quantized(kNvfp4, nvfp4),   quantized(kGptq, gptq)};
    const TestCheckpoint &checkpoint = checkpoints[index];
    const CheckpointFolder folder;
    const auto model = opened(folder, checkpoint);
    QVERIFY2(model && model->supported, model ? model->unsupportedReason.c_str() : why(model));
    QCOMPARE(QString::fromStdString(model->mainType), type);
    QCOMPARE(model->tensors.size(), TestCheckpoint().tensors.size());
    const ModelTensor *query = model->find("blk.0.attn_q.weight");
    QVERIFY(query);
    QCOMPARE(query->sourceName, kModule + ".weight");
    QCOMPARE(query->dims, (std::vector<std::uint64_t>{16, 16}));
    QCOMPARE(int(query->source.type), int(TensorType::F32));
    QCOMPARE(int(query->source.layout.encoding), int(Encoding::Coded));
    QCOMPARE(int(query->source.rowOrder), int(RowOrder::RotaryInterleaved));
    std::uint64_t bytes = 0;
    for (const auto &[name, tensor] : checkpoint.tensors)
        bytes += tensor.bytes.size();
    QCOMPARE(model->sourceBytes, bytes);
}

void TestCodedTensors::damageIsNamed_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(kDamaged)); ++i)
        QTest::newRow(kDamaged[i].name) << i;
}

void TestCodedTensors::damageIsNamed()
{
    QFETCH(int, index);
    const Case &damaged = kDamaged[index];
    TestCheckpoint checkpoint = quantized(damaged.config, damaged.store);
    damaged.damage(checkpoint);
    const CheckpointFolder folder;
    const auto model = opened(folder, checkpoint);
    QVERIFY(!model);
    QCOMPARE(int(model.error().code), int(ErrorCode::BadInput));
    QVERIFY2(mentions(model.error().message, damaged.sentence), why(model));
}

void TestCodedTensors::othersAreNotRead_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(kNotRead)); ++i)
        QTest::newRow(kNotRead[i].name) << i;
}

void TestCodedTensors::othersAreNotRead()
{
    QFETCH(int, index);
    const Case &other = kNotRead[index];
    TestCheckpoint checkpoint = quantized(other.config, other.store);
    other.damage(checkpoint);
    const CheckpointFolder folder;
    const auto model = opened(folder, checkpoint);
    // Tensors of bytes cannot be listed either: then the reason is the error.
    const std::string reason = model ? model->unsupportedReason : model.error().message;
    QVERIFY(!model || !model->supported);
    QVERIFY2(mentions(reason, other.sentence) && mentions(reason, "Snug cannot compute with"), reason.c_str());
}

void TestCodedTensors::refusedUnlessAskedFor()
{
    const CheckpointFolder folder;
    QVERIFY(quantized(kGptq, gptq).write(folder.folder()));
    const auto model = openModel(folder.folder());
    QVERIFY2(model, why(model));
    QVERIFY(!model->supported);
    QVERIFY(mentions(model->unsupportedReason, "already quantized (gptq); choose the original it was made from"));
}

QTEST_APPLESS_MAIN(TestCodedTensors)
#include "tst_codedtensors.moc"
