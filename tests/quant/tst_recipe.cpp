// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The recipe's options, errors and sentences, and rules that no golden model reaches.

#include "core/quant/recipe.h"
#include "tests/quant/goldenmodel.h"

#include <QTest>

using namespace snug;

namespace {

std::size_t indexOf(const Model &model, std::string_view name)
{
    for (std::size_t i = 0; i < model.tensors.size(); ++i)
        if (model.tensors[i].name == name)
            return i;
    qFatal("no such tensor");
}

TensorDecision decisionFor(const Model &model, const char *level, std::string_view tensor,
                           const RecipeOptions &options = {})
{
    const auto decisions = decideTypes(model, *findFileType(level), options);
    if (!decisions)
        qFatal("%s", decisions.error().message.c_str());
    return (*decisions)[indexOf(model, tensor)];
}

} // namespace

class TestRecipe : public QObject
{
    Q_OBJECT

private slots:
    void saysWhy_data();
    void saysWhy();
    void falconDiffers_data();
    void falconDiffers();
    void largeModelRaisesValues();
    void ignoresTrailingOnes();
    void leavesOutputTensor();
    void explicitTypeThatDoesNotFitIsRefused();
    void missingStandInIsRefused();
    void quantizedSourceIsRefused_data();
    void quantizedSourceIsRefused();
    void sameTypeNeedsNoPermission();
    void importanceIsAskedFor();
    void importanceIsAskedForTensorByTensor();
    void patternsDecideFirst();
    void patternsDoNothingForFloats();
    void noFallbackNamesTheFirstAndCounts();
    void oddOutputRowsAreToldToo();
    void copyLeavesAllAsTheyAre();
    void layersOfTheSourceCount();
    void emptyModelGivesNoDecisions();
};

void TestRecipe::saysWhy_data()
{
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("why");
    QTest::newRow("rule") << "blk.0.attn_v.weight"
                          << "Attention value tensor in an outer or every third layer: Q6_K instead of Q4_K.";
    QTest::newRow("base") << "blk.1.ffn_gate.weight"
                          << "Feed-forward gate tensor: Q4_K, the level's own type.";
    QTest::newRow("vector") << "output_norm.weight"
                            << "A vector: stays F32.";
    QTest::newRow("output") << "output.weight"
                            << "Output tensor: Q6_K instead of Q4_K.";
    QTest::newRow("odd rows") << "blk.1.attn_k.weight"
                              << "Attention key tensor: Q5_0 stands in for Q4_K, whose blocks of 256 do not divide "
                                 "rows of 96.";
}

void TestRecipe::saysWhy()
{
    QFETCH(QString, tensor);
    QFETCH(QString, why);
    Model model = test::llamaModel(8, 8, 8);
    model.tensors[indexOf(model, "blk.1.attn_k.weight")].dims[0] = 96;
    const TensorDecision decision = decisionFor(model, "Q4_K_M", tensor.toStdString());
    QCOMPARE(QString::fromStdString(decision.why), why);
    QCOMPARE(decision.copied, tensor == "output_norm.weight");
    QCOMPARE(decision.fallback, tensor == "blk.1.attn_k.weight");
}

void TestRecipe::falconDiffers_data()
{
    QTest::addColumn<QString>("level");
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("type");
    QTest::newRow("output") << "Q4_K_M"
                            << "output.weight"
                            << "Q8_0";
    QTest::newRow("Q4_K_M, first sixteenth") << "Q4_K_M"
                                             << "blk.1.ffn_down.weight"
                                             << "Q6_K";
    QTest::newRow("Q4_K_M, outer") << "Q4_K_M"
                                   << "blk.3.ffn_down.weight"
                                   << "Q5_K";
    QTest::newRow("Q4_K_M, inner") << "Q4_K_M"
                                   << "blk.4.ffn_down.weight"
                                   << "Q4_K";
    QTest::newRow("Q3_K_M, first sixteenth") << "Q3_K_M"
                                             << "blk.1.ffn_down.weight"
                                             << "Q5_K";
    QTest::newRow("Q3_K_M, outer") << "Q3_K_M"
                                   << "blk.3.ffn_down.weight"
                                   << "Q4_K";
    QTest::newRow("Q3_K_M, inner") << "Q3_K_M"
                                   << "blk.4.ffn_down.weight"
                                   << "Q3_K";
    QTest::newRow("Q3_K_L, down") << "Q3_K_L"
                                  << "blk.4.ffn_down.weight"
                                  << "Q4_K";
    QTest::newRow("Q3_K_L, attention output") << "Q3_K_L"
                                              << "blk.4.attn_output.weight"
                                              << "Q4_K";
    QTest::newRow("Q3_K_M, attention output") << "Q3_K_M"
                                              << "blk.4.attn_output.weight"
                                              << "Q3_K";
    QTest::newRow("Q4_K_S, down") << "Q4_K_S"
                                  << "blk.0.ffn_down.weight"
                                  << "Q4_K";
}

void TestRecipe::falconDiffers()
{
    QFETCH(QString, level);
    QFETCH(QString, tensor);
    QFETCH(QString, type);
    Model model = test::llamaModel(32, 8, 8);
    model.architecture = "falcon";
    const auto decision = decisionFor(model, level.toLatin1(), tensor.toStdString());
    QCOMPARE(QString::fromUtf8(tensorTypeName(decision.type).data()), type);
}

void TestRecipe::largeModelRaisesValues()
{
    Model model = test::llamaModel(80, 64, 32);
    QCOMPARE(decisionFor(model, "Q3_K_S", "blk.40.attn_v.weight").type, TensorType::Q5_K);
    QCOMPARE(decisionFor(model, "Q3_K_S", "blk.40.attn_q.weight").type, TensorType::Q3_K);
    model.hyper.headCountKv = 64; // a llama without grouped heads is another model
    QCOMPARE(decisionFor(model, "Q3_K_S", "blk.40.attn_v.weight").type, TensorType::Q3_K);
    model.architecture = "qwen2";
    QCOMPARE(decisionFor(model, "Q3_K_S", "blk.40.attn_v.weight").type, TensorType::Q5_K);
    model.hyper.layerCount = 79;
    QCOMPARE(decisionFor(model, "Q3_K_S", "blk.40.attn_v.weight").type, TensorType::Q3_K);
}

void TestRecipe::ignoresTrailingOnes()
{
    Model model = test::llamaModel(1, 4, 4);
    test::addTensor(model, "blk.0.gate.weight", {256, 1}, TensorType::F16);
    test::addTensor(model, "blk.0.mix.weight", {256, 1, 2}, TensorType::F16);
    QCOMPARE(decisionFor(model, "Q8_0", "blk.0.gate.weight").type, TensorType::F16);
    QCOMPARE(decisionFor(model, "Q8_0", "blk.0.mix.weight").type, TensorType::Q8_0);
}

void TestRecipe::leavesOutputTensor()
{
    RecipeOptions options;
    options.leaveOutputTensor = true;
    options.outputTensorType = TensorType::Q8_0;
    const Model model = test::llamaModel(1, 4, 4);
    const TensorDecision decision = decisionFor(model, "Q4_0", "output.weight", options);
    QCOMPARE(decision.type, TensorType::F16);
    QVERIFY(decision.copied);
}

void TestRecipe::explicitTypeThatDoesNotFitIsRefused()
{
    RecipeOptions options;
    options.tokenEmbeddingType = TensorType::Q4_K;
    const auto decisions = decideTypes(test::llamaModel(1, 4, 4, 64), *findFileType("Q4_0"), options);
    QVERIFY(!decisions);
    QCOMPARE(decisions.error().code, ErrorCode::Usage);
    QCOMPARE(decisions.error().tensor, std::string("token_embd.weight"));
    QVERIFY(decisions.error().message.find("64") != std::string::npos);
}

void TestRecipe::missingStandInIsRefused()
{
    const auto decisions = decideTypes(test::llamaModel(1, 4, 4, 64), *findFileType("Q1_0"), {});
    QVERIFY(!decisions);
    QCOMPARE(decisions.error().code, ErrorCode::Unsupported);
}

void TestRecipe::quantizedSourceIsRefused_data()
{
    QTest::addColumn<int>("type");
    for (std::uint32_t number = 0; number < 256; ++number)
        if (const TensorTypeInfo *info = findTensorType(number); info && info->quantized)
            QTest::newRow(info->name.data()) << int(number);
}

void TestRecipe::quantizedSourceIsRefused()
{
    QFETCH(int, type);
    Model model = test::llamaModel(1, 4, 4);
    model.tensors[indexOf(model, "blk.0.attn_q.weight")].type = static_cast<TensorType>(type);
    const char *level = static_cast<TensorType>(type) == TensorType::Q4_K ? "Q5_K_M" : "Q4_K_M";
    const auto refused = decideTypes(model, *findFileType(level), {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Unsupported);
    const std::string says = std::string("is already quantized (") + QTest::currentDataTag() + ")";
    QVERIFY2(refused.error().message.find(says) != std::string::npos, refused.error().message.c_str());
    QCOMPARE(refused.error().tensor, std::string("blk.0.attn_q.weight"));
    QVERIFY(proposeTypes(model, *findFileType(level), {}).has_value());
    RecipeOptions options;
    options.allowRequantize = true;
    QCOMPARE(decisionFor(model, level, "blk.0.attn_q.weight", options).type, findFileType(level)->base);
}

void TestRecipe::sameTypeNeedsNoPermission()
{
    Model model = test::llamaModel(1, 4, 4);
    model.tensors[indexOf(model, "blk.0.attn_q.weight")].type = TensorType::Q8_0;
    QVERIFY(decisionFor(model, "Q8_0", "blk.0.attn_q.weight").copied);
}

void TestRecipe::importanceIsAskedFor()
{
    const Model model = test::llamaModel(4, 4, 4);
    const auto refused = decideTypes(model, *findFileType("IQ3_XXS"), {});
    QVERIFY(!refused);
    QVERIFY(refused.error().message.find("importance matrix") != std::string::npos);
    RecipeOptions options;
    options.hasImportance = true;
    QVERIFY(decideTypes(model, *findFileType("IQ3_XXS"), options).has_value());
}

void TestRecipe::importanceIsAskedForTensorByTensor()
{
    const Model model = test::llamaModel(4, 4, 4);
    RecipeOptions options;
    options.hasImportance = true;
    options.importanceOf.assign(model.tensors.size(), true);
    QVERIFY(decideTypes(model, *findFileType("IQ2_XS"), options).has_value());
    options.importanceOf[indexOf(model, "blk.2.ffn_up.weight")] = false;
    const auto refused = decideTypes(model, *findFileType("IQ2_XS"), options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().tensor, std::string("blk.2.ffn_up.weight"));
    QVERIFY(refused.error().message.find("has no entry for it") != std::string::npos);
    options.importanceFiltered.assign(model.tensors.size(), false);
    options.importanceFiltered[indexOf(model, "blk.2.ffn_up.weight")] = true;
    const auto filtered = decideTypes(model, *findFileType("IQ2_XS"), options);
    QVERIFY(filtered.error().message.find("--exclude-weights keeps its entry out") != std::string::npos);
    QVERIFY(decideTypes(model, *findFileType("Q4_K_M"), options).has_value());
}

void TestRecipe::patternsDecideFirst()
{
    RecipeOptions options;
    for (const char *text : {"attn_=q5_1", "attn_k=q8_0", "ffn_down=q6_k"})
        options.patterns.push_back(TensorPattern::parse(text).value());
    const Model model = test::llamaModel(8, 4, 4);
    QCOMPARE(decisionFor(model, "Q4_K_M", "blk.0.attn_k.weight", options).type, TensorType::Q5_1); // the first wins
    QCOMPARE(decisionFor(model, "Q4_K_M", "blk.4.ffn_down.weight", options).type, TensorType::Q6_K);
    QCOMPARE(decisionFor(model, "Q4_K_M", "blk.4.ffn_up.weight", options).type, TensorType::Q4_K);
    QVERIFY(decisionFor(model, "Q4_K_M", "blk.0.attn_k.weight", options).why.find("'attn_'") != std::string::npos);
    options.pure = true;
    QCOMPARE(decisionFor(model, "Q4_K_M", "blk.4.ffn_down.weight", options).type, TensorType::Q6_K);
    const TensorDecision odd = decisionFor(test::llamaModel(1, 4, 4, 96), "Q4_0", "blk.0.ffn_down.weight", options);
    QCOMPARE(odd.type, TensorType::Q8_0); // stands in
    QVERIFY(odd.fallback && odd.wanted == TensorType::Q6_K);
}

void TestRecipe::patternsDoNothingForFloats()
{
    RecipeOptions options;
    options.patterns.push_back(TensorPattern::parse("attn_k=q8_0").value());
    QCOMPARE(decisionFor(test::llamaModel(1, 4, 4), "F16", "blk.0.attn_k.weight", options).type, TensorType::F16);
}

void TestRecipe::noFallbackNamesTheFirstAndCounts()
{
    RecipeOptions options;
    options.noFallback = true;
    QVERIFY(decideTypes(test::llamaModel(2, 4, 4), *findFileType("Q4_K_M"), options).has_value());
    const Model odd = test::llamaModel(2, 4, 4, 96);
    const auto refused = decideTypes(odd, *findFileType("Q4_K_M"), options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Unsupported);
    QCOMPARE(refused.error().tensor, odd.tensors.front().name);
    for (const char *part : {"rows have 96 weights", "not a multiple of 256", "more tensors", "--no-fallback"})
        QVERIFY2(refused.error().message.find(part) != std::string::npos, refused.error().message.c_str());
    QVERIFY(decideTypes(odd, *findFileType("Q8_0"), options).has_value());
}

// The output tensor's Q8_0 is a rule of the mix, not a stand-in, but it costs the same.
void TestRecipe::oddOutputRowsAreToldToo()
{
    const TensorDecision output = decisionFor(test::llamaModel(1, 4, 4, 96), "Q4_K_M", "output.weight");
    QCOMPARE(output.type, TensorType::Q8_0);
    QCOMPARE(output.wanted, TensorType::Q6_K);
    QVERIFY(output.replaced() && !output.fallback);
    QVERIFY(!decisionFor(test::llamaModel(1, 4, 4), "Q4_K_M", "output.weight").replaced());
}

void TestRecipe::copyLeavesAllAsTheyAre()
{
    Model model = test::llamaModel(2, 4, 4);
    model.tensors[indexOf(model, "blk.0.attn_q.weight")].type = TensorType::Q8_0;
    const auto decisions = decideTypes(model, *findFileType("COPY"), {});
    QVERIFY(decisions.has_value());
    for (std::size_t i = 0; i < decisions->size(); ++i)
        QVERIFY((*decisions)[i].copied && (*decisions)[i].type == model.tensors[i].type);
}

void TestRecipe::layersOfTheSourceCount()
{
    const Model model = test::llamaModel(8, 4, 4);
    // The last of eight layers is an outer one; of sixteen it would be in the middle.
    QCOMPARE(decisionFor(model, "Q4_K_M", "blk.7.ffn_down.weight").type, TensorType::Q6_K);
    RecipeOptions options;
    options.layerCount = 16;
    QCOMPARE(decisionFor(model, "Q4_K_M", "blk.6.ffn_down.weight", options).type, TensorType::Q4_K);
}

void TestRecipe::emptyModelGivesNoDecisions()
{
    const auto decisions = decideTypes(Model(), *findFileType("Q4_K_M"), {});
    QVERIFY(decisions.has_value());
    QVERIFY(decisions->empty());
}

QTEST_APPLESS_MAIN(TestRecipe)
#include "tst_recipe.moc"
