// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A limit set by hand on the meter itself: need, headroom, free and other programs are its track, the handle is the
// limit.

#pragma once

#include "core/jobs/plan.h"

#include <QSlider>
#include <QWidget>

#include <cstdint>

class QLabel;

namespace snug::ui {

class VerdictLabel;

struct LimitValues
{
    std::uint64_t totalBytes = 0;
    std::uint64_t othersBytes = 0;
    std::uint64_t needBytes = 0; ///< predicted; 0: not known

    bool operator==(const LimitValues &) const = default;
};

/// GUI thread only. One step is a tenth of a GiB; arrows, Page Up and Down, Home and End work as on any slider.
class LimitSlider : public QSlider
{
    Q_OBJECT
public:
    explicit LimitSlider(QWidget *parent = nullptr);
    void setValues(const LimitValues &values);
    const LimitValues &values() const { return m_values; }
    std::uint64_t limitBytes() const;
    /// Rounded to the nearest step and cut to the total. Does not emit limitChanged().
    void setLimitBytes(std::uint64_t limitBytes);
    /// The share of the track at which each part begins, for tests: need ends, limit, free ends.
    double shareOf(std::uint64_t sizeBytes) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The user moved the handle.
    void limitChanged(std::uint64_t limitBytes);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    QRectF trackRect() const;
    void describe();
    LimitValues m_values;
};

/// GUI thread only. Title, "limit 9.0 GiB", verdict, and the slider below.
class LimitRow : public QWidget
{
    Q_OBJECT
public:
    explicit LimitRow(const QString &title, QWidget *parent = nullptr);
    LimitSlider *slider() const { return m_slider; }
    void setValues(const LimitValues &values);
    void setLimitBytes(std::uint64_t limitBytes);
    /// Fits with 10 % of the limit to spare or more, tight with less, does not fit when need is over the limit.
    Verdict verdict() const;

signals:
    void limitChanged(std::uint64_t limitBytes);

private:
    void refresh();
    QLabel *m_limitLabel;
    VerdictLabel *m_verdict;
    LimitSlider *m_slider;
};

} // namespace snug::ui
