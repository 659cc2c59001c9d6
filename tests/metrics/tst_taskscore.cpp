// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which choice is preferred, and what accuracy that makes.

#include "core/metrics/taskscore.h"
#include "tests/metrics/closeness.h"

#include <limits>
#include <random>
#include <vector>

using namespace snug;

class TstTaskScore : public QObject
{
    Q_OBJECT

private slots:
    void normalizationsByHand();
    void tiesAndNotNumbers();
    void singleChoices();
    void figures();
    void sameInAnyGrouping();
    void usualOnes();
};

void TstTaskScore::normalizationsByHand()
{
    // Alone the first wins (-4), by character the second (-6 / 30), by token the third (-5 / 10).
    const std::vector<ChoiceScore> choices = {{-4, 4, 10}, {-6, 5, 30}, {-5, 10, 12}};
    for (std::size_t gold = 0; gold < 3; ++gold) {
        TaskAccumulator task;
        task.add(choices, gold);
        QCOMPARE(task.figure(Normalization::None).hits, std::uint64_t{gold == 0});
        QCOMPARE(task.figure(Normalization::PerCharacter).hits, std::uint64_t{gold == 1});
        QCOMPARE(task.figure(Normalization::PerToken).hits, std::uint64_t{gold == 2});
    }
}

void TstTaskScore::tiesAndNotNumbers()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const auto hits = [](std::vector<ChoiceScore> choices, std::size_t gold) {
        TaskAccumulator task;
        task.add(choices, gold);
        return task.figure(Normalization::None).hits;
    };
    QCOMPARE(hits({{-3, 1, 1}, {-3, 1, 1}}, 0), std::uint64_t{1});
    QCOMPARE(hits({{-3, 1, 1}, {-3, 1, 1}}, 1), std::uint64_t{0});
    QCOMPARE(hits({{nan, 1, 1}, {-90, 1, 1}}, 1), std::uint64_t{1});
    QCOMPARE(hits({{nan, 1, 1}, {nan, 1, 1}}, 0), std::uint64_t{0});
    QCOMPARE(hits({{-infinity, 1, 1}, {-90, 1, 1}}, 1), std::uint64_t{1});
    QCOMPARE(hits({{-infinity, 0, 0}, {-infinity, 0, 0}}, 0), std::uint64_t{1});
}

void TstTaskScore::singleChoices()
{
    TaskAccumulator task;
    const std::vector<ChoiceScore> greedy = {{-0.5, 2, 7, true}};
    const std::vector<ChoiceScore> other = {{-0.4, 2, 7, false}};
    task.add(greedy, 0);
    task.add(other, 0);
    task.add(other, 0);
    QCOMPARE(task.figure(Normalization::None).hits, std::uint64_t{1});
    QCOMPARE(task.figure(Normalization::None).items, std::uint64_t{3});
}

void TstTaskScore::figures()
{
    QVERIFY(std::isnan(TaskAccumulator().figure(Normalization::None).accuracy.value));
    TaskAccumulator task;
    for (std::size_t i = 0; i < 10; ++i) {
        const std::vector<ChoiceScore> choices = {{-1, 1, 1}, {-2, 1, 1}};
        task.add(choices, i % 2);
    }
    const AccuracyFigure figure = task.figure(Normalization::PerToken);
    QCOMPARE(figure.accuracy.value, 0.5);
    SNUG_CLOSE(figure.accuracy.standardError, std::sqrt(0.25 / 9), 1e-15);
    SNUG_CLOSE(figure.interval.low, 0.236593, 1e-6);
    SNUG_CLOSE(figure.interval.high, 0.763407, 1e-6);
}

void TstTaskScore::sameInAnyGrouping()
{
    std::mt19937 random(4);
    std::vector<TaskAccumulator> parts(4);
    TaskAccumulator whole;
    for (std::size_t i = 0; i < 500; ++i) {
        std::vector<ChoiceScore> choices(4);
        for (ChoiceScore &choice : choices)
            choice = {-static_cast<double>(random() % 1000) / 10, 1 + random() % 20, 1 + random() % 90};
        const std::size_t gold = random() % 4;
        whole.add(choices, gold);
        parts[random() % 4].add(choices, gold);
    }
    for (std::size_t i = 0; i < 3; ++i)
        parts[3].merge(parts[i]);
    for (const auto normalization : {Normalization::None, Normalization::PerCharacter, Normalization::PerToken}) {
        QCOMPARE(parts[3].figure(normalization).hits, whole.figure(normalization).hits);
        QCOMPARE(parts[3].figure(normalization).items, std::uint64_t{500});
    }
}

void TstTaskScore::usualOnes()
{
    QCOMPARE(usualNormalizations(TaskKind::HellaSwag).front(), Normalization::PerCharacter);
    QCOMPARE(usualNormalizations(TaskKind::HellaSwag).size(), std::size_t{3});
    QCOMPARE(usualNormalizations(TaskKind::ArcChallenge).front(), Normalization::PerCharacter);
    QCOMPARE(usualNormalizations(TaskKind::ArcEasy).front(), Normalization::None);
    QCOMPARE(usualNormalizations(TaskKind::Winogrande).size(), std::size_t{1});
    QCOMPARE(usualNormalizations(TaskKind::Mmlu).front(), Normalization::None);
    QCOMPARE(normalizationName(Normalization::PerCharacter), std::string_view("acc_norm"));
}

QTEST_APPLESS_MAIN(TstTaskScore)
#include "tst_taskscore.moc"
