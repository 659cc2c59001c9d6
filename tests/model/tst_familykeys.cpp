// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Keys and tensor names of real models: config.json files of published checkpoints, and what another converter made of
// some of them.

#include "core/model/checkpointmetadata.h"
#include "core/model/json.h"
#include "core/model/ropefactors.h"
#include "tests/model/familycheckpoint.h"
#include "tests/support/shareddata.h"

#include <QtTest>

#include <set>

using namespace snug;
using namespace snug::test;

namespace {

Json load(const QString &path)
{
    QFile file(QString::fromStdString(sharedData(path.toStdString().c_str()).string()));
    return file.open(QIODevice::ReadOnly) ? Json::parse(file.readAll().toStdString()) : Json();
}

std::string shownNumber(double value) { return QString::number(value, 'g', 8).toStdString(); }

std::string valueOfKey(const GgufMetadata &metadata, const std::string &key)
{
    const auto number = metadata.numberAt(key);
    return number ? shownNumber(*number) : metadata.stringAt(key).value_or("absent");
}

// A model without tensors whose keys are those of a plain F16 conversion.
Model modelOf(const CheckpointConfig &config)
{
    Model model;
    model.architecture = config.family->architecture;
    model.mainType = "F16";
    model.name = "model";
    model.path = "nowhere";
    addCheckpointMetadata(model, config);
    return model;
}

std::set<std::string> tensorNames(const CheckpointConfig &config)
{
    std::set<std::string> names;
    for (const TensorRule &rule : config.family->modelTensors)
        if (rule.source != kOutputSource || !config.tiedEmbeddings)
            names.insert(std::string(rule.target));
    for (std::uint32_t layer = 0; layer < config.hyper.layerCount; ++layer)
        for (const TensorRule &rule : config.family->layerTensors)
            if (rule.presence == Presence::Required)
                names.insert("blk." + std::to_string(layer) + "." + std::string(rule.target));
    Model model;
    model.architecture = config.family->architecture;
    addRopeFactors(model, config);
    for (const ModelTensor &tensor : model.tensors)
        names.insert(tensor.name);
    return names;
}

} // namespace

class TestFamilyKeys : public QObject
{
    Q_OBJECT
private slots:
    void agreesWithAnotherConverter_data();
    void agreesWithAnotherConverter();
    void readsRealConfigs_data();
    void readsRealConfigs();
    void writesWhatFamiliesNeed_data();
    void writesWhatFamiliesNeed();
};

// Expectations are of models whose config.json is here, or differs from one here in what `changes` says. `more` are
// keys that this program's reference writes and the other converter does not.
void TestFamilyKeys::agreesWithAnotherConverter_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("changes");
    QTest::addColumn<QStringList>("more");
    QTest::newRow("Meta-Llama-3-8B-Instruct")
        << "meta-llama__Llama-3.1-8B-Instruct"
        << R"({"rope_scaling": null, "max_position_embeddings": 8192})"
        << QStringList{"llama.attention.key_length", "llama.attention.value_length"};
    QTest::newRow("Mistral-7B-Instruct-v0.2")
        << "mistralai__Mistral-7B-Instruct-v0.3"
        << R"({"vocab_size": 32000})"
        << QStringList{"llama.attention.key_length", "llama.attention.value_length", "llama.vocab_size",
                       "llama.rope.freq_base"};
    QTest::newRow("Mixtral-8x7B-Instruct-v0.1") << "mistralai__Mixtral-8x7B-v0.1"
                                                << "{}" << QStringList{"llama.vocab_size"};
    QTest::newRow("Phi-3-mini-128k-instruct") << "microsoft__Phi-3.5-mini-instruct"
                                              << R"({"max_position_embeddings": 131072})" << QStringList{};
    QTest::newRow("Qwen2.5-0.5B-Instruct") << "Qwen__Qwen2.5-0.5B-Instruct"
                                           << "{}" << QStringList{};
    QTest::newRow("gemma-2-2b-it") << "google__gemma-2-2b-it"
                                   << "{}"
                                   << QStringList{"gemma2.attn_logit_softcapping", "gemma2.final_logit_softcapping",
                                                  "gemma2.attention.sliding_window"};
}

void TestFamilyKeys::agreesWithAnotherConverter()
{
    SNUG_REQUIRE_SHARED("configs/gguf-kv-expectations/Mistral-7B-Instruct-v0.2.json");
    QFETCH(QString, config);
    QFETCH(QString, changes);
    QFETCH(QStringList, more);
    Json json = load("configs/" + config + ".json");
    json.update(Json::parse(changes.toStdString()));
    const auto numbers = readConfig(JsonTree({json}));
    QVERIFY2(numbers, numbers ? "" : numbers.error().message.c_str());
    const Model model = modelOf(*numbers);

    const Json expected = load("configs/gguf-kv-expectations/" + QString(QTest::currentDataTag()) + ".json");
    std::set<std::string> keys, tensors;
    for (const auto &[key, value] : expected.items()) {
        if (key.ends_with(".weight") || key.ends_with(".bias"))
            tensors.insert(key);
        if (!key.starts_with(model.architecture + ".") && !key.starts_with("general."))
            continue;
        if (key.ends_with(".weight") || key == "general.parameter_count") // the latter only that converter writes
            continue;
        keys.insert(key);
        const std::string wanted = value.get<std::string>(), found = valueOfKey(model.metadata, key);
        const auto number = model.metadata.numberAt(key);
        const bool same =
            number ? static_cast<float>(*number) == QString::fromStdString(wanted).toFloat() : found == wanted;
        QVERIFY2(same, qPrintable(QString("%1 is %2, expected %3").arg(key.c_str(), found.c_str(), wanted.c_str())));
    }
    QVERIFY(keys.size() >= 10);
    for (const char *always : {"general.type", "general.name", "general.size_label"})
        keys.insert(always);
    for (const QString &key : more)
        keys.insert(key.toStdString());
    std::set<std::string> written;
    for (const auto &[key, value] : model.metadata.entries())
        written.insert(key);
    QStringList differing;
    for (const auto &[some, others] : {std::pair(written, keys), std::pair(keys, written)})
        for (const std::string &key : some)
            if (!others.contains(key))
                differing << QString::fromStdString(key);
    QCOMPARE(differing, QStringList());
    QCOMPARE(written.size(), model.metadata.entries().size());
    QVERIFY(tensorNames(*numbers) == tensors);
}

void TestFamilyKeys::readsRealConfigs_data()
{
    QTest::addColumn<QString>("architecture");
    const auto add = [](const char *architecture, std::initializer_list<const char *> files) {
        for (const char *file : files)
            QTest::newRow(file) << architecture;
    };
    add("llama",
        {"01-ai__Yi-34B", "HuggingFaceTB__SmolLM2-135M-Instruct", "TinyLlama__TinyLlama-1.1B-Chat-v1.0",
         "codellama__CodeLlama-34b-Instruct-hf", "meta-llama__Llama-2-7b-hf", "meta-llama__Llama-3.1-8B-Instruct",
         "meta-llama__Llama-3.2-1B-Instruct", "meta-llama__Llama-3.2-3B-Instruct", "meta-llama__Meta-Llama-3.1-405B",
         "meta-llama__Meta-Llama-3.1-70B", "meta-llama__Meta-Llama-3.1-8B", "mistralai__Mistral-7B-Instruct-v0.3",
         "mistralai__Mistral-Nemo-Instruct-2407", "mistralai__Mixtral-8x22B-v0.1", "mistralai__Mixtral-8x7B-v0.1"});
    add("qwen2",
        {"Qwen__Qwen2.5-0.5B-Instruct", "Qwen__Qwen2.5-32B-Instruct", "Qwen__Qwen2.5-3B", "Qwen__Qwen2.5-7B-Instruct"});
    add("qwen3", {"Qwen__Qwen3-0.6B", "Qwen__Qwen3-14B", "Qwen__Qwen3-32B", "Qwen__Qwen3-8B"});
    add("qwen3moe", {"Qwen__Qwen3-235B-A22B", "Qwen__Qwen3-30B-A3B"});
    add("phi3", {"microsoft__Phi-3.5-mini-instruct", "microsoft__phi-4"});
    add("gemma2", {"google__gemma-2-2b-it"});
    add("gemma3", {"google__gemma-3-1b-it"});
    add("gpt-oss", {"openai__gpt-oss-120b", "openai__gpt-oss-20b"});
    add("", {"Qwen__Qwen3.5-35B-A3B", "deepseek-ai__DeepSeek-V2-Lite", "deepseek-ai__DeepSeek-V3",
             "google__gemma-4-26B-A4B"});
}

void TestFamilyKeys::readsRealConfigs()
{
    SNUG_REQUIRE_SHARED("configs/openai__gpt-oss-20b.json");
    QFETCH(QString, architecture);
    const JsonTree tree({load("configs/" + QString(QTest::currentDataTag()) + ".json")});
    const CheckpointConfig loose = readConfigLoosely(tree);
    QCOMPARE(QString::fromUtf8(loose.family ? loose.family->architecture.data() : ""), architecture);
    if (!loose.family)
        return;
    const auto config = readConfig(tree);
    QVERIFY2(config, config ? "" : config.error().message.c_str());
    QCOMPARE(config->inexpressible, std::string());
    QCOMPARE(config->quantizedBy, std::string());
    QVERIFY(std::ranges::find(config->family->activations, config->activation) != config->family->activations.end());
    const Model model = modelOf(*config);
    std::set<std::string> keys;
    for (const auto &[key, value] : model.metadata.entries())
        QVERIFY2(keys.insert(key).second, key.c_str());
    const std::string prefix = model.architecture + ".";
    for (const char *key : {"block_count", "context_length", "embedding_length", "feed_forward_length",
                            "attention.head_count", "attention.head_count_kv"})
        QCOMPARE(model.metadata.find(prefix + key)->type(), GgufType::U32);
    QCOMPARE(model.metadata.find(prefix + "attention.layer_norm_rms_epsilon")->type(), GgufType::F32);
}

void TestFamilyKeys::writesWhatFamiliesNeed_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto add = [](const char *config, const char *key, const char *value) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(config, key))) << config << key << value;
    };
    add("mistralai__Mistral-Nemo-Instruct-2407", "llama.attention.key_length", "128");
    add("mistralai__Mistral-Nemo-Instruct-2407", "llama.rope.dimension_count", "128");
    add("Qwen__Qwen2.5-7B-Instruct", "qwen2.attention.key_length", "absent");
    add("Qwen__Qwen3-0.6B", "qwen3.attention.key_length", "128");
    add("Qwen__Qwen3-30B-A3B", "qwen3moe.expert_count", "128");
    add("Qwen__Qwen3-30B-A3B", "qwen3moe.expert_used_count", "8");
    add("Qwen__Qwen3-30B-A3B", "qwen3moe.expert_feed_forward_length", "768");
    add("Qwen__Qwen3-30B-A3B", "qwen3moe.feed_forward_length", "6144");
    add("microsoft__phi-4", "phi3.attention.sliding_window", "0");
    add("microsoft__phi-4", "phi3.rope.scaling.attn_factor", "absent");
    add("microsoft__phi-4", "phi3.rope.dimension_count", "128");
    add("google__gemma-2-2b-it", "gemma2.attn_logit_softcapping", "50");
    add("google__gemma-2-2b-it", "gemma2.final_logit_softcapping", "30");
    add("google__gemma-2-2b-it", "gemma2.attention.sliding_window", "4096");
    add("google__gemma-2-2b-it", "gemma2.rope.freq_base", "absent");
    add("google__gemma-3-1b-it", "gemma3.rope.freq_base", "1000000");
    add("google__gemma-3-1b-it", "gemma3.rope.freq_base_swa", "10000");
    add("google__gemma-3-1b-it", "gemma3.final_logit_softcapping", "absent");
    add("openai__gpt-oss-20b", "gpt-oss.attention.sliding_window", "128");
    add("openai__gpt-oss-20b", "gpt-oss.expert_feed_forward_length", "2880");
    add("openai__gpt-oss-20b", "gpt-oss.expert_used_count", "4");
    add("openai__gpt-oss-20b", "gpt-oss.rope.scaling.type", "yarn");
    add("openai__gpt-oss-20b", "gpt-oss.rope.scaling.original_context_length", "4096");
    add("openai__gpt-oss-20b", "gpt-oss.rope.scaling.yarn_beta_fast", "32");
    add("openai__gpt-oss-20b", "gpt-oss.rope.freq_base", "150000");
    add("codellama__CodeLlama-34b-Instruct-hf", "llama.rope.freq_base", "1000000");
}

void TestFamilyKeys::writesWhatFamiliesNeed()
{
    SNUG_REQUIRE_SHARED("configs/openai__gpt-oss-20b.json");
    QFETCH(QString, config);
    QFETCH(QString, key);
    const auto numbers = readConfig(JsonTree({load("configs/" + config + ".json")}));
    QVERIFY2(numbers, numbers ? "" : numbers.error().message.c_str());
    QTEST(QString::fromStdString(valueOfKey(modelOf(*numbers).metadata, key.toStdString())), "value");
}

QTEST_APPLESS_MAIN(TestFamilyKeys)
#include "tst_familykeys.moc"
