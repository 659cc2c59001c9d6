// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Icon and word of a verdict as a widget.

#include "ui/widgets/verdictlabel.h"

#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace snug::ui {

namespace {
constexpr int kSide = 15, kGap = 6;
} // namespace

VerdictLabel::VerdictLabel(QWidget *parent) : QWidget(parent), m_pixelSize(kSecondText)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setVerdict(Verdict::Unknown);
}

void VerdictLabel::setVerdict(Verdict verdict, const QString &word)
{
    m_verdict = verdict;
    m_word = word.isEmpty() ? verdictWord(verdict) : word;
    setAccessibleName(m_word);
    updateGeometry();
    update();
}

void VerdictLabel::setPixelSize(int pixelSize)
{
    m_pixelSize = pixelSize;
    updateGeometry();
    update();
}

QSize VerdictLabel::sizeHint() const
{
    const QFontMetricsF metrics(sansFont(m_pixelSize, QFont::Medium));
    return {kSide + kGap + int(std::ceil(metrics.horizontalAdvance(m_word))), std::max(18, int(metrics.height()))};
}

void VerdictLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QColor color = isEnabled() ? tokens().verdict(m_verdict) : tokens().text3;
    paintIcon(painter, QRectF(0, (height() - kSide) / 2.0, kSide, kSide), verdictIcon(m_verdict), color);
    paintText(painter, QRectF(kSide + kGap, 0, width() - kSide - kGap, height()), m_word,
              sansFont(m_pixelSize, QFont::Medium), color);
}

} // namespace snug::ui
