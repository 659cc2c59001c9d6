// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/foldersection.h"

#include "ui/bridge/format.h"
#include "ui/pages/caption.h"
#include "ui/pages/entrylist.h"
#include "ui/theme/metrics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace snug::ui {

namespace {

/// A caption over its field.
QWidget *captioned(const QString &caption, QWidget *field, QWidget *parent)
{
    auto *holder = new QWidget(parent);
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace4);
    column->addWidget(makeCaption(caption, holder));
    column->addWidget(field);
    return holder;
}

} // namespace

FolderSection::FolderSection(QWidget *parent)
    : QWidget(parent), m_integers(new QWidget(this)), m_blocks(nullptr),
      m_ignore(new EntryList(QStringLiteral("ignore"),
                             {tr("Modules"), QStringLiteral("lm_head|\\.mlp\\.gate$"), tr("Add a pattern")}, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, kSpace16, kSpace4);
    column->setSpacing(kSpace12);
    column->addWidget(makeChoices());
    column->addWidget(makeCaption(tr("Modules to leave as they are, as regular expressions on their names"), this));
    column->addWidget(m_ignore);
    connect(m_ignore, &EntryList::changed, this, &FolderSection::changed);
}

QComboBox *FolderSection::makeChoice(const char *objectName, const QString &accessibleName)
{
    auto *choice = new QComboBox(this);
    choice->setObjectName(QLatin1String(objectName));
    choice->setAccessibleName(accessibleName);
    connect(choice, &QComboBox::currentIndexChanged, this, &FolderSection::changed);
    return choice;
}

QWidget *FolderSection::makeChoices()
{
    m_symmetry = makeChoice("symmetryComboBox", tr("Codes"));
    m_symmetry->addItem(tr("Symmetric"), false);
    m_symmetry->addItem(tr("Asymmetric, with a zero point"), true);
    m_scales = makeChoice("scalesComboBox", tr("Scales"));
    m_scales->addItem(tr("Searched for the least error"), false);
    m_scales->addItem(tr("From the smallest and largest weight, faster"), true);
    m_blockSize = makeChoice("blockSizeComboBox", tr("Weights that share a scale"));
    m_blockSize->addItem(tr("%1 (usual)").arg(64), 0);
    for (const int size : {32, 128, 256, 512, 1024, 2048, 4096})
        m_blockSize->addItem(QString::number(size), size);
    auto *integers = new QHBoxLayout(m_integers);
    integers->setContentsMargins(0, 0, 0, 0);
    integers->setSpacing(kSpace16);
    integers->addWidget(captioned(tr("Codes"), m_symmetry, m_integers));
    integers->addWidget(captioned(tr("Scales"), m_scales, m_integers));
    m_blocks = captioned(tr("Weights that share a scale, of 4-bit levels"), m_blockSize, this);
    auto *choices = new QWidget(this);
    auto *line = new QHBoxLayout(choices);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_integers);
    line->addWidget(m_blocks);
    line->addStretch(1);
    return choices;
}

void FolderSection::setMethod(const std::string &method)
{
    m_method = method;
    m_integers->setVisible(method != "bnb");
    m_blocks->setVisible(method == "bnb");
}

void FolderSection::apply(JobSpec &spec) const
{
    const bool bnb = m_method == "bnb";
    spec.asymmetric = !bnb && m_symmetry->currentData().toBool();
    spec.minMax = !bnb && m_scales->currentData().toBool();
    spec.blockSize = bnb ? m_blockSize->currentData().toInt() : 0;
    spec.ignore.clear();
    for (const EntryList::Entry &module : m_ignore->entries())
        spec.ignore.push_back(module.text.toStdString());
}

void FolderSection::take(const JobSpec &spec)
{
    const QSignalBlocker quiet(this);
    m_symmetry->setCurrentIndex(spec.asymmetric ? 1 : 0);
    m_scales->setCurrentIndex(spec.minMax ? 1 : 0);
    m_blockSize->setCurrentIndex(std::max(0, m_blockSize->findData(spec.blockSize)));
    std::vector<EntryList::Entry> modules;
    for (const std::string &module : spec.ignore)
        modules.push_back({QString::fromStdString(module), {}});
    m_ignore->setEntries(modules);
    setFaults({});
}

void FolderSection::setFaults(const std::vector<SettingFault> &faults)
{
    std::map<std::size_t, QString> modules;
    for (const SettingFault &fault : faults)
        if (fault.setting == Setting::Ignore)
            modules.emplace(fault.entry, windowWords(fault.error.message));
    m_ignore->setFaults(modules);
}

QString FolderSection::setting() const
{
    QStringList parts;
    if (m_method == "bnb") {
        const int size = m_blockSize->currentData().toInt();
        parts << tr("A scale for %1 weights each").arg(size == 0 ? 64 : size);
    } else {
        parts << (m_symmetry->currentData().toBool() ? tr("Codes with a zero point") : tr("Symmetric codes"))
              << (m_scales->currentData().toBool() ? tr("scales from the extremes") : tr("searched scales"));
    }
    if (const auto patterns = m_ignore->entries().size(); patterns > 0)
        parts << tr("modules of %n pattern(s) as they are", nullptr, static_cast<int>(patterns));
    return parts.join(QStringLiteral(", "));
}

} // namespace snug::ui
