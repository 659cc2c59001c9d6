// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The variants of one model side by side: table, size against loss, errors of layers, answers to one prompt.

#pragma once

#include "ui/bridge/measurecontroller.h"

#include <QWidget>

#include <functional>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace snug::ui {

class AnswersCard;
class Comparison;
class CompareTable;
class ElidedLabel;
class LayerChart;
class MeasurePanel;
class NoteCard;
class ScatterChart;
class Settings;
struct VariantGroup;

/// GUI thread only. Controller, comparison and settings outlive it.
class ComparePage : public QWidget
{
    Q_OBJECT

public:
    ComparePage(MeasureController *controller, Comparison *comparison, Settings *settings, QWidget *parent = nullptr);
    void setSampleText(const QString &path);
    void setHindrance(const QString &reason);
    void setNarrow(bool narrow);
    /// The model at `source`; known or to be read.
    void show(const QString &source);
    QString source() const { return m_source; }
    MeasurePanel *measurePanel() const { return m_measure; }
    CompareTable *table() const { return m_table; }
    /// What exports say: the ticked variants in the order of the table.
    CompareReport exported() const;
    /// The whole page as one picture.
    QPixmap picture() const;

signals:
    void quantizeRequested();

private:
    QWidget *makeIdle();
    void setIdle(const QString &heading, const QString &hint);
    QWidget *makeContent();
    QWidget *makeHeading();
    QWidget *makeChartCard(const QString &title, const QString &note, QWidget *chart, const QString &none,
                           QStackedWidget *&stack);
    void setupLayout();
    void setupMenus();
    void connectParts();
    void refresh();
    void refreshCharts(const VariantGroup &group);
    void refreshAnswersButton();
    void answer();
    void takeAnswers(const CompareReport &report);
    void showWriting();
    void takeSummary(const QString &path, const Result<ModelSummary> &summary);
    void chooseFiles();
    void addFiles(const QStringList &files);
    void save(const QString &title, const QString &filter, const QString &suffix,
              const std::function<QByteArray()> &bytes);
    void tell(const QString &sentence);
    const VariantGroup *group() const;

    MeasureController *m_controller;
    Comparison *m_comparison;
    Settings *m_settings;
    QString m_source, m_hindrance;
    QStringList m_asked;     ///< files to be read, for m_source
    QStringList m_answering; ///< paths of the variants that answer now, the base first
    QStackedWidget *m_stack;
    QLabel *m_idleHeading = nullptr, *m_idleHint = nullptr;
    QScrollArea *m_area = nullptr;
    QWidget *m_content = nullptr;
    QVBoxLayout *m_column = nullptr;
    ElidedLabel *m_name = nullptr, *m_facts = nullptr;
    QComboBox *m_models = nullptr;
    QPushButton *m_add = nullptr, *m_columns = nullptr, *m_export = nullptr;
    NoteCard *m_note = nullptr;
    CompareTable *m_table = nullptr;
    MeasurePanel *m_measure = nullptr;
    QBoxLayout *m_charts = nullptr;
    ScatterChart *m_scatter = nullptr;
    LayerChart *m_layers = nullptr;
    QStackedWidget *m_scatterStack = nullptr, *m_layerStack = nullptr;
    AnswersCard *m_answers = nullptr;
};

} // namespace snug::ui
