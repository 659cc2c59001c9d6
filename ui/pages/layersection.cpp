// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/layersection.h"

#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace snug::ui {

namespace {

constexpr auto kByRecipe = "";
constexpr auto kLeave = "leave";

QString typeText(TensorType type)
{
    const std::string_view name = tensorTypeName(type);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

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
    std::map<TensorType, double> weights;
    double all = 0;
    for (const TensorPlan &tensor : variant.tensors) {
        const auto count = static_cast<double>(weightCount(tensor));
        weights[tensor.to] += count;
        all += count;
    }
    std::vector<std::pair<TensorType, double>> sorted(weights.begin(), weights.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    QStringList parts;
    for (const auto &[type, count] : sorted)
        if (all > 0 && count / all >= 0.005)
            parts << typeText(type) + QLatin1Char(' ') + percentText(count / all);
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
    return head ? typeText(head->to) : QString();
}

QComboBox *makeTypeBox(const QString &name, const QString &objectName, QWidget *parent)
{
    auto *box = new QComboBox(parent);
    box->setObjectName(objectName);
    box->setAccessibleName(name);
    box->addItem(LayerSection::tr("As the level says"), QLatin1String(kByRecipe));
    for (const char *type : {"F16", "Q8_0", "Q6_K", "Q5_K", "Q4_K"})
        box->addItem(QLatin1String(type), QLatin1String(type));
    return box;
}

QLabel *caption(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTextLook(label, kSecondText, QFont::Normal, Ink::Text2);
    return label;
}

} // namespace

LayerSection::LayerSection(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, kSpace16, kSpace4);
    column->setSpacing(kSpace12);
    column->addWidget(makeChoices());
    auto *levels = new QWidget(this);
    levels->setObjectName(QStringLiteral("levelSharesWidget"));
    m_levels = new QGridLayout(levels);
    m_levels->setContentsMargins(0, 0, 0, 0);
    m_levels->setHorizontalSpacing(kSpace16);
    m_levels->setVerticalSpacing(kSpace4);
    m_levels->setColumnStretch(1, 1);
    column->addWidget(levels);
    for (QComboBox *box : {m_head, m_embedding})
        connect(box, &QComboBox::currentIndexChanged, this, &LayerSection::changed);
    connect(m_pure, &QCheckBox::toggled, this, &LayerSection::changed);
    setPlan(nullptr);
}

QWidget *LayerSection::makeChoices()
{
    auto *choices = new QWidget(this);
    auto *grid = new QGridLayout(choices);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace16);
    grid->setVerticalSpacing(kSpace4);
    m_head = makeTypeBox(tr("Output head"), QStringLiteral("headComboBox"), choices);
    m_head->addItem(tr("As in the source"), QLatin1String(kLeave));
    m_embedding = makeTypeBox(tr("Token embedding"), QStringLiteral("embeddingComboBox"), choices);
    m_pure = new QCheckBox(tr("One type for all layers"), choices);
    m_pure->setObjectName(QStringLiteral("pureCheckBox"));
    m_pure->setToolTip(tr("Leaves out the level's own mix of types. Smaller, but usually worse."));
    grid->addWidget(caption(tr("Output head"), choices), 0, 0);
    grid->addWidget(caption(tr("Token embedding"), choices), 0, 1);
    grid->addWidget(m_head, 1, 0);
    grid->addWidget(m_embedding, 1, 1);
    grid->addWidget(m_pure, 1, 2);
    grid->setColumnStretch(3, 1);
    return choices;
}

void LayerSection::setPlan(const Plan *plan)
{
    while (QLayoutItem *item = m_levels->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (plan) {
        int row = 0;
        for (const VariantPlan &variant : plan->variants) {
            auto *name = new QLabel(QString::fromStdString(variant.level), this);
            setTextLook(name, kBodyText, QFont::Medium, Ink::Text);
            QString text = shares(variant);
            if (!variant.fallbackNote.empty())
                text += QStringLiteral(". ") + QString::fromStdString(variant.fallbackNote);
            auto *types = new ElidedLabel(text, this);
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
    m_setting = parts.join(QStringLiteral(", "));
}

void LayerSection::apply(JobSpec &spec) const
{
    const QString head = m_head->currentData().toString();
    spec.leaveOutputTensor = head == QLatin1String(kLeave);
    spec.outputTensorType = spec.leaveOutputTensor ? std::string() : head.toStdString();
    spec.tokenEmbeddingType = m_embedding->currentData().toString().toStdString();
    spec.pure = m_pure->isChecked();
}

void LayerSection::take(const JobSpec &spec)
{
    const QSignalBlocker headBlocker(m_head);
    const QSignalBlocker embeddingBlocker(m_embedding);
    const QSignalBlocker pureBlocker(m_pure);
    const QString head =
        spec.leaveOutputTensor ? QString::fromLatin1(kLeave) : QString::fromStdString(spec.outputTensorType);
    m_head->setCurrentIndex(std::max(0, m_head->findData(head)));
    m_embedding->setCurrentIndex(std::max(0, m_embedding->findData(QString::fromStdString(spec.tokenEmbeddingType))));
    m_pure->setChecked(spec.pure);
}

} // namespace snug::ui
