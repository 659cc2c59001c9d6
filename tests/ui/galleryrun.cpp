// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Builds the scenes of running, failed and finished jobs. All figures are made up.

#include "tests/ui/galleryparts.h"
#include "ui/charts/heatstrip.h"
#include "ui/charts/legendtable.h"
#include "ui/charts/memorychart.h"
#include "ui/theme/buttons.h"
#include "ui/theme/numbers.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/card.h"
#include "ui/widgets/commandbox.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/keyfigure.h"
#include "ui/widgets/segmentedbox.h"
#include "ui/widgets/stepper.h"
#include "ui/widgets/verdictlabel.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <cmath>

namespace snug::ui::gallery {

namespace {

MemorySample sample(double seconds, double other, double weights, double activations, double statistics,
                    double workspace, double output)
{
    MemorySample made;
    made.seconds = seconds;
    made.bytes = {
        other * kGib, weights * kGib, activations * kGib, statistics * kGib, workspace * kGib, output * kGib, 0};
    return made;
}

const std::vector<PhaseBand> kPhases = {{0, 20, QStringLiteral("Load")},
                                        {20, 1310, QStringLiteral("Calibrate and quantize, one layer at a time")},
                                        {1310, 1350, QStringLiteral("Save")},
                                        {1350, 1570, QStringLiteral("Verify")}};

MemorySeries ramSeries()
{
    MemorySeries series;
    for (double t = 0; t <= 795; t += 2)
        series.samples.push_back(t < 20 ? sample(t, 0.26 + t / 100, 0.1, 0, 0, 0.2 * t / 20, 0)
                                        : sample(t, 0.26, 0.42 + 0.02 * (std::fmod(t, 46) < 4), 3.5, 0, 0,
                                                 0.05 + 0.05 * (std::fmod(t, 46) > 20)));
    series.predicted = {
        {0, 20, 0.9 * kGib}, {20, 1310, 4.4 * kGib}, {1310, 1350, 1.3 * kGib}, {1350, 1570, 1.2 * kGib}};
    series.limitBytes = 9 * kGib;
    series.limitText = QStringLiteral("limit 9.0");
    series.peaks = {{16, 0.9 * kGib}, {570, 4.37 * kGib}};
    series.phases = kPhases;
    series.endSeconds = 1570;
    series.nowSeconds = 795;
    return series;
}

MemorySeries vramSeries()
{
    MemorySeries series = ramSeries();
    series.samples.clear();
    for (double t = 0; t <= 795; t += 1) {
        const double phase = std::fmod(t, 46);
        if (t < 20)
            series.samples.push_back(sample(t, 0.28, 0.02 * t, 0, 0, 0, 0));
        else if (phase < 20)
            series.samples.push_back(sample(t, 0.28, 0.43, 0.45, 0, 0, 0));
        else if (phase < 28)
            series.samples.push_back(sample(t, 0.28, 0.43, 0.05, 0, 0.3 + (phase - 20) / 20, 0));
        else if (phase < 40)
            series.samples.push_back(
                sample(t, 0.28, 0.43, 0.05, 1.37, 1.3 + 0.56 * std::min(1.0, (phase - 28) / 8), 0));
        else
            series.samples.push_back(sample(t, 0.28, 0.43, 0.1, 0, 0.1, 0));
    }
    series.predicted = {
        {0, 20, 0.7 * kGib}, {20, 1310, 4.1 * kGib}, {1310, 1350, 0.5 * kGib}, {1350, 1570, 3.9 * kGib}};
    series.limitBytes = 5.2 * kGib;
    series.limitText = QStringLiteral("limit 5.2");
    series.peaks = {{16, 0.68 * kGib}, {60, 3.99 * kGib}};
    return series;
}

MemorySeries failedSeries()
{
    MemorySeries series;
    for (double t = 0; t <= 550; t += 2) {
        series.samples.push_back(t < 20 ? sample(t, 0.26, 0.02 * t, 0, 0, 0, 0)
                                        : sample(t, 0.26, 0.42, 3.5, 0, 0, 0.2 * (std::fmod(t, 60) < 30)));
        series.samples.back().othersBytes = (5.9 + 5.1 * std::max(0.0, (t - 350) / 200)) * kGib;
    }
    series.predicted = {{0, 20, 0.9 * kGib}, {20, 680, 4.4 * kGib}};
    series.limitBytes = 15.5 * kGib;
    series.limitText = QStringLiteral("all RAM 15.5");
    series.limitHit = true;
    series.phases = {kPhases[0], {20, 680, kPhases[1].name}};
    series.endSeconds = 680;
    series.stoppedSeconds = 550;
    series.stoppedText = QStringLiteral("stopped 9:10");
    return series;
}

LegendRow row(Component component, const QStringList &values)
{
    LegendRow made;
    made.name = LegendTable::componentName(component);
    made.values = values;
    made.swatch = LegendRow::Swatch::Component;
    made.component = component;
    for (const QString &value : values)
        made.dim.push_back(value == QLatin1String("0.00"));
    return made;
}

LegendRow total(const QString &name, const QStringList &values, bool strong)
{
    LegendRow made;
    made.name = name;
    made.values = values;
    made.strong = made.lineAbove = strong;
    return made;
}

QWidget *heatCard()
{
    auto *card = new Card;
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(13, 13, 13, 12);
    column->setSpacing(10);
    auto *head = new QHBoxLayout;
    head->addWidget(label(QStringLiteral("Error by layer and projection"), kBodyText, QFont::DemiBold, Ink::Text));
    head->addWidget(label(QStringLiteral("relative, lower is better"), kSecondText, QFont::Normal, Ink::Text2));
    head->addStretch();
    column->addLayout(head);
    auto *strip = new HeatStrip;
    const QStringList rows = {QStringLiteral("q_proj"),   QStringLiteral("k_proj"),    QStringLiteral("v_proj"),
                              QStringLiteral("o_proj"),   QStringLiteral("gate_proj"), QStringLiteral("up_proj"),
                              QStringLiteral("down_proj")};
    strip->setShape(rows, 28);
    strip->setRange(0.02, 0.10);
    for (int layer = 0; layer <= 16; ++layer) {
        for (int r = 0; r < 7; ++r) {
            const double wave = 0.5 + 0.5 * std::sin(layer * 1.7 + r * 2.3);
            if (layer < 16 || r < 6)
                strip->setValue({r, layer}, r == 1 && layer == 9
                                                ? 0.096
                                                : 0.03 + 0.006 * r + 0.014 * wave + (layer < 2 ? 0.012 : 0));
        }
    }
    strip->setCurrent(HeatIndex{6, 16});
    column->addWidget(strip);
    return card;
}

} // namespace

std::unique_ptr<QWidget> runScene()
{
    QVBoxLayout *page = nullptr;
    auto window = frame(page, 1, QStringLiteral("51 %"), 4.4, 5.7, 4);
    auto *title = new QHBoxLayout;
    title->addWidget(label(QStringLiteral("Qwen2.5-7B-Instruct"), kTitleText, QFont::DemiBold, Ink::Text));
    title->addStretch();
    title->addWidget(makeButton(QStringLiteral("Pause"), Icon::Pause, ButtonKind::Normal, window.get()));
    title->addWidget(makeButton(QStringLiteral("Cancel"), ButtonKind::Normal, window.get()));
    page->addLayout(title);
    auto *line = new ProgressLine;
    line->setShare(0.51);
    page->addWidget(line);
    auto *stepper = new Stepper;
    stepper->setSteps({{QStringLiteral("Load"), QStringLiteral("0:20"), StepState::Done},
                       {QStringLiteral("Calibrate"), QStringLiteral("layer 16 done"), StepState::Now},
                       {QStringLiteral("Quantize"), QStringLiteral("layer 16, 6 of 7 tensors"), StepState::Now},
                       {QStringLiteral("Save"), QStringLiteral("about 0:40"), StepState::ToCome},
                       {QStringLiteral("Verify"), QStringLiteral("about 3:20"), StepState::ToCome}});
    page->addWidget(stepper);
    auto *card = new Card;
    card->setFixedHeight(299);
    auto *cardRow = new QHBoxLayout(card);
    cardRow->setContentsMargins(13, 13, 13, 4);
    cardRow->setSpacing(26);
    auto *charts = new QVBoxLayout;
    charts->setSpacing(0);
    auto *ram = new MemoryChart(QStringLiteral("RAM"));
    ram->setTimeAxisVisible(false);
    ram->setSeries(ramSeries());
    auto *vram = new MemoryChart(QStringLiteral("VRAM"));
    vram->setPhaseNamesVisible(false);
    vram->setSeries(vramSeries());
    charts->addWidget(ram, 120);
    charts->addWidget(vram, 161);
    cardRow->addLayout(charts, 1);
    auto *legend = new LegendTable;
    legend->setHeader(QStringLiteral("Now, GiB"), {QStringLiteral("RAM"), QStringLiteral("VRAM")});
    const auto two = [](const char *a, const char *b) { return QStringList{QLatin1String(a), QLatin1String(b)}; };
    legend->setRows({row(Component::Output, two("0.16", "0.00")), row(Component::Workspace, two("0.00", "1.86")),
                     row(Component::Statistics, two("0.00", "1.37")), row(Component::Activations, two("3.50", "0.05")),
                     row(Component::Weights, two("0.42", "0.43")), row(Component::Other, two("0.26", "0.28")),
                     total(QStringLiteral("Total"), two("4.34", "3.99"), true),
                     total(QStringLiteral("Peak so far"), two("4.37", "3.99"), false),
                     total(QStringLiteral("Predicted peak"), two("4.40", "4.10"), false)});
    legend->setKeys({LegendKey::Predicted, LegendKey::Limit, LegendKey::Peak, LegendKey::Now});
    legend->setFixedWidth(206);
    cardRow->addWidget(legend, 0, Qt::AlignTop);
    page->addWidget(card);
    auto *bottom = new QHBoxLayout;
    bottom->addWidget(heatCard(), 465);
    bottom->addWidget(new Card, 501);
    page->addLayout(bottom, 1);
    return window;
}

std::unique_ptr<QWidget> failedScene()
{
    QVBoxLayout *page = nullptr;
    auto window = frame(page, 1, {}, 0.2, 11);
    auto *failure = new Card;
    failure->setKind(Card::Kind::Failure);
    auto *column = new QVBoxLayout(failure);
    column->setContentsMargins(50, 16, 20, 14);
    column->addWidget(label(QStringLiteral("Linux stopped the worker: RAM ran out while calibrating layer 11."), 15,
                            QFont::DemiBold, Ink::Text));
    column->addWidget(
        label(QStringLiteral("Resume with 64 samples? Needs 1.8 GiB less RAM. The 11 finished layers are kept."),
              kBodyText, QFont::DemiBold, Ink::Text));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(makeButton(QStringLiteral("Resume with 64 samples"), ButtonKind::Primary, failure));
    buttons->addWidget(makeButton(QStringLiteral("Resume unchanged"), ButtonKind::Normal, failure));
    buttons->addWidget(makeButton(QStringLiteral("Copy details"), Icon::Copy, ButtonKind::Flat, failure));
    buttons->addStretch();
    column->addLayout(buttons);
    page->addWidget(failure);
    auto *stepper = new Stepper;
    stepper->setSteps({{QStringLiteral("Load"), QStringLiteral("0:20"), StepState::Done},
                       {QStringLiteral("Calibrate"), QStringLiteral("stopped in layer 11"), StepState::Failed},
                       {QStringLiteral("Quantize"), QStringLiteral("11 of 28 layers"), StepState::ToCome},
                       {QStringLiteral("Save"), QStringLiteral("not begun"), StepState::ToCome}});
    page->addWidget(stepper);
    auto *card = new Card;
    card->setFixedHeight(236);
    auto *cardRow = new QHBoxLayout(card);
    cardRow->setContentsMargins(13, 13, 13, 4);
    cardRow->setSpacing(26);
    auto *ram = new MemoryChart(QStringLiteral("RAM"));
    ram->setSeries(failedSeries());
    cardRow->addWidget(ram, 1);
    auto *legend = new LegendTable;
    legend->setHeader(QStringLiteral("GiB"), {QStringLiteral("When stopped")});
    LegendRow others;
    others.name = QStringLiteral("Other programs");
    others.values = {QStringLiteral("11.0")};
    others.swatch = LegendRow::Swatch::OtherPrograms;
    legend->setRows({others, row(Component::Output, {QStringLiteral("0.2")}),
                     row(Component::Activations, {QStringLiteral("3.5")}),
                     total(QStringLiteral("Total"), {QStringLiteral("15.4")}, true)});
    legend->setKeys({LegendKey::Predicted, LegendKey::AllRam});
    legend->setFixedWidth(206);
    cardRow->addWidget(legend, 0, Qt::AlignTop);
    page->addWidget(card);
    auto *details = new Card;
    auto *fold = new FoldedSection(QStringLiteral("Details"));
    fold->setTitleWidth(0);
    fold->setSetting(QStringLiteral("what the journal and the kernel recorded"));
    fold->setBody(label(QStringLiteral("Last finished  model.layers.10.mlp.down_proj, 9:07"), kSecondText,
                        QFont::Normal, Ink::Text2));
    fold->setExpanded(true);
    details->rows()->addWidget(fold);
    page->addWidget(details);
    page->addStretch();
    return window;
}

namespace {

QWidget *predictedCard()
{
    auto *card = new Card;
    auto *grid = new QGridLayout(card);
    grid->setContentsMargins(17, 12, 17, 12);
    grid->setHorizontalSpacing(16);
    grid->addWidget(label(QStringLiteral("Predicted and measured"), kBodyText, QFont::DemiBold, Ink::Text), 0, 0, 1, 3);
    int line = 1;
    const auto add = [&](const char *name, double predicted, double measured) {
        grid->addWidget(label(QLatin1String(name), kBodyText, QFont::Normal, Ink::Text), line, 0);
        auto *bar = new PredictedBar;
        bar->setValues(predicted, measured);
        grid->addWidget(bar, line, 1);
        grid->addWidget(label(decimalText(measured, 2), kBodyText, QFont::DemiBold, Ink::Text), line++, 2);
    };
    add("Size", 4.36, 4.36);
    add("Peak RAM", 1.10, 1.04);
    add("Peak VRAM", 0.60, 0.58);
    add("Time", 2.10, 2.40);
    return card;
}

} // namespace

std::unique_ptr<QWidget> resultScene()
{
    QVBoxLayout *page = nullptr;
    auto window = frame(page, 1, {});
    auto *head = new QHBoxLayout;
    head->addWidget(label(QStringLiteral("Qwen2.5-7B-Instruct"), kTitleText, QFont::DemiBold, Ink::Text));
    auto *done = new VerdictLabel;
    done->setVerdict(Verdict::Fits, QStringLiteral("Finished and verified"));
    head->addWidget(done);
    head->addStretch();
    head->addWidget(makeButton(QStringLiteral("Open folder"), Icon::Folder, ButtonKind::Normal, window.get()));
    head->addWidget(makeButton(QStringLiteral("Compare"), Icon::Compare, ButtonKind::Primary, window.get()));
    page->addLayout(head);
    auto *card = new Card;
    card->setFixedHeight(170);
    auto *row = new QHBoxLayout(card);
    row->setContentsMargins(21, 18, 21, 18);
    auto *left = new QVBoxLayout;
    left->addWidget(label(QStringLiteral("3.3×"), kFigureText, QFont::DemiBold, Ink::Text));
    auto *bars = new CompareBars;
    bars->setBars({{QStringLiteral("BF16"), QStringLiteral("14.19"), 14.19, false},
                   {QStringLiteral("Q4_K_M"), QStringLiteral("4.36"), 4.36, true},
                   {QStringLiteral("IQ1_S"), QStringLiteral("0.90"), 0.9, true}});
    left->addWidget(bars);
    row->addLayout(left, 1);
    auto *figures = new QGridLayout;
    figures->setVerticalSpacing(10);
    const auto figure = [&](const char *caption, const char *value, const char *note, int r, int c) {
        auto *made = new KeyFigure(QLatin1String(caption));
        made->setFigure(QLatin1String(value));
        made->setNote(QLatin1String(note));
        figures->addWidget(made, r, c);
    };
    figure("Bits per weight", "4.91", "source 16.00", 0, 0);
    figure("Perplexity", "7.556", "+1.3 % on the source's 7.462", 0, 1);
    figure("Same first choice", "91.8 %", "of 65,536 tokens", 1, 0);
    figure("KL divergence", "0.0312", "mean, 99 % below 0.371", 1, 1);
    row->addLayout(figures, 1);
    page->addWidget(card);
    auto *cards = new QHBoxLayout;
    cards->addWidget(predictedCard(), 3);
    auto *load = new Card;
    auto *column = new QVBoxLayout(load);
    column->setContentsMargins(17, 13, 17, 13);
    auto *box = new SegmentedBox;
    for (const char *name : {"llama.cpp", "LM Studio", "Ollama"})
        box->addSegment(QLatin1String(name));
    column->addWidget(box);
    auto *command = new CommandBox;
    command->setCommand(QStringLiteral(
        "llama-server \\\n  -m Qwen2.5-7B-Instruct-Q4_K_M.gguf \\\n  -ngl 99 -c 27392 \\\n  -ctk q8_0 -ctv q8_0"));
    column->addWidget(command);
    column->addStretch();
    cards->addWidget(load, 2);
    page->addLayout(cards);
    auto *other = new Card;
    auto *fold = new FoldedSection(QStringLiteral("Q5_K_M"));
    fold->setTitleWidth(90);
    auto *verdict = new VerdictLabel;
    verdict->setVerdict(Verdict::Fits, QStringLiteral("Finished and verified"));
    fold->setLeading(verdict);
    fold->setSetting(QStringLiteral("5.07 GiB, 2.8× smaller, 5.72 bits per weight, 2:14"));
    fold->setTrailing(makeButton(QStringLiteral("Open folder"), Icon::Folder, ButtonKind::Flat, fold));
    other->rows()->addWidget(fold);
    page->addWidget(other);
    page->addStretch();
    return window;
}

} // namespace snug::ui::gallery
