// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is said of readers before a folder is made: one row for each thing they take offence at.

#include "core/exporters/readers.h"
#include "tests/exporters/requestof.h"

#include <QTest>

#include <algorithm>

using namespace snug;
using namespace snug::test;

namespace {

/// A layer of a small model, and what of it stays as it is.
struct Layer
{
    std::uint64_t hidden = 512, inner = 1024, heads = 512, keys = 128;
    bool experts = false;
    std::vector<std::string> floating = {}; ///< ends of modules
};

struct Planned
{
    FolderPlan plan;
    ExportView view;
};

class Planner
{
public:
    Planner(const SchemeRequest &request, const Layer &layer) : m_layer(layer)
    {
        m_made.plan.exporter = makeExporter(*schemeFor(request));
        const std::string attention = "model.layers.0.self_attn.";
        for (const auto &[name, rows] :
             {std::pair{"q_proj", layer.heads}, {"k_proj", layer.keys}, {"v_proj", layer.keys}})
            linear(attention + name, rows, layer.hidden, attention + "qkv_proj");
        linear(attention + "o_proj", layer.hidden, layer.heads, attention + "o_proj");
        layer.experts ? addExperts() : addFeedForward();
        other("model.embed_tokens", false, -1);
        other("lm_head", true, -1);
    }

    Planned made() { return m_made; }

private:
    void addFeedForward()
    {
        const std::string mlp = "model.layers.0.mlp.";
        linear(mlp + "gate_proj", m_layer.inner, m_layer.hidden, mlp + "gate_up_proj");
        linear(mlp + "up_proj", m_layer.inner, m_layer.hidden, mlp + "gate_up_proj");
        linear(mlp + "down_proj", m_layer.hidden, m_layer.inner, mlp + "down_proj");
    }

    void addExperts()
    {
        const std::string experts = "model.layers.0.mlp.experts";
        other("model.layers.0.mlp.gate", true, 0);
        for (int i = 0; i < 2; ++i) {
            const std::string expert = experts + "." + std::to_string(i) + ".";
            linear(expert + "gate_proj", m_layer.inner, m_layer.hidden, experts);
            linear(expert + "up_proj", m_layer.inner, m_layer.hidden, experts);
            linear(expert + "down_proj", m_layer.hidden, m_layer.inner, experts);
        }
    }

    void linear(const std::string &module, std::uint64_t rows, std::uint64_t cols, const std::string &siblings)
    {
        const bool stays =
            std::ranges::any_of(m_layer.floating, [&](const std::string &end) { return module.ends_with(end); });
        add({module, true, true, siblings}, 0);
        if (!stays)
            m_made.plan.tensors.back().matrix = Matrix{module, rows, cols};
    }

    void other(const std::string &module, bool linear, int layer) { add({module, false, linear, {}}, layer); }

    void add(ExportTensor facts, int layer)
    {
        ModelTensor tensor;
        tensor.name = facts.module + ".weight";
        tensor.layer = layer;
        m_made.view.model.tensors.push_back(std::move(tensor));
        m_made.view.tensors.push_back(std::move(facts));
        m_made.plan.tensors.emplace_back();
    }

    Layer m_layer;
    Planned m_made;
};

/// What is said of one reader; a check without a name when there is none.
ReaderCheck checkOf(const Planned &planned, const QString &reader)
{
    const std::vector<ReaderCheck> checks = checkReaders(planned.plan, planned.view);
    const auto found = std::ranges::find(checks, reader.toStdString(), &ReaderCheck::reader);
    return found == checks.end() ? ReaderCheck() : *found;
}

} // namespace

class TestReaders : public QObject
{
    Q_OBJECT

private slots:
    void verdicts_data();
    void verdicts();
    void everyLevelHasChecks();
    void namesOfVerdicts();
    void commands_data();
    void commands();
    void noCommandForOthers();

private:
    void addVllmRows();
    void addOtherRows();
};

namespace {

void row(const char *name, const SchemeRequest &request, const Layer &layer, const char *reader, ReaderVerdict verdict,
         const char *words = "")
{
    QTest::addRow("%s: %s", reader, name) << request << layer << reader << static_cast<int>(verdict) << words;
}

} // namespace

void TestReaders::addVllmRows()
{
    using enum ReaderVerdict;
    const Layer plain, experts{.experts = true};
    const Layer narrow{.inner = 1000}, uneven{.keys = 96}, odd{.keys = 40};
    const Layer halfQkv{.floating = {"v_proj"}}, noQkv{.floating = {"q_proj", "k_proj", "v_proj"}};
    const Layer halfGate{.floating = {"gate_proj"}};
    Layer halfExperts = experts, narrowExperts = experts;
    halfExperts.floating = {"1.down_proj"};
    narrowExperts.inner = 800;

    row("4 bits", requestOf("rtn", "4bit-g128"), plain, "vLLM", Fast, "Marlin");
    row("4 bits, asymmetric", requestOf("rtn", "4bit-g128", "", true), plain, "vLLM", Fast);
    row("8 bits", requestOf("rtn", "8bit-g128"), plain, "vLLM", Fast);
    row("8 bits, asymmetric", requestOf("rtn", "8bit-g128", "", true), plain, "vLLM", Refuses, "asymmetric 8 bits");
    row("3 bits", requestOf("rtn", "3bit-g128"), plain, "vLLM", Refuses, "4 and 8 bits only");
    row("GPTQ", requestOf("rtn", "4bit-g128", "gptq"), plain, "vLLM", Fast);
    row("GPTQ in 3 bits", requestOf("rtn", "3bit-g128", "gptq"), plain, "vLLM", Works, "float16");
    row("GPTQ, asymmetric", requestOf("rtn", "4bit-g128", "gptq", true), plain, "vLLM", Works, "float16");
    row("experts of GPTQ in 2 bits", requestOf("rtn", "2bit-g64", "gptq"), experts, "vLLM", Refuses, "experts");
    row("asymmetric experts", requestOf("rtn", "4bit-g64", "", true), experts, "vLLM", Refuses, "asymmetric experts");
    row("experts", requestOf("rtn", "4bit-g64"), experts, "vLLM", Fast);
    row("narrow experts", requestOf("rtn", "4bit-g32"), narrowExperts, "vLLM", Works, "0.gate_proj has not");
    row("narrow rows", requestOf("rtn", "4bit-g-1"), narrow, "vLLM", Works, "down_proj has not");
    row("few outputs", requestOf("rtn", "4bit-g128"), odd, "vLLM", Works, "q_proj has not");
    row("fused outputs count together", requestOf("rtn", "4bit-g128"), uneven, "vLLM", Fast);
    row("half of q, k and v", requestOf("rtn", "4bit-g128"), halfQkv, "vLLM", Refuses, "v_proj stays as it is");
    row("none of q, k and v", requestOf("rtn", "4bit-g128"), noQkv, "vLLM", Fast);
    row("half of gate and up", requestOf("bnb", "nf4"), halfGate, "vLLM", Refuses, "gate_proj stays as it is");
    row("half of GPTQ's gate and up", requestOf("rtn", "4bit-g128", "gptq"), halfGate, "vLLM", Refuses);
    row("half of the experts", requestOf("rtn", "fp8"), halfExperts, "vLLM", Refuses, "experts.1.down_proj stays");
    row("FP8", requestOf("rtn", "fp8"), plain, "vLLM", Fast, "Ada and Hopper");
    row("FP8 in blocks", requestOf("rtn", "fp8-block"), plain, "vLLM", Fast);
    row("FP8 in uneven blocks", requestOf("rtn", "fp8-block"), uneven, "vLLM", Refuses, "k_proj do not divide");
    row("INT8", requestOf("rtn", "int8"), plain, "vLLM", Fast, "Turing to Hopper");
    row("INT8, odd", requestOf("rtn", "int8"), odd, "vLLM", Works, "k_proj has not");
    row("NVFP4", requestOf("rtn", "nvfp4"), plain, "vLLM", Fast, "Ampere");
    row("NVFP4, narrow", requestOf("rtn", "nvfp4"), narrow, "vLLM", Refuses, "down_proj has not");
    row("NVFP4 experts", requestOf("rtn", "nvfp4"), experts, "vLLM", Works, "experts");
    row("MXFP4", requestOf("rtn", "mxfp4"), plain, "vLLM", Works, "recent versions");
    row("NF4", requestOf("bnb", "nf4"), plain, "vLLM", Works, "no tensor parallel");
}

void TestReaders::addOtherRows()
{
    using enum ReaderVerdict;
    const Layer plain, experts{.experts = true}, narrow{.inner = 1000},
        noQkv{.floating = {"q_proj", "k_proj", "v_proj"}};
    row("NF4", requestOf("bnb", "nf4"), plain, "transformers", Works, "bitsandbytes 0.41.3");
    row("NF4 experts", requestOf("bnb", "nf4"), experts, "transformers", Refuses, "all experts");
    row("INT8 rows", requestOf("bnb", "int8"), plain, "transformers", Works, "bitsandbytes 0.38");
    row("NF4", requestOf("bnb", "nf4"), plain, "bitsandbytes", Fast);
    row("NF4, rows that are no blocks", requestOf("bnb", "nf4"), narrow, "bitsandbytes", Works, "down_proj");
    row("INT8 rows of any length", requestOf("bnb", "int8"), narrow, "bitsandbytes", Fast);
    row("3 bits", requestOf("rtn", "3bit-g128"), plain, "transformers", Works, "0.13 or newer");
    row("asymmetric", requestOf("rtn", "4bit-g128", "", true), plain, "transformers", Refuses, "zero points");
    row("FP8", requestOf("rtn", "fp8"), plain, "transformers", Works, "compressed-tensors");
    row("GPTQ", requestOf("rtn", "4bit-g128", "gptq"), plain, "transformers", Works, "GPTQModel and optimum");
    row("GPTQ with a router", requestOf("rtn", "4bit-g128", "gptq"), experts, "transformers", Refuses,
        "mlp.gate stays");
    row("GPTQ with a router", requestOf("rtn", "4bit-g128", "gptq"), experts, "GPTQModel", Fast);
    row("GPTQ with a router", requestOf("rtn", "4bit-g128", "gptq"), experts, "AutoGPTQ", Refuses);
    row("GPTQ with floats", requestOf("rtn", "4bit-g128", "gptq"), noQkv, "transformers", Refuses, "q_proj stays");
    row("GPTQ in 3 bits", requestOf("rtn", "3bit-g128", "gptq"), plain, "GPTQModel", Works);
}

void TestReaders::verdicts_data()
{
    QTest::addColumn<SchemeRequest>("request");
    QTest::addColumn<Layer>("layer");
    QTest::addColumn<QString>("reader");
    QTest::addColumn<int>("verdict");
    QTest::addColumn<QString>("words");
    addVllmRows();
    addOtherRows();
}

void TestReaders::verdicts()
{
    QFETCH(SchemeRequest, request);
    QFETCH(Layer, layer);
    QFETCH(QString, reader);
    QFETCH(int, verdict);
    QFETCH(QString, words);
    const ReaderCheck check = checkOf(Planner(request, layer).made(), reader);
    QCOMPARE(QString::fromStdString(check.reader), reader);
    QVERIFY2(static_cast<int>(check.verdict) == verdict, check.sentence.c_str());
    QVERIFY2(check.sentence.find(words.toStdString()) != std::string::npos, check.sentence.c_str());
    QVERIFY(check.sentence.ends_with("."));
    QVERIFY(check.verdict != ReaderVerdict::Refuses || !check.change.empty());
    QVERIFY(check.change.empty() || check.change.ends_with("."));
    QCOMPARE(check.halfOnly, check.sentence.find("in float16 only") != std::string::npos);
}

void TestReaders::everyLevelHasChecks()
{
    for (const auto &[method, format] : {std::pair{"rtn", "compressed-tensors"}, {"rtn", "gptq"}, {"bnb", ""}})
        for (const SchemeOffer &offer : offeredSchemes(method, format)) {
            const Planned planned = Planner(requestOf(method, offer.level.c_str(), format), Layer()).made();
            const std::vector<ReaderCheck> checks = checkReaders(planned.plan, planned.view);
            QVERIFY(checks.size() >= 2);
            QVERIFY(std::ranges::any_of(checks, [](const ReaderCheck &check) { return check.reader == "vLLM"; }));
            // A level that no reader takes is not offered.
            QVERIFY2(std::ranges::any_of(
                         checks, [](const ReaderCheck &check) { return check.verdict != ReaderVerdict::Refuses; }),
                     offer.level.c_str());
        }
}

void TestReaders::namesOfVerdicts()
{
    QCOMPARE(readerVerdictName(ReaderVerdict::Fast), std::string_view("fast"));
    QCOMPARE(readerVerdictName(ReaderVerdict::Works), std::string_view("works"));
    QCOMPARE(readerVerdictName(ReaderVerdict::Refuses), std::string_view("refuses"));
}

void TestReaders::commands_data()
{
    QTest::addColumn<SchemeRequest>("request");
    QTest::addColumn<Layer>("layer");
    QTest::addColumn<QString>("reader");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("command");
    const auto row = [](const SchemeRequest &request, const char *reader, const char *folder, const char *command,
                        const Layer &layer = {}) {
        QTest::addRow("%s %s %s, %d inner", reader, request.level.c_str(), folder, int(layer.inner))
            << request << layer << reader << folder << command;
    };
    row(requestOf("rtn", "4bit-g128"), "vLLM", "/models/Qwen-4bit", "vllm serve /models/Qwen-4bit");
    row(requestOf("rtn", "4bit-g128"), "vLLM", "/my models/it's", R"(vllm serve '/my models/it'\''s')");
    row(requestOf("rtn", "4bit-g128", "gptq"), "vLLM", "a", "vllm serve a");
    row(requestOf("rtn", "3bit-g128", "gptq"), "vLLM", "a", "vllm serve a --dtype float16");
    row(requestOf("rtn", "8bit-g128", "gptq", true), "vLLM", "a", "vllm serve a --dtype float16");
    row(requestOf("bnb", "nf4"), "transformers", R"(C:\a "b")",
        "from transformers import AutoModelForCausalLM, AutoTokenizer\n\n"
        "folder = \"C:\\\\a \\\"b\\\"\"\n"
        "tokenizer = AutoTokenizer.from_pretrained(folder)\n"
        "model = AutoModelForCausalLM.from_pretrained(folder, dtype=\"auto\", device_map=\"auto\")\n");
    row(requestOf("rtn", "4bit-g128", "gptq"), "GPTQModel", "a",
        "from gptqmodel import GPTQModel\n\nmodel = GPTQModel.load(\"a\")\n");
    // Rows that the fast kernels do not take.
    row(requestOf("rtn", "4bit-g-1"), "vLLM", "a", "vllm serve a --dtype float16", {.inner = 1000});
    row(requestOf("rtn", "4bit-g-1", "gptq"), "vLLM", "a", "vllm serve a --dtype float16", {.inner = 1000});
    row(requestOf("rtn", "int8"), "vLLM", "a", "vllm serve a", {.keys = 40});
    row(requestOf("rtn", "4bit-g128", "gptq"), "AutoGPTQ", "a", "");
    row(requestOf("rtn", "3bit-g128"), "vLLM", "a", "");
}

void TestReaders::commands()
{
    QFETCH(SchemeRequest, request);
    QFETCH(Layer, layer);
    QFETCH(QString, reader);
    QFETCH(QString, folder);
    QFETCH(QString, command);
    QCOMPARE(QString::fromStdString(loadCommand(checkOf(Planner(request, layer).made(), reader), folder.toStdString())),
             command);
}

void TestReaders::noCommandForOthers()
{
    ReaderCheck check;
    check.reader = "llama.cpp";
    QCOMPARE(loadCommand(check, "a"), std::string());
}

QTEST_APPLESS_MAIN(TestReaders)
#include "tst_readers.moc"
