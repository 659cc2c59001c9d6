// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How the Quantize page has an importance matrix made, and takes it for the model when it is there.

#include "ui/models/leveltablemodel.h"
#include "ui/pages/imatrixdialog.h"
#include "ui/pages/importancesection.h"
#include "ui/pages/memorysection.h"
#include "ui/pages/outputsection.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"

#include <QFileInfo>
#include <QScrollArea>

#include <algorithm>

namespace snug::ui {

namespace {

constexpr std::uint64_t kWindowTokens = 512; ///< as the reference's program; less where the model reads less

const char *const kDialog = "imatrixDialog";

} // namespace

void QuantizePage::setMaking(ImatrixController *making, const QString &sampleText)
{
    m_making = making;
    m_sampleText = sampleText;
    m_importance->setMaking(making);
    connect(m_importance, &ImportanceSection::makeRequested, this, &QuantizePage::askToMake);
    connect(m_importance, &ImportanceSection::settingChanged, this,
            [this] { m_importanceFold->setSetting(m_importance->setting()); });
    connect(making, &ImatrixController::examined, this,
            [this](const QString &model, const std::shared_ptr<const Result<ImatrixNeeds>> &needs) {
                if (model != modelPath())
                    return;
                m_computable = needs->has_value();
                m_importance->setRefusal(*needs ? std::nullopt : std::optional(needs->error()));
                refreshMaking();
            });
    connect(making, &ImatrixController::stateChanged, this, [this] {
        refreshMaking();
        refreshBar();
    });
    connect(making, &ImatrixController::finished, this,
            [this](const std::shared_ptr<const ImatrixReport> &report) { takeMade(*report); });
}

void QuantizePage::setMakingHindrance(const QString &reason)
{
    m_makingHindrance = reason;
    m_importance->setMakingHindrance(reason);
    if (auto *dialog = findChild<ImatrixDialog *>(QLatin1String(kDialog)))
        dialog->setHindrance(reason);
}

/// Of a model that comes into view: whether its weights can be computed, and what was made of it meanwhile.
void QuantizePage::examineForMaking()
{
    JobSpec taken = m_spec;
    if (const auto report = m_making ? m_making->report() : nullptr;
        m_madeUnseen && report && m_making->spec().model == m_spec.model) {
        taken.imatrix = report->output;
        m_madeUnseen = false; // who removes it does not get it back
    }
    m_computable = false;
    m_importance->take(taken);
    m_importance->setRefusal(std::nullopt);
    m_importance->setModel(modelPath());
    if (!m_making)
        return;
    m_making->examine(modelPath());
    refreshMaking();
}

void QuantizePage::refreshMaking()
{
    const bool offered = m_making && m_computable && !m_making->busy();
    m_levels->setMakesImportance(offered);
    m_importance->setMakeable(offered);
}

void QuantizePage::askToMake()
{
    if (!m_making || m_making->busy() || findChild<ImatrixDialog *>(QLatin1String(kDialog)))
        return;
    const ModelSummary *model = summary();
    if (!model)
        return;
    ImatrixSpec base;
    base.model = m_spec.model;
    base.threads = m_spec.threads;
    base.ramBytes = m_memory->limit();
    const std::uint64_t longest = model->hyper.contextLength;
    base.length = longest > 0 ? std::min(kWindowTokens, longest) : kWindowTokens;
    QString folder = m_output->folder();
    if (folder.isEmpty())
        folder = QFileInfo(modelPath()).absolutePath();
    if (!folder.endsWith(QLatin1Char('/')))
        folder += QLatin1Char('/');
    base.output = folder.toStdString() + model->name + ".imatrix.gguf";
    auto *dialog = new ImatrixDialog(m_making, m_settings, base, m_sampleText, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setHindrance(m_makingHindrance);
    connect(dialog, &ImatrixDialog::makeRequested, this, &QuantizePage::makeImatrix);
    connect(dialog, &ImatrixDialog::useRequested, this, &QuantizePage::setImportance);
    dialog->open();
}

/// What is made is in view from the beginning.
void QuantizePage::makeImatrix(const ImatrixSpec &spec)
{
    if (!m_makingHindrance.isEmpty())
        return;
    m_making->start(spec);
    m_importanceFold->setExpanded(true);
    QTimer::singleShot(0, this, [this] { m_scroll->ensureWidgetVisible(m_importanceFold); });
}

/// It is chosen for the model it was made of, unless another file was chosen meanwhile.
void QuantizePage::takeMade(const ImatrixReport &report)
{
    const bool inView = m_making->spec().model == m_spec.model;
    m_madeUnseen = report.outcome == Outcome::Succeeded && !inView;
    const QString made = QString::fromStdString(report.output);
    if (report.outcome == Outcome::Succeeded && inView &&
        (m_importance->path().isEmpty() || m_importance->path() == made))
        m_importance->setPath(made);
}

} // namespace snug::ui
