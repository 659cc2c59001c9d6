// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Discs with titles, joined by lines; the line behind a finished step is in the accent.

#include "ui/widgets/stepper.h"

#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

namespace snug::ui {

namespace {
constexpr double kDisc = 20, kTextLeft = 28, kTitleHeight = 20, kNoteTop = 21, kNoteHeight = 18, kLineGap = 10;

QFont titleFont(StepState state)
{
    return sansFont(kBodyText, state == StepState::ToCome ? QFont::Medium : QFont::DemiBold);
}
} // namespace

Stepper::Stepper(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Phases"));
}

QString Stepper::stateWord(StepState state)
{
    switch (state) {
    case StepState::Done:
        return tr("done");
    case StepState::Now:
        return tr("in work");
    case StepState::Failed:
        return tr("failed");
    case StepState::ToCome:
        break;
    }
    return tr("to come");
}

void Stepper::setSteps(std::vector<Step> steps)
{
    if (steps == m_steps)
        return;
    m_steps = std::move(steps);
    QStringList spoken;
    for (const Step &step : m_steps)
        spoken << QStringLiteral("%1: %2 %3").arg(step.title, stateWord(step.state), step.note).trimmed();
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    update();
}

QSize Stepper::sizeHint() const { return {int(m_steps.size()) * 150, int(kNoteTop + kNoteHeight)}; }

QSize Stepper::minimumSizeHint() const { return {int(m_steps.size()) * 90, int(kNoteTop + kNoteHeight)}; }

void Stepper::paintDisc(QPainter &painter, int index, const QRectF &disc) const
{
    const Tokens &t = tokens();
    const StepState state = m_steps[std::size_t(index)].state;
    if (state == StepState::Failed)
        return paintIcon(painter, disc, Icon::DoesNotFit, t.doesNotFit);
    const QRectF ring = disc.adjusted(0.75, 0.75, -0.75, -0.75);
    painter.setPen(state == StepState::Now ? QPen(Qt::NoPen)
                                           : QPen(state == StepState::Done ? t.accent : t.strongLine, 1.5));
    painter.setBrush(state == StepState::Now    ? QBrush(t.accent)
                     : state == StepState::Done ? QBrush(t.tint)
                                                : QBrush(Qt::NoBrush));
    painter.drawEllipse(state == StepState::Now ? disc : ring);
    if (state == StepState::Done) {
        painter.setPen(QPen(t.accent, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        const QPointF corner = disc.topLeft();
        painter.drawPolyline(
            QPolygonF({corner + QPointF(5.9, 10.3), corner + QPointF(8.7, 13), corner + QPointF(14.1, 7.2)}));
        return;
    }
    paintText(painter, disc, QLocale().toString(index + 1), sansFont(kUnitText, QFont::DemiBold),
              state == StepState::Now ? t.onAccent : t.text2, Qt::AlignCenter);
}

void Stepper::paintStep(QPainter &painter, int index, const QRectF &rect) const
{
    const Tokens &t = tokens();
    const Step &step = m_steps[std::size_t(index)];
    const bool last = index + 1 == int(m_steps.size());
    paintDisc(painter, index, QRectF(rect.topLeft(), QSizeF(kDisc, kDisc)));
    const double textRight = rect.right() - kLineGap;
    const QRectF title(QPointF(rect.x() + kTextLeft, rect.y()), QPointF(textRight, rect.y() + kTitleHeight));
    const QFont font = titleFont(step.state);
    paintText(painter, title, step.title, font,
              step.state == StepState::Failed   ? t.doesNotFit
              : step.state == StepState::ToCome ? t.text2
                                                : t.text);
    const QRectF note(QPointF(title.x(), rect.y() + kNoteTop), QPointF(textRight, rect.y() + kNoteTop + kNoteHeight));
    paintText(painter, note, step.note, sansFont(kSecondText), t.text2);
    const double from = title.x() + QFontMetricsF(font).horizontalAdvance(step.title) + kLineGap;
    if (!last && textRight - from >= 8) {
        painter.setPen(QPen(step.state == StepState::Done ? t.accent : t.strongLine, 1.5, Qt::SolidLine, Qt::RoundCap));
        const double y = rect.y() + kDisc / 2;
        painter.drawLine(QPointF(from, y), QPointF(textRight, y));
    }
}

void Stepper::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int count = int(m_steps.size());
    for (int index = 0; index < count; ++index) {
        const double from = std::round(double(width()) * index / count),
                     to = std::round(double(width()) * (index + 1) / count);
        paintStep(painter, index, QRectF(from, 0, to - from, height()));
    }
}

} // namespace snug::ui
