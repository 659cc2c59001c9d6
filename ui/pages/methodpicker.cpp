// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/methodpicker.h"

#include "ui/bridge/engine.h"
#include "ui/bridge/format.h"
#include "ui/pages/caption.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/segmentedbox.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace snug::ui {

namespace {

/// "llama.cpp, LM Studio and Ollama" of a list parted by commas.
QString inASentence(const std::string &names)
{
    QStringList list = QString::fromStdString(names).split(QStringLiteral(", "));
    const QString last = list.takeLast();
    return list.isEmpty() ? last
                          : MethodPicker::tr("%1 and %2", "programs, and the last of them")
                                .arg(list.join(QStringLiteral(", ")), last);
}

} // namespace

MethodPicker::MethodPicker(std::vector<MethodOffer> methods, QWidget *parent)
    : QWidget(parent), m_methods(std::move(methods)), m_row(new SegmentedBox(this)), m_sentence(new WrappedLabel(this)),
      m_formatRow(new QWidget(this)), m_formatHolder(new QWidget(m_formatRow)),
      m_formatSentence(new WrappedLabel(m_formatRow))
{
    m_row->setObjectName(QStringLiteral("methodSegmentedBox"));
    m_row->setAccessibleName(tr("Method"));
    for (const MethodOffer &method : m_methods)
        m_row->addSegment(methodWords(method.title), methodWords(method.sentence));
    m_sentence->setObjectName(QStringLiteral("methodSentenceLabel"));
    m_formatSentence->setObjectName(QStringLiteral("formatSentenceLabel"));
    setTextLook(m_sentence, kBodyText, QFont::Normal, Ink::Text2);
    setTextLook(m_formatSentence, kSecondText, QFont::Normal, Ink::Text2);
    setupLayout();
    connect(m_row, &SegmentedBox::currentChanged, this, [this] {
        fillFormats();
        refresh();
        emit changed();
    });
    fillFormats();
    refresh();
}

void MethodPicker::setupLayout()
{
    auto *holder = new QHBoxLayout(m_formatHolder);
    holder->setContentsMargins(0, 0, 0, 0);
    auto *line = new QHBoxLayout(m_formatRow);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace12);
    line->addWidget(makeCaption(tr("Format"), m_formatRow));
    line->addWidget(m_formatHolder);
    line->addWidget(m_formatSentence, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace8);
    column->addWidget(m_row, 0, Qt::AlignLeft);
    column->addWidget(m_sentence);
    column->addWidget(m_formatRow);
}

void MethodPicker::setChoice(const std::string &method, const std::string &format)
{
    const auto found = std::ranges::find(m_methods, method, &MethodOffer::name);
    const QSignalBlocker quiet(this);
    if (found != m_methods.end()) {
        m_formats[method] = format;
        m_row->setCurrentIndex(static_cast<int>(found - m_methods.begin()));
    } else {
        m_row->setCurrentIndex(0);
    }
    fillFormats();
    refresh();
}

const MethodOffer &MethodPicker::chosen() const
{
    return m_methods[static_cast<std::size_t>(std::max(0, m_row->currentIndex()))];
}

std::string MethodPicker::method() const { return m_methods.empty() ? std::string(kGguf) : chosen().name; }

std::string MethodPicker::format() const
{
    const int index = m_formatBox ? m_formatBox->currentIndex() : 0;
    return index <= 0 ? std::string() : chosen().formats[static_cast<std::size_t>(index)];
}

void MethodPicker::fillFormats()
{
    delete std::exchange(m_formatBox, nullptr);
    if (m_methods.empty() || chosen().formats.size() < 2)
        return;
    const std::vector<std::string> &formats = chosen().formats;
    m_formatBox = new SegmentedBox(m_formatHolder);
    m_formatBox->setObjectName(QStringLiteral("formatSegmentedBox"));
    m_formatBox->setAccessibleName(tr("Format of the folder"));
    for (const std::string &format : formats)
        m_formatBox->addSegment(formatTitle(format), formatSentence(format));
    const auto last = std::ranges::find(formats, m_formats[chosen().name]);
    m_formatBox->setCurrentIndex(last == formats.end() ? 0 : static_cast<int>(last - formats.begin()));
    m_formatHolder->layout()->addWidget(m_formatBox);
    QWidget::setTabOrder(m_row, m_formatBox);
    connect(m_formatBox, &SegmentedBox::currentChanged, this, [this] {
        m_formats[method()] = format();
        refresh();
        emit changed();
    });
}

void MethodPicker::refresh()
{
    if (m_methods.empty())
        return;
    const QString sentence = methodWords(chosen().sentence);
    const QString readers = inASentence(chosen().readers);
    m_sentence->setText(readers.isEmpty() ? sentence
                                          : tr("%1 For %2.", "what a method is; programs").arg(sentence, readers));
    m_formatRow->setVisible(m_formatBox != nullptr);
    if (m_formatBox)
        m_formatSentence->setText(
            formatSentence(chosen().formats[static_cast<std::size_t>(m_formatBox->currentIndex())]));
}

} // namespace snug::ui
