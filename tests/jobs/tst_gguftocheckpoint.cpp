// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Checkpoints of every family made into a plain GGUF by a whole job and turned back: the same tensors, the same bytes,
// a config.json that means the same.

#include "core/jobs/pipeline/slot.h"
#include "core/weights/tensorreader.h"
#include "core/jobs/run.h"
#include "core/model/exportview.h"
#include "tests/model/familycheckpoint.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>
#include <QtTest>

#include <bit>
#include <cmath>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

const char *why(const JobReport &report) { return report.error ? report.error->message.c_str() : ""; }
const char *why(const Result<ExportView> &view) { return view ? "made" : view.error().message.c_str(); }

using TensorBytes = std::map<std::string, std::vector<std::byte>>;

/// All tensors of a view as a job reads them.
TensorBytes readAll(const ExportView &view, std::uint64_t weightsAtOnce)
{
    TensorBytes tensors;
    const PreparedJob job{&view.model, {}, {}};
    const auto reader = TensorReader::open(view.model, false);
    Ledger ledger;
    SliceCursor cursor(job, weightsAtOnce);
    while (const auto slice = cursor.next()) {
        const ModelTensor &tensor = view.model.tensors[slice->tensorIndex];
        const std::uint64_t size = storedBytes(tensor.source.type, slice->weightCount);
        Slot slot;
        slot.slice = *slice;
        auto buffer = HostBuffer::take(ledger, Component::Weights, static_cast<std::size_t>(size) + 4096);
        if (!buffer || !reader)
            return {};
        slot.source = std::move(*buffer);
        if (!reader->read(slot.slice, slot.source.bytes()))
            return {};
        const auto bytes = slot.source.bytes().first(static_cast<std::size_t>(size));
        tensors[tensor.name].insert(tensors[tensor.name].end(), bytes.begin(), bytes.end());
    }
    return tensors;
}

std::vector<float> floatsOf(std::span<const std::byte> bytes, const std::string &dtype)
{
    const std::size_t size = dtype == "F32" ? 4 : 2;
    std::vector<float> values(bytes.size() / size);
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, bytes.data() + i * size, size);
        if (dtype != "F16") {
            values[i] = std::bit_cast<float>(size == 4 ? bits : bits << 16);
            continue;
        }
        const int exponent = static_cast<int>(bits >> 10 & 31); // no value here is subnormal
        const float magnitude =
            exponent == 0 ? 0 : std::ldexp(1024.0F + static_cast<float>(bits & 1023), exponent - 25);
        values[i] = bits >> 15 ? -magnitude : magnitude;
    }
    return values;
}

/// The tensors a checkpoint has to come back with: experts that were stored in one tensor are one each.
std::map<std::string, TestTensor> unstacked(const FamilyCheckpoint &checkpoint)
{
    std::map<std::string, TestTensor> tensors;
    for (const auto &[name, tensor] : checkpoint.tensors) {
        const bool fused = name.ends_with("mlp.experts.gate_up_proj");
        if (!fused && !name.ends_with("mlp.experts.down_proj")) {
            tensors[name] = tensor;
            continue;
        }
        const std::string prefix = name.substr(0, name.rfind('.') + 1);
        const std::uint64_t matrices = tensor.shape[0] * (fused ? 2 : 1);
        const std::size_t size = tensor.bytes.size() / matrices;
        for (std::uint64_t i = 0; i < matrices; ++i) {
            const char *part = !fused ? "down_proj" : i % 2 == 0 ? "gate_proj" : "up_proj";
            TestTensor one{tensor.dtype, {tensor.shape[1] / (fused ? 2 : 1), tensor.shape[2]}, {}};
            const auto from = tensor.bytes.begin() + static_cast<std::ptrdiff_t>(i * size);
            one.bytes.assign(from, from + static_cast<std::ptrdiff_t>(size));
            tensors[prefix + std::to_string(fused ? i / 2 : i) + "." + part + ".weight"] = std::move(one);
        }
    }
    return tensors;
}

/// Llama with all biases: those of q and k change order with their rows.
FamilyCheckpoint withBiases(Stored stored)
{
    FamilyCheckpoint checkpoint = familyCheckpoint("llama", stored);
    FamilyCheckpoint from = familyCheckpoint("qwen2", stored);
    for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
        for (const char *name : {"q_proj", "k_proj", "v_proj"})
            checkpoint.tensors[layer + "self_attn." + name + ".bias"] =
                from.tensors[layer + "self_attn." + name + ".bias"];
        const TestTensor wide = from.tensors[layer + "input_layernorm.weight"];
        checkpoint.tensors[layer + "self_attn.o_proj.bias"] = wide;
        checkpoint.tensors[layer + "mlp.down_proj.bias"] = wide;
        TestTensor twice = wide;
        twice.shape = {512};
        twice.bytes.insert(twice.bytes.end(), wide.bytes.begin(), wide.bytes.end());
        checkpoint.tensors[layer + "mlp.gate_proj.bias"] = checkpoint.tensors[layer + "mlp.up_proj.bias"] = twice;
    }
    checkpoint.config["attention_bias"] = checkpoint.config["mlp_bias"] = true;
    return checkpoint;
}

FamilyCheckpoint named(const std::string &name, Stored stored)
{
    return name == "biases" ? withBiases(stored) : familyCheckpoint(name, stored);
}

constexpr std::pair<const char *, Stored> kStored[] = {
    {"F32", Stored::F32}, {"F16", Stored::F16}, {"BF16", Stored::Bf16}};

} // namespace

class TestGgufToCheckpoint : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void everyTensorComesBack_data();
    void everyTensorComesBack();
    void splitFilesComeBack();
    void configMeansTheSame_data();
    void configMeansTheSame();
    void comesBackAgain_data();
    void comesBackAgain();
    void storiesComeBack();
    void refused_data();
    void refused();

private:
    fs::path path(const std::string &name) const { return fs::path(m_folder->path().toStdString()) / name; }
    /// The GGUF of a checkpoint.
    fs::path make(const fs::path &from, const std::string &level, std::optional<std::uint64_t> split = {}) const
    {
        JobSpec spec;
        spec.model = from.string();
        spec.levels = {level};
        spec.output = path("out.gguf").string();
        spec.threads = 2;
        spec.splitSizeBytes = split;
        JobContext context;
        const JobReport report = run(spec, context);
        if (report.outcome == Outcome::Succeeded)
            return split ? firstPart() : path("out.gguf");
        qWarning("%s", why(report));
        return {};
    }
    fs::path firstPart() const
    {
        for (const auto &entry : fs::directory_iterator(path("")))
            if (entry.path().filename().string().find("-00001-of-") != std::string::npos)
                return entry.path();
        return {};
    }
    fs::path write(const FamilyCheckpoint &checkpoint) const
    {
        fs::create_directory(path("checkpoint"));
        return checkpoint.write(path("checkpoint")) ? path("checkpoint") : fs::path();
    }
    static Result<ExportView> viewOf(const fs::path &source)
    {
        const auto model = openModel(source);
        return model ? exportView(*model) : Result<ExportView>(fail(model.error()));
    }
    static void compare(const ExportView &view, const FamilyCheckpoint &checkpoint, std::uint64_t atOnce);

    std::unique_ptr<QTemporaryDir> m_folder;
};

// Matrices are the same bytes. Vectors, routers and what a GGUF keeps in F32 are the same numbers.
void TestGgufToCheckpoint::compare(const ExportView &view, const FamilyCheckpoint &checkpoint, std::uint64_t atOnce)
{
    const auto expected = unstacked(checkpoint);
    const TensorBytes found = readAll(view, atOnce);
    QCOMPARE(view.tensors.size(), view.model.tensors.size());
    QCOMPARE(view.model.tensors.size(), expected.size());
    QCOMPARE(found.size(), expected.size());
    for (const ModelTensor &tensor : view.model.tensors) {
        const auto wanted = expected.find(tensor.name);
        QVERIFY2(wanted != expected.end(), tensor.name.c_str());
        const TestTensor &original = wanted->second;
        QVERIFY2(std::ranges::equal(tensor.dims, std::vector(original.shape.rbegin(), original.shape.rend())),
                 tensor.name.c_str());
        // What a folder of it would hold: the checkpoint's own type again.
        QCOMPARE(std::string(tensorTypeName(tensor.type)), original.dtype);
        const std::string dtype(tensorTypeName(tensor.source.type));
        QVERIFY2(dtype == original.dtype || dtype == "F32", tensor.name.c_str());
        if (dtype == original.dtype)
            QVERIFY2(found.at(tensor.name) == original.bytes, tensor.name.c_str());
        else
            QVERIFY2(floatsOf(found.at(tensor.name), dtype) == floatsOf(original.bytes, original.dtype),
                     tensor.name.c_str());
        if (tensor.dims.size() > 1 && !tensor.name.ends_with("gate.weight"))
            QCOMPARE(dtype, original.dtype);
    }
}

void TestGgufToCheckpoint::everyTensorComesBack_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("stored");
    QTest::addColumn<QString>("level");
    QTest::addColumn<quint64>("atOnce");
    std::vector<std::string> names = {"biases"};
    for (const std::string name : familyNames())
        if (!name.starts_with("gpt-oss"))
            names.push_back(name);
    for (const std::string &name : names)
        for (const auto &[level, stored] : kStored)
            QTest::newRow(qPrintable(QString("%1 %2").arg(name.c_str(), level)))
                << QString::fromStdString(name) << int(stored) << QString(level) << quint64(5000);
    for (const quint64 atOnce : {256, 1000000})
        QTest::newRow(qPrintable(QString("biases, %1 at once").arg(atOnce)))
            << QString("biases") << int(Stored::Bf16) << QString("BF16") << atOnce;
}

void TestGgufToCheckpoint::everyTensorComesBack()
{
    QFETCH(QString, family);
    QFETCH(int, stored);
    QFETCH(QString, level);
    QFETCH(quint64, atOnce);
    const FamilyCheckpoint checkpoint = named(family.toStdString(), static_cast<Stored>(stored));
    const auto view = viewOf(make(write(checkpoint), level.toStdString()));
    QVERIFY2(view, why(view));
    compare(*view, checkpoint, atOnce);
    QCOMPARE(view->dtype, std::string(level == "F32" ? "float32" : level == "F16" ? "float16" : "bfloat16"));
    QCOMPARE(view->tiedEmbeddings, !checkpoint.tensors.contains("lm_head.weight"));
    QVERIFY(view->model.metadata.entries().empty());
}

void TestGgufToCheckpoint::splitFilesComeBack()
{
    const FamilyCheckpoint checkpoint = familyCheckpoint("mixtral", Stored::Bf16);
    const auto view = viewOf(make(write(checkpoint), "BF16", 1 << 20));
    QVERIFY2(view, why(view));
    QVERIFY(view->model.files.size() > 2);
    compare(*view, checkpoint, 5000);
}

void TestGgufToCheckpoint::configMeansTheSame_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("keys"); // put into config.json, and expected again
    QTest::addColumn<QString>("more"); // expected besides, put in nowhere
    const auto row = [](const char *label, const char *family, const char *keys, const char *more = "{}") {
        QTest::newRow(label) << family << keys << more;
    };
    const char *llama3 =
        R"({"rope_theta": 500000.0, "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
            "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}})";
    row("llama", "llama", R"({"rms_norm_eps": 1e-05, "rope_theta": 12345.0, "bos_token_id": 3, "eos_token_id": 5})",
        R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu", "mlp_bias": false,
            "rope_scaling": null, "attention_bias": false, "max_position_embeddings": 64})");
    row("llama 3.1", "llama", llama3);
    row("llama 3.2", "llama",
        R"({"rope_scaling": {"rope_type": "llama3", "factor": 32.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
            "original_max_position_embeddings": 8192}})");
    row("linear", "llama", R"({"rope_scaling": {"rope_type": "linear", "factor": 2.5}})");
    row("biases", "biases", "{}", R"({"attention_bias": true, "mlp_bias": true})");
    row("head length", "nemo", R"({"head_dim": 128, "rope_theta": 1000000.0})",
        R"({"architectures": ["LlamaForCausalLM"]})");
    row("mixtral", "mixtral", R"({"num_experts_per_tok": 2, "num_local_experts": 4, "rms_norm_eps": 1e-05})",
        R"({"architectures": ["MixtralForCausalLM"], "model_type": "mixtral", "sliding_window": null})");
    row("yarn", "qwen2",
        R"({"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32}})",
        R"({"model_type": "qwen2", "use_sliding_window": false})");
    row("qwen3", "qwen3", R"({"head_dim": 128, "tie_word_embeddings": true})", R"({"model_type": "qwen3"})");
    row("qwen3moe", "qwen3moe",
        R"({"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 256, "norm_topk_prob": true})",
        R"({"model_type": "qwen3_moe", "decoder_sparse_step": 1, "mlp_only_layers": []})");
    row("phi3", "phi3", R"({"original_max_position_embeddings": 64, "sliding_window": 48})",
        R"({"model_type": "phi3"})");
    row("longrope", "phi3",
        R"({"original_max_position_embeddings": 32, "partial_rotary_factor": 0.25, "rope_scaling": {"type": "longrope",
            "short_factor": [1.0, 1.02, 1.05, 1.1, 1.2, 1.4, 1.7, 2.0],
            "long_factor": [1.1, 1.3, 1.6, 2.0, 3.0, 4.5, 7.0, 11.0]}})");
    row("gemma2", "gemma2",
        R"({"attn_logit_softcapping": 5.0, "final_logit_softcapping": 30.0, "sliding_window": 16, "head_dim": 128,
            "query_pre_attn_scalar": 128, "hidden_activation": "gelu_pytorch_tanh", "tie_word_embeddings": true})",
        R"({"model_type": "gemma2"})");
    row("gemma3", "gemma3",
        R"({"rope_local_base_freq": 10000.0, "rope_theta": 1000000.0, "sliding_window": 16,
            "rope_scaling": {"rope_type": "linear", "factor": 8.0}})",
        R"({"model_type": "gemma3_text", "sliding_window_pattern": 6})");
}

void TestGgufToCheckpoint::configMeansTheSame()
{
    QFETCH(QString, family);
    QFETCH(QString, keys);
    QFETCH(QString, more);
    FamilyCheckpoint checkpoint = named(family.toStdString(), Stored::Bf16);
    Json expected = Json::parse(keys.toStdString());
    checkpoint.config.update(expected);
    const auto view = viewOf(make(write(checkpoint), "BF16"));
    QVERIFY2(view, why(view));
    const Json config = Json::parse(view->config);
    expected.update(Json::parse(more.toStdString()));
    for (const char *name : {"hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads",
                             "num_key_value_heads", "vocab_size", "tie_word_embeddings"})
        expected[name] = checkpoint.config[name];
    expected["torch_dtype"] = "bfloat16";
    for (const auto &[name, value] : expected.items())
        QVERIFY2(config.contains(name) && config[name] == value,
                 qPrintable(QString("%1 is %2, expected %3")
                                .arg(name.c_str(), config.contains(name) ? config[name].dump().c_str() : "absent",
                                     value.dump().c_str())));
    QVERIFY(!config.contains("quantization_config"));
}

void TestGgufToCheckpoint::comesBackAgain_data()
{
    QTest::addColumn<QString>("family");
    for (const std::string name : familyNames())
        if (!name.starts_with("gpt-oss"))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

// A GGUF of the folder that comes out says the same as the GGUF that went in.
void TestGgufToCheckpoint::comesBackAgain()
{
    QFETCH(QString, family);
    const auto first = openModel(make(write(familyCheckpoint(family.toStdString(), Stored::F32)), "F32"));
    QVERIFY(first);
    const auto view = exportView(*first);
    QVERIFY2(view, why(view));
    const fs::path folder = path("again");
    fs::create_directory(folder);
    std::map<std::string, TestTensor> tensors;
    const TensorBytes bytes = readAll(*view, 5000);
    for (const ModelTensor &tensor : view->model.tensors)
        tensors[tensor.name] = {"F32", {tensor.dims.rbegin(), tensor.dims.rend()}, bytes.at(tensor.name)};
    QVERIFY(writeSafetensors(folder / "model.safetensors", tensors));
    QVERIFY(writeText(folder / "config.json", view->config));
    for (const CarriedFile &file : view->files)
        QVERIFY(writeText(folder / file.name, file.text));
    const auto second = openModel(folder);
    QVERIFY2(second, why(second));
    QVERIFY2(second->supported, second->unsupportedReason.c_str());
    QCOMPARE(second->tensors.size(), first->tensors.size());
    for (const auto &[key, value] : first->metadata.entries()) {
        if (key.starts_with("general.name") || key == "general.file_type" || key == "general.quantization_version")
            continue;
        const GgufValue *again = second->metadata.find(key);
        QVERIFY2(again, key.c_str());
        QVERIFY2(std::ranges::equal(again->payload(), value.payload()), key.c_str());
    }
}

// A trained model whose GGUF has other bytes than its checkpoint.
void TestGgufToCheckpoint::storiesComeBack()
{
    SNUG_REQUIRE_SHARED("models/stories260K/hf");
    const fs::path stories = sharedData("models/stories260K/hf");
    const fs::path folder = path("stories");
    fs::create_directory(folder);
    for (const char *name : {"config.json", "model.safetensors"})
        fs::copy_file(stories / name, folder / name);
    QVERIFY(writeText(folder / "tokenizer.json", TestCheckpoint::tokenizer().dump()));
    const auto original = viewOf(folder), view = viewOf(make(folder, "F32"));
    QVERIFY2(original, why(original));
    QVERIFY2(view, why(view));
    QVERIFY(readAll(*original, 5000) == readAll(*view, 777));
}

void TestGgufToCheckpoint::refused_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("level");
    QTest::addColumn<QString>("part");
    QTest::newRow("Q8_0") << "llama"
                          << "Q8_0"
                          << "already quantized";
    QTest::newRow("Q4_K_M") << "mixtral"
                            << "Q4_K_M"
                            << "already quantized";
    QTest::newRow("gpt-oss, MXFP4") << "gpt-oss"
                                    << "BF16"
                                    << "is MXFP4";
    QTest::newRow("gpt-oss") << "gpt-oss-plain"
                             << "BF16"
                             << "cannot be turned back into a checkpoint";
}

void TestGgufToCheckpoint::refused()
{
    QFETCH(QString, family);
    QFETCH(QString, level);
    QFETCH(QString, part);
    const auto view = viewOf(make(write(familyCheckpoint(family.toStdString(), Stored::Bf16)), level.toStdString()));
    QVERIFY(!view);
    QCOMPARE(view.error().code, ErrorCode::Unsupported);
    QVERIFY2(view.error().message.find(part.toStdString()) != std::string::npos, why(view));
}

QTEST_GUILESS_MAIN(TestGgufToCheckpoint)
#include "tst_gguftocheckpoint.moc"
