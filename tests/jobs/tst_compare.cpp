// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Comparisons of variants: what the table says, its order, what is exported, and what is measured of real files.

#include "core/jobs/measure/answers.h"
#include "core/jobs/measure/compare.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <limits>

using namespace snug;
using Json = nlohmann::json;

namespace {

ComparedModel row(std::string name, std::uint64_t sizeBytes, double kl)
{
    ComparedModel model;
    model.measured.name = std::move(name);
    model.measured.path = "a/" + model.measured.name;
    model.measured.sizeBytes = sizeBytes;
    model.measured.bitsPerWeight = 4.5;
    model.measured.perplexity = {10, 0.25, std::log(10.0), 0.025, 512, 2};
    model.measured.divergence.emplace();
    model.measured.divergence->kl = {kl, kl / 8};
    model.measured.divergence->increase = {0.5, 0.125};
    model.measured.divergence->klValues.p99 = 2 * kl;
    model.measured.divergence->sameTop = {0.875, 0.01};
    model.type = "Q4_K_M";
    model.context.f16 = 2048;
    return model;
}

ComparedModel baseRow()
{
    ComparedModel model = row("source", 1000, 0);
    model.base = true;
    model.measured.divergence.reset();
    return model;
}

} // namespace

class TestCompare : public QObject
{
    Q_OBJECT

private slots:
    void columnsHaveNamesOfTheirOwn();
    void cellsSayWhatIsKnown();
    void ordersByAnyColumn();
    void theFrontIsWhatNothingBeats();
    void csvKeepsItsFields();
    void markdownKeepsItsCells();
    void titlesTellModelsApart();
    void markdownQuotesAnswers();
    void jsonHasTheNamesOfAnEvaluation();
    void answersDifferSomewhere();
};

void TestCompare::columnsHaveNamesOfTheirOwn()
{
    for (int i = 0; i < kCompareColumnCount; ++i) {
        const auto column = static_cast<CompareColumn>(i);
        QVERIFY(!compareColumnHeading(column).empty());
        QVERIFY(findCompareColumn(compareColumnName(column)) == column);
    }
    QVERIFY(!findCompareColumn("size of the moon"));
}

void TestCompare::cellsSayWhatIsKnown()
{
    const ComparedModel model = row("a", 5 << 20, 0.0125);
    const auto cell = [](const ComparedModel &of, CompareColumn column) {
        return QString::fromStdString(compareCell(of, column));
    };
    QCOMPARE(cell(model, CompareColumn::Size), QString("5.00 MiB"));
    QCOMPARE(cell(model, CompareColumn::Perplexity), QString("10.00 ± 0.25"));
    QCOMPARE(cell(model, CompareColumn::KlMean), QString("0.0125 ± 0.0016"));
    QCOMPARE(cell(model, CompareColumn::SameTop), QString("87.50 %"));
    QCOMPARE(cell(model, CompareColumn::ContextF16), QString("2048"));
    QCOMPARE(cell(model, CompareColumn::ContextQ8), QString("-"));
    QCOMPARE(cell(model, CompareColumn::TokensPerSecond), QString("-"));
    QCOMPARE(cell(baseRow(), CompareColumn::KlMean), QString("0"));
    QCOMPARE(cell(baseRow(), CompareColumn::SameTop), QString("100.00 %"));
    ComparedModel unmeasured = baseRow();
    unmeasured.measured.perplexity = {NAN, NAN, NAN, NAN, 0, 0};
    QCOMPARE(cell(unmeasured, CompareColumn::KlMean), QString("-"));
    QCOMPARE(cell(unmeasured, CompareColumn::Perplexity), QString("-"));
}

void TestCompare::ordersByAnyColumn()
{
    const std::vector<ComparedModel> models = {row("b", 3, 0.5), row("a", 3, NAN), row("c", 1, 0.25)};
    using Order = std::vector<std::size_t>;
    QVERIFY((compareOrder(models, CompareColumn::Name, false) == Order{1, 0, 2}));
    QVERIFY((compareOrder(models, CompareColumn::Size, false) == Order{2, 0, 1}));
    QVERIFY((compareOrder(models, CompareColumn::Size, true) == Order{0, 1, 2}));
    QVERIFY((compareOrder(models, CompareColumn::KlMean, false) == Order{2, 0, 1}));
    QVERIFY((compareOrder(models, CompareColumn::KlMean, true) == Order{0, 2, 1}));
}

void TestCompare::theFrontIsWhatNothingBeats()
{
    std::vector<ComparedModel> models = {baseRow(), row("good", 500, 0.01), row("worse", 500, 0.02),
                                         row("larger", 600, 0.01), row("small", 100, 0.5)};
    markFront(models);
    std::vector<bool> front;
    for (const ComparedModel &model : models)
        front.push_back(model.onFront);
    QVERIFY((front == std::vector<bool>{true, true, false, false, true}));
    std::vector<ComparedModel> alone = {baseRow()};
    markFront(alone);
    QVERIFY(!alone[0].onFront);
}

void TestCompare::csvKeepsItsFields()
{
    CompareReport report;
    report.models = {baseRow(), row("two, \"small\"", 500, 0.25)};
    const QByteArray text = QByteArray::fromStdString(toCsv(report));
    const auto lines = text.split('\n');
    QCOMPARE(lines.size(), 4); // the last is empty
    QVERIFY(lines[0].startsWith("name,type,bytes,bits_per_weight,perplexity,ppl_increase,kl_mean,"));
    QVERIFY(lines[0].endsWith(",path\r"));
    QCOMPARE(lines[1].count(','), lines[0].count(','));
    QVERIFY(lines[2].startsWith("\"two, \"\"small\"\"\",Q4_K_M,500,4.5,10,0.5,0.25,0.5,0.875,2048,,,,"));
    QVERIFY(lines[2].endsWith(",false,false,\"a/two, \"\"small\"\"\"\r"));
}

void TestCompare::markdownKeepsItsCells()
{
    CompareReport report;
    report.models = {baseRow(), row("a|b", 500, 0.25)};
    const auto lines = QByteArray::fromStdString(toMarkdown(report)).split('\n');
    QCOMPARE(lines.size(), 5);
    QVERIFY(lines[3].startsWith("| a\\|b | Q4\\_K\\_M | 500 B | 4.50 | "));
    QCOMPARE(lines[3].count('|') - lines[3].count("\\|"), kCompareColumnCount + 1);
}

void TestCompare::titlesTellModelsApart()
{
    std::vector<ComparedModel> models = {row("a", 500, 0.25), row("a", 600, 0.25), row("a", 700, 0.25), row("b", 1, 1),
                                         row("b", 1, 1)};
    models[0].measured.path = "one/x.gguf";
    models[1].measured.path = "one/y.gguf";
    models[2].type = "F32";
    models[3].measured.path = "one/z.gguf";
    models[4].measured.path = "two/z.gguf";
    using Names = std::vector<std::string>;
    QCOMPARE(compareNames(models), (Names{"x.gguf", "y.gguf", "a", "one/z.gguf", "two/z.gguf"}));
    QCOMPARE(compareTitles(models)[0], std::string("x.gguf Q4_K_M"));
    CompareReport report;
    report.models = models;
    const auto lines = QByteArray::fromStdString(toMarkdown(report)).split('\n');
    QVERIFY(lines[0].contains("| Tokens/s, predicted |"));
    QVERIFY(lines[2].startsWith("| x.gguf | Q4\\_K\\_M |") && lines[4].startsWith("| a | F32 |"));
}

void TestCompare::markdownQuotesAnswers()
{
    CompareReport report;
    report.models = {row("a", 500, 0.25)};
    report.models[0].answer = CompareAnswer{"Yes,\n\nhe *said*.", {5, 6}, {0, 2}, 1, 20};
    QVERIFY(toMarkdown(report).ends_with("\n\n**a Q4\\_K\\_M**, other than the base from token 2 on\n\n> Yes,\n> \n"
                                         "> he \\*said\\*.\n"));
}

void TestCompare::answersDifferSomewhere()
{
    using Ids = std::vector<std::int32_t>;
    QVERIFY(!firstDifference(Ids{1, 2}, Ids{1, 2}));
    QVERIFY(!firstDifference(Ids{}, Ids{}));
    QCOMPARE(*firstDifference(Ids{1, 2, 3}, Ids{1, 5, 3}), std::size_t(1));
    QCOMPARE(*firstDifference(Ids{1, 2}, Ids{1, 2, 3}), std::size_t(2));
    QCOMPARE(*firstDifference(Ids{1, 2}, Ids{}), std::size_t(0));
}

void TestCompare::jsonHasTheNamesOfAnEvaluation()
{
    CompareReport report;
    report.outcome = Outcome::Succeeded;
    report.models = {baseRow(), row("a", 500, 0.25)};
    report.models[1].layers = {{-1, 0.125}, {0, NAN}};
    report.models[1].answer = CompareAnswer{"Yes", {5, 6}, {0, 2}, 1, 20};
    const Json json = Json::parse(toJson(report));
    const Json &model = json["models"][1];
    QCOMPARE(model["kl_mean"].get<double>(), 0.25);
    QCOMPARE(model["same_top"].get<double>(), 0.875);
    QCOMPARE(model["bytes"].get<int>(), 500);
    QCOMPARE(model["context"]["f16"].get<int>(), 2048);
    QCOMPARE(model["layers"][0]["relative_error"].get<double>(), 0.125);
    QVERIFY(!model["layers"][1].contains("relative_error"));
    QCOMPARE(model["answer"]["first_difference"].get<int>(), 1);
    QVERIFY(json["models"][0]["base"].get<bool>() && !json["models"][0].contains("kl_mean"));
}

QTEST_APPLESS_MAIN(TestCompare)
#include "tst_compare.moc"
