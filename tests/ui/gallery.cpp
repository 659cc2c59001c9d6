// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Builds the scenes of pages at rest. All figures are made up.

#include "tests/ui/gallery.h"

#include "tests/ui/galleryparts.h"
#include "ui/theme/buttons.h"
#include "ui/theme/paint.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dropframe.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/limitslider.h"
#include "ui/widgets/meterbar.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/segmentedbox.h"
#include "ui/widgets/stepper.h"
#include "ui/widgets/tabstrip.h"
#include "ui/widgets/verdictlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRadioButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>

namespace snug::ui::gallery {

QLabel *label(const QString &text, int size, QFont::Weight weight, Ink ink)
{
    auto *made = new QLabel(text);
    setTextLook(made, size, weight, ink);
    return made;
}

namespace {

QWidget *strip(double ramOurs, double ramOthers, double gpuOurs)
{
    auto *panel = new Panel(Panel::Ground::Surface, Qt::BottomEdge);
    panel->setFixedHeight(kStripHeight);
    auto *row = new QHBoxLayout(panel);
    row->setContentsMargins(16, 0, 12, 2);
    row->setSpacing(28);
    auto *ram = new MeterBar(QStringLiteral("RAM"));
    ram->setValues({gib(15.5), gib(ramOurs), gib(ramOthers), gib(9)});
    auto *swap = new MeterBar(QStringLiteral("Swap"));
    swap->setValues({gib(8), 0, gib(0.1), std::nullopt});
    auto *gpu = new MeterBar(QStringLiteral("GeForce RTX 3050"));
    gpu->setValues({gib(5.7), gib(gpuOurs), gib(0.1), gib(5.2)});
    row->addWidget(ram, 376);
    row->addWidget(swap, 151);
    row->addWidget(gpu, 376);
    auto *device = new QComboBox;
    device->addItems({QStringLiteral("Automatic (CUDA)"), QStringLiteral("Processor")});
    device->setMinimumWidth(152);
    auto *deviceRow = new QHBoxLayout;
    deviceRow->setSpacing(8);
    deviceRow->addWidget(label(QStringLiteral("Device"), kSecondText, QFont::Normal, Ink::Text2));
    deviceRow->addWidget(device);
    row->addLayout(deviceRow);
    row->addWidget(makeIconButton(Icon::Menu, QStringLiteral("Menu"), ButtonKind::Flat, panel));
    return panel;
}

QWidget *tabs(int current, const QString &pill)
{
    auto *panel = new Panel(Panel::Ground::Window, Qt::BottomEdge);
    auto *row = new QHBoxLayout(panel);
    row->setContentsMargins(24, 0, 24, 0);
    auto *bar = new TabStrip;
    for (const char *name : {"Quantize", "Run", "Compare", "History"})
        bar->addTab(QLatin1String(name));
    bar->setCurrentIndex(current);
    bar->setPill(1, pill);
    row->addWidget(bar);
    return panel;
}

} // namespace

std::unique_ptr<QWidget> frame(QVBoxLayout *&page, int tab, const QString &pill, double ramOurs, double ramOthers,
                               double gpuOurs)
{
    auto window = std::make_unique<Panel>(Panel::Ground::Window, Qt::Edges());
    auto *column = new QVBoxLayout(window.get());
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(strip(ramOurs, ramOthers, gpuOurs));
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    column->addLayout(row, 1);
    auto *side = new Panel(Panel::Ground::Side, Qt::RightEdge);
    side->setFixedWidth(kListWidth);
    auto *sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins(12, 12, 12, 10);
    sideColumn->addWidget(new SearchField(QStringLiteral("Filter models")));
    sideColumn->addStretch();
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    QPushButton *add = makeButton(QStringLiteral("Add folder…"), Icon::Folder, ButtonKind::Normal, side);
    add->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    buttons->addWidget(add);
    QPushButton *file = makeIconButton(Icon::File, QStringLiteral("Add a file"), ButtonKind::Normal, side);
    file->setFixedWidth(38);
    buttons->addWidget(file);
    sideColumn->addLayout(buttons);
    QLabel *hint = label(QStringLiteral("or drop a folder or GGUF anywhere"), kUnitText, QFont::Normal, Ink::Text3);
    hint->setAlignment(Qt::AlignCenter);
    sideColumn->addWidget(hint);
    row->addWidget(side);
    auto *main = new QVBoxLayout;
    main->setSpacing(0);
    main->addWidget(tabs(tab, pill));
    page = new QVBoxLayout;
    page->setContentsMargins(24, 14, 24, 14);
    page->setSpacing(12);
    main->addLayout(page, 1);
    row->addLayout(main, 1);
    return window;
}

namespace {

QWidget *limits()
{
    auto *body = new QWidget;
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(9);
    const auto add = [&](const char *name, LimitValues values, double limit) {
        auto *made = new LimitRow(QLatin1String(name));
        made->setMaximumWidth(550);
        made->setValues(values);
        made->setLimitBytes(gib(limit));
        column->addWidget(made);
    };
    add("RAM", {gib(15.5), gib(5.6), gib(4.4)}, 9);
    add("VRAM", {gib(5.7), gib(0.1), gib(4.1)}, 5.2);
    add("VRAM, tight", {gib(5.7), gib(0.1), gib(4.1)}, 4.3);
    add("VRAM, too little", {gib(5.7), gib(0.1), gib(4.1)}, 3.2);
    return body;
}

} // namespace

std::unique_ptr<QWidget> quantizeScene()
{
    QVBoxLayout *page = nullptr;
    auto window = frame(page, 0, {});
    page->addWidget(label(QStringLiteral("Qwen2.5-7B-Instruct"), kNameText, QFont::DemiBold, Ink::Text));
    auto *methods = new QHBoxLayout;
    auto *box = new SegmentedBox;
    for (const char *name : {"GGUF", "GPTQ", "AWQ", "NF4", "INT8", "Round to nearest"})
        box->addSegment(QLatin1String(name));
    box->setSegmentEnabled(4, false);
    methods->addWidget(box);
    auto *what = new ElidedLabel(QStringLiteral("One file for llama.cpp, LM Studio and Ollama."));
    setTextLook(what, kSecondText, QFont::Normal, Ink::Text2);
    methods->addWidget(what, 1);
    page->addLayout(methods);
    auto *card = new Card;
    bool first = true;
    const auto fold = [&](const char *title, const char *setting) {
        auto *made = new FoldedSection(QLatin1String(title));
        made->setSetting(QLatin1String(setting));
        made->setLineAbove(!first);
        first = false;
        card->rows()->addWidget(made);
        return made;
    };
    fold("Calibration", "Off. These levels do not need it.");
    fold("Layers", "As each level says, output head Q6_K, no overrides");
    FoldedSection *memory = fold("Memory limits", "RAM 9.0 GiB, VRAM 5.2 GiB");
    memory->setBody(limits());
    memory->setExpanded(true);
    fold("Output", "~/Models/Qwen2.5-7B-Instruct-GGUF, 211 GiB free");
    page->addWidget(card);
    page->addStretch();
    auto *bar = new Panel(Panel::Ground::Surface, Qt::TopEdge);
    bar->setFixedHeight(kActionBarHeight);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(24, 0, 24, 0);
    row->setSpacing(8);
    row->addWidget(makeButton(QStringLiteral("Show all 38 levels"), ButtonKind::Link, bar));
    row->addWidget(makeButton(QStringLiteral("Keep 5 layers in RAM"), ButtonKind::Small, bar));
    row->addStretch();
    row->addWidget(makeButton(QStringLiteral("Copy command"), Icon::Command, ButtonKind::Normal, bar));
    row->addWidget(makeButton(QStringLiteral("Add to queue"), Icon::QueueAdd, ButtonKind::Normal, bar));
    row->addWidget(makeButton(QStringLiteral("Quantize 2 levels"), ButtonKind::Primary, bar));
    page->addWidget(bar);
    return window;
}

std::unique_ptr<QWidget> emptyScene()
{
    QVBoxLayout *page = nullptr;
    auto window = frame(page, 0, {});
    auto *drop = new DropFrame;
    drop->setFixedSize(620, 219);
    auto *column = new QVBoxLayout(drop);
    column->setContentsMargins(20, 30, 20, 30);
    column->addWidget(new AppMark, 0, Qt::AlignHCenter);
    column->addWidget(label(QStringLiteral("Pick a model to make smaller"), kNameText, QFont::DemiBold, Ink::Text), 0,
                      Qt::AlignHCenter);
    column->addWidget(label(QStringLiteral("Drop a model folder or a GGUF file here, or choose one."), kSecondText,
                            QFont::Normal, Ink::Text2),
                      0, Qt::AlignHCenter);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(makeButton(QStringLiteral("Choose a model…"), ButtonKind::Primary, drop));
    buttons->addWidget(makeButton(QStringLiteral("Try the sample model"), ButtonKind::Normal, drop));
    buttons->addStretch();
    column->addLayout(buttons);
    page->addStretch();
    page->addWidget(drop, 0, Qt::AlignHCenter);
    page->addStretch();
    return window;
}

namespace {

QWidget *iconRow()
{
    class Row : public QWidget
    {
    protected:
        void paintEvent(QPaintEvent *) override
        {
            QPainter painter(this);
            for (int i = 0; i <= static_cast<int>(Icon::DoesNotFit); ++i)
                paintIcon(painter, QRectF(i * 28, 4, 16, 16), static_cast<Icon>(i), tokens().text2);
        }
    };
    auto *made = new Row;
    made->setFixedHeight(24);
    return made;
}

} // namespace

std::unique_ptr<QWidget> controlsScene()
{
    auto window = std::make_unique<Panel>(Panel::Ground::Window, Qt::Edges());
    auto *column = new QVBoxLayout(window.get());
    column->setContentsMargins(24, 24, 24, 24);
    column->addWidget(iconRow());
    for (const bool enabled : {true, false}) {
        auto *row = new QHBoxLayout;
        for (const ButtonKind kind :
             {ButtonKind::Normal, ButtonKind::Primary, ButtonKind::Small, ButtonKind::Link, ButtonKind::Flat})
            row->addWidget(makeButton(QStringLiteral("Open folder"), Icon::Folder, kind, window.get()));
        auto *check = new QCheckBox(QStringLiteral("Overwrite"));
        check->setChecked(enabled);
        row->addWidget(check);
        row->addWidget(new QCheckBox(QStringLiteral("Pure")));
        auto *radio = new QRadioButton(QStringLiteral("One"));
        radio->setChecked(true);
        row->addWidget(radio);
        row->addWidget(new QRadioButton(QStringLiteral("Two")));
        row->addStretch();
        for (int i = 0; i < row->count(); ++i)
            if (QWidget *widget = row->itemAt(i)->widget())
                widget->setEnabled(enabled);
        column->addLayout(row);
    }
    window->findChild<QPushButton *>()->setObjectName(QStringLiteral("focusedPushButton"));
    window->setFocusPolicy(Qt::TabFocus);
    auto *fields = new QHBoxLayout;
    auto *combo = new QComboBox;
    combo->addItem(QStringLiteral("Built-in mix: English, code, German, Chinese"));
    fields->addWidget(combo);
    auto *edit = new QLineEdit(QStringLiteral("128"));
    edit->setFixedWidth(88);
    fields->addWidget(edit);
    auto *spin = new QSpinBox;
    spin->setValue(4);
    fields->addWidget(spin);
    fields->addWidget(new SearchField(QStringLiteral("Filter models")));
    column->addLayout(fields);
    auto *marks = new QHBoxLayout;
    for (const Verdict verdict : {Verdict::Fits, Verdict::Tight, Verdict::DoesNotFit, Verdict::Unknown}) {
        auto *made = new VerdictLabel;
        made->setVerdict(verdict);
        marks->addWidget(made);
    }
    marks->addWidget(new Pill(QStringLiteral("Recommended")));
    marks->addWidget(new Pill(QStringLiteral("51 %"), Pill::Kind::Filled));
    auto *size = new SizeBar;
    size->setShare(0.3);
    marks->addWidget(size);
    marks->addWidget(new AppMark);
    marks->addWidget(
        label(QStringLiteral("中文 今天的天气很好 Größe 1.234,5 −3 % → × ≥ ≤ ≈"), kBodyText, QFont::Normal, Ink::Text));
    marks->addStretch();
    column->addLayout(marks);
    auto *bar = new QScrollBar(Qt::Horizontal);
    bar->setRange(0, 100);
    bar->setPageStep(40);
    column->addWidget(bar);
    column->addStretch();
    return window;
}

std::vector<Scene> scenes()
{
    return {{QStringLiteral("run"), 1280, 800, runScene},           {QStringLiteral("run-960"), 960, 760, runScene},
            {QStringLiteral("failed"), 1280, 800, failedScene},     {QStringLiteral("result"), 1280, 800, resultScene},
            {QStringLiteral("quantize"), 1280, 800, quantizeScene}, {QStringLiteral("empty"), 1280, 800, emptyScene},
            {QStringLiteral("controls"), 1100, 330, controlsScene}};
}

} // namespace snug::ui::gallery
