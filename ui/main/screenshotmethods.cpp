// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Pictures of the methods that make folders: their levels and options, a method that does not suit a model, a result.

#include "ui/main/mainwindow.h"
#include "ui/main/screenshots.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/quantizepage.h"
#include "ui/widgets/foldedsection.h"

#include <QDirIterator>

namespace snug::ui {

namespace {

constexpr auto kOptions = "folderSection", kOutput = "outputSection";

} // namespace

/// A method first brings its levels, then what the ticked ones need.
void Screenshots::addMethod(const QString &state, const QString &method, const QString &format,
                            const QStringList &ticked)
{
    m_steps.push_back([=, this] {
        connect(m_controller.get(), &JobController::planReady, this, &Screenshots::next, Qt::SingleShotConnection);
        page()->setMethod(method, format);
    });
    addPlanned(state, {}, [=, this] {
        page()->levels()->setTicked(ticked);
        page()->refresh();
    });
}

void Screenshots::addMethodStates()
{
    const QString rtn = QStringLiteral("rtn");
    addMethod(QStringLiteral("quantize-bnb"), QStringLiteral("bnb"), {}, {QStringLiteral("nf4-dq")});
    // vLLM does not read three bits in this format.
    addMethod(QStringLiteral("quantize-rtn"), rtn, {}, {QStringLiteral("4bit-g128"), QStringLiteral("3bit-g128")});
    addMethod(QStringLiteral("quantize-rtn-gptq"), rtn, QStringLiteral("gptq"), {QStringLiteral("4bit-g128")});
    addPlanned(QStringLiteral("quantize-rtn-open"), QLatin1String(kOptions), [this] {
        for (const char *part : {kOptions, kOutput})
            page()->section(QLatin1String(part))->setExpanded(true);
        page()->refresh();
    });
    m_steps.push_back([this] {
        for (const char *part : {kOptions, kOutput})
            page()->section(QLatin1String(part))->setExpanded(false);
        m_part.clear();
        connect(m_controller.get(), &JobController::planReady, this, &Screenshots::next, Qt::SingleShotConnection);
        page()->useGguf();
    });
}

/// After files were made: one of them is a source that is quantized already.
void Screenshots::addFolderStates()
{
    JobSpec job = spec({QStringLiteral("4bit-g128"), QStringLiteral("int8")});
    job.method = "rtn";
    addEnded(QStringLiteral("finished-folder"), job, JobState::Succeeded, [] {});
    m_steps.push_back([this] {
        m_window->showTab(MainWindow::QuantizeTab);
        QDirIterator files(m_temporary.filePath(QStringLiteral("out")), {QStringLiteral("*Q4_K_M.gguf")}, QDir::Files,
                           QDirIterator::Subdirectories);
        if (!files.hasNext())
            return fail(QStringLiteral("there is no file that is quantized already"));
        page()->setMethod(QStringLiteral("bnb"));
        openModel(files.next());
    });
    addStill(QStringLiteral("quantize-refused"), [] {});
    m_steps.push_back([this] {
        page()->useGguf();
        openModel(m_model);
    });
}

} // namespace snug::ui
