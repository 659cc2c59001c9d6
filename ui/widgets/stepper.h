// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The phases of a job in a row: numbered, done, present (may be several), to come, failed.

#pragma once

#include <QString>
#include <QWidget>

#include <vector>

namespace snug::ui {

enum class StepState { Done, Now, ToCome, Failed };

struct Step
{
    QString title; ///< "Calibrate"
    QString note;  ///< second line: "layer 16 done", "about 0:40"
    StepState state = StepState::ToCome;

    bool operator==(const Step &) const = default;
};

/// GUI thread only. Shows, takes no input.
class Stepper : public QWidget
{
    Q_OBJECT
public:
    explicit Stepper(QWidget *parent = nullptr);
    void setSteps(std::vector<Step> steps);
    const std::vector<Step> &steps() const { return m_steps; }
    /// The word screen readers say for a state.
    static QString stateWord(StepState state);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintStep(QPainter &painter, int index, const QRectF &rect) const;
    void paintDisc(QPainter &painter, int index, const QRectF &disc) const;
    std::vector<Step> m_steps;
};

} // namespace snug::ui
