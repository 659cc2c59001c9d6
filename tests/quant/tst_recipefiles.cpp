// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Types of the reference's whole-file runs: every level, and the options that the recipe knows.

#include "core/quant/recipe.h"
#include "tests/quant/goldenmodel.h"
#include "tests/support/shareddata.h"

#include <QTest>

#include <map>

using namespace snug;

namespace {

struct Shape
{
    const char *architecture;
    std::uint32_t layers, heads, headsKv, experts;
};

// Only what the recipe looks at in the headers of the golden inputs.
const std::map<std::string, Shape> kShapes = {
    {"llama-f16.gguf", {"llama", 8, 8, 8, 0}},         {"llama-full-bf16.gguf", {"llama", 5, 8, 2, 0}},
    {"llama-gqa4-bf16.gguf", {"llama", 12, 16, 4, 0}}, {"llama-tied-f32.gguf", {"llama", 10, 4, 2, 0}},
    {"mixtral-f16.gguf", {"llama", 8, 8, 2, 8}},       {"qwen2-bias-f16.gguf", {"qwen2", 8, 14, 2, 0}},
    {"qwen2moe-bf16.gguf", {"qwen2moe", 8, 4, 4, 12}}, {"requant-q8_0.gguf", {"llama", 4, 4, 4, 0}},
    {"smollm-bf16.gguf", {"llama", 9, 9, 3, 0}},       {"tiny-align64-v2-f16.gguf", {"llama", 4, 4, 4, 0}},
    {"tiny-noftype-f16.gguf", {"llama", 4, 4, 4, 0}},  {"tiny-odd-rows-f32.gguf", {"llama", 3, 8, 4, 0}},
};

std::optional<TensorType> typeNamed(const std::string &name)
{
    const TensorTypeInfo *info = findTensorType(name);
    return info ? std::optional(info->type) : std::nullopt;
}

/// Nothing when a run uses an option that is not the recipe's.
std::optional<RecipeOptions> optionsOf(const nlohmann::ordered_json &arguments)
{
    RecipeOptions options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string argument = arguments[i].get<std::string>();
        const std::string value = i + 1 < arguments.size() ? arguments[i + 1].get<std::string>() : "";
        if (argument == "--pure")
            options.pure = true;
        else if (argument == "--leave-output-tensor")
            options.leaveOutputTensor = true;
        else if (argument == "--allow-requantize")
            options.allowRequantize = true;
        else if (argument == "--imatrix" && ++i > 0)
            options.hasImportance = true;
        else if (argument == "--output-tensor-type" && ++i > 0)
            options.outputTensorType = typeNamed(value);
        else if (argument == "--token-embedding-type" && ++i > 0)
            options.tokenEmbeddingType = typeNamed(value);
        else
            return std::nullopt;
    }
    return options;
}

/// Failures the recipe is to foresee. Others (a missing file, a NaN) are seen by somebody else.
bool isOurFailure(const nlohmann::ordered_json &run)
{
    const std::string message = run.value("message", "");
    for (const char *part : {"importance matrix", "no tensor type fallback", "requantizing", "not divisible by block"})
        if (message.find(part) != std::string::npos)
            return true;
    return false;
}

/// Tensors in output order: that of a successful run's types, or the file's own where only failing is compared.
Model modelOf(const std::string &input, const nlohmann::ordered_json &tensors, const nlohmann::ordered_json &run)
{
    const Shape &shape = kShapes.at(input);
    Model model;
    model.architecture = shape.architecture;
    model.hyper.layerCount = shape.layers;
    model.hyper.headCount = shape.heads;
    model.hyper.headCountKv = shape.headsKv;
    model.hyper.expertCount = shape.experts;
    const auto &order = run.contains("tensors") ? run.at("tensors") : tensors;
    for (const auto &[name, unused] : order.items()) {
        const auto &tensor = tensors.at(name);
        test::addTensor(model, name, tensor.at(1).get<std::vector<std::uint64_t>>(),
                        typeNamed(tensor.at(0).get<std::string>()).value_or(TensorType::Q8_K));
    }
    return model;
}

} // namespace

class TestRecipeFiles : public QObject
{
    Q_OBJECT

private slots:
    void matchesReference_data();
    void matchesReference();
    void coversEnough();

private:
    void compare(const nlohmann::ordered_json &run);

    nlohmann::ordered_json m_manifest;
    int m_compared = 0;
    int m_refused = 0;
};

void TestRecipeFiles::matchesReference_data()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    m_manifest = test::readJson(test::sharedData("golden/files/manifest.json"));
    QVERIFY(!m_manifest.is_discarded());
    QTest::addColumn<QString>("input");
    for (const auto &[input, shape] : kShapes)
        QTest::newRow(input.c_str()) << QString::fromStdString(input);
}

void TestRecipeFiles::matchesReference()
{
    QFETCH(QString, input);
    for (const auto &run : m_manifest.at("cases"))
        if (run.at("input") == input.toStdString()) {
            compare(run);
            if (QTest::currentTestFailed())
                return;
        }
}

void TestRecipeFiles::compare(const nlohmann::ordered_json &run)
{
    const auto options = optionsOf(run.at("options"));
    const FileType *fileType = findFileType(run.at("type").get<std::string>());
    const bool succeeds = run.at("exit") == 0;
    if (!options || !fileType || (!succeeds && !isOurFailure(run)) || (succeeds && !run.contains("tensors")))
        return;
    const std::string input = run.at("input").get<std::string>();
    const Model model = modelOf(input, m_manifest.at("inputs").at(input).at("tensors"), run);
    const QByteArray where = QByteArray::fromStdString(run.at("options").dump() + " " + run.at("type").dump());
    const auto decisions = decideTypes(model, *fileType, *options);
    QVERIFY2(decisions.has_value() == succeeds, where + (decisions ? "" : decisions.error().message.c_str()));
    ++m_compared;
    if (!succeeds) {
        ++m_refused;
        return;
    }
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
        const std::string wanted = run.at("tensors").at(model.tensors[i].name).get<std::string>();
        if (tensorTypeName((*decisions)[i].type) != wanted)
            QFAIL(where + ": " + model.tensors[i].name.c_str() + " should be " + wanted.c_str() + ". " +
                  (*decisions)[i].why.c_str());
    }
}

void TestRecipeFiles::coversEnough()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    // So that a change of the manifest's wording cannot quietly turn the comparison off.
    QVERIFY2(m_compared > 600, QByteArray::number(m_compared));
    QVERIFY2(m_refused > 70, QByteArray::number(m_refused));
    qInfo("%d runs compared, of which %d must fail", m_compared, m_refused);
}

QTEST_APPLESS_MAIN(TestRecipeFiles)
#include "tst_recipefiles.moc"
