// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The slider whose track is the meter, and the row that gives it a title and a verdict.

#include "ui/widgets/limitslider.h"

#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/verdictlabel.h"

#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {
constexpr double kStepBytes = 1024.0 * 1024 * 1024 / 10;
constexpr double kTrackHeight = 8, kHandle = 18, kLabelTop = 20, kLabelHeight = 16;
} // namespace

LimitSlider::LimitSlider(QWidget *parent) : QSlider(Qt::Horizontal, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSingleStep(1);
    setPageStep(10);
    setRange(0, 0);
    connect(this, &QSlider::valueChanged, this, [this] {
        describe();
        emit limitChanged(limitBytes());
    });
}

void LimitSlider::setValues(const LimitValues &values)
{
    if (values == m_values)
        return;
    const std::uint64_t before = limitBytes();
    m_values = values;
    {
        const QSignalBlocker quiet(this);
        setRange(0, std::max(1, int(std::floor(double(values.totalBytes) / kStepBytes))));
    }
    if (before > limitBytes())
        emit limitChanged(limitBytes()); // the range cut it
    describe();
    update();
}

std::uint64_t LimitSlider::limitBytes() const { return std::uint64_t(std::llround(value() * kStepBytes)); }

void LimitSlider::setLimitBytes(std::uint64_t limitBytes)
{
    const QSignalBlocker quiet(this);
    setValue(int(std::clamp(std::round(double(limitBytes) / kStepBytes), 0.0, double(maximum()))));
    describe();
    update();
}

double LimitSlider::shareOf(std::uint64_t sizeBytes) const
{
    return m_values.totalBytes ? std::clamp(double(sizeBytes) / double(m_values.totalBytes), 0.0, 1.0) : 0;
}

void LimitSlider::describe()
{
    setAccessibleDescription(tr("Limit %1, needs %2, other programs hold %3 of %4")
                                 .arg(sizeText(limitBytes()), sizeText(m_values.needBytes),
                                      sizeText(m_values.othersBytes), sizeText(m_values.totalBytes)));
}

QSize LimitSlider::sizeHint() const { return {240, int(kLabelTop + kLabelHeight)}; }

QSize LimitSlider::minimumSizeHint() const { return {120, sizeHint().height()}; }

QRectF LimitSlider::trackRect() const { return {0, (kHandle - kTrackHeight) / 2, double(width()), kTrackHeight}; }

void LimitSlider::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens &t = tokens();
    const QRectF track = trackRect();
    QPainterPath round;
    round.addRoundedRect(track, kTrackHeight / 2, kTrackHeight / 2);
    painter.fillPath(round, t.track);
    const auto part = [&](double from, double to, const QColor &color) {
        if (to <= from)
            return;
        QPainterPath cut;
        cut.addRect(QRectF(track.x() + from * track.width(), track.y(), (to - from) * track.width(), track.height()));
        painter.fillPath(round.intersected(cut), color);
    };
    const double need = shareOf(m_values.needBytes), limit = shareOf(limitBytes());
    const double others = 1 - shareOf(m_values.othersBytes);
    part(others, 1, t.others);
    part(need, limit, t.headroom);
    part(0, std::min(need, limit), t.accent);
    part(limit, need, t.doesNotFit); // what the limit lacks

    const QFont font = sansFont(kUnitText);
    const QRectF line(0, kLabelTop, width(), kLabelHeight);
    const QString inUse = tr("in use %1").arg(gibNumber(m_values.othersBytes));
    const QString needs = m_values.needBytes ? tr("needs %1").arg(gibNumber(m_values.needBytes)) : QString();
    const QFontMetricsF metrics(font);
    const double inUseLeft = width() - metrics.horizontalAdvance(inUse), needsWidth = metrics.horizontalAdvance(needs);
    const QString zero = QLocale().toString(0);
    const double leftEdge = metrics.horizontalAdvance(zero) + 12;
    const double needsRight = std::min(std::max(need * width(), leftEdge + needsWidth), inUseLeft - 12);
    paintText(painter, line, zero, font, t.text2);
    paintText(painter, QRectF(0, kLabelTop, needsRight, kLabelHeight), needs, font,
              need > limit ? t.doesNotFit : t.text2, Qt::AlignRight | Qt::AlignVCenter);
    paintText(painter, line, inUse, font, t.text2, Qt::AlignRight | Qt::AlignVCenter);

    const QPointF middle(std::clamp(limit * width(), kHandle / 2, width() - kHandle / 2), track.center().y());
    painter.setPen(QPen(isEnabled() ? t.accent : t.text3, 2));
    painter.setBrush(isSliderDown() ? t.tint : t.raised);
    painter.drawEllipse(middle, kHandle / 2 - 1, kHandle / 2 - 1);
    if (hasFocus()) {
        // No room outside the widget's top: the ring lies on the border instead of two pixels away.
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.accent, 3.5));
        painter.drawEllipse(middle, kHandle / 2 - 1.75, kHandle / 2 - 1.75);
    }
}

// The handle is painted here, so the mouse is followed here too.
void LimitSlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    setSliderDown(true);
    mouseMoveEvent(event);
}

void LimitSlider::mouseMoveEvent(QMouseEvent *event)
{
    if (isSliderDown() && width() > 0)
        setValue(int(std::lround(event->position().x() / width() * double(m_values.totalBytes) / kStepBytes)));
}

void LimitSlider::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        setSliderDown(false);
    update();
}

void LimitSlider::wheelEvent(QWheelEvent *event)
{
    // Scrolling the page must not change a limit in passing.
    hasFocus() ? QSlider::wheelEvent(event) : event->ignore();
}

LimitRow::LimitRow(const QString &title, QWidget *parent)
    : QWidget(parent), m_limitLabel(new QLabel(this)), m_verdict(new VerdictLabel(this)),
      m_slider(new LimitSlider(this))
{
    auto *name = new QLabel(title, this);
    setTextLook(name, kBodyText, QFont::DemiBold, Ink::Text);
    setTextLook(m_limitLabel, kBodyText, QFont::Normal, Ink::Text2);
    m_slider->setAccessibleName(tr("%1 limit").arg(title));
    auto *row = new QHBoxLayout;
    row->setSpacing(kSpace8);
    row->addWidget(name);
    row->addWidget(m_limitLabel);
    row->addStretch();
    row->addWidget(m_verdict);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addLayout(row);
    column->addWidget(m_slider);
    connect(m_slider, &LimitSlider::limitChanged, this, [this](std::uint64_t limit) {
        refresh();
        emit limitChanged(limit);
    });
    refresh();
}

void LimitRow::setValues(const LimitValues &values)
{
    m_slider->setValues(values);
    refresh();
}

void LimitRow::setLimitBytes(std::uint64_t limitBytes)
{
    m_slider->setLimitBytes(limitBytes);
    refresh();
}

Verdict LimitRow::verdict() const
{
    const std::uint64_t need = m_slider->values().needBytes, limit = m_slider->limitBytes();
    if (need == 0)
        return Verdict::Unknown;
    if (need > limit)
        return Verdict::DoesNotFit;
    return double(limit - need) < 0.1 * double(limit) ? Verdict::Tight : Verdict::Fits;
}

void LimitRow::refresh()
{
    const std::uint64_t need = m_slider->values().needBytes, limit = m_slider->limitBytes();
    m_limitLabel->setText(tr("limit %1 GiB").arg(gibNumber(limit)));
    switch (verdict()) {
    case Verdict::Fits:
        return m_verdict->setVerdict(Verdict::Fits, tr("Fits, %1 GiB to spare").arg(gibNumber(limit - need)));
    case Verdict::Tight:
        return m_verdict->setVerdict(Verdict::Tight, tr("Tight, %1 GiB to spare").arg(gibNumber(limit - need)));
    case Verdict::DoesNotFit:
        return m_verdict->setVerdict(Verdict::DoesNotFit,
                                     tr("Does not fit, %1 GiB short").arg(gibNumber(need - limit)));
    case Verdict::Unknown:
        return m_verdict->setVerdict(Verdict::Unknown);
    }
}

} // namespace snug::ui
