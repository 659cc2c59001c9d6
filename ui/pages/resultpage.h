// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What came out of a job: how much smaller, predicted against measured, how to load it, one part per level.

#pragma once

#include "ui/bridge/jobcontroller.h"

#include <QWidget>

#include <memory>

class QBoxLayout;
class QVBoxLayout;

namespace snug::ui {

class Card;

/// Rebuilt for every finished job. GUI thread only.
class ResultPage : public QWidget
{
    Q_OBJECT

public:
    explicit ResultPage(QWidget *parent = nullptr);
    /// `plan` may be null; then predictions are left out. Memory says whether there is a GPU to load onto.
    /// `deviceNote`, a sentence on a device that was given up, stands at the top.
    void setResult(const JobReport &report, const Plan *plan, const MemorySnapshot &memory,
                   const QString &deviceNote = {});
    void setNarrow(bool narrow);

signals:
    void openFolderRequested(const QString &file);

private:
    QWidget *makeHeader(const JobReport &report, const QString &path);
    QWidget *makeSmallerCard(const JobReport &report, const OutputReport &output, const VariantPlan *variant);
    QWidget *makeFigures(const JobReport &report, const OutputReport &output, const VariantPlan *variant);
    QWidget *makeMeasuredCard(const JobReport &report, const Plan *plan);
    QWidget *makeLoadCard(const OutputReport &output, const VariantPlan *variant, const MemorySnapshot &memory);
    QWidget *makeLevelFold(const JobReport &report, const OutputReport &output, const VariantPlan *variant,
                           const MemorySnapshot &memory, const QString &path);
    QWidget *makeNotes(const JobReport &report, const QString &deviceNote);

    QVBoxLayout *m_column;
    QWidget *m_content = nullptr;
    QBoxLayout *m_pair = nullptr;
    bool m_narrow = false;
};

/// The report as people count: one output per level, which stands for all its files: their size, the first one's path.
JobReport byLevel(JobReport report);
/// Error of one level over all its quantized weights: the root of the mean of squares, weighted by weights. Nothing
/// when no tensor was quantized.
std::optional<double> overallError(const JobReport &report, const std::string &level);

} // namespace snug::ui
