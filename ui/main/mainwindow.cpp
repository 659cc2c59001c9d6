// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/mainwindow.h"

#include "ui/bridge/format.h"
#include "ui/bridge/imatrixcontroller.h"
#include "ui/main/devicebox.h"
#include "ui/main/devicestrip.h"
#include "ui/main/dropoverlay.h"
#include "ui/main/modelpane.h"
#include "ui/main/sample.h"
#include "ui/models/comparison.h"
#include "ui/models/devicechoice.h"
#include "ui/models/modellistmodel.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/emptypage.h"
#include "ui/pages/quantizepage.h"
#include "ui/pages/resultpage.h"
#include "ui/pages/runpage.h"
#include "ui/settings/settings.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tabstrip.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace snug::ui {

namespace {

constexpr QSize kFirstSize{1280, 800};
constexpr QSize kSmallestSize{960, 640};

QStringList localPaths(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            paths << QDir::cleanPath(url.toLocalFile());
    return paths;
}

/// The sample, once opened, in a group of its own at the end.
std::shared_ptr<const Catalog> withSampleGroup(const std::shared_ptr<const Catalog> &catalog)
{
    const std::string sample = sampleModelPath().toStdString();
    const auto other = [&](const CatalogEntry &entry) { return sample.empty() || entry.path != sample; };
    if (std::all_of(catalog->entries.begin(), catalog->entries.end(), other))
        return catalog;
    auto grouped = std::make_shared<Catalog>(*catalog);
    const auto from = std::stable_partition(grouped->entries.begin(), grouped->entries.end(), other);
    for (auto entry = from; entry != grouped->entries.end(); ++entry)
        entry->group = kSampleGroup;
    return grouped;
}

Scheme schemeFrom(const QString &name)
{
    return name == QLatin1String("light")  ? Scheme::Light
           : name == QLatin1String("dark") ? Scheme::Dark
                                           : Scheme::System;
}

} // namespace

MainWindow::MainWindow(JobController *controller, Settings *settings, QWidget *parent)
    : QMainWindow(parent), m_controller(controller), m_settings(settings),
      m_measuring(new MeasureController(controller->engine(), this)),
      m_making(new ImatrixController(controller->engine(), this)), m_comparison(new Comparison(this)),
      m_device(new DeviceChoice(settings->device(), settings->deviceTitle(), this)), m_strip(new DeviceStrip(this)),
      m_pane(new ModelPane(this)), m_tabs(new TabStrip(this)), m_pages(new QStackedWidget(this)),
      m_quantizeStack(new QStackedWidget(this)), m_empty(new EmptyPage(this)),
      m_quantize(new QuantizePage(controller, settings, this)), m_run(new RunPage(controller, this)),
      m_compare(new ComparePage(m_measuring, m_comparison, settings, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Snug"));
    setAcceptDrops(true);
    setMinimumSize(kSmallestSize);
    setupLayout();
    setupMenu();
    setupShortcuts();
    connectParts();
    connectMeasuring();
    connectMaking();
    m_empty->setSampleAvailable(!sampleModelPath().isEmpty());
    m_strip->setRamLimit(m_settings->ramLimitBytes());
    m_strip->setVramLimit(m_settings->vramLimitBytes(), std::nullopt);
    if (!restoreGeometry(m_settings->windowGeometry()))
        resize(kFirstSize);
    layoutFor(width());
    // Before anything is planned. A device that was chosen by name is looked for with all drivers.
    m_controller->findDevices(m_settings->device().contains(QLatin1Char(':')));
}

MainWindow::~MainWindow() = default;

void MainWindow::setupLayout()
{
    m_tabs->setObjectName(QStringLiteral("pageTabStrip"));
    m_tabs->setAccessibleName(tr("Pages"));
    m_tabs->addTab(tr("Quantize"));
    m_tabs->addTab(tr("Run"));
    m_tabs->addTab(tr("Compare"));
    m_quantizeStack->addWidget(m_empty);
    m_quantizeStack->addWidget(m_quantize);
    m_pages->addWidget(m_quantizeStack);
    m_pages->addWidget(m_run);
    m_pages->addWidget(m_compare);
    auto *tabsPanel = new Panel(Panel::Ground::Window, Qt::BottomEdge, this);
    tabsPanel->setFixedHeight(kTabsHeight);
    m_tabsLine = new QHBoxLayout(tabsPanel);
    m_tabsLine->addWidget(m_tabs);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(tabsPanel);
    right->addWidget(m_pages, 1);
    auto *below = new QHBoxLayout;
    below->setSpacing(0);
    below->addWidget(m_pane);
    below->addLayout(right, 1);
    auto *central = new QWidget(this);
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_strip);
    column->addLayout(below, 1);
    setCentralWidget(central);
    m_overlay = new DropOverlay(central);
}

void MainWindow::setupMenu()
{
    auto *menu = new QMenu(this);
    menu->addAction(tr("Choose a model…"), QKeySequence::Open, this, &MainWindow::chooseModel);
    menu->addAction(tr("Add a folder to look in…"), this, &MainWindow::chooseFolder);
    menu->addAction(tr("Look for models again"), QKeySequence::Refresh, this, &MainWindow::lookForModels);
    menu->addSeparator();
    auto *schemes = new QActionGroup(menu);
    const std::array<std::pair<const char *, QString>, 3> names{
        {{"system", tr("Colours of the system")}, {"light", tr("Light")}, {"dark", tr("Dark")}}};
    for (const auto &[name, text] : names) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setActionGroup(schemes);
        const QString scheme = QLatin1String(name);
        action->setChecked(m_settings->scheme() == scheme);
        connect(action, &QAction::triggered, this, [this, scheme] {
            m_settings->setScheme(scheme);
            applyTheme(*qApp, schemeFrom(scheme));
        });
    }
    menu->addSeparator();
    QAction *about = menu->addAction(tr("Snug %1").arg(QApplication::applicationVersion()));
    about->setEnabled(false);
    menu->addAction(tr("Quit"), QKeySequence::Quit, this, &QWidget::close);
    addActions(menu->actions()); // shortcuts work without the menu being open
    connect(m_strip->menuButton(), &QPushButton::clicked, this, [this, menu] {
        const QPoint corner(m_strip->menuButton()->width() - menu->sizeHint().width(), m_strip->menuButton()->height());
        menu->popup(m_strip->menuButton()->mapToGlobal(corner));
    });
}

void MainWindow::setupShortcuts()
{
    const auto add = [this](const QKeySequence &keys, auto action) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, action);
    };
    add(QKeySequence::Find, [this] { m_pane->focusFilter(); });
    add(QKeySequence(Qt::CTRL | Qt::Key_1), [this] { showTab(QuantizeTab); });
    add(QKeySequence(Qt::CTRL | Qt::Key_2), [this] { showTab(RunTab); });
    add(QKeySequence(Qt::CTRL | Qt::Key_3), [this] { showTab(CompareTab); });
    add(QKeySequence(Qt::CTRL | Qt::Key_M), [this] { compareModel(m_quantize->modelPath()); });
    add(QKeySequence(Qt::CTRL | Qt::Key_Return), [this] { m_quantize->start(); });
    add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { m_quantize->copyCommand(); });
    add(QKeySequence(Qt::CTRL | Qt::Key_P), [this] {
        if (m_controller->state() == JobState::Running)
            m_controller->pause();
        else
            m_controller->resume();
    });
}

void MainWindow::connectParts()
{
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_controller, &JobController::memoryChanged, m_strip, &DeviceStrip::setMemory);
    connect(m_controller, &JobController::modelsFound, this, &MainWindow::takeCatalog);
    connect(m_controller, &JobController::identified, this, &MainWindow::takePaths);
    connect(m_controller, &JobController::planReady, this, [this](const std::shared_ptr<const PlanAnswer> &answer) {
        m_strip->setRamLimit(answer->request.spec.ramLimitBytes);
        const DeviceSetting setting = m_device->setting();
        m_strip->setVramLimit(answer->request.spec.vramLimitBytes,
                              setting.cards.size() == 1 ? std::optional(setting.cards.front()) : std::nullopt);
    });
    connect(m_controller, &JobController::devicesFound, m_device, &DeviceChoice::setDevices);
    connect(m_device, &DeviceChoice::changed, this, &MainWindow::takeDevice);
    connect(m_device, &DeviceChoice::chosen, this,
            [this](const QString &id, const QString &title) { m_settings->setDevice(id, title); });
    connect(m_strip->deviceBox(), &DeviceBox::opening, m_controller, [this] { m_controller->findDevices(true); });
    connect(m_strip->deviceBox(), &DeviceBox::deviceChosen, m_device, &DeviceChoice::choose);
    connect(m_quantize, &QuantizePage::deviceRequested, m_device, &DeviceChoice::choose);
    connect(m_controller, &JobController::stateChanged, this, &MainWindow::closeWhenIdle);
    connect(m_controller, &JobController::finished, this, [this](const std::shared_ptr<const JobReport> &report) {
        if (report->outcome == Outcome::Succeeded)
            lookForModels(); // what was made may lie in a folder of the list
    });
    connect(m_pane, &ModelPane::modelChosen, this, &MainWindow::openModel);
    connect(m_pane, &ModelPane::addFolderRequested, this, &MainWindow::chooseFolder);
    connect(m_pane, &ModelPane::chooseFileRequested, this, &MainWindow::chooseModel);
    connect(m_empty, &EmptyPage::chooseRequested, this, &MainWindow::chooseModel);
    connect(m_empty, &EmptyPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_empty, &EmptyPage::addFolderRequested, this, &MainWindow::chooseFolder);
    connect(m_empty, &EmptyPage::lookAgainRequested, this, &MainWindow::lookForModels);
    connect(m_empty, &EmptyPage::pathsDropped, m_controller, &JobController::identify);
    connect(m_quantize, &QuantizePage::startRequested, this, &MainWindow::startJob);
    connect(m_quantize, &QuantizePage::modelOpened, this, [this](const QString &path) {
        m_settings->addRecentModel(path);
        if (!m_pane->model()->modelCount() || m_pane->model()->rowOf(path) < 0)
            lookForModels();
    });
    connect(m_run, &RunPage::quantizeRequested, this, [this] { showTab(QuantizeTab); });
    connect(m_run, &RunPage::againRequested, this, &MainWindow::startJob);
    connect(m_run, &RunPage::openFolderRequested, this, &MainWindow::openFolderOf);
    connect(m_run, &RunPage::shareChanged, this,
            [this](double share) { m_tabs->setPill(RunTab, share < 0 ? QString() : percentText(share)); });
}

void MainWindow::openModel(const QString &path)
{
    m_pane->markModel(path);
    m_quantizeStack->setCurrentWidget(m_quantize);
    showTab(QuantizeTab);
    m_quantize->setModel(path, outputRootFor(path));
}

void MainWindow::openSample()
{
    if (const QString path = sampleModelPath(); !path.isEmpty())
        openModel(path);
}

/// Beside the model, except where other programs keep house: their caches, and what came with Snug.
QString MainWindow::outputRootFor(const QString &modelPath) const
{
    const bool foreign = modelPath == sampleModelPath() || isKeptByOthers(modelPath.toStdString());
    if (!foreign && m_settings->outputRoot().isEmpty())
        return {};
    return m_settings->outputRoot().isEmpty() ? QDir::homePath() + QStringLiteral("/Models") : m_settings->outputRoot();
}

void MainWindow::showTab(Tab tab) { m_tabs->setCurrentIndex(tab); }

void MainWindow::lookForModels()
{
    m_empty->setCatalog(nullptr);
    m_controller->findModels(m_settings->folders(), m_settings->recentModels());
}

void MainWindow::takeDevice()
{
    const DeviceSetting setting = m_device->setting();
    m_strip->deviceBox()->setDevices(m_device->devices(), setting.id);
    m_quantize->setDevice(setting);
}

void MainWindow::takeCatalog(const std::shared_ptr<const Catalog> &catalog)
{
    const auto grouped = withSampleGroup(catalog);
    m_empty->setCatalog(grouped);
    m_pane->setCatalog(grouped);
}

void MainWindow::takePaths(const QStringList &models, const QStringList &folders, const QStringList &matrices)
{
    for (const QString &folder : folders)
        addFolder(folder);
    if (!models.isEmpty())
        openModel(models.first());
    else if (!matrices.isEmpty() && m_quantize->modelPath().isEmpty())
        openModel(matrices.first()); // which says what it is
    if (matrices.isEmpty() || m_quantize->modelPath() == matrices.first())
        return;
    showTab(QuantizeTab);
    m_quantize->setImportance(matrices.first());
}

void MainWindow::startJob(const JobSpec &spec)
{
    if (m_controller->busy())
        return;
    if (m_making->busy())
        return showTab(QuantizeTab); // where it says why not
    m_controller->start(spec);
    showTab(RunTab);
}

void MainWindow::chooseModel()
{
    auto *dialog = new QFileDialog(this, tr("Choose a model"), m_settings->lastFolder(),
                                   tr("Models (*.gguf *.safetensors config.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        const QFileInfo info(file);
        m_settings->setLastFolder(info.absolutePath());
        // A checkpoint is its folder, whichever of its files was pressed.
        const bool whole = info.suffix().compare(QLatin1String("gguf"), Qt::CaseInsensitive) == 0;
        m_controller->identify({whole ? file : info.absolutePath()});
    });
    dialog->open();
}

void MainWindow::chooseFolder()
{
    auto *dialog = new QFileDialog(this, tr("Add a folder to look in"), m_settings->lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        m_settings->setLastFolder(folder);
        addFolder(folder);
    });
    dialog->open();
}

void MainWindow::addFolder(const QString &folder)
{
    m_settings->addFolder(folder);
    lookForModels();
}

void MainWindow::openFolderOf(const QString &file)
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(file).absolutePath()));
}

void MainWindow::layoutFor(int width)
{
    const bool narrow = width < kNarrowWindow;
    m_strip->setNarrow(narrow);
    m_pane->setNarrow(narrow);
    m_tabsLine->setContentsMargins(narrow ? kPageMarginNarrow : kPageMargin, 0, 0, 0);
    m_quantize->setNarrow(narrow);
    m_run->setNarrow(narrow);
    m_compare->setNarrow(narrow);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    layoutFor(event->size().width());
    m_overlay->setGeometry(centralWidget()->rect());
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    // Memory and disk may have changed while the person was elsewhere.
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && !m_controller->busy())
        m_quantize->refresh();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (localPaths(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    showDropSign(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *event)
{
    QMainWindow::dragLeaveEvent(event);
    showDropSign(false);
}

void MainWindow::dropEvent(QDropEvent *event)
{
    showDropSign(false);
    event->acceptProposedAction();
    m_controller->identify(localPaths(event->mimeData()));
}

void MainWindow::showDropSign(bool shown)
{
    const bool empty = m_tabs->currentIndex() == QuantizeTab && m_quantizeStack->currentWidget() == m_empty;
    m_empty->setDropActive(shown && empty);
    m_overlay->setVisible(shown && !empty);
    m_overlay->raise();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (busy() && !m_closing) {
        event->ignore();
        askToClose();
        return;
    }
    m_settings->setWindowGeometry(saveGeometry());
    event->accept();
}

bool MainWindow::busy() const { return m_controller->busy() || m_measuring->busy() || m_making->busy(); }

void MainWindow::closeWhenIdle()
{
    if (m_closing && !busy())
        close();
}

void MainWindow::askToClose()
{
    if (findChild<QMessageBox *>(QStringLiteral("closeMessageBox")))
        return;
    const bool job = m_controller->busy(), making = m_making->busy();
    auto *question = new QMessageBox(QMessageBox::NoIcon,
                                     job      ? tr("A job is running")
                                     : making ? tr("An importance matrix is being made")
                                              : tr("A measurement is running"),
                                     job      ? tr("A job is running. Stop it and close?")
                                     : making ? tr("An importance matrix is being made. Stop it and close?")
                                              : tr("A measurement is running. Stop it and close?"),
                                     QMessageBox::NoButton, this);
    question->setObjectName(QStringLiteral("closeMessageBox"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(job      ? tr("What was done so far is thrown away and the partial files are deleted.")
                                 : making ? tr("What was done so far is kept, and making it again goes on from there.")
                                          : tr("What was measured so far is not kept."));
    QPushButton *yes = question->addButton(tr("Stop and close"), QMessageBox::DestructiveRole);
    QPushButton *no = question->addButton(tr("Keep going"), QMessageBox::RejectRole);
    question->setDefaultButton(no);
    connect(yes, &QPushButton::clicked, this, [this] {
        m_closing = true;
        m_controller->cancel();
        m_measuring->stop();
        m_making->stop();
        if (!busy())
            close();
        else // a job that does not stop in time is left behind; its partial file is removed at the next start of that
             // job
            QTimer::singleShot(JobController::kClosingWait, this, &QWidget::close);
    });
    if (job)
        connect(m_controller, &JobController::finished, question, &QWidget::close);
    else if (making)
        connect(m_making, &ImatrixController::finished, question, &QWidget::close);
    else
        connect(m_measuring, &MeasureController::finished, question, &QWidget::close);
    question->open();
}

} // namespace snug::ui
