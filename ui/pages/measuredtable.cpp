// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/measuredtable.h"

#include "ui/bridge/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/card.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {

constexpr int kLineHeight = 31;

QLabel *cell(const QString &text, QFont::Weight weight, Ink ink, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTextLook(label, kBodyText, weight, ink);
    return label;
}

QString shortTime(double seconds)
{
    return seconds < 9.95 ? MeasuredTable::tr("%1 s", "seconds").arg(decimalText(seconds, 1)) : clockText(seconds);
}

} // namespace

MeasuredTable::MeasuredTable(const JobReport &report, const Plan *plan, QWidget *parent)
    : QWidget(parent), m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("measuredTable"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(kSpace16);
    m_grid->setVerticalSpacing(0);
    m_grid->setColumnStretch(1, 1);
    const QStringList heads{tr("Predicted"), tr("Measured"), tr("Off by")};
    for (int i = 0; i < heads.size(); ++i) {
        auto *head = cell(heads[i], QFont::DemiBold, Ink::Text2, this);
        setTextLook(head, kSecondText, QFont::DemiBold, Ink::Text2);
        m_grid->addWidget(head, 0, 2 + i, Qt::AlignRight);
    }
    m_row = 1;
    std::uint64_t written = 0;
    for (const OutputReport &output : report.outputs)
        written += output.sizeBytes;
    addSizes(report.outputs.size() > 1 ? tr("Size of all") : tr("Size"), plan ? plan->outputBytes : 0, written);
    addSizes(tr("Peak RAM"), report.peaks.ramPredictedBytes, report.peaks.ramMeasuredBytes);
    if (report.peaks.vramPredictedBytes > 0 || report.peaks.vramMeasuredBytes > 0)
        addSizes(tr("Peak VRAM"), report.peaks.vramPredictedBytes, report.peaks.vramMeasuredBytes);
    addRow(tr("Time"), report.secondsPredicted, report.seconds, shortTime(report.secondsPredicted),
           shortTime(report.seconds));
    setOffBy(timeOffBy(report.secondsPredicted, report.seconds));
}

QString MeasuredTable::offBy(double predicted, double measured)
{
    if (predicted <= 0 || measured <= 0)
        return {};
    if (predicted == measured)
        return tr("exact");
    const double percent = (measured - predicted) / predicted * 100;
    const auto whole = static_cast<long long>(std::llround(std::abs(percent)));
    if (whole == 0)
        return tr("under 1 %");
    return (percent < 0 ? QStringLiteral("−") : QStringLiteral("+")) + decimalText(static_cast<double>(whole), 0) +
           QStringLiteral("\u00a0%");
}

QString MeasuredTable::timeOffBy(double predicted, double measured)
{
    const bool known = predicted > 0 && measured > 0;
    return known && std::max(predicted, measured) < 1 ? tr("under 1 s") : offBy(predicted, measured);
}

void MeasuredTable::addSizes(const QString &name, std::uint64_t predicted, std::uint64_t measured)
{
    addRow(name, static_cast<double>(predicted), static_cast<double>(measured),
           predicted == 0 ? QString() : detailedSize(predicted), detailedSize(measured));
    setOffBy(offBy(static_cast<double>(predicted), static_cast<double>(measured)));
}

void MeasuredTable::addRow(const QString &name, double predicted, double measured, const QString &predictedText,
                           const QString &measuredText)
{
    auto *line = new Panel(Panel::Ground::Surface, Qt::TopEdge, this);
    line->setFixedHeight(kLineHeight);
    m_grid->addWidget(line, m_row, 0, 1, 5);
    m_grid->addWidget(cell(name, QFont::Normal, Ink::Text, this), m_row, 0);
    auto *bar = new PredictedBar(this);
    bar->setValues(predicted > 0 ? predicted : -1, measured);
    m_grid->addWidget(bar, m_row, 1, Qt::AlignVCenter);
    m_grid->addWidget(cell(predictedText.isEmpty() ? tr("not known") : predictedText, QFont::Normal, Ink::Text2, this),
                      m_row, 2, Qt::AlignRight | Qt::AlignVCenter);
    m_grid->addWidget(cell(measuredText, QFont::DemiBold, Ink::Text, this), m_row, 3,
                      Qt::AlignRight | Qt::AlignVCenter);
}

/// Ends the row.
void MeasuredTable::setOffBy(const QString &text)
{
    m_grid->addWidget(cell(text, QFont::Normal, Ink::Text2, this), m_row, 4, Qt::AlignRight | Qt::AlignVCenter);
    ++m_row;
}

} // namespace snug::ui
