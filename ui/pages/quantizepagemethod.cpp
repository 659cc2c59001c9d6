// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the Quantize page does when another method is picked, and when the method has nothing to do with the model.

#include "ui/bridge/format.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/failurecard.h"
#include "ui/pages/foldersection.h"
#include "ui/pages/methodpicker.h"
#include "ui/pages/outputsection.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"

#include <QScrollArea>
#include <QStackedWidget>

#include <utility>

namespace snug::ui {

void QuantizePage::setMethod(const QString &method, const QString &format)
{
    m_method->setChoice(method.toStdString(), format.toStdString());
    takeMethod();
}

void QuantizePage::useGguf() { setMethod(QLatin1String(kGguf.data(), kGguf.size())); }

void QuantizePage::takeMethod()
{
    m_settings->setMethod(QString::fromStdString(m_method->method()), QString::fromStdString(m_method->format()));
    beginMethod();
}

/// The levels of the method now picked, with the ticks it had last; what they need is asked anew.
void QuantizePage::beginMethod()
{
    m_spec.method = m_method->method();
    m_spec.format = m_method->format();
    m_answer.reset();
    m_firstTicks = true;
    m_refusal->hide(); // it was said of another method
    m_levels->begin(m_controller->engine().levels(m_spec.method, m_spec.format));
    showMethod();
    refreshBar();
    refresh();
}

void QuantizePage::showMethod()
{
    const bool folders = makesFolders(m_spec);
    m_folder->setMethod(m_spec.method);
    m_output->setMakesFolders(folders);
    m_folderFold->setVisible(folders);
    m_importanceFold->setVisible(!folders);
    m_layersFold->setVisible(!folders);
}

void QuantizePage::showLevels(bool shown)
{
    m_refusal->setVisible(!shown);
    m_levelsCard->setVisible(shown);
    m_sectionsCard->setVisible(shown);
}

/// Files of one model are kept together in a folder of their own; a folder needs none around it.
void QuantizePage::placeOutput(const ModelSummary &model)
{
    if (m_outputRoot.isEmpty() || m_output->typedFolder() != m_placed)
        return; // beside the model, or where the person wants it
    const QString folder = makesFolders(m_spec) ? m_outputRoot
                                                : m_outputRoot + QLatin1Char('/') + QString::fromStdString(model.name) +
                                                      QStringLiteral("-GGUF");
    if (folder != std::exchange(m_placed, folder))
        m_output->setFolder(folder);
}

/// The model is fine, another method may take it: the page stays, and says why this one does not.
void QuantizePage::takeRefusal(const PlanAnswer &answer)
{
    m_refusal->setFailure(answer.table.error());
    m_refusal->setHeading(tr("This method cannot be used with this model."));
    m_notes->hide();
    showLevels(false);
    refreshHeading();
    refreshBar();
    m_stack->setCurrentWidget(m_scroll);
    if (std::exchange(m_firstAnswer, false))
        emit modelOpened(modelPath());
}

const ModelSummary *QuantizePage::summary() const
{
    if (!m_answer)
        return nullptr;
    return m_answer->table ? &m_answer->table->model : m_answer->model ? &*m_answer->model : nullptr;
}

} // namespace snug::ui
