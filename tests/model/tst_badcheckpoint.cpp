// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Checkpoints that contradict themselves, lack something, or cannot be converted.

#include "core/model/model.h"
#include "tests/model/checkpointfiles.h"

#include <QtTest>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TestBadCheckpoint : public QObject
{
    Q_OBJECT
private slots:
    void bytesWithoutMergesAreRefused();
    void init();
    void rejectsWrongShape_data();
    void rejectsWrongShape();
    void rejectsMissingTensors();
    void rejectsLayerBeyondConfig();
    void rejectsBadConfig_data();
    void rejectsBadConfig();
    void rejectsBadPositionScaling_data();
    void rejectsBadPositionScaling();
    void rejectsBadFactor_data();
    void rejectsBadFactor();
    void rejectsMissingBiases_data();
    void rejectsMissingBiases();
    void acceptsBothNamesOfSilu();
    void rejectsDamagedTokenizer();
    void listsWhatItCannotConvert_data();
    void listsWhatItCannotConvert();
    void refusesTypesItCannotList();
    void needsTokenizerAndConfig();
    void tellsOfASharedOutput();

private:
    std::unique_ptr<CheckpointFolder> m_files;
};

void TestBadCheckpoint::init() { m_files = std::make_unique<CheckpointFolder>(); }

void TestBadCheckpoint::rejectsWrongShape_data()
{
    QTest::addColumn<QString>("name");
    for (const auto &[name, tensor] : TestCheckpoint().tensors)
        if (name.find("layers.1") == std::string::npos)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestBadCheckpoint::rejectsWrongShape()
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
        const auto model = m_files->open(checkpoint);
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::BadInput);
        QCOMPARE(model.error().tensor, tensor);
        QVERIFY2(mentions(model.error().message, "has the shape [" + std::to_string(shape.front())), why(model));
        QVERIFY2(mentions(model.error().message, "expected ["), why(model));
        QVERIFY2(mentions(model.error().message, "model.safetensors"), why(model));
    }
}

void TestBadCheckpoint::rejectsMissingTensors()
{
    TestCheckpoint checkpoint;
    checkpoint.tensors.erase("model.layers.1.mlp.up_proj.weight");
    const auto one = m_files->open(checkpoint);
    QVERIFY(!one);
    QCOMPARE(one.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(one.error().message, "model.layers.1.mlp.up_proj.weight is missing from"), why(one));
    QCOMPARE(one.error().tensor, std::string("model.layers.1.mlp.up_proj.weight"));
    checkpoint.tensors.erase("model.layers.0.input_layernorm.weight");
    checkpoint.tensors.erase("model.norm.weight");
    const auto three = m_files->open(checkpoint);
    QVERIFY(!three);
    QVERIFY2(mentions(three.error().message, "and 2 more"), why(three));
}

void TestBadCheckpoint::rejectsLayerBeyondConfig()
{
    TestCheckpoint checkpoint;
    checkpoint.config["num_hidden_layers"] = 1;
    const auto model = m_files->open(checkpoint);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(model.error().message, "num_hidden_layers in config.json is 1"), why(model));
}

void TestBadCheckpoint::rejectsBadConfig_data()
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
    const auto row = [](const char *key, const char *value) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(key, value))) << key << value;
    };
    for (const char *value : {"-1.0", "0", "1e300", "\"big\"", "[]", "true"})
        row("rope_theta", value);
    for (const char *value : {"-1.0", "1", "1e300", "\"small\"", "{}"})
        row("rms_norm_eps", value);
    for (const char *value : {"0", "-1", "1e300", "\"64\""}) {
        row("max_position_embeddings", value);
        row("head_dim", value);
    }
    row("num_attention_heads", "6"); // 16 is no multiple of it
    row("num_key_value_heads", "8");
    for (const char *key : {"tie_word_embeddings", "attention_bias", "mlp_bias"})
        for (const char *value : {"\"yes\"", "1"})
            row(key, value);
    for (const char *value : {"\"yes\"", "4", "[]"}) {
        row("rope_scaling", value);
        row("rope_parameters", value);
    }
}

void TestBadCheckpoint::rejectsBadConfig()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    TestCheckpoint checkpoint;
    checkpoint.config[key.toStdString()] = Json::parse(value.toStdString());
    const auto model = m_files->open(checkpoint);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(model.error().message, "config.json"), why(model));
    QVERIFY2(mentions(model.error().message, key.toStdString()), why(model));
    QVERIFY2(mentions(model.error().message, "expected") || mentions(model.error().message, "has no"), why(model));
    QVERIFY2(mentions(model.error().message, "download the file again"), why(model));
}

void TestBadCheckpoint::rejectsBadPositionScaling_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("message");
    for (const char *key : {"factor", "low_freq_factor", "high_freq_factor", "original_max_position_embeddings"}) {
        QTest::newRow(qPrintable(QString("%1 missing").arg(key))) << key << "null" << QString("has no %1").arg(key);
        for (const char *value : {"0", "-1", "\"8\"", "[]"})
            QTest::newRow(qPrintable(QString("%1 %2").arg(key, value)))
                << key << value << QString("%1 of the position scaling in config.json is %2").arg(key, value);
    }
    QTest::newRow("length with a fraction") << "original_max_position_embeddings"
                                            << "8.5"
                                            << "is 8.5, expected a positive whole number";
    QTest::newRow("same factors") << "high_freq_factor"
                                  << "1.0"
                                  << "low_freq_factor 1 and high_freq_factor 1";
}

void TestBadCheckpoint::rejectsBadPositionScaling()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, message);
    const Json whole = {{"rope_type", "llama3"},
                        {"factor", 8.0},
                        {"low_freq_factor", 1.0},
                        {"high_freq_factor", 4.0},
                        {"original_max_position_embeddings", 32}};
    for (const char *place : {"rope_scaling", "rope_parameters"}) {
        TestCheckpoint checkpoint;
        checkpoint.config[place] = whole;
        const auto good = m_files->open(checkpoint);
        QVERIFY2(good && good->supported, why(good));
        checkpoint.config[place][key.toStdString()] = Json::parse(value.toStdString());
        const auto model = m_files->open(checkpoint);
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::BadInput);
        QVERIFY2(mentions(model.error().message, message.toStdString()), why(model));
        QVERIFY2(mentions(model.error().message, "config.json"), why(model));
    }
}

void TestBadCheckpoint::rejectsBadFactor_data()
{
    QTest::addColumn<QString>("scaling");
    QTest::addColumn<QString>("says");
    for (const char *type : {"linear", "yarn"}) {
        const auto row = [&](const char *rest, const char *says) {
            QTest::newRow(qPrintable(QString("%1%2").arg(type, rest)))
                << QString(R"({"rope_type": "%1"%2})").arg(type, rest) << QString(says).arg(type);
        };
        row("", "scaling \"%1\" in config.json has the factor null, expected a positive number");
        row(R"(, "factor": -3)", "scaling \"%1\" in config.json has the factor -3");
        row(R"(, "factor": 0)", "has the factor 0");
        row(R"(, "factor": "2")", "has the factor \"2\"");
        row(R"(, "factor": 1e300)", "has the factor 1e+300");
        row(R"(, "factor": 2)", "");
    }
    QTest::newRow("no length") << R"({"type": "yarn", "factor": 2, "original_max_position_embeddings": 0})"
                               << "original_max_position_embeddings of the position scaling in config.json is 0";
    QTest::newRow("length a text") << R"({"type": "yarn", "factor": 2, "original_max_position_embeddings": "x"})"
                                   << "in config.json is \"x\", expected a positive whole number";
}

void TestBadCheckpoint::rejectsBadFactor()
{
    QFETCH(QString, scaling);
    QFETCH(QString, says);
    TestCheckpoint checkpoint;
    checkpoint.config["rope_scaling"] = Json::parse(scaling.toStdString());
    const auto model = m_files->open(checkpoint);
    QCOMPARE(bool(model), says.isEmpty());
    if (says.isEmpty())
        return;
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(model.error().message, says.toStdString()), why(model));
    QVERIFY2(mentions(model.error().message, "download"), why(model));
}

void TestBadCheckpoint::rejectsMissingBiases_data()
{
    QTest::addColumn<QString>("flag");
    QTest::addColumn<QString>("missing");
    for (const char *part : {"q_proj", "k_proj", "v_proj", "o_proj"})
        QTest::newRow(part) << "attention_bias" << QString("model.layers.1.self_attn.%1.bias").arg(part);
    for (const char *part : {"gate_proj", "up_proj", "down_proj"})
        QTest::newRow(part) << "mlp_bias" << QString("model.layers.1.mlp.%1.bias").arg(part);
}

void TestBadCheckpoint::rejectsMissingBiases()
{
    QFETCH(QString, flag);
    QFETCH(QString, missing);
    TestCheckpoint checkpoint;
    checkpoint.config[flag.toStdString()] = true;
    for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
        for (const auto &[part, rows] : {std::pair{"q", 16U}, {"k", 8U}, {"v", 8U}, {"o", 16U}})
            checkpoint.tensors[layer + "self_attn." + part + "_proj.bias"] = zeros({rows});
        for (const auto &[part, rows] : {std::pair{"gate", 24U}, {"up", 24U}, {"down", 16U}})
            checkpoint.tensors[layer + "mlp." + part + "_proj.bias"] = zeros({rows});
    }
    const auto whole = m_files->open(checkpoint);
    QVERIFY2(whole && whole->supported, why(whole));
    QCOMPARE(checkpoint.tensors.erase(missing.toStdString()), std::size_t{1});
    const auto model = m_files->open(checkpoint);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QCOMPARE(model.error().tensor, missing.toStdString());
    QVERIFY2(mentions(model.error().message, missing.toStdString() + " is missing"), why(model));
    QVERIFY2(mentions(model.error().message, flag.toStdString() + " is true"), why(model));
    checkpoint.config[flag.toStdString()] = false;
    QVERIFY(m_files->open(checkpoint));
}

void TestBadCheckpoint::acceptsBothNamesOfSilu()
{
    for (const Json &name : {Json("silu"), Json("swish"), Json(nullptr)}) {
        TestCheckpoint checkpoint;
        checkpoint.config["hidden_act"] = name;
        const auto model = m_files->open(checkpoint);
        QVERIFY2(model && model->supported, why(model));
    }
}

void TestBadCheckpoint::rejectsDamagedTokenizer()
{
    QVERIFY(TestCheckpoint().write(m_files->folder()));
    Json tokenizer = TestCheckpoint::tokenizer();
    tokenizer["model"]["vocab"] = Json::object();
    QVERIFY(writeText(m_files->folder() / "tokenizer.json", tokenizer.dump()));
    const auto model = openModel(m_files->folder());
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QCOMPARE(model.error().file, (m_files->folder() / "tokenizer.json").string());
    QVERIFY2(mentions(model.error().message, "tokenizer.json has no tokens"), why(model));
}

void TestBadCheckpoint::listsWhatItCannotConvert_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("architecture");
    QTest::newRow("other class") << "class"
                                 << "Qwen2MoeForCausalLM cannot be converted, those of Llama, Mistral, Mixtral, Qwen2"
                                 << "qwen2moe";
    QTest::newRow("unknown class") << "unknown"
                                   << "MarvinForCausalLM"
                                   << "MarvinForCausalLM";
    QTest::newRow("no class") << "none"
                              << "names no architecture"
                              << "";
    QTest::newRow("quantized, as a text") << "quantizedText"
                                          << "already quantized (\"fp8\")"
                                          << "llama";
    QTest::newRow("vision tower") << "vision"
                                  << "SiglipVisionModel is a vision tower, which turns pictures into what a language "
                                     "model reads; only language models are converted, choose the folder of one"
                                  << "SiglipVisionModel";
    QTest::newRow("adapter") << "adapter"
                             << "lora_A.weight of an adapter (LoRA); merge the adapter into its model"
                             << "llama";
    QTest::newRow("quantized") << "quantized"
                               << "already quantized (gptq)"
                               << "llama";
    QTest::newRow("extra tensor") << "extra"
                                  << "model.layers.0.self_attn.q_norm.weight"
                                  << "llama";
    QTest::newRow("layer 00") << "zeros"
                              << "model.layers.00.input_layernorm.weight"
                              << "llama";
    QTest::newRow("activation") << "gelu"
                                << "hidden_act in config.json is gelu, expected silu"
                                << "llama";
    QTest::newRow("activation of Mistral") << "relu"
                                           << "hidden_act in config.json is relu, expected silu"
                                           << "llama";
    QTest::newRow("activation no text") << "number"
                                        << "hidden_act in config.json is 7, expected silu"
                                        << "llama";
    QTest::newRow("F64") << "f64"
                         << "stored as F64"
                         << "llama";
}

void TestBadCheckpoint::listsWhatItCannotConvert()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    QFETCH(QString, architecture);
    TestCheckpoint checkpoint;
    if (what == "class")
        checkpoint.config["architectures"] = {"Qwen2MoeForCausalLM"};
    else if (what == "unknown")
        checkpoint.config["architectures"] = {"MarvinForCausalLM"};
    else if (what == "none")
        checkpoint.config.erase("architectures");
    else if (what == "quantized")
        checkpoint.config["quantization_config"] = {{"quant_method", "gptq"}, {"bits", 4}};
    else if (what == "quantizedText")
        checkpoint.config["quantization_config"] = "fp8";
    else if (what == "vision")
        checkpoint.config["architectures"] = {"SiglipVisionModel"};
    else if (what == "adapter")
        checkpoint.tensors["base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight"] = zeros({4, 16});
    else if (what == "extra")
        checkpoint.tensors["model.layers.0.self_attn.q_norm.weight"] = zeros({4});
    else if (what == "gelu")
        checkpoint.config["hidden_act"] = "gelu";
    else if (what == "relu") {
        checkpoint.config["architectures"] = {"MistralForCausalLM"};
        checkpoint.config["hidden_act"] = "relu";
    } else if (what == "number")
        checkpoint.config["hidden_act"] = 7;
    else if (what == "zeros")
        checkpoint.tensors["model.layers.00.input_layernorm.weight"] = zeros({16});
    else
        checkpoint.tensors["model.layers.0.mlp.up_proj.weight"] = zeros({24, 16}, "F64");
    const auto model = m_files->open(checkpoint);
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

void TestBadCheckpoint::refusesTypesItCannotList()
{
    TestCheckpoint checkpoint;
    checkpoint.tensors["model.layers.0.mlp.up_proj.weight"] = zeros({24, 16}, "F8_E4M3");
    const auto model = m_files->open(checkpoint);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::Unsupported);
    QVERIFY2(mentions(model.error().message, "stored as F8_E4M3, expected F32, F16 or BF16"), why(model));
}

void TestBadCheckpoint::needsTokenizerAndConfig()
{
    QVERIFY(TestCheckpoint().write(m_files->folder()));
    fs::remove(m_files->folder() / "tokenizer.json");
    const auto model = openModel(m_files->folder());
    QVERIFY2(model, why(model));
    QVERIFY(!model->supported);
    for (const char *name : {"tokenizer.model", "tokenizer.json", "vocab.json", "merges.txt"})
        QVERIFY(mentions(model->unsupportedReason, name));
    fs::remove(m_files->folder() / "config.json");
    const auto noConfig = openModel(m_files->folder());
    QVERIFY(!noConfig);
    QCOMPARE(noConfig.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(noConfig.error().message, "no config.json"), why(noConfig));
    QVERIFY(writeText(m_files->folder() / "config.json", "[1, 2"));
    QCOMPARE(openModel(m_files->folder()).error().code, ErrorCode::BadInput);
    QVERIFY(writeText(m_files->folder() / "config.json", "[1, 2]"));
    QCOMPARE(openModel(m_files->folder()).error().code, ErrorCode::BadInput);
    fs::remove(m_files->folder() / "model.safetensors");
    QCOMPARE(openModel(m_files->folder()).error().code, ErrorCode::BadInput);
    const auto nowhere = openModel(m_files->folder() / "nothing" / "here");
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code, ErrorCode::Usage);
}

void TestBadCheckpoint::tellsOfASharedOutput()
{
    TestCheckpoint checkpoint;
    checkpoint.tensors.erase("lm_head.weight");
    const auto model = m_files->open(checkpoint);
    QVERIFY2(model && model->supported, why(model));
    QCOMPARE(model->notes.size(), std::size_t{1});
    QVERIFY2(mentions(model->notes[0], "The checkpoint has no lm_head.weight, though config.json does not tie"),
             model->notes[0].c_str());
    checkpoint.config["tie_word_embeddings"] = true;
    QVERIFY(m_files->open(checkpoint)->notes.empty());
}

void TestBadCheckpoint::bytesWithoutMergesAreRefused()
{
    CheckpointFolder files;
    const TestCheckpoint checkpoint;
    for (const char *merges : {"[]", "5", "null"}) {
        QVERIFY(checkpoint.write(files.folder()));
        Json tokenizer = TestCheckpoint::tokenizer();
        tokenizer["model"]["merges"] = Json::parse(merges);
        QVERIFY(writeText(files.folder() / "tokenizer.json", tokenizer.dump()));
        const auto model = openModel(files.folder());
        QVERIFY2(!model, merges);
        QCOMPARE(model.error().code, ErrorCode::BadInput);
        QVERIFY2(model.error().message.find("merges") != std::string::npos, model.error().message.c_str());
    }
}

QTEST_APPLESS_MAIN(TestBadCheckpoint)
#include "tst_badcheckpoint.moc"
