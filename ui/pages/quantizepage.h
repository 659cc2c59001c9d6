// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The Quantize tab with a model picked: what it is, the levels with what each needs and gives, settings, the button.

#pragma once

#include "ui/bridge/imatrixcontroller.h"
#include "ui/bridge/jobcontroller.h"
#include "ui/models/devicechoice.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace snug::ui {

class ActionBar;
class ElidedLabel;
class FailureCard;
class FolderSection;
class FoldedSection;
class ImportanceSection;
class LayerSection;
class LevelTableModel;
class LevelView;
class MemorySection;
class MethodPicker;
class OutputSection;
class Settings;
class WrappedLabel;

/// GUI thread only.
class QuantizePage : public QWidget
{
    Q_OBJECT

public:
    QuantizePage(JobController *controller, Settings *settings, QWidget *parent = nullptr);

    /// Reads headers and shows the levels. The output folder NAME-GGUF is made in `outputRoot`; empty: beside the
    /// model.
    void setModel(const QString &path, const QString &outputRoot);
    QString modelPath() const { return QString::fromStdString(m_spec.model); }
    void setNarrow(bool narrow);
    /// Plans again with the memory that is free now; does nothing without a model.
    void refresh();
    /// The job the button would start.
    JobSpec spec() const;
    LevelTableModel *levels() const { return m_levels; }
    /// As if the slider had been moved; nothing for whatever is free.
    void setRamLimit(std::optional<std::uint64_t> limitBytes);
    /// Where the work is to run; another one becomes a new plan.
    void setDevice(const DeviceSetting &device);
    /// As if it had been picked; a format there is not is the method's own.
    void setMethod(const QString &method, const QString &format = {});
    /// Picks the method that makes files.
    void useGguf();
    /// Has importance matrices made on request; without it none are offered. The controller outlives the page.
    void setMaking(ImatrixController *making, const QString &sampleText);
    /// Why nothing can be made now; empty: it can.
    void setMakingHindrance(const QString &reason);
    /// As if this file had been chosen; empty for none. Another method that has no use for one gives way to GGUF.
    void setImportance(const QString &path);
    ImportanceSection *importance() const { return m_importance; }
    LayerSection *layers() const { return m_layers; }
    OutputSection *output() const { return m_output; }
    FolderSection *folderOptions() const { return m_folder; }
    /// Unfolds a part by its object name, for pictures and tests.
    FoldedSection *section(const QString &objectName) const;

public slots:
    void copyCommand();
    /// Asks first where files would be replaced.
    void start();
    /// Opens the dialog for an importance matrix.
    void askToMake();

signals:
    void startRequested(const snug::JobSpec &spec);
    /// The model itself is to be measured.
    void measureRequested(const QString &path);
    /// A remedy wants another device.
    void deviceRequested(const QString &id);
    /// The model could be read: it is worth remembering.
    void modelOpened(const QString &path);

private:
    void setupContent();
    QWidget *makeHeading();
    QWidget *makeMethod();
    QWidget *makeRefusal();
    QWidget *makeLevelsCard();
    QWidget *makeSections();
    QWidget *makeNotes();
    void connectParts();
    void takeAnswer(const std::shared_ptr<const PlanAnswer> &answer);
    void takeFailure(const PlanAnswer &answer);
    void takeRefusal(const PlanAnswer &answer);
    void takeMethod();
    void beginMethod();
    void showMethod();
    void showLevels(bool shown);
    void placeOutput(const ModelSummary &model);
    /// Of the model, where it is known.
    const ModelSummary *summary() const;
    void tickAtFirst();
    void refreshHeading();
    void refreshSections();
    void refreshFooter();
    void refreshBar();
    /// Why the button must wait, or empty.
    QString obstacle() const;
    const Plan *chosenPlan() const;
    void applyRemedy(int row);
    /// The device that a limit for VRAM would be for.
    std::optional<Device> card() const;
    void refreshFaults();
    void refreshNotes();
    void chooseOutputFolder();
    void chooseImportance();
    void confirmOverwrite();
    void examineForMaking();
    void refreshMaking();
    void makeImatrix(const ImatrixSpec &spec);
    void takeMade(const ImatrixReport &report);

    JobController *m_controller;
    Settings *m_settings;
    ImatrixController *m_making = nullptr;
    QString m_sampleText, m_makingHindrance;
    bool m_madeUnseen = false; ///< the last one is of a model that was not in view when it was there
    bool m_computable = false; ///< an importance matrix can be made of the model
    QString m_outputRoot;
    QString m_placed; ///< folder the page itself wrote into the output section
    JobSpec m_spec;   ///< model and choices; levels, device and output are added by spec()
    DeviceSetting m_device;
    std::shared_ptr<const PlanAnswer> m_answer;
    bool m_firstAnswer = true; ///< to come, of this model
    bool m_firstTicks = true;  ///< to come, of this model and method
    bool m_narrow = false;
    QTimer m_replan; ///< gathers quick changes of a slider into one question

    QStackedWidget *m_stack;
    QLabel *m_waiting;
    FailureCard *m_failure;
    QPushButton *m_requantize;
    QScrollArea *m_scroll;
    QVBoxLayout *m_column;
    ElidedLabel *m_name;
    ElidedLabel *m_facts;
    MethodPicker *m_method;
    FailureCard *m_refusal;
    QWidget *m_levelsCard;
    QWidget *m_sectionsCard;
    LevelTableModel *m_levels;
    LevelView *m_levelView;
    QPushButton *m_showAll;
    ElidedLabel *m_footnote;
    FoldedSection *m_folderFold;
    FoldedSection *m_importanceFold;
    FoldedSection *m_layersFold;
    FoldedSection *m_memoryFold;
    FoldedSection *m_outputFold;
    FolderSection *m_folder;
    ImportanceSection *m_importance;
    LayerSection *m_layers;
    MemorySection *m_memory;
    OutputSection *m_output;
    QWidget *m_notes;
    WrappedLabel *m_notesText;
    ActionBar *m_bar;
};

} // namespace snug::ui
