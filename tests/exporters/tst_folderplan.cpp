// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Plans of folders: what is quantized and why not, shards, and what config.json says of it.

#include "core/exporters/folderplan.h"
#include "tests/exporters/toyfolder.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace snug;
using namespace snug::test;
using Json = nlohmann::ordered_json;

namespace {

Result<FolderPlan> planOf(const ExportView &view, FolderOptions options = {},
                          FolderFormat format = FolderFormat::CompressedTensors)
{
    options.folder = "/out/toy";
    return layOutFolder(view, std::make_shared<ToyExporter>(format), options);
}

const FolderTensor &find(const FolderPlan &plan, const ExportView &view, std::string_view module)
{
    const auto at = std::ranges::find(view.tensors, module, &ExportTensor::module);
    return plan.tensors[static_cast<std::size_t>(at - view.tensors.begin())];
}

Json fileOf(const FolderPlan &plan, std::string_view name)
{
    const auto at = std::ranges::find(plan.files, name, &CarriedFile::name);
    return at == plan.files.end() ? Json() : Json::parse(at->text);
}

bool hasFile(const FolderPlan &plan, std::string_view name)
{
    return std::ranges::find(plan.files, name, &CarriedFile::name) != plan.files.end();
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

} // namespace

class TstFolderPlan : public QObject
{
    Q_OBJECT

private slots:
    void quantizesMatricesAndCopiesTheRest();
    void configKeepsItsOrder();
    void tiedHeadIsAFloatModule();
    void gptqHasAFileOfItsOwn();
    void ignoredModulesStay();
    void siblingsStayTogether();
    void unfitRowsStayOrAreRefused();
    void refusesPlansOfNothing();
    void refusesBadPatterns_data();
    void refusesBadPatterns();
    void refusesBadInput_data();
    void refusesBadInput();
    void dealsShards_data();
    void dealsShards();
    void manyTensorsAreQuick();
};

void TstFolderPlan::quantizesMatricesAndCopiesTheRest()
{
    const ToyView toy;
    const auto plan = planOf(toy.view);
    QVERIFY(plan.has_value());
    QCOMPARE(plan->shards.size(), std::size_t(1));
    QCOMPARE(plan->shards[0].fileName, std::string("model.safetensors"));
    QVERIFY(!hasFile(*plan, "model.safetensors.index.json"));
    QVERIFY(plan->notes.empty());

    const FolderTensor &q = find(*plan, toy.view, "model.layers.0.self_attn.q_proj");
    QVERIFY(q.matrix && q.matrix->rows == 16 && q.matrix->cols == 8 && q.matrix->sourceType == TensorType::BF16);
    QCOMPARE(q.tensorCount, std::size_t(3));
    QCOMPARE(q.sizeBytes, std::uint64_t(16 * 8 + 16 + 16));
    QCOMPARE(plan->shards[0].tensors[q.firstTensor].name, std::string("model.layers.0.self_attn.q_proj.codes"));
    QVERIFY(contains(q.why, "8bit-toy"));

    const FolderTensor &embedding = find(*plan, toy.view, "model.embed_tokens");
    QVERIFY(!embedding.matrix && !embedding.unfit && contains(embedding.why, "embedding"));
    const SafetensorsWriter::Tensor &copied = plan->shards[0].tensors[embedding.firstTensor];
    QCOMPARE(copied.name, std::string("model.embed_tokens.weight"));
    QCOMPARE(copied.dtype, std::string("BF16"));
    QCOMPARE(copied.shape, (std::vector<std::uint64_t>{32, 8})); // rows first
    const FolderTensor &scalar = plan->tensors.back();
    QVERIFY(plan->shards[0].tensors[scalar.firstTensor].shape.empty());
    QCOMPARE(plan->shards[0].tensors[scalar.firstTensor].dtype, std::string("I64"));
    QCOMPARE(scalar.sizeBytes, std::uint64_t(8));
    QCOMPARE(scalar.weightCount, std::uint64_t(1));
    QVERIFY(std::ranges::none_of(plan->tensors, [](const FolderTensor &tensor) { return tensor.why.empty(); }));

    QCOMPARE(plan->keptBytes(), std::uint64_t(16));
    std::uint64_t bytes = plan->shards[0].sizeBytes;
    for (const CarriedFile &file : plan->files)
        bytes += file.text.size();
    QCOMPARE(plan->outputBytes(), bytes);
}

void TstFolderPlan::configKeepsItsOrder()
{
    ToyView toy;
    toy.add("lm_head", {8, 32}, TensorRole::Output, TensorType::BF16, /*linear=*/true);
    toy.add("model.layers.0.mlp.gate", {8, 4}, TensorRole::Router, TensorType::BF16, /*linear=*/true);
    const auto plan = planOf(toy.view);
    QVERIFY(plan.has_value());
    const auto at = std::ranges::find(plan->files, "config.json", &CarriedFile::name);
    QVERIFY(at != plan->files.end());
    QCOMPARE(at->text, std::string(R"({
  "z_first": 1,
  "architectures": [
    "Toy"
  ],
  "rms_norm_eps": 1e-05,
  "name": "na\u00efve",
  "quantization_config": {
    "zeta": "bfloat16",
    "ignore": [
      "lm_head",
      "model.layers.0.mlp.gate"
    ]
  }
}
)"));
    QVERIFY(!hasFile(*plan, "quantize_config.json"));
}

void TstFolderPlan::tiedHeadIsAFloatModule()
{
    ToyView toy;
    toy.view.tiedEmbeddings = true;
    const auto plan = planOf(toy.view);
    QVERIFY(plan.has_value());
    QCOMPARE(fileOf(*plan, "config.json")["quantization_config"]["ignore"], Json({"lm_head"}));
    for (const SafetensorsWriter::Tensor &tensor : plan->shards[0].tensors)
        QVERIFY(!tensor.name.starts_with("lm_head"));
    toy.add("lm_head", {8, 32}, TensorRole::Output, TensorType::BF16, /*linear=*/true); // tied, and stored all the same
    QCOMPARE(fileOf(*planOf(toy.view), "config.json")["quantization_config"]["ignore"], Json({"lm_head"}));
}

void TstFolderPlan::gptqHasAFileOfItsOwn()
{
    const ToyView toy;
    const auto plan = planOf(toy.view, {}, FolderFormat::Gptq);
    QVERIFY(plan.has_value());
    QVERIFY(hasFile(*plan, "quantize_config.json"));
    QCOMPARE(fileOf(*plan, "quantize_config.json"), fileOf(*plan, "config.json")["quantization_config"]);
}

void TstFolderPlan::ignoredModulesStay()
{
    const ToyView toy;
    FolderOptions options;
    options.ignore = {R"(layers\.0\..*DOWN)", "nothing_like_it"};
    const auto plan = planOf(toy.view, options);
    QVERIFY(plan.has_value());
    const FolderTensor &down = find(*plan, toy.view, "model.layers.0.mlp.down_proj");
    QVERIFY(!down.matrix && !down.unfit);
    QVERIFY2(contains(down.why, R"(layers\.0\..*DOWN)"), down.why.c_str());
    QVERIFY(find(*plan, toy.view, "model.layers.1.mlp.down_proj").matrix);
    QCOMPARE(fileOf(*plan, "config.json")["quantization_config"]["ignore"], Json({"model.layers.0.mlp.down_proj"}));
    QCOMPARE(plan->notes, std::vector<std::string>{"The pattern 'nothing_like_it' finds no module."});
}

void TstFolderPlan::siblingsStayTogether()
{
    const ToyView toy;
    FolderOptions options;
    options.ignore = {R"(layers\.1\.self_attn\.k_proj)"};
    const auto plan = planOf(toy.view, options);
    QVERIFY(plan.has_value());
    for (const char *name : {"q_proj", "v_proj"}) {
        const FolderTensor &other = find(*plan, toy.view, std::string("model.layers.1.self_attn.") + name);
        QVERIFY(!other.matrix);
        QVERIFY2(contains(other.why, "'model.layers.1.self_attn.k_proj'"), other.why.c_str());
        QVERIFY(find(*plan, toy.view, std::string("model.layers.0.self_attn.") + name).matrix);
    }
    QVERIFY(find(*plan, toy.view, "model.layers.1.self_attn.o_proj").matrix);
    QCOMPARE(fileOf(*plan, "config.json")["quantization_config"]["ignore"].size(), std::size_t(3));
    QCOMPARE(plan->notes, std::vector<std::string>{"2 modules stay BF16 because readers make one matrix of them and "
                                                   "others that stay."});
}

void TstFolderPlan::unfitRowsStayOrAreRefused()
{
    ToyView toy;
    for (const char *name : {"a", "b"})
        toy.addMatrix(std::string("model.layers.2.mlp.") + name, 18, 8);
    toy.addMatrix("model.layers.2.mlp.c", 20, 8);
    const auto plan = planOf(toy.view);
    QVERIFY(plan.has_value());
    const FolderTensor &unfit = find(*plan, toy.view, "model.layers.2.mlp.a");
    QVERIFY(!unfit.matrix && unfit.unfit);
    QCOMPARE(unfit.why, std::string("It stays as it is: rows of 18 weights do not divide into groups of 8; groups of 2 "
                                    "would."));
    const std::vector<std::string> notes = {
        "2 modules stay BF16: rows of 18 weights do not divide into groups of 8; groups of 2 would.",
        "1 module stays BF16: rows of 20 weights do not divide into groups of 8; groups of 2 would."};
    QCOMPARE(plan->notes, notes);

    FolderOptions options;
    options.refuseUnfitting = true;
    const auto refused = planOf(toy.view, options);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, ErrorCode::Unsupported);
    QVERIFY(contains(refused.error().message, "'model.layers.2.mlp.a' cannot become 8bit-toy: rows of 18"));
    options.ignore = {R"(mlp\.[abc]$)"};
    QVERIFY(planOf(toy.view, options).has_value());
}

void TstFolderPlan::refusesPlansOfNothing()
{
    ToyView toy;
    FolderOptions options;
    options.ignore = {"."};
    const auto ignored = planOf(toy.view, options);
    QVERIFY(!ignored.has_value());
    QCOMPARE(ignored.error().code, ErrorCode::Unsupported);
    QVERIFY(contains(ignored.error().message, "leave all of them"));
    for (std::size_t i = 0; i < toy.view.tensors.size(); ++i) {
        if (toy.view.tensors[i].quantizable)
            toy.view.model.tensors[i].dims[0] = 9;
    }
    const auto unfit = planOf(toy.view);
    QVERIFY(!unfit.has_value());
    QCOMPARE(unfit.error().code, ErrorCode::Unsupported);
    QVERIFY(contains(unfit.error().message, "rows of 9 weights do not divide into groups of 8"));
    for (ExportTensor &tensor : toy.view.tensors)
        tensor.quantizable = false;
    const auto nothing = planOf(toy.view);
    QVERIFY(!nothing.has_value());
    QCOMPARE(nothing.error().code, ErrorCode::Unsupported);
}

void TstFolderPlan::refusesBadPatterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::newRow("open parenthesis") << "(q_proj";
    QTest::newRow("nothing to repeat") << "*proj";
    QTest::newRow("empty") << "";
    QTest::newRow("too long") << QString(501, 'x');
}

void TstFolderPlan::refusesBadPatterns()
{
    QFETCH(QString, pattern);
    FolderOptions options;
    options.ignore = {pattern.toStdString()};
    const auto plan = planOf(ToyView().view, options);
    QVERIFY(!plan.has_value());
    QCOMPARE(plan.error().code, ErrorCode::Usage);
    QVERIFY(contains(plan.error().message, "--ignore"));
}

void TstFolderPlan::refusesBadInput_data()
{
    QTest::addColumn<ExportView>("view");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, ErrorCode code, auto &&change) {
        ToyView toy;
        change(toy);
        QTest::newRow(name) << toy.view << int(code);
    };
    row("name twice", ErrorCode::BadInput, [](ToyView &toy) {
        toy.add("model.embed_tokens", {8, 2}, TensorRole::Other);
    });
    row("tensor too large", ErrorCode::BadInput, [](ToyView &toy) {
        toy.add("a", {1ull << 40, 1ull << 40}, TensorRole::Other);
    });
    row("sum too large", ErrorCode::BadInput, [](ToyView &toy) {
        for (const char *name : {"a", "b", "c"})
            toy.add(name, {1ull << 62, 1}, TensorRole::Other);
    });
    row("quantized type", ErrorCode::Unsupported, [](ToyView &toy) {
        toy.add("a", {256, 2}, TensorRole::Other, TensorType::Q4_K);
    });
    row("config is no object", ErrorCode::BadInput, [](ToyView &toy) { toy.view.config = "[]"; });
    row("config is no JSON", ErrorCode::BadInput, [](ToyView &toy) { toy.view.config = "{"; });
}

void TstFolderPlan::refusesBadInput()
{
    QFETCH(ExportView, view);
    QFETCH(int, code);
    const auto plan = planOf(view);
    QVERIFY(!plan.has_value());
    QCOMPARE(int(plan.error().code), code);
    QVERIFY(contains(plan.error().message + plan.error().file, "/models/toy"));
}

void TstFolderPlan::dealsShards_data()
{
    QTest::addColumn<quint64>("shardBytes");
    QTest::newRow("a few") << quint64(4000);
    QTest::newRow("each its own") << quint64(1);
    QTest::newRow("nearly all") << quint64(7000);
}

void TstFolderPlan::dealsShards()
{
    QFETCH(quint64, shardBytes);
    const ToyView toy;
    FolderOptions options;
    options.shardBytes = shardBytes;
    const auto plan = planOf(toy.view, options);
    QVERIFY(plan.has_value());
    QVERIFY(plan->shards.size() > 1);
    const Json index = fileOf(*plan, "model.safetensors.index.json");
    std::uint64_t total = 0;
    std::set<std::string> names;
    for (std::size_t i = 0; i < plan->shards.size(); ++i) {
        const ShardPlan &shard = plan->shards[i];
        QCOMPARE(shard.fileName, fmt::format("model-{:05}-of-{:05}.safetensors", i + 1, plan->shards.size()));
        QCOMPARE(std::optional(shard.sizeBytes), SafetensorsWriter::fileBytes(shard.tensors));
        QVERIFY(shard.sizeBytes <= shardBytes || shardBytes == 1);
        for (const SafetensorsWriter::Tensor &tensor : shard.tensors) {
            QVERIFY(names.insert(tensor.name).second);
            QCOMPARE(index["weight_map"][tensor.name].get<std::string>(), shard.fileName);
            total += *tensor.sizeBytes();
        }
    }
    QCOMPARE(index["weight_map"].size(), names.size());
    QCOMPARE(index["metadata"]["total_size"].get<std::uint64_t>(), total);
    for (const FolderTensor &tensor : plan->tensors)
        QVERIFY(tensor.firstTensor + tensor.tensorCount <= plan->shards[tensor.shard].tensors.size());
    if (shardBytes == 1)
        QCOMPARE(plan->shards.size(), plan->tensors.size());
}

void TstFolderPlan::manyTensorsAreQuick()
{
    // As experts have them; a square of this number would take minutes.
    ToyView toy;
    for (int i = 0; i < 40'000; ++i)
        toy.addMatrix(fmt::format("model.layers.9.mlp.experts.{}.up_proj", i), 8, 8, "model.layers.9.mlp.experts");
    FolderOptions options;
    options.shardBytes = 4'000'000;
    const auto plan = planOf(toy.view, options);
    QVERIFY(plan.has_value());
    QCOMPARE(plan->tensors.size(), toy.view.tensors.size());
    QVERIFY(plan->shards.size() > 5);
}

QTEST_APPLESS_MAIN(TstFolderPlan)
#include "tst_folderplan.moc"
