// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/importancesection.h"

#include "ui/bridge/format.h"
#include "ui/pages/caption.h"
#include "ui/pages/faultlabel.h"
#include "ui/pages/makingpanel.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalBlocker>
#include <QUrl>
#include <QVBoxLayout>

namespace snug::ui {

namespace {

enum Which { AllEntries, OnlyNamed, AllButNamed };

QString droppedFile(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

std::vector<std::string> namesIn(const QString &text)
{
    std::vector<std::string> names;
    for (const QString &name : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty())
            names.push_back(name.trimmed().toStdString());
    return names;
}

QString joined(const std::vector<std::string> &names)
{
    QStringList texts;
    for (const std::string &name : names)
        texts << QString::fromStdString(name);
    return texts.join(QStringLiteral(", "));
}

} // namespace

ImportanceSection::ImportanceSection(QWidget *parent)
    : QWidget(parent), m_path(new QLineEdit(this)), m_remove(nullptr), m_make(nullptr), m_info(new WrappedLabel(this)),
      m_fault(new FaultLabel(this)), m_entries(nullptr), m_which(new QComboBox(this)), m_names(new QLineEdit(this)),
      m_entriesFault(new FaultLabel(this))
{
    setAcceptDrops(true);
    setTextLook(m_info, kSecondText, QFont::Normal, Ink::Text2);
    m_info->setObjectName(QStringLiteral("importanceInfoLabel"));
    m_fault->setObjectName(QStringLiteral("importanceFaultLabel"));
    m_entriesFault->setObjectName(QStringLiteral("importanceEntriesFaultLabel"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, kSpace16, kSpace4);
    column->setSpacing(kSpace8);
    column->addWidget(makeFile());
    column->addWidget(m_fault);
    column->addWidget(m_info);
    m_entries = makeEntries();
    column->addWidget(m_entries);
    column->addWidget(m_entriesFault);
    refresh();
}

QWidget *ImportanceSection::makeFile()
{
    auto *row = new QWidget(this);
    m_path->setObjectName(QStringLiteral("importancePathLineEdit"));
    m_path->setAccessibleName(tr("Importance matrix"));
    m_path->setPlaceholderText(tr("None. Choose a file or drop one here."));
    m_path->setAcceptDrops(false); // would take the address as text
    auto *choose = makeButton(tr("Choose file…"), Icon::File, ButtonKind::Normal, row);
    choose->setObjectName(QStringLiteral("chooseImportancePushButton"));
    m_remove = makeButton(tr("Remove"), ButtonKind::Normal, row);
    m_remove->setObjectName(QStringLiteral("removeImportancePushButton"));
    m_make = makeButton(tr("Make one now…"), Icon::Sparkle, ButtonKind::Normal, row);
    m_make->setObjectName(QStringLiteral("makeImportanceSectionPushButton"));
    m_make->setToolTip(tr("Measures on a text which weights matter most"));
    connect(m_make, &QPushButton::clicked, this, &ImportanceSection::makeRequested);
    connect(choose, &QPushButton::clicked, this, &ImportanceSection::chooseRequested);
    connect(m_remove, &QPushButton::clicked, this, [this] { setPath(QString()); });
    connect(m_path, &QLineEdit::editingFinished, this, [this] {
        if (m_path->isModified())
            setPath(m_path->text());
    });
    auto *grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace8);
    grid->setVerticalSpacing(kSpace4);
    grid->addWidget(makeCaption(tr("Importance matrix"), row), 0, 0);
    grid->addWidget(m_path, 1, 0);
    grid->addWidget(choose, 1, 1);
    grid->addWidget(m_make, 1, 2);
    grid->addWidget(m_remove, 1, 3);
    grid->setColumnStretch(0, 1);
    return row;
}

QWidget *ImportanceSection::makeEntries()
{
    auto *row = new QWidget(this);
    m_which->setObjectName(QStringLiteral("importanceEntriesComboBox"));
    m_which->setAccessibleName(tr("Entries used"));
    m_which->addItems({tr("All entries"), tr("Only those named"), tr("All but those named")});
    m_names->setObjectName(QStringLiteral("importanceEntriesLineEdit"));
    m_names->setAccessibleName(tr("Names of entries"));
    m_names->setPlaceholderText(tr("Parts of names, such as ffn_down, attn_v"));
    connect(m_which, &QComboBox::currentIndexChanged, this, [this] {
        refresh();
        if (!namesIn(m_names->text()).empty())
            emit changed();
    });
    connect(m_names, &QLineEdit::editingFinished, this, [this] {
        if (m_names->isModified())
            emit changed();
        m_names->setModified(false);
    });
    auto *grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace8);
    grid->setVerticalSpacing(kSpace4);
    grid->addWidget(makeCaption(tr("Entries used"), row), 0, 0);
    grid->addWidget(m_which, 1, 0);
    grid->addWidget(m_names, 1, 1);
    grid->setColumnStretch(1, 1);
    return row;
}

void ImportanceSection::setPath(const QString &path)
{
    m_path->setText(homely(expandedPath(path)));
    m_path->setModified(false);
    m_found.reset();
    m_fault->setText(QString());
    refresh();
    emit changed();
}

QString ImportanceSection::path() const { return expandedPath(m_path->text()); }

void ImportanceSection::setFound(const std::optional<ImportanceInfo> &info, const QString &fault,
                                 const QString &entriesFault)
{
    m_found = path().isEmpty() ? std::nullopt : info;
    m_fault->setText(path().isEmpty() ? QString() : fault);
    m_entriesFault->setText(path().isEmpty() ? QString() : entriesFault);
    refresh();
}

void ImportanceSection::setMaking(ImatrixController *making)
{
    m_making = new MakingPanel(making, this);
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->insertWidget(column->indexOf(m_info) + 1, m_making);
    connect(m_making, &MakingPanel::settingChanged, this, &ImportanceSection::settingChanged);
}

void ImportanceSection::setModel(const QString &model)
{
    if (m_making)
        m_making->setModel(model);
}

void ImportanceSection::setMakeable(bool makeable)
{
    m_makeable = makeable;
    refresh();
}

void ImportanceSection::setMakingHindrance(const QString &reason)
{
    if (m_making)
        m_making->setHindrance(reason);
}

void ImportanceSection::setRefusal(const std::optional<Error> &refusal)
{
    m_refusal = refusal ? windowWords(refusal->message) : QString();
    refresh();
}

void ImportanceSection::setWaitingLevels(int count) { m_waiting = count; }

void ImportanceSection::refresh()
{
    const bool any = !path().isEmpty();
    m_remove->setVisible(any);
    m_make->setVisible(m_makeable && !any);
    m_entries->setVisible(any && m_fault->text().isEmpty());
    m_names->setVisible(m_which->currentIndex() != AllEntries);
    m_info->setText(infoText());
    m_info->setVisible(m_fault->text().isEmpty());
}

QString ImportanceSection::infoText() const
{
    if (path().isEmpty()) {
        const QString what = tr("It tells which weights matter most, measured on sample text. The smallest levels need "
                                "one, all others get better by it.");
        return m_refusal.isEmpty()
                   ? what
                   : what + QLatin1Char('\n') + tr("Snug cannot make one of this model: %1").arg(m_refusal);
    }
    if (!m_found)
        return tr("Reading it…");
    QStringList parts{QString::fromStdString(m_found->format),
                      tr("%n entries", nullptr, static_cast<int>(m_found->entryCount))};
    if (!m_found->datasets.empty())
        parts << tr("measured on %1").arg(joined(m_found->datasets));
    if (m_found->chunkCount > 0)
        parts << tr("%n piece(s) of text", nullptr, static_cast<int>(m_found->chunkCount));
    return parts.join(QStringLiteral("  ·  "));
}

QString ImportanceSection::setting() const
{
    if (const QString making = m_making ? m_making->setting() : QString(); !making.isEmpty())
        return making;
    if (path().isEmpty())
        return m_waiting == 0 ? tr("Off. These levels do not need it.")
                              : tr("Off. %n level(s) need an importance matrix.", nullptr, m_waiting);
    const QString name = QFileInfo(path()).fileName();
    if (!m_fault->text().isEmpty())
        return tr("%1 cannot be used").arg(name);
    return m_found ? tr("%1, %n entries", nullptr, static_cast<int>(m_found->entryCount)).arg(name) : name;
}

void ImportanceSection::apply(JobSpec &spec) const
{
    spec.imatrix = path().toStdString();
    spec.includeWeights.clear();
    spec.excludeWeights.clear();
    if (spec.imatrix.empty())
        return;
    if (m_which->currentIndex() == OnlyNamed)
        spec.includeWeights = namesIn(m_names->text());
    else if (m_which->currentIndex() == AllButNamed)
        spec.excludeWeights = namesIn(m_names->text());
}

void ImportanceSection::take(const JobSpec &spec)
{
    const QSignalBlocker quiet(m_which);
    m_path->setText(homely(spec.imatrix));
    m_which->setCurrentIndex(!spec.includeWeights.empty()   ? OnlyNamed
                             : !spec.excludeWeights.empty() ? AllButNamed
                                                            : AllEntries);
    m_names->setText(joined(spec.includeWeights.empty() ? spec.excludeWeights : spec.includeWeights));
    m_found.reset();
    m_fault->setText(QString());
    m_entriesFault->setText(QString());
    refresh();
}

void ImportanceSection::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFile(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void ImportanceSection::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    setPath(droppedFile(event->mimeData()));
}

} // namespace snug::ui
