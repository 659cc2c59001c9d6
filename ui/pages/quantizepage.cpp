// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/quantizepage.h"

#include "ui/bridge/devicewords.h"
#include "ui/bridge/format.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/actionbar.h"
#include "ui/pages/failurecard.h"
#include "ui/pages/foldersection.h"
#include "ui/pages/importancesection.h"
#include "ui/pages/layersection.h"
#include "ui/pages/levelview.h"
#include "ui/pages/memorysection.h"
#include "ui/pages/methodpicker.h"
#include "ui/pages/outputsection.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/settings/settings.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/foldedsection.h"

#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace snug::ui {

namespace {

/// Whether what was planned is what is asked for now. Limits only move a slider; a look at the plan would flicker.
bool sameOptions(JobSpec planned, JobSpec wanted)
{
    for (JobSpec *spec : {&planned, &wanted}) {
        spec->levels.clear();
        spec->output.clear();
        spec->ramLimitBytes.reset();
        spec->vramLimitBytes.reset();
    }
    return planned == wanted;
}

/// The message less the path before it, for a place that shows the path already.
QString messageWithoutFile(const Error &error)
{
    const QString message = windowWords(error.message);
    const QString file = QString::fromStdString(error.file);
    if (file.isEmpty() || !message.startsWith(file))
        return message;
    return message.mid(message.indexOf(QLatin1String(": "), file.size()) + 2);
}

/// Which setting stands in the way; the sentence with the cause is at its field.
QString faultText(Setting setting)
{
    switch (setting) {
    case Setting::Importance:
    case Setting::ImportanceEntries:
        return QuantizePage::tr("Calibration: this importance matrix cannot be used.");
    case Setting::OutputType:
    case Setting::EmbeddingType:
    case Setting::PruneLayers:
        return QuantizePage::tr("Layers: a choice cannot be used.");
    case Setting::TensorTypes:
        return QuantizePage::tr("Layers: an override cannot be used.");
    case Setting::OverrideKv:
        return QuantizePage::tr("Output: a header value cannot be used.");
    case Setting::Ignore:
        return QuantizePage::tr("Options: a pattern of modules cannot be used.");
    case Setting::Files:
        break;
    }
    return QuantizePage::tr("Output: the files cannot be split like this.");
}

/// The model in one line; a narrow window leaves out what matters least.
QString factsLine(const ModelSummary &model, bool narrow)
{
    const Hyperparameters &hyper = model.hyper;
    QStringList facts{QString::fromStdString(model.architectureName),
                      QuantizePage::tr("%1 parameters").arg(bigCountText(model.parameterCount)),
                      QString::fromStdString(model.mainType), detailedSize(model.sourceBytes)};
    if (!narrow && hyper.layerCount > 0)
        facts << QuantizePage::tr("%n layer(s)", nullptr, static_cast<int>(hyper.layerCount));
    if (!narrow && hyper.headCount > 0)
        facts << QuantizePage::tr("%1 / %2 heads").arg(hyper.headCount).arg(hyper.headCountKv);
    if (hyper.contextLength > 0)
        facts << QuantizePage::tr("context %1").arg(countText(hyper.contextLength));
    if (const double perToken = hyper.kvBytesPerToken(2); perToken > 0)
        facts << QuantizePage::tr("KV %1 per token").arg(sizeText(static_cast<std::uint64_t>(perToken), 0));
    facts.removeAll(QString());
    return facts.join(QStringLiteral("  ·  "));
}

} // namespace

void QuantizePage::setModel(const QString &path, const QString &outputRoot)
{
    m_spec = JobSpec();
    m_spec.model = path.toStdString();
    m_answer.reset();
    m_firstAnswer = true;
    m_folder->take(m_spec);
    examineForMaking();
    m_layers->take(m_spec);
    m_output->reset(QString());
    m_outputRoot = outputRoot;
    m_placed.clear();
    m_stack->setCurrentWidget(m_waiting);
    beginMethod();
}

void QuantizePage::setNarrow(bool narrow)
{
    m_narrow = narrow;
    const int margin = narrow ? kPageMarginNarrow : kPageMargin;
    m_column->setContentsMargins(margin, kSpace16, margin, kSpace24);
    m_levelView->setNarrow(narrow);
    m_bar->setNarrow(narrow);
    refreshHeading();
    refreshFooter();
    refreshBar();
}

void QuantizePage::refresh()
{
    if (m_spec.model.empty())
        return;
    PlanRequest request;
    request.spec = spec();
    for (const LevelOffer &level : m_controller->engine().levels(m_spec.method, m_spec.format))
        request.tableLevels.push_back(level.name);
    m_controller->requestPlan(std::move(request));
}

JobSpec QuantizePage::spec() const
{
    JobSpec spec = m_spec;
    spec.levels.clear();
    const QStringList ticked = m_levels->ticked();
    for (const QString &level : ticked)
        spec.levels.push_back(level.toStdString());
    m_output->apply(spec);
    spec.device = m_device.id.toStdString();
    if (makesFolders(spec)) {
        m_folder->apply(spec);
        spec.device = "auto"; // no kernel of theirs runs on a card yet
    } else {
        m_importance->apply(spec);
        m_layers->apply(spec);
    }
    spec.ramLimitBytes = m_memory->limit();
    spec.vramLimitBytes = m_memory->vramLimit();
    spec.output = m_output->output(static_cast<int>(ticked.size()));
    return spec;
}

void QuantizePage::setRamLimit(std::optional<std::uint64_t> limitBytes)
{
    m_memory->setLimit(limitBytes);
    m_settings->setRamLimitBytes(limitBytes);
    refresh();
}

void QuantizePage::setDevice(const DeviceSetting &device)
{
    const bool other = device.id != m_device.id || device.cards.empty() != m_device.cards.empty();
    m_device = device;
    m_memory->setCard(card());
    if (m_answer && m_answer->table)
        refreshSections();
    refreshBar();
    if (other)
        refresh();
}

std::optional<Device> QuantizePage::card() const
{
    // What is chosen by hand counts; automatic takes no driver that computes on the processor, which no probe sees.
    if (makesFolders(m_spec))
        return std::nullopt;
    const bool automatic = m_device.id == QLatin1String("auto");
    const MemorySnapshot memory = m_controller->memory();
    for (const Device &device : m_device.cards)
        if (!automatic || memoryOf(device, memory.gpus))
            return device;
    return std::nullopt;
}

void QuantizePage::setImportance(const QString &path)
{
    if (!path.isEmpty() && makesFolders(m_spec))
        useGguf();
    m_importance->setPath(path);
}

FoldedSection *QuantizePage::section(const QString &objectName) const { return findChild<FoldedSection *>(objectName); }

void QuantizePage::takeAnswer(const std::shared_ptr<const PlanAnswer> &answer)
{
    const JobSpec &asked = answer->request.spec;
    if (asked.model != m_spec.model || asked.method != m_spec.method || asked.format != m_spec.format)
        return;
    m_answer = answer;
    if (!answer->table) {
        takeFailure(*answer);
        return;
    }
    m_levels->setPlan(std::shared_ptr<const Plan>(answer, &*answer->table));
    const bool needsVram = std::ranges::any_of(answer->table->variants,
                                               [](const VariantPlan &variant) { return variant.vramPeakBytes() > 0; });
    m_levelView->setVramVisible(needsVram || (!makesFolders(m_spec) && !answer->machine.memory.gpus.empty()));
    showLevels(true);
    placeOutput(answer->table->model);
    if (m_firstTicks)
        tickAtFirst(); // which nobody asked for, so that it is not remembered
    m_firstTicks = false;
    if (std::exchange(m_firstAnswer, false))
        emit modelOpened(modelPath());
    refreshHeading();
    refreshSections();
    refreshFooter();
    refreshBar();
    m_stack->setCurrentWidget(m_scroll);
}

void QuantizePage::takeFailure(const PlanAnswer &answer)
{
    m_levels->setPlan(nullptr);
    if (answer.model)
        return takeRefusal(answer);
    m_failure->setFailure(answer.table.error());
    m_requantize->setVisible(answer.requantizable);
    m_stack->setCurrentIndex(1);
    refreshBar();
}

/// The levels ticked last time, else the recommended one.
void QuantizePage::tickAtFirst()
{
    const auto remembered =
        m_settings->tickedLevels(QString::fromStdString(m_spec.method), QString::fromStdString(m_spec.format));
    if (remembered && !remembered->isEmpty())
        m_levels->setTicked(*remembered);
    if (m_levels->ticked().isEmpty() && !m_levels->recommended().isEmpty())
        m_levels->setTicked({m_levels->recommended()});
}

void QuantizePage::refreshHeading()
{
    if (const ModelSummary *model = summary()) {
        m_name->setText(QString::fromStdString(model->name));
        m_facts->setText(factsLine(*model, m_narrow));
    }
}

void QuantizePage::refreshSections()
{
    const Plan *chosen = chosenPlan();
    m_importance->setWaitingLevels(m_levels->waitingForImportance());
    m_layers->setPlan(chosen, m_answer->withoutOverrides ? &*m_answer->withoutOverrides : nullptr);
    m_memory->setCard(card());
    m_memory->setPlan(chosen, m_answer->machine.memory);
    m_output->setPlan(chosen ? chosen : &*m_answer->table, chosen ? static_cast<int>(chosen->variants.size()) : 0);
    refreshFaults();
    refreshNotes();
    m_importanceFold->setSetting(m_importance->setting());
    m_layersFold->setSetting(m_layers->setting());
    m_folderFold->setSetting(m_folder->setting());
    m_memoryFold->setSetting(m_memory->setting());
    m_outputFold->setSetting(m_output->setting());
}

/// Each fault where its setting is.
void QuantizePage::refreshFaults()
{
    QString file, entries;
    for (const SettingFault &fault : m_answer->faults)
        if (fault.setting == Setting::Importance)
            file = messageWithoutFile(fault.error);
        else if (fault.setting == Setting::ImportanceEntries)
            entries = windowWords(fault.error.message);
    m_importance->setFound(m_answer->importance, file, entries);
    m_layers->setFaults(m_answer->faults);
    m_folder->setFaults(m_answer->faults);
    m_output->setFaults(m_answer->faults);
}

void QuantizePage::refreshNotes()
{
    QStringList notes = m_device.notes;
    if (makesFolders(m_spec) && m_device.id != QLatin1String("auto") && m_device.id != QLatin1String("cpu"))
        notes << tr("Folders are made on the processor, whichever device is chosen.");
    if (const Plan *chosen = chosenPlan())
        for (const std::string &note : chosen->notes)
            notes << windowWords(note);
    m_notesText->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
}

void QuantizePage::refreshFooter()
{
    const bool all = m_settings->showAllLevels();
    m_showAll->setText(all ? tr("Show the usual levels") : tr("Show all %n level(s)", nullptr, m_levels->levelCount()));
    m_showAll->setVisible(all || m_levels->hidesLevels());
    m_footnote->setText(m_narrow ? tr("All figures are predictions.")
                                 : tr("Predicted from the model's headers for this machine. Nothing has been loaded."));
}

const Plan *QuantizePage::chosenPlan() const
{
    return m_answer && m_answer->chosen && *m_answer->chosen ? &**m_answer->chosen : nullptr;
}

QString QuantizePage::obstacle() const
{
    if (m_controller->busy())
        return tr("Another job is running.");
    if (m_making && m_making->busy())
        return tr("An importance matrix is being made.");
    if (m_answer && m_answer->chosen && !*m_answer->chosen)
        return windowWords(m_answer->chosen->error().message);
    if (const QString mistake = m_output->mistake(); !mistake.isEmpty())
        return mistake;
    if (m_answer && !m_answer->faults.empty())
        return faultText(m_answer->faults.front().setting);
    const Plan *chosen = chosenPlan();
    if (!chosen || chosen->spec.levels != spec().levels || !sameOptions(m_answer->request.spec, spec()))
        return tr("Working out what it needs…");
    for (const VariantPlan &variant : chosen->variants)
        if (variant.ram == Verdict::DoesNotFit || variant.disk == Verdict::DoesNotFit ||
            variant.vram == Verdict::DoesNotFit)
            return tr("%1 cannot be made, the table says why.").arg(QString::fromStdString(variant.level));
    return {};
}

void QuantizePage::refreshBar()
{
    const int count = static_cast<int>(m_levels->ticked().size());
    if (!m_answer || !m_answer->table) {
        m_bar->setSummary({}, {});
        m_bar->setLevels(0, /*possible=*/false);
        return;
    }
    if (count == 0) {
        m_bar->setSummary(tr("No level ticked"), tr("Tick one or more levels above."));
        m_bar->setLevels(0, /*possible=*/false);
        return;
    }
    const QString wait = obstacle();
    const Plan *chosen = chosenPlan();
    const QString levels = tr("%n level(s)", nullptr, count);
    QString first = levels;
    QString second = wait;
    if (chosen && static_cast<int>(chosen->variants.size()) == count) {
        const QString size = sizeText(chosen->outputBytes);
        first = m_narrow ? tr("%1, %2").arg(levels, size) : tr("%1, %2 to write").arg(levels, size);
        if (wait.isEmpty()) {
            second = aboutText(chosen->seconds);
            if (!m_narrow && count > 1)
                second = tr("%1, the model is read once for all").arg(second);
            if (const int there = static_cast<int>(m_answer->existingOutputs.size()); there > 0)
                second = makesFolders(m_spec) ? tr("replaces %n folder(s)", nullptr, there)
                                              : tr("replaces %n file(s)", nullptr, there);
        }
    }
    m_bar->setSummary(first, second);
    m_bar->setLevels(count, wait.isEmpty());
}

void QuantizePage::applyRemedy(int row)
{
    if (m_levels->remedyIsImportance(row))
        return chooseImportance();
    const auto change = m_levels->remedySpec(row);
    if (!change)
        return;
    m_spec.threads = change->threads;
    if (!makesFolders(m_spec) && change->device != m_device.id.toStdString())
        emit deviceRequested(QString::fromStdString(change->device));
    m_spec.allowRequantize = change->allowRequantize;
    JobSpec job = spec(); // with the settings at fault, which the change was planned without
    if (makesFolders(job)) {
        job.asymmetric = change->asymmetric;
        job.minMax = change->minMax;
        job.blockSize = change->blockSize;
        m_folder->take(job);
    } else {
        job.noFallback = change->noFallback;
        m_layers->take(job);
    }
    setRamLimit(change->ramLimitBytes);
}

} // namespace snug::ui
