// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/layersection.h"

#include "ui/bridge/format.h"
#include "ui/pages/caption.h"
#include "ui/pages/entrylist.h"
#include "ui/pages/faultlabel.h"
#include "ui/pages/overridetable.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace snug::ui {

namespace {

constexpr auto kByRecipe = "";
constexpr auto kLeave = "leave";

std::uint64_t weightCount(const TensorPlan &tensor)
{
    std::uint64_t count = 1;
    for (const std::uint64_t length : tensor.shape)
        count *= length;
    return count;
}

/// "Q4_K 80 %, Q6_K 20 %", most weights first; types of under half a percent (norms) are left out.
QString shares(const VariantPlan &variant)
{
    std::map<std::string, double> weights;
    double all = 0;
    for (const TensorPlan &tensor : variant.tensors) {
        const auto count = static_cast<double>(weightCount(tensor));
        weights[tensor.to] += count;
        all += count;
    }
    std::vector<std::pair<std::string, double>> sorted(weights.begin(), weights.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    QStringList parts;
    for (const auto &[type, count] : sorted)
        if (all > 0 && count / all >= 0.005)
            parts << QString::fromStdString(type) + QLatin1Char(' ') + percentText(count / all);
    return parts.join(QStringLiteral(", "));
}

const TensorPlan *tensorOf(const VariantPlan &variant, TensorRole role)
{
    const auto found = std::find_if(variant.tensors.begin(), variant.tensors.end(),
                                    [role](const TensorPlan &tensor) { return tensor.role == role; });
    return found == variant.tensors.end() ? nullptr : &*found;
}

/// Type of the output head; a model whose embeddings serve as its head has none of its own.
QString headText(const VariantPlan &variant)
{
    const TensorPlan *head = tensorOf(variant, TensorRole::Output);
    if (!head)
        head = tensorOf(variant, TensorRole::TokenEmbedding);
    return head ? QString::fromStdString(head->to) : QString();
}

QComboBox *makeTypeBox(const QString &name, const QString &objectName, QWidget *parent)
{
    auto *box = new QComboBox(parent);
    box->setObjectName(objectName);
    box->setAccessibleName(name);
    box->setMinimumWidth(150);
    return box;
}

QStringList names(const std::vector<TensorTypeOffer> &types)
{
    QStringList names;
    for (const TensorTypeOffer &type : types)
        names << QString::fromStdString(type.name);
    return names;
}

/// "3, 7" as the job wants it: "3,7".
std::string withoutBlanks(QString text) { return text.remove(QLatin1Char(' ')).toStdString(); }

} // namespace

LayerSection::LayerSection(QWidget *parent)
    : QWidget(parent), m_choicesFault(new FaultLabel(this)), m_overrides(new OverrideTable(this)),
      m_overridesFault(new FaultLabel(this)), m_patterns(nullptr)
{
    m_choicesFault->setObjectName(QStringLiteral("layerChoicesFaultLabel"));
    m_overridesFault->setObjectName(QStringLiteral("overrideFaultLabel"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, kSpace16, kSpace4);
    column->setSpacing(kSpace12);
    column->addWidget(makeChoices());
    column->addWidget(m_choicesFault);
    column->addWidget(makeSwitches());
    column->addWidget(makeShares());
    column->addWidget(m_overrides);
    column->addWidget(m_overridesFault);
    column->addWidget(makePatterns());
    connectParts();
    setTypes({});
    setPlan(nullptr, nullptr);
}

QWidget *LayerSection::makeChoices()
{
    auto *choices = new QWidget(this);
    auto *grid = new QGridLayout(choices);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace16);
    grid->setVerticalSpacing(kSpace4);
    m_head = makeTypeBox(tr("Output head"), QStringLiteral("headComboBox"), choices);
    m_embedding = makeTypeBox(tr("Token embedding"), QStringLiteral("embeddingComboBox"), choices);
    m_prune = new QLineEdit(choices);
    m_prune->setObjectName(QStringLiteral("pruneLineEdit"));
    m_prune->setAccessibleName(tr("Layers to leave out"));
    m_prune->setPlaceholderText(tr("None"));
    m_prune->setToolTip(tr("Numbers of layers, the first is 0: 3, 7, 8. The others move up. Usually much worse."));
    grid->addWidget(makeCaption(tr("Output head"), choices), 0, 0);
    grid->addWidget(makeCaption(tr("Token embedding"), choices), 0, 1);
    grid->addWidget(makeCaption(tr("Layers to leave out"), choices), 0, 2);
    grid->addWidget(m_head, 1, 0);
    grid->addWidget(m_embedding, 1, 1);
    grid->addWidget(m_prune, 1, 2);
    grid->setColumnStretch(3, 1);
    return choices;
}

QWidget *LayerSection::makeSwitches()
{
    auto *switches = new QWidget(this);
    m_pure = new QCheckBox(tr("One type for all layers"), switches);
    m_pure->setObjectName(QStringLiteral("pureCheckBox"));
    m_pure->setToolTip(tr("Leaves out the level's own mix of types. Smaller, but usually worse."));
    m_noFallback = new QCheckBox(tr("Refuse stand-in types"), switches);
    m_noFallback->setObjectName(QStringLiteral("noFallbackCheckBox"));
    m_noFallback->setToolTip(
        tr("A type whose blocks do not divide a row is replaced by another, usually larger one. Ticked, a level that "
           "would need this is not made."));
    auto *line = new QHBoxLayout(switches);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace24);
    line->addWidget(m_pure);
    line->addWidget(m_noFallback);
    line->addStretch(1);
    return switches;
}

QWidget *LayerSection::makeShares()
{
    auto *levels = new QWidget(this);
    levels->setObjectName(QStringLiteral("levelSharesWidget"));
    m_levels = new QGridLayout(levels);
    m_levels->setContentsMargins(0, 0, 0, 0);
    m_levels->setHorizontalSpacing(kSpace16);
    m_levels->setVerticalSpacing(kSpace4);
    m_levels->setColumnStretch(1, 1);
    return levels;
}

QWidget *LayerSection::makePatterns()
{
    auto *part = new QWidget(this);
    auto *title = makeCaption(tr("Types by pattern, for all tensors whose name it is found in. The first that matches "
                                 "decides; single tensors above come before."),
                              part);
    title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    title->setWordWrap(true);
    part->setObjectName(QStringLiteral("patternsWidget"));
    m_patterns = new EntryList(QStringLiteral("pattern"),
                               {tr("Pattern"), QStringLiteral("blk\\.[0-3]\\.ffn_down"), tr("Add a pattern")}, part);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, kSpace4, 0, 0);
    column->setSpacing(kSpace8);
    column->addWidget(title);
    column->addWidget(m_patterns);
    return part;
}

void LayerSection::connectParts()
{
    for (QComboBox *box : {m_head, m_embedding})
        connect(box, &QComboBox::currentIndexChanged, this, &LayerSection::changed);
    for (QCheckBox *box : {m_pure, m_noFallback})
        connect(box, &QCheckBox::toggled, this, &LayerSection::changed);
    connect(m_prune, &QLineEdit::editingFinished, this, [this] {
        if (m_prune->isModified())
            emit changed();
        m_prune->setModified(false);
    });
    connect(m_overrides->model(), &OverrideTableModel::overridesChanged, this, &LayerSection::changed);
    connect(m_patterns, &EntryList::changed, this, &LayerSection::changed);
}

void LayerSection::fillTypes(QComboBox *box, bool asInSource) const
{
    const QSignalBlocker quiet(box);
    const QVariant before = box->currentData();
    box->clear();
    box->addItem(tr("As the level says"), QLatin1String(kByRecipe));
    if (asInSource)
        box->addItem(tr("As in the source"), QLatin1String(kLeave));
    for (const QString &type : names(m_types))
        box->addItem(type, type);
    box->setCurrentIndex(std::max(0, box->findData(before)));
}

void LayerSection::setTypes(const std::vector<TensorTypeOffer> &types)
{
    m_types = types;
    fillTypes(m_head, /*asInSource=*/true);
    fillTypes(m_embedding, /*asInSource=*/false);
    m_overrides->setTypes(types);
    m_patterns->setChoices(names(types), QStringLiteral("Q6_K"));
}

void LayerSection::setPlan(const Plan *plan, const Plan *withoutOverrides)
{
    m_overrides->setPlan(plan, withoutOverrides);
    while (QLayoutItem *item = m_levels->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (plan) {
        int row = 0;
        for (const VariantPlan &variant : plan->variants) {
            auto *name = new QLabel(QString::fromStdString(variant.level), this);
            setTextLook(name, kBodyText, QFont::Medium, Ink::Text);
            auto *types = new ElidedLabel(shares(variant), this);
            setTextLook(types, kBodyText, QFont::Normal, Ink::Text2);
            m_levels->addWidget(name, row, 0);
            m_levels->addWidget(types, row++, 1);
        }
    }
    refreshSetting(plan);
}

void LayerSection::refreshSetting(const Plan *plan)
{
    QStringList parts{m_pure->isChecked() ? tr("One type for all layers") : tr("As each level says")};
    QStringList heads;
    if (plan)
        for (const VariantPlan &variant : plan->variants)
            if (const QString head = headText(variant); !head.isEmpty() && !heads.contains(head))
                heads << head;
    if (!heads.isEmpty())
        parts << tr("output head %1").arg(heads.join(QStringLiteral(" / ")));
    if (const QString type = m_embedding->currentData().toString(); !type.isEmpty())
        parts << tr("token embedding %1").arg(type);
    if (m_noFallback->isChecked())
        parts << tr("no stand-in types");
    if (const QString layers = m_prune->text().trimmed(); !layers.isEmpty())
        parts << tr("without layers %1").arg(layers);
    const int overrides = m_overrides->model()->overrideCount() + static_cast<int>(m_patterns->entries().size());
    parts << (overrides == 0 ? tr("no overrides") : tr("%n override(s)", nullptr, overrides));
    m_setting = parts.join(QStringLiteral(", "));
}

void LayerSection::apply(JobSpec &spec) const
{
    const QString head = m_head->currentData().toString();
    spec.leaveOutputTensor = head == QLatin1String(kLeave);
    spec.outputTensorType = spec.leaveOutputTensor ? std::string() : head.toStdString();
    spec.tokenEmbeddingType = m_embedding->currentData().toString().toStdString();
    spec.pure = m_pure->isChecked();
    spec.noFallback = m_noFallback->isChecked();
    spec.pruneLayers = withoutBlanks(m_prune->text());
    spec.tensorTypes = m_overrides->model()->entries();
    for (const EntryList::Entry &pattern : m_patterns->entries())
        spec.tensorTypes.push_back(joinEntry({pattern.text.toStdString(), pattern.choice.toStdString()}));
}

void LayerSection::take(const JobSpec &spec)
{
    const QSignalBlocker headBlocker(m_head);
    const QSignalBlocker embeddingBlocker(m_embedding);
    const QSignalBlocker pureBlocker(m_pure);
    const QSignalBlocker fallbackBlocker(m_noFallback);
    const QString head =
        spec.leaveOutputTensor ? QString::fromLatin1(kLeave) : QString::fromStdString(spec.outputTensorType);
    m_head->setCurrentIndex(std::max(0, m_head->findData(head)));
    m_embedding->setCurrentIndex(std::max(0, m_embedding->findData(QString::fromStdString(spec.tokenEmbeddingType))));
    m_pure->setChecked(spec.pure);
    m_noFallback->setChecked(spec.noFallback);
    if (withoutBlanks(m_prune->text()) != spec.pruneLayers)
        m_prune->setText(QString::fromStdString(spec.pruneLayers));
    std::vector<EntryList::Entry> patterns;
    for (const TensorTypeEntry &entry : m_overrides->model()->take(spec.tensorTypes))
        patterns.push_back({QString::fromStdString(entry.pattern), QString::fromStdString(entry.type)});
    m_patterns->setEntries(patterns);
    setFaults({});
}

void LayerSection::setFaults(const std::vector<SettingFault> &faults)
{
    QStringList choices, overrides;
    std::map<std::size_t, QString> patterns;
    const auto singles = static_cast<std::size_t>(m_overrides->model()->overrideCount());
    for (const SettingFault &fault : faults) {
        const QString message = windowWords(fault.error.message);
        if (fault.setting == Setting::TensorTypes && fault.entry >= singles)
            patterns.emplace(fault.entry - singles, message);
        else if (fault.setting == Setting::TensorTypes)
            overrides << message;
        else if (fault.setting == Setting::OutputType || fault.setting == Setting::EmbeddingType ||
                 fault.setting == Setting::PruneLayers)
            choices << message;
    }
    m_choicesFault->setText(choices.join(QLatin1Char('\n')));
    m_overridesFault->setText(overrides.join(QLatin1Char('\n')));
    m_patterns->setFaults(patterns);
}

} // namespace snug::ui
