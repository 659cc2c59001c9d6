// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/screenshots.h"

#include "core/jobs/bench/syntheticmodel.h"
#include "ui/main/devicebox.h"
#include "ui/main/devicestrip.h"
#include "ui/main/mainwindow.h"
#include "ui/main/screenshotfiles.h"
#include "ui/models/leveltablemodel.h"
#include "ui/models/overridetablemodel.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/importancesection.h"
#include "ui/pages/layersection.h"
#include "ui/pages/outputsection.h"
#include "ui/pages/overridetable.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/foldedsection.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

#include <array>
#include <cstdio>

namespace snug::ui {

namespace {

constexpr QSize kWide{1280, 800};
constexpr QSize kNarrow{960, 640};
constexpr std::chrono::milliseconds kSettle{150};
constexpr std::chrono::milliseconds kUntilLooked{1200}; ///< memory is looked at once a second while nothing runs
constexpr std::chrono::seconds kPatience{120};
/// Folded parts of the Quantize page by object name.
constexpr auto kCalibration = "calibrationSection", kLayers = "layersSection", kOutput = "outputSection";
constexpr std::array<const char *, 4> kParts{kCalibration, kLayers, "memorySection", kOutput};
/// Of the model for pictures of a job at work: a quarter of a billion weights are made of it, at four levels.
constexpr std::uint64_t kLongModelBytes = 128ull << 20;
/// Made together while a picture is taken.
const QStringList kFourLevels{QStringLiteral("Q4_K_M"), QStringLiteral("Q5_K_M"), QStringLiteral("Q3_K_M"),
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
    for (const char *variable : {"HOME", "HF_HOME", "OLLAMA_MODELS"})
        qputenv(variable, QFile::encodeName(m_temporary.filePath(QLatin1String(variable))));
    for (const char *variable : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        qunsetenv(variable);
    m_settings = std::make_unique<Settings>(m_temporary.filePath(QStringLiteral("snug.ini")));
    m_settings->setOutputRoot(m_temporary.filePath(QStringLiteral("out")));
    m_controller = std::make_unique<JobController>(m_card.pluggedInto(coreEngine()));
    m_window = std::make_unique<MainWindow>(m_controller.get(), m_settings.get());
    m_window->show();
    m_steps.push_back([this] {
        connect(m_controller.get(), &JobController::modelsFound, this, &Screenshots::next, Qt::SingleShotConnection);
        m_window->lookForModels();
    });
    addStill(QStringLiteral("empty"), [] {});
    addFoundStates();
    addStill(QStringLiteral("run-idle"), [this] { m_window->showTab(MainWindow::RunTab); });
    addStill(QStringLiteral("compare-empty"), [this] { m_window->showTab(MainWindow::CompareTab); });
    m_steps.push_back([this] { openModel(m_model); });
    addStill(QStringLiteral("quantize"), [] {});
    addPlanned(QStringLiteral("quantize-open"), QStringLiteral("calibrationSection"), [this] {
        for (const char *part : kParts)
            page()->section(QLatin1String(part))->setExpanded(true);
        page()->refresh();
    });
    addImatrixStates();
    addOptionStates();
    addMethodStates();
    addPlanned(QStringLiteral("quantize-limit"), {}, [this] {
        for (const char *part : kParts)
            page()->section(QLatin1String(part))->setExpanded(false);
        page()->setRamLimit(1 << 20); // too small for anything: rows that cannot be made
    });
    m_steps.push_back([this] {
        connect(m_controller.get(), &JobController::planReady, this, &Screenshots::next, Qt::SingleShotConnection);
        page()->setRamLimit(std::nullopt);
    });
    addRunStates();
    addCompareStates();
    addFolderStates();
    addCardStates();
    m_steps.push_back([this] {
        m_patience.stop();
        m_window.reset();
        m_controller.reset();
        QApplication::exit(0);
    });
    next();
}

/// What other programs keep, found without asking, and gone again.
void Screenshots::addFoundStates()
{
    const auto found = [this] {
        connect(m_controller.get(), &JobController::modelsFound, this, &Screenshots::next, Qt::SingleShotConnection);
    };
    const auto folder = [this](const char *variable) { return m_temporary.filePath(QLatin1String(variable)); };
    m_steps.push_back([=, this] {
        found();
        if (!writeKeptModels(folder("HOME"), folder("OLLAMA_MODELS"), folder("HF_HOME") + QStringLiteral("/hub")))
            return fail(QStringLiteral("the models of other programs cannot be written"));
        m_window->lookForModels();
    });
    addStill(QStringLiteral("empty-found"), [] {});
    m_steps.push_back([=, this] {
        found();
        for (const char *variable : {"HOME", "OLLAMA_MODELS", "HF_HOME"})
            QDir(folder(variable)).removeRecursively();
        m_window->lookForModels();
    });
}

QuantizePage *Screenshots::page() const { return m_window->quantizePage(); }

void Screenshots::openModel(const QString &model)
{
    connect(page(), &QuantizePage::modelOpened, this, &Screenshots::next, Qt::SingleShotConnection);
    m_settings->setTickedLevels({QStringLiteral("Q4_K_M"), QStringLiteral("Q5_K_M")}, QStringLiteral("gguf"), {});
    m_window->openModel(model);
}

bool Screenshots::writeImportance(const QString &path) const
{
    std::vector<std::pair<QString, std::uint64_t>> tensors;
    const auto *table = page()->findChild<QTableView *>(QStringLiteral("overrideTableView"));
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QModelIndex index = table->model()->index(row, OverrideTableModel::NameColumn);
        if (index.data(OverrideTableModel::EditableRole).toBool())
            tensors.emplace_back(index.data().toString(), index.data(OverrideTableModel::RowLengthRole).toULongLong());
    }
    return writeEvenImportance(path, tensors);
}

void Screenshots::addPlanned(const QString &state, const QString &part, const Step &change)
{
    m_steps.push_back([this, part, change] {
        m_part = part;
        connect(
            m_controller.get(), &JobController::planReady, this,
            [this] { QTimer::singleShot(kSettle, this, &Screenshots::next); }, Qt::SingleShotConnection);
        change();
    });
    takeAll(state);
}

/// What the folded parts of the Quantize page can be set to, and what is said when that will not do.
void Screenshots::addOptionStates()
{
    const auto only = [this](const char *open) {
        for (const char *part : kParts)
            page()->section(QLatin1String(part))->setExpanded(part == open);
    };
    addPlanned(QStringLiteral("quantize-all"), {}, [this, only] {
        only(nullptr);
        page()->findChild<QPushButton *>(QStringLiteral("showAllPushButton"))->click();
        page()->refresh();
    });
    addPlanned(QStringLiteral("quantize-imatrix"), kCalibration, [this, only] {
        only(kCalibration);
        const QString matrix = m_temporary.filePath(QStringLiteral("sample-imatrix.dat"));
        if (!writeImportance(matrix))
            return fail(QStringLiteral("the importance matrix cannot be written"));
        page()->setImportance(matrix);
    });
    addPlanned(QStringLiteral("quantize-all-imatrix"), {}, [this] {
        page()->levels()->setTicked({QStringLiteral("Q4_K_M"), QStringLiteral("IQ2_XXS")});
    });
    addPlanned(QStringLiteral("quantize-imatrix-wrong"), kCalibration, [this] {
        page()->findChild<QPushButton *>(QStringLiteral("showAllPushButton"))->click();
        page()->levels()->setTicked({QStringLiteral("Q4_K_M")});
        page()->setImportance(m_model + QStringLiteral("/config.json"));
    });
    addPlanned(QStringLiteral("quantize-override"), kLayers, [this, only] {
        only(kLayers);
        page()->setImportance(QString());
        auto *view = page()->findChild<QTableView *>(QStringLiteral("overrideTableView"));
        auto *table = page()->findChild<OverrideTable *>();
        table->model()->setType({QStringLiteral("blk.0.ffn_down.weight"), QStringLiteral("blk.0.attn_k.weight")},
                                QStringLiteral("Q8_0"));
        view->selectRow(7);
    });
    addPlanned(QStringLiteral("quantize-pattern-wrong"), QStringLiteral("patternsWidget"), [this] {
        JobSpec job = page()->spec();
        job.tensorTypes.push_back("attn_(v=Q8_0");
        page()->layers()->take(job);
        page()->refresh();
    });
    addPlanned(QStringLiteral("quantize-split"), kOutput, [this, only] {
        only(kOutput);
        JobSpec job = page()->spec();
        job.tensorTypes.clear();
        job.splitSizeBytes = 2'000'000'000;
        page()->layers()->take(job);
        page()->output()->take(job);
        page()->refresh();
    });
    addPlanned(QStringLiteral("quantize-split-wrong"), kOutput, [this] {
        auto *files = page()->findChild<QComboBox *>(QStringLiteral("filesComboBox"));
        files->setCurrentIndex(files->count() - 1);
        auto *size = page()->findChild<QLineEdit *>(QStringLiteral("fileSizeLineEdit"));
        size->setText(QStringLiteral("big"));
        emit size->editingFinished();
    });
    m_steps.push_back([this, only] {
        only(nullptr);
        const QString odd = m_temporary.filePath(QStringLiteral("odd.gguf"));
        if (!writeOddModel(odd))
            return fail(QStringLiteral("the model with odd rows cannot be written"));
        m_part.clear();
        openModel(odd);
    });
    addStill(QStringLiteral("quantize-fallback"), [] {});
    addPlanned(QStringLiteral("quantize-no-fallback"), {},
               [this] { page()->findChild<QCheckBox *>(QStringLiteral("noFallbackCheckBox"))->setChecked(true); });
    m_steps.push_back([this] { openModel(m_model); });
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

JobSpec Screenshots::longSpec() const
{
    JobSpec job = spec(kFourLevels);
    job.model = m_temporary.filePath(QStringLiteral("larger.gguf")).toStdString();
    return job;
}

void Screenshots::addRunStates()
{
    m_steps.push_back([this] {
        if (auto written = writeSyntheticModel(longSpec().model, SyntheticShape::Dense, kLongModelBytes); !written)
            return fail(QString::fromStdString(written.error().message));
        next();
    });
    // A job goes on while a picture is taken; the run states are caught once for each look.
    addRunning(QStringLiteral("running"), longSpec(), 0.5, /*pause=*/false);
    addRunning(QStringLiteral("paused"), longSpec(), 0.4, /*pause=*/true);
    addEnded(QStringLiteral("cancelled"), longSpec(), JobState::Cancelled, [this] {
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
    JobSpec small = spec(kFourLevels);
    small.ramLimitBytes = 1 << 20;
    addEnded(QStringLiteral("failed-memory"), small, JobState::Failed, [] {});
    addEnded(QStringLiteral("finished"), spec({QStringLiteral("Q4_K_M"), QStringLiteral("Q8_0")}), JobState::Succeeded,
             [] {});
}

void Screenshots::addCardStates()
{
    m_steps.push_back([this] {
        m_window->showTab(MainWindow::QuantizeTab);
        next();
    });
    addDeviceMenu(QStringLiteral("device-menu-none"));
    m_steps.push_back([this] {
        m_card.plug(true);
        connect(
            m_controller.get(), &JobController::planReady, this,
            [this] { QTimer::singleShot(kUntilLooked, this, &Screenshots::next); }, Qt::SingleShotConnection);
        m_controller->findDevices(true); // a card to work on: planned anew
    });
    addDeviceMenu(QStringLiteral("device-menu"));
    addPlanned(QStringLiteral("quantize-limits"), QStringLiteral("memorySection"), [this] {
        page()->section(QStringLiteral("memorySection"))->setExpanded(true);
        page()->refresh();
    });
    m_steps.push_back([this] {
        page()->section(QStringLiteral("memorySection"))->setExpanded(false);
        m_part.clear();
        next();
    });
    addRunning(QStringLiteral("running-card"), longSpec(), 0.5, /*pause=*/false);
    m_steps.push_back([this] {
        m_card.setTooSmall(true);
        next();
    });
    addRunning(QStringLiteral("running-fallback"), longSpec(), 0.6, /*pause=*/false);
    addEnded(QStringLiteral("finished-fallback"), longSpec(), JobState::Succeeded, [] {});
}

/// The menu closes when the window changes, so that it is opened anew for each look.
void Screenshots::addDeviceMenu(const QString &state)
{
    for (const Look look : {Look{false, false}, Look{true, false}, Look{false, true}, Look{true, true}}) {
        m_steps.push_back([this, look] {
            wear(look);
            QTimer::singleShot(kSettle, this, [this] {
                showDevices(true);
                QTimer::singleShot(kSettle, this, &Screenshots::next);
            });
        });
        m_steps.push_back([this, state, look] {
            take(state, look);
            showDevices(false);
            next();
        });
    }
}

void Screenshots::showDevices(bool shown)
{
    QComboBox *box = m_window->strip()->deviceBox();
    shown ? box->showPopup() : box->hidePopup();
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
    const auto *part = m_part.isEmpty() ? nullptr : page()->findChild<QWidget *>(m_part);
    for (auto *area : page()->findChildren<QScrollArea *>())
        area->verticalScrollBar()->setValue(part ? part->mapTo(area->widget(), QPoint(0, -kCardGap)).y() : 0);
    for (auto *area : m_window->comparePage()->findChildren<QScrollArea *>())
        area->verticalScrollBar()->setValue(m_atEnd ? area->verticalScrollBar()->maximum() : 0);
    const QString name = state + (look.narrow ? QStringLiteral("-960") : QString()) +
                         (look.dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"));
    QPixmap picture = m_window->grab();
    if (QWidget *menu = QApplication::activePopupWidget()) // a window of its own
        QPainter(&picture).drawPixmap(m_window->mapFromGlobal(menu->pos()), menu->grab());
    if (QWidget *dialog = QApplication::activeModalWidget()) { // another one, framed as a desktop would
        QPainter painter(&picture);
        const QPoint corner = m_window->rect().center() - dialog->rect().center();
        painter.drawPixmap(corner, dialog->grab());
        painter.setPen(tokens().strongLine);
        painter.drawRect(QRect(corner, dialog->size()).adjusted(-1, -1, 0, 0));
    }
    if (!picture.save(m_folder.filePath(name)))
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
