// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What came out of a job: how much smaller, predicted against measured, how to load it, one part per level.

#pragma once

#include "ui/bridge/jobcontroller.h"
#include "ui/models/results.h"

#include <QWidget>

#include <map>

class QBoxLayout;
class QVBoxLayout;

namespace snug::ui {

class Card;
class Comparison;
class FoldedSection;
class MeasureController;
class MeasurePanel;
class Settings;

/// What the part that measures works with; all outlive the page.
struct MeasureParts
{
    MeasureController *controller = nullptr;
    Comparison *comparison = nullptr;
    Settings *settings = nullptr;
    QString sampleText;
};

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
    /// From the next result on its levels can be measured and compared with the source.
    void setMeasuring(const MeasureParts &parts);
    /// Why nothing can be measured now; empty: it can.
    void setMeasureHindrance(const QString &reason);

signals:
    void openFolderRequested(const QString &file);
    /// The Compare page with the model at `source` is wanted.
    void compareRequested(const QString &source);

private:
    QWidget *makeHeader(const JobReport &report, const QString &path);
    QWidget *makeSmallerCard(const JobReport &report, const OutputReport &output, const VariantPlan *variant);
    QWidget *makeFigures(const JobReport &report, const OutputReport &output, const VariantPlan *variant);
    QWidget *makeMeasuredFigures(const OutputReport &output);
    QWidget *makeMeasurePanel();
    /// Shows what was measured since.
    void refreshFigures();
    QString levelWords(const OutputReport &output) const;
    QWidget *makeMeasuredCard(const JobReport &report, const Plan *plan);
    QWidget *makeLoadCard(const OutputReport &output, const VariantPlan *variant, const MemorySnapshot &memory);
    QWidget *makeLevelFold(const OutputReport &output, const VariantPlan *variant, const MemorySnapshot &memory,
                           const QString &path);
    QWidget *makeNotes(const JobReport &report, const QString &deviceNote);

    QVBoxLayout *m_column;
    QWidget *m_content = nullptr;
    QBoxLayout *m_pair = nullptr;
    QBoxLayout *m_figuresLine = nullptr; ///< its last widget are the figures
    QWidget *m_figures = nullptr;
    MeasurePanel *m_measure = nullptr;
    std::map<std::string, FoldedSection *> m_folds; ///< by level
    bool m_narrow = false;
    MeasureParts m_parts;
    QString m_hindrance;
    JobReport m_report; ///< by level
    Plan m_plan;
    bool m_hasPlan = false;
    QString m_source;
};

} // namespace snug::ui
