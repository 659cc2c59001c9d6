// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Conditions on figures: what is understood, what is refused, and what passes.

#include "core/metrics/gates.h"

#include <QTest>

#include <limits>

using namespace snug;

class TstGates : public QObject
{
    Q_OBJECT

private slots:
    void readsConditions();
    void readsEveryName_data();
    void readsEveryName();
    void refuses_data();
    void refuses();
    void compares_data();
    void compares();
    void failsWhatWasNotMeasured();
    void allOrNot();
    void everyFigureHasItsName();
};

void TstGates::readsConditions()
{
    const auto gates = parseGates(" ppl_increase < 0.3,kl_mean<=2e-2, same_top>0.97 ,task_hellaswag>=.5");
    QVERIFY2(gates, gates ? "" : gates.error().message.c_str());
    QCOMPARE(gates->size(), std::size_t{4});
    const Gate &first = (*gates)[0];
    QCOMPARE(first.name, std::string("ppl_increase"));
    QCOMPARE(first.comparison, GateOperator::Less);
    QCOMPARE(first.limit, 0.3);
    QCOMPARE(first.expression, std::string("ppl_increase < 0.3"));
    QCOMPARE((*gates)[1].comparison, GateOperator::LessOrEqual);
    QCOMPARE((*gates)[1].limit, 0.02);
    QCOMPARE((*gates)[2].comparison, GateOperator::Greater);
    QCOMPARE((*gates)[2].expression, std::string("same_top>0.97"));
    QCOMPARE((*gates)[3].name, std::string("task_hellaswag"));
    QCOMPARE((*gates)[3].comparison, GateOperator::GreaterOrEqual);
    QCOMPARE((*gates)[3].limit, 0.5);
}

void TstGates::readsEveryName_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"perplexity", "ppl_increase", "ppl_ratio", "kl_mean", "kl_median", "kl_p90", "kl_p95",
                             "kl_p99", "kl_p999", "kl_max", "same_top", "task_arc_easy"})
        QTest::newRow(name) << name;
}

void TstGates::readsEveryName()
{
    QFETCH(QString, name);
    const auto gates = parseGates((name + "<1").toStdString());
    QVERIFY(gates);
    QCOMPARE(QString::fromStdString(gates->front().name), name);
    const auto results = evaluateGates(*gates, std::vector<GateFigure>{{name.toStdString(), 0.5}});
    QCOMPARE(results[0].outcome, GateOutcome::Passed);
}

void TstGates::refuses_data()
{
    QTest::addColumn<QString>("expressions");
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const QString &expressions, const QString &part, const QString &message) {
        QTest::newRow(name) << expressions << part << message;
    };
    row("nothing", "", "", "is empty");
    row("empty part", "kl_mean<1,,same_top>0", "", "is empty");
    row("comma at the end", "kl_mean<1,", "", "is empty");
    row("unknown name", "kl_mean<1, kl_avg<0.2", "kl_avg<0.2",
        "asks for \"kl_avg\", which is no figure. There are perplexity, ppl_increase");
    row("other case", "KL_mean<1", "KL_mean<1", "which is no figure");
    row("task without name", "task_>0.5", "task_>0.5", "task_NAME");
    row("task with blank", "task_a b>0.5", "task_a b>0.5", "which is no figure");
    row("no name", "<3", "<3", "asks for \"\"");
    row("no operator", "kl_mean", "kl_mean", "none of the operators <, <=, >, >=");
    row("equality", "kl_mean=0.2", "kl_mean=0.2", "none of the operators");
    row("double equality", "kl_mean==0.2", "kl_mean==0.2", "none of the operators");
    row("inequality", "kl_mean!=0.2", "kl_mean!=0.2", "none of the operators");
    row("no limit", "kl_mean<", "kl_mean<", "has \"\" for a limit");
    row("words", "kl_mean<small", "kl_mean<small", "has \"small\" for a limit, a number such as 0.02");
    row("percent", "same_top>97%", "same_top>97%", "has \"97%\" for a limit");
    row("twice", "kl_mean<0.1<0.2", "kl_mean<0.1<0.2", "has \"0.1<0.2\" for a limit");
    row("turned", "kl_mean=<0.1", "kl_mean=<0.1", "none of the operators");
    row("not finite", "kl_mean<inf", "kl_mean<inf", "a number such as");
    row("not a number", "kl_mean<nan", "kl_mean<nan", "a number such as");
    row("huge", "kl_mean<1e999", "kl_mean<1e999", "a number such as");
    row("percent for a share", "same_top>97", "same_top>97", "has the limit 97, but same_top is a share from 0 to 1");
    row("percent for a task", "task_mmlu>=45.5", "task_mmlu>=45.5", "task_mmlu is a share");
    row("negative share", "same_top>-0.1", "same_top>-0.1", "is a share from 0 to 1");
}

void TstGates::refuses()
{
    QFETCH(QString, expressions);
    QFETCH(QString, part);
    QFETCH(QString, message);
    const auto gates = parseGates(expressions.toStdString());
    QVERIFY(!gates);
    QCOMPARE(gates.error().code, ErrorCode::Usage);
    const QString said = QString::fromStdString(gates.error().message);
    QVERIFY2(said.startsWith("The gate \"" + part + "\" ") && said.contains(message), qPrintable(said));
}

void TstGates::compares_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("passes");
    QTest::newRow("less") << "kl_mean<0.02" << 0.019 << true;
    QTest::newRow("equal is not less") << "kl_mean<0.02" << 0.02 << false;
    QTest::newRow("equal is at most") << "kl_mean<=0.02" << 0.02 << true;
    QTest::newRow("more is not at most") << "kl_mean<=0.02" << std::nextafter(0.02, 1.0) << false;
    QTest::newRow("more") << "same_top>0.97" << 0.98 << true;
    QTest::newRow("equal is not more") << "same_top>0.97" << 0.97 << false;
    QTest::newRow("equal is at least") << "same_top>=0.97" << 0.97 << true;
    QTest::newRow("less is not at least") << "same_top>=0.97" << 0.96 << false;
    QTest::newRow("negative limit") << "ppl_increase<-0.1" << -0.2 << true;
    QTest::newRow("infinite") << "perplexity<100" << std::numeric_limits<double>::infinity() << false;
    QTest::newRow("infinite passes more") << "perplexity>100" << std::numeric_limits<double>::infinity() << true;
}

void TstGates::compares()
{
    QFETCH(QString, expression);
    QFETCH(double, value);
    QFETCH(bool, passes);
    const auto gates = parseGates(expression.toStdString());
    QVERIFY(gates);
    const std::vector<GateFigure> figures = {{"other", 5}, {gates->front().name, value}};
    const auto results = evaluateGates(*gates, figures);
    QCOMPARE(results.size(), std::size_t{1});
    QCOMPARE(results[0].outcome, passes ? GateOutcome::Passed : GateOutcome::Failed);
    QCOMPARE(results[0].measured.value(), value);
    QCOMPARE(results[0].gate.expression, expression.toStdString());
    QCOMPARE(allPassed(results), passes);
}

void TstGates::failsWhatWasNotMeasured()
{
    const auto gates = parseGates("kl_mean<0.02,same_top>=0.9,perplexity<=7");
    QVERIFY(gates);
    const std::vector<GateFigure> figures = {{"same_top", std::numeric_limits<double>::quiet_NaN()},
                                             {"perplexity", 7.5}};
    const auto results = evaluateGates(*gates, figures);
    QCOMPARE(results[0].outcome, GateOutcome::Unknown);
    QVERIFY(!results[0].measured);
    QCOMPARE(results[0].sentence, std::string("kl_mean was not measured, less than 0.02 was asked for."));
    QCOMPARE(results[1].outcome, GateOutcome::Unknown);
    QCOMPARE(results[1].sentence, std::string("same_top is not a number, at least 0.9 was asked for."));
    QCOMPARE(results[2].outcome, GateOutcome::Failed);
    QCOMPARE(results[2].sentence, std::string("perplexity is 7.5, at most 7 was asked for."));
    QCOMPARE(gateOutcomeName(results[0].outcome), std::string_view("unknown"));
    QCOMPARE(gateOutcomeName(results[2].outcome), std::string_view("failed"));
    QVERIFY(!allPassed(std::span(results).first(1)));
}

void TstGates::allOrNot()
{
    const auto gates = parseGates("kl_mean<0.02,same_top>0.97");
    QVERIFY(gates);
    QVERIFY(allPassed(evaluateGates(*gates, std::vector<GateFigure>{{"kl_mean", 0.01}, {"same_top", 0.98}})));
    QVERIFY(!allPassed(evaluateGates(*gates, std::vector<GateFigure>{{"kl_mean", 0.01}, {"same_top", 0.96}})));
    QVERIFY(!allPassed(evaluateGates(*gates, std::vector<GateFigure>{{"kl_mean", 0.01}})));
    QVERIFY(allPassed({}));
}

void TstGates::everyFigureHasItsName()
{
    // 101 tokens with KL 0 to 100: percentiles are whole numbers, the mean is 50.
    DivergenceAccumulator all;
    for (int i = 0; i <= 100; ++i) {
        const TokenDivergence token{static_cast<double>(i), 1, 2, 0.5, 0.25, i > 0};
        all.add(0, std::span(&token, 1));
    }
    const auto figures = gateFigures(all.figures());
    QCOMPARE(figures.size(), std::size_t{11});
    const auto gates = parseGates("perplexity>7.389,perplexity<7.3891,ppl_increase>4.670,ppl_increase<4.671,"
                                  "ppl_ratio>2.718,ppl_ratio<2.719,kl_mean>=50,kl_mean<=50,kl_median>=50,kl_median<=50,"
                                  "kl_p90>89.99,kl_p90<90.01,kl_p95>94.99,kl_p95<95.01,kl_p99>98.99,kl_p99<99.01,"
                                  "kl_p999>99.89,kl_p999<99.91,kl_max>=100,kl_max<=100,same_top>0.990,same_top<0.991");
    QVERIFY2(gates, gates ? "" : gates.error().message.c_str());
    for (const GateResult &result : evaluateGates(*gates, figures))
        QVERIFY2(result.outcome == GateOutcome::Passed, result.sentence.c_str());
}

QTEST_APPLESS_MAIN(TstGates)
#include "tst_gates.moc"
