// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Checkpoint folders as lists of Hugging Face tensors: names, bytes, what is quantized with what, the small files, and
// what is refused.

#include "core/base/inputfile.h"
#include "core/model/exportview.h"
#include "tests/model/familycheckpoint.h"

#include <QtTest>

#include <algorithm>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

const char *why(const Result<ExportView> &view) { return view ? "made" : view.error().message.c_str(); }

Result<ExportView> viewOf(const fs::path &folder)
{
    auto model = openModel(folder);
    return model ? exportView(*model) : Result<ExportView>(fail(model.error()));
}

std::size_t indexOf(const ExportView &view, std::string_view name)
{
    const auto found = std::ranges::find(view.model.tensors, name, &ModelTensor::name);
    return static_cast<std::size_t>(found - view.model.tensors.begin());
}

std::vector<std::byte> bytesOf(const ExportView &view, const ModelTensor &tensor)
{
    std::vector<std::byte> bytes(tensor.source.sizeBytes);
    const auto file = InputFile::open(view.model.files[tensor.source.fileIndex]);
    return file && file->readAt(tensor.source.offset, bytes) ? bytes : std::vector<std::byte>();
}

bool says(const std::vector<std::string> &notes, std::string_view part)
{
    return std::ranges::any_of(notes, [&](const std::string &note) { return note.find(part) != note.npos; });
}

constexpr const char *kLayer = "model.layers.1.";

} // namespace

class TestExportView : public QObject
{
    Q_OBJECT
private slots:
    void everyTensorAsStored_data();
    void everyTensorAsStored();
    void fusedModulesAreSiblings_data();
    void fusedModulesAreSiblings();
    void stackedExpertsBecomeOneEach_data();
    void stackedExpertsBecomeOneEach();
    void transposedExpertsStay();
    void tiedOutputIsLeftOut();
    void visionTowerStays();
    void configKeepsItsOrder();
    void dtypeIsSaidOrCounted();
    void smallFilesComeAlong();
    void whatAGgufCouldNotSay();
    void refused_data();
    void refused();
};

void TestExportView::everyTensorAsStored_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("stored");
    QTest::addColumn<QString>("dtype");
    for (const std::string name : familyNames()) {
        if (name == "gpt-oss" || name == "qwen3moe-stacked")
            continue;
        QTest::newRow(qPrintable(QString::fromStdString(name + " F32")))
            << QString::fromStdString(name) << int(Stored::F32) << "float32";
        QTest::newRow(qPrintable(QString::fromStdString(name + " F16")))
            << QString::fromStdString(name) << int(Stored::F16) << "float16";
        QTest::newRow(qPrintable(QString::fromStdString(name + " BF16")))
            << QString::fromStdString(name) << int(Stored::Bf16) << "bfloat16";
    }
}

void TestExportView::everyTensorAsStored()
{
    QFETCH(QString, family);
    QFETCH(int, stored);
    QFETCH(QString, dtype);
    const FamilyCheckpoint checkpoint = familyCheckpoint(family.toStdString(), static_cast<Stored>(stored));
    const CheckpointFolder folder;
    QVERIFY(checkpoint.write(folder.folder()));
    const auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    QCOMPARE(view->model.tensors.size(), checkpoint.tensors.size());
    QCOMPARE(view->tensors.size(), checkpoint.tensors.size());
    QCOMPARE(QString::fromStdString(view->dtype), dtype);
    QCOMPARE(view->tiedEmbeddings, !checkpoint.tensors.contains("lm_head.weight"));
    QVERIFY(view->model.metadata.entries().empty());
    for (std::size_t i = 0; i < view->model.tensors.size(); ++i) {
        const ModelTensor &tensor = view->model.tensors[i];
        const auto expected = checkpoint.tensors.find(tensor.name);
        QVERIFY2(expected != checkpoint.tensors.end(), tensor.name.c_str());
        QVERIFY(std::ranges::equal(tensor.dims,
                                   std::vector(expected->second.shape.rbegin(), expected->second.shape.rend())));
        QCOMPARE(tensor.type, tensor.source.type);
        QVERIFY2(bytesOf(*view, tensor) == expected->second.bytes, tensor.name.c_str());
        const ExportTensor &facts = view->tensors[i];
        QCOMPARE(facts.quantizable, !facts.siblings.empty());
        QVERIFY(facts.linear || !facts.quantizable);
        if (i > 0)
            QVERIFY(std::pair(view->model.tensors[i - 1].source.fileIndex, view->model.tensors[i - 1].source.offset) <
                    std::pair(tensor.source.fileIndex, tensor.source.offset));
    }
}

void TestExportView::fusedModulesAreSiblings_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("tensor");   // in layer 1, without ".weight"
    QTest::addColumn<QString>("siblings"); // "" for not quantizable
    QTest::addColumn<bool>("linear");
    const auto row = [](const char *family, const char *tensor, const char *siblings, bool linear = true) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(family, tensor))) << family << tensor << siblings << linear;
    };
    for (const char *name : {"q_proj", "k_proj", "v_proj"})
        row("llama", qPrintable(QString("self_attn.") + name), "self_attn.qkv_proj");
    row("llama", "self_attn.o_proj", "self_attn.o_proj");
    row("llama", "mlp.gate_proj", "mlp.gate_up_proj");
    row("llama", "mlp.up_proj", "mlp.gate_up_proj");
    row("llama", "mlp.down_proj", "mlp.down_proj");
    row("llama", "input_layernorm", "", false);
    row("mixtral", "block_sparse_moe.gate", "");
    row("mixtral", "block_sparse_moe.experts.0.w1", "block_sparse_moe.experts");
    row("mixtral", "block_sparse_moe.experts.3.w2", "block_sparse_moe.experts");
    row("mixtral", "block_sparse_moe.experts.3.w3", "block_sparse_moe.experts");
    row("qwen3moe", "mlp.gate", "");
    row("qwen3moe", "mlp.experts.2.down_proj", "mlp.experts");
    row("qwen3moe", "mlp.experts.1.gate_proj", "mlp.experts");
    row("qwen3moe", "self_attn.q_norm", "", false);
    row("phi3", "self_attn.qkv_proj", "self_attn.qkv_proj");
    row("phi3", "mlp.gate_up_proj", "mlp.gate_up_proj");
    row("gemma3", "pre_feedforward_layernorm", "", false);
    row("gemma3", "self_attn.v_proj", "self_attn.qkv_proj");
    row("gpt-oss-plain", "mlp.router", "");
    row("gpt-oss-plain", "self_attn.q_proj", "self_attn.qkv_proj");
}

void TestExportView::fusedModulesAreSiblings()
{
    QFETCH(QString, family);
    QFETCH(QString, tensor);
    QFETCH(QString, siblings);
    QFETCH(bool, linear);
    const CheckpointFolder folder;
    QVERIFY(familyCheckpoint(family.toStdString(), Stored::Bf16).write(folder.folder()));
    const auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    const std::string module = kLayer + tensor.toStdString();
    const std::size_t index = indexOf(*view, module + ".weight");
    QVERIFY(index < view->tensors.size());
    const ExportTensor &facts = view->tensors[index];
    QCOMPARE(facts.module, module);
    QCOMPARE(facts.quantizable, !siblings.isEmpty());
    QCOMPARE(facts.linear, linear);
    QCOMPARE(facts.siblings, siblings.isEmpty() ? std::string() : kLayer + siblings.toStdString());
    QCOMPARE(view->model.tensors[index].layer, 1);
    for (const char *outside : {"model.embed_tokens.weight", "model.norm.weight", "lm_head.weight"}) {
        const std::size_t at = indexOf(*view, outside);
        if (at == view->tensors.size())
            continue;
        QVERIFY(!view->tensors[at].quantizable);
        QCOMPARE(view->tensors[at].linear, std::string_view(outside) == "lm_head.weight");
    }
}

void TestExportView::stackedExpertsBecomeOneEach_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("matrix"); // the source is a row of matrices of the same size
    QTest::newRow("gate") << "mlp.experts.2.gate_proj"
                          << "mlp.experts.gate_up_proj" << 4;
    QTest::newRow("up") << "mlp.experts.2.up_proj"
                        << "mlp.experts.gate_up_proj" << 5;
    QTest::newRow("down") << "mlp.experts.3.down_proj"
                          << "mlp.experts.down_proj" << 3;
}

void TestExportView::stackedExpertsBecomeOneEach()
{
    QFETCH(QString, module);
    QFETCH(QString, source);
    QFETCH(int, matrix);
    const FamilyCheckpoint checkpoint = familyCheckpoint("qwen3moe-stacked", Stored::Bf16);
    const CheckpointFolder folder;
    QVERIFY(checkpoint.write(folder.folder()));
    const auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    const std::size_t index = indexOf(*view, kLayer + module.toStdString() + ".weight");
    QVERIFY(index < view->tensors.size());
    const ModelTensor &tensor = view->model.tensors[index];
    const std::vector<std::byte> &all = checkpoint.tensors.at(kLayer + source.toStdString()).bytes;
    const std::vector<std::byte> bytes = bytesOf(*view, tensor);
    QCOMPARE(bytes.size(), std::size_t(256 * 256 * 2));
    QVERIFY(std::equal(bytes.begin(), bytes.end(), all.begin() + std::ptrdiff_t(bytes.size()) * matrix));
    QCOMPARE(view->tensors[index].siblings, std::string(kLayer) + "mlp.experts");
    std::uint64_t sum = 0;
    for (const auto &[name, stored] : checkpoint.tensors)
        sum += stored.bytes.size();
    QCOMPARE(view->model.sourceBytes, sum);
}

void TestExportView::transposedExpertsStay()
{
    const CheckpointFolder folder;
    QVERIFY(familyCheckpoint("gpt-oss-plain", Stored::Bf16).write(folder.folder()));
    const auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    const std::size_t index = indexOf(*view, std::string(kLayer) + "mlp.experts.down_proj");
    QVERIFY(index < view->tensors.size());
    QCOMPARE(view->model.tensors[index].dims.size(), std::size_t(3));
    QVERIFY(!view->tensors[index].quantizable && !view->tensors[index].linear);
    QVERIFY(says(view->notes, "4 tensors with all experts of a layer"));
}

void TestExportView::tiedOutputIsLeftOut()
{
    TestCheckpoint checkpoint;
    checkpoint.config["tie_word_embeddings"] = true;
    const CheckpointFolder folder;
    QVERIFY(checkpoint.write(folder.folder()));
    const auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    QVERIFY(view->tiedEmbeddings);
    QCOMPARE(view->model.tensors.size(), checkpoint.tensors.size() - 1);
    QVERIFY(says(view->notes, "lm_head.weight is left out"));
}

void TestExportView::visionTowerStays()
{
    TestCheckpoint checkpoint;
    checkpoint.tensors["vision_tower.blocks.0.attn.qkv.weight"] = zeros({48, 16});
    checkpoint.tensors["vision_tower.blocks.0.norm.weight"] = zeros({16}, "F32");
    checkpoint.tensors["model.layers.0.self_attn.rotary_emb.inv_freq"] = zeros({2}, "F32");
    const CheckpointFolder folder;
    QVERIFY(checkpoint.write(folder.folder()));
    const auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    QCOMPARE(view->model.tensors.size(), checkpoint.tensors.size() - 1);
    const std::size_t index = indexOf(*view, "vision_tower.blocks.0.attn.qkv.weight");
    QVERIFY(index < view->tensors.size());
    QVERIFY(view->tensors[index].linear && !view->tensors[index].quantizable);
    QVERIFY(says(view->notes, "2 tensors of parts that are no language model stay"));
}

void TestExportView::configKeepsItsOrder()
{
    const CheckpointFolder folder;
    QVERIFY(TestCheckpoint().write(folder.folder()));
    const std::string text =
        R"({"zeta": 1, "architectures": ["LlamaForCausalLM"], "hidden_size": 16, "intermediate_size": 24,
            "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 300,
            "auto_map": {"AutoModelForCausalLM": "modeling_tiny.TinyForCausalLM"}, "quantization_config": null,
            "torch_dtype": "float16", "alpha": {"b": 0.10, "a": [1e-05, "é"]}})";
    QVERIFY(writeText(folder.folder() / "config.json", text));
    const auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    const auto config = nlohmann::ordered_json::parse(view->config);
    QCOMPARE(config.begin().key(), std::string("zeta"));
    QCOMPARE((--config.end()).key(), std::string("alpha"));
    QCOMPARE(config["alpha"].dump(), std::string(R"({"b":0.1,"a":[1e-05,"é"]})"));
    QVERIFY(!config.contains("auto_map") && !config.contains("quantization_config"));
    QCOMPARE(config.size(), std::size_t(10));
    QCOMPARE(view->dtype, std::string("float16"));
}

void TestExportView::dtypeIsSaidOrCounted()
{
    TestCheckpoint checkpoint;
    const CheckpointFolder folder;
    for (const auto &[said, expected] : {std::pair("float32", "float32"), std::pair("auto", "bfloat16")}) {
        checkpoint.config["dtype"] = said;
        QVERIFY(checkpoint.write(folder.folder()));
        const auto view = viewOf(folder.folder());
        QVERIFY2(view, why(view));
        QCOMPARE(view->dtype, std::string(expected));
    }
}

void TestExportView::smallFilesComeAlong()
{
    const CheckpointFolder folder;
    QVERIFY(TestCheckpoint().write(folder.folder()));
    fs::create_directory(folder.folder() / "additional_chat_templates");
    const std::vector<std::string> carried = {"LICENSE.txt",
                                              "Notice",
                                              "USE_POLICY.md",
                                              "chat_template.jinja",
                                              "generation_config.json",
                                              "special_tokens_map.json",
                                              "tokenizer.json",
                                              "additional_chat_templates/tool_use.jinja"};
    for (const std::string &name : carried)
        if (name != "tokenizer.json")
            QVERIFY(writeText(folder.folder() / name, "{}"));
    for (const char *name :
         {"README.md", "modeling_tiny.py", "license_check.py", "notes.txt", "additional_chat_templates/evil.py"})
        QVERIFY(writeText(folder.folder() / name, "---\nlicense: mit\n---\n"));
    auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    std::vector<std::string> names;
    for (const CarriedFile &file : view->files) {
        names.push_back(file.name);
        QCOMPARE(file.source, folder.folder() / file.name);
        QVERIFY(file.text.empty());
    }
    QCOMPARE(names, carried);
    QVERIFY(says(view->notes, "2 Python files") && says(view->notes, "README.md is left out"));
    QVERIFY(!says(view->notes, "licence") && !says(view->notes, "generation_config"));
    fs::remove(folder.folder() / "LICENSE.txt");
    fs::remove(folder.folder() / "generation_config.json");
    view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    QVERIFY(says(view->notes, "no licence file, so none goes along; its model card says \"mit\""));
    QVERIFY(says(view->notes, "no generation_config.json"));
}

// Another activation cannot be told in a GGUF, but config.json goes along here.
void TestExportView::whatAGgufCouldNotSay()
{
    TestCheckpoint checkpoint;
    checkpoint.config["hidden_act"] = "relu";
    const CheckpointFolder folder;
    QVERIFY(checkpoint.write(folder.folder()));
    fs::remove(folder.folder() / "tokenizer.json");
    const auto view = viewOf(folder.folder());
    QVERIFY2(view, why(view));
    QCOMPARE(view->model.tensors.size(), checkpoint.tensors.size());
    QVERIFY(says(view->notes, "no tokenizer"));
}

void TestExportView::refused_data()
{
    QTest::addColumn<QString>("change"); // a JSON patch of config.json
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("stored");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *label, const char *family, Stored stored, const char *change, const char *part) {
        QTest::newRow(label) << change << family << int(stored) << part;
    };
    row("FP8", "llama", Stored::Fp8, "{}", "already quantized (fp8)");
    row("MXFP4", "gpt-oss", Stored::Bf16, "{}", "already quantized (mxfp4)");
    row("MXFP4 unsaid", "gpt-oss", Stored::Bf16, R"({"quantization_config": null})", "already quantized (U8)");
    row("GPTQ", "llama", Stored::F16, R"({"quantization_config": {"quant_method": "gptq"}})",
        "already quantized (gptq)");
    row("bitsandbytes", "llama", Stored::F16, R"({"quantization_config": {"quant_method": "bitsandbytes"}})",
        "already quantized (bitsandbytes)");
    row("no name", "llama", Stored::F16, R"({"quantization_config": {}})", "already quantized (an unnamed method)");
    for (const char *said : {"\"gptq\"", "true", "[]", "8"})
        row(said, "llama", Stored::F16, qPrintable(QString(R"({"quantization_config": %1})").arg(said)),
            "already quantized (an unnamed method)");
    row("other class", "llama", Stored::F16, R"({"architectures": ["BloomForCausalLM"]})", "BloomForCausalLM");
    row("wrapper", "gemma3", Stored::Bf16,
        R"({"architectures": ["Gemma3ForConditionalGeneration"], "vision_config": {}})", "more than a language model");
    row("no class", "llama", Stored::F16, R"({"architectures": null})", "names no architecture");
}

void TestExportView::refused()
{
    QFETCH(QString, change);
    QFETCH(QString, family);
    QFETCH(int, stored);
    QFETCH(QString, part);
    FamilyCheckpoint checkpoint = familyCheckpoint(family.toStdString(), static_cast<Stored>(stored));
    checkpoint.config.update(Json::parse(change.toStdString()));
    const CheckpointFolder folder;
    QVERIFY(checkpoint.write(folder.folder()));
    const auto view = viewOf(folder.folder());
    QVERIFY(!view);
    QCOMPARE(view.error().code, ErrorCode::Unsupported);
    QVERIFY2(view.error().message.find(part.toStdString()) != std::string::npos, why(view));
}

QTEST_APPLESS_MAIN(TestExportView)
#include "tst_exportview.moc"
