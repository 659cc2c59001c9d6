// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/screenshots.h"

#include "ui/main/mainwindow.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/widgets/foldedsection.h"

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <cstdio>

namespace snug::ui {

namespace {

constexpr QSize kWide{1280, 800};
constexpr QSize kNarrow{960, 640};
constexpr std::chrono::milliseconds kSettle{150};
constexpr std::chrono::seconds kPatience{120};
/// Slow to make, so that a small model can be caught at work.
const QStringList kSlowLevels{QStringLiteral("Q4_K_M"), QStringLiteral("Q5_K_M"), QStringLiteral("Q3_K_M"),
                              QStringLiteral("Q6_K")};

} // namespace

Screenshots::Screenshots(const QString &folder, const QString &model, QObject *parent)
    : QObject(parent), m_folder(folder), m_model(model)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, [this] { fail(QStringLiteral("a state was not reached in time")); });
}

Screenshots::~Screenshots() = default;

void Screenshots::start()
{
    if (!m_folder.mkpath(QStringLiteral(".")) || !m_temporary.isValid())
        return fail(QStringLiteral("the folder for the pictures cannot be made"));
    // A home without models, so that the pictures are the same everywhere.
    qputenv("HF_HUB_CACHE", QFile::encodeName(m_temporary.filePath(QStringLiteral("hub"))));
    m_settings = std::make_unique<Settings>(m_temporary.filePath(QStringLiteral("snug.ini")));
    m_settings->setOutputRoot(m_temporary.filePath(QStringLiteral("out")));
    m_controller = std::make_unique<JobController>(coreEngine());
    m_window = std::make_unique<MainWindow>(m_controller.get(), m_settings.get());
    m_window->show();
    m_steps.push_back([this] {
        connect(m_controller.get(), &JobController::modelsFound, this, &Screenshots::next, Qt::SingleShotConnection);
        m_window->lookForModels();
    });
    addStill(QStringLiteral("empty"), [] {});
    addStill(QStringLiteral("run-idle"), [this] { m_window->showTab(MainWindow::RunTab); });
    m_steps.push_back([this] {
        connect(m_window->quantizePage(), &QuantizePage::modelOpened, this, &Screenshots::next,
                Qt::SingleShotConnection);
        m_settings->setTickedLevels({QStringLiteral("Q4_K_M"), QStringLiteral("Q5_K_M")});
        m_window->openModel(m_model);
    });
    addStill(QStringLiteral("quantize"), [] {});
    const auto fold = [this](bool open) {
        for (const char *part : {"layersSection", "memorySection", "outputSection"})
            m_window->quantizePage()->section(QLatin1String(part))->setExpanded(open);
    };
    m_steps.push_back([this, fold] {
        fold(true);
        QTimer::singleShot(kSettle, this, &Screenshots::next);
    });
    addStill(QStringLiteral("quantize-open"), [] {});
    m_steps.push_back([this, fold] {
        fold(false);
        connect(m_controller.get(), &JobController::planReady, this, &Screenshots::next, Qt::SingleShotConnection);
        m_window->quantizePage()->setRamLimit(1 << 20); // too small for anything: rows that cannot be made
    });
    addStill(QStringLiteral("quantize-limit"), [] {});
    m_steps.push_back([this] {
        connect(m_controller.get(), &JobController::planReady, this, &Screenshots::next, Qt::SingleShotConnection);
        m_window->quantizePage()->setRamLimit(std::nullopt);
    });
    addRunStates();
    m_steps.push_back([this] {
        m_patience.stop();
        m_window.reset();
        m_controller.reset();
        QApplication::exit(0);
    });
    next();
}

JobSpec Screenshots::spec(const QStringList &levels) const
{
    JobSpec spec;
    spec.model = m_model.toStdString();
    for (const QString &level : levels)
        spec.levels.push_back(level.toStdString());
    spec.output = (m_temporary.filePath(QStringLiteral("out")) + QLatin1Char('/')).toStdString();
    spec.overwrite = true;
    spec.threads = 1;
    return spec;
}

void Screenshots::addRunStates()
{
    // A picture takes longer than this model; the run states are caught once for each look.
    addRunning(QStringLiteral("running"), spec(kSlowLevels), 0.5, /*pause=*/false);
    addRunning(QStringLiteral("paused"), spec(kSlowLevels), 0.4, /*pause=*/true);
    addEnded(QStringLiteral("cancelled"), spec(kSlowLevels), JobState::Cancelled, [this] {
        connect(m_controller.get(), &JobController::ticked, m_window.get(), [this](const JobTick &tick) {
            if (tick.progress.fraction > 0.2)
                m_controller->cancel();
        });
    });
    JobSpec blocked = spec({QStringLiteral("Q4_K_M")});
    blocked.output = m_temporary.filePath(QStringLiteral("blocked/model.gguf")).toStdString();
    addEnded(QStringLiteral("failed"), blocked, JobState::Failed, [this] {
        QFile file(m_temporary.filePath(QStringLiteral("blocked"))); // a file where a folder would have to be
        if (!file.open(QIODevice::WriteOnly))
            fail(QStringLiteral("the obstacle cannot be made"));
    });
    JobSpec small = spec(kSlowLevels);
    small.ramLimitBytes = 1 << 20;
    addEnded(QStringLiteral("failed-memory"), small, JobState::Failed, [] {});
    addEnded(QStringLiteral("finished"), spec({QStringLiteral("Q4_K_M"), QStringLiteral("Q8_0")}), JobState::Succeeded,
             [] {});
}

void Screenshots::addStill(const QString &state, const Step &prepare)
{
    m_steps.push_back([this, prepare] {
        prepare();
        QTimer::singleShot(kSettle, this, &Screenshots::next);
    });
    takeAll(state);
}

void Screenshots::addRunning(const QString &state, const JobSpec &spec, double fromFraction, bool pause)
{
    for (const Look look : {Look{false, false}, Look{true, false}, Look{false, true}, Look{true, true}}) {
        m_steps.push_back([this, look] {
            wear(look);
            QTimer::singleShot(kSettle, this, &Screenshots::next);
        });
        m_steps.push_back([=, this] {
            auto *catcher = new QObject(this); // ends the connections with it
            const auto caught = [=, this] {
                catcher->deleteLater();
                take(state, look);
                connect(m_controller.get(), &JobController::finished, this, &Screenshots::next,
                        Qt::SingleShotConnection);
                m_controller->cancel();
            };
            connect(m_controller.get(), &JobController::ticked, catcher, [=, this](const JobTick &tick) {
                if (tick.progress.fraction < fromFraction || m_controller->state() != JobState::Running)
                    return;
                if (pause)
                    m_controller->pause();
                else
                    caught();
            });
            if (pause)
                connect(m_controller.get(), &JobController::stateChanged, catcher, [=, this](JobState now) {
                    if (now == JobState::Paused)
                        QTimer::singleShot(kSettle, catcher, caught);
                });
            connect(m_controller.get(), &JobController::finished, catcher,
                    [this] { fail(QStringLiteral("a job ended before it could be caught at work")); });
            m_controller->start(spec);
            m_window->showTab(MainWindow::RunTab);
        });
    }
}

void Screenshots::addEnded(const QString &state, const JobSpec &spec, JobState wanted, const Step &afterStart)
{
    m_steps.push_back([=, this] {
        connect(
            m_controller.get(), &JobController::finished, this,
            [=, this] {
                disconnect(m_controller.get(), &JobController::ticked, m_window.get(), nullptr);
                if (m_controller->state() != wanted)
                    fail(QStringLiteral("a job did not end as it should"));
                else
                    QTimer::singleShot(kSettle, this, &Screenshots::next);
            },
            Qt::SingleShotConnection);
        afterStart();
        m_controller->start(spec);
        m_window->showTab(MainWindow::RunTab);
    });
    takeAll(state);
}

void Screenshots::takeAll(const QString &state)
{
    for (const Look look : {Look{false, false}, Look{true, false}, Look{false, true}, Look{true, true}}) {
        m_steps.push_back([this, look] {
            wear(look);
            QTimer::singleShot(kSettle, this, &Screenshots::next);
        });
        m_steps.push_back([this, state, look] {
            take(state, look);
            next();
        });
    }
    m_steps.push_back([this] {
        wear({false, false});
        next();
    });
}

void Screenshots::wear(Look look)
{
    applyTheme(*qApp, look.dark ? Scheme::Dark : Scheme::Light);
    m_window->resize(look.narrow ? kNarrow : kWide);
}

void Screenshots::take(const QString &state, Look look)
{
    const bool below = state.endsWith(QLatin1String("-open")); // what was unfolded lies further down
    for (auto *area : m_window->quantizePage()->findChildren<QScrollArea *>())
        area->verticalScrollBar()->setValue(below ? area->verticalScrollBar()->maximum() : 0);
    const QString name = state + (look.narrow ? QStringLiteral("-960") : QString()) +
                         (look.dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"));
    if (!m_window->grab().save(m_folder.filePath(name)))
        fail(QStringLiteral("%1 cannot be written").arg(m_folder.filePath(name)));
}

void Screenshots::next()
{
    if (m_steps.empty())
        return;
    m_patience.start();
    const Step step = std::move(m_steps.front());
    m_steps.pop_front();
    QTimer::singleShot(0, this, step);
}

void Screenshots::fail(const QString &why)
{
    m_steps.clear();
    m_patience.stop();
    std::fprintf(stderr, "snug: %s\n", qPrintable(why));
    // Queued: before the event loop runs, exit() would be lost and the program would wait for ever.
    QTimer::singleShot(0, qApp, [] { QApplication::exit(1); });
}

} // namespace snug::ui
