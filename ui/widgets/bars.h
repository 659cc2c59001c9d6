// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Three bars that show and take no input: overall progress, predicted against measured, and sizes to compare.

#pragma once

#include <QWidget>

#include <vector>

namespace snug::ui {

/// GUI thread only. A thin line filled to a share.
class ProgressLine : public QWidget
{
    Q_OBJECT
public:
    explicit ProgressLine(QWidget *parent = nullptr);
    /// 0 to 1; below 0 while not known.
    void setShare(double share);
    double share() const { return m_share; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_share = 0;
};

/// GUI thread only. Measured is the solid bar, predicted a dotted tick; the track ends a little beyond the larger one.
class PredictedBar : public QWidget
{
    Q_OBJECT
public:
    explicit PredictedBar(QWidget *parent = nullptr);
    /// Any unit, both the same; below 0 for "not known".
    void setValues(double predicted, double measured);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_predicted = -1, m_measured = -1;
};

/// GUI thread only. The small grey bar of a table, as a widget.
class SizeBar : public QWidget
{
    Q_OBJECT
public:
    explicit SizeBar(QWidget *parent = nullptr);
    /// 0 to 1.
    void setShare(double share);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_share = 0;
};

/// GUI thread only. Labelled bars on one scale: the source in grey, ours in the accent.
class CompareBars : public QWidget
{
    Q_OBJECT
public:
    struct Bar
    {
        QString label;  ///< inside the bar, beside it where it is too short: "BF16"
        QString figure; ///< behind the bar: "14.19"
        double value = 0;
        bool ours = false;
    };
    explicit CompareBars(QWidget *parent = nullptr);
    void setBars(std::vector<Bar> bars);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<Bar> m_bars;
};

} // namespace snug::ui
