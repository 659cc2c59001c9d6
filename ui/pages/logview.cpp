// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/logview.h"

#include "ui/theme/fonts.h"

#include <QScrollBar>

namespace snug::ui {

namespace {
constexpr int kMostLines = 2000;
}

LogView::LogView(QWidget *parent) : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("logPlainTextEdit"));
    setAccessibleName(tr("Log"));
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setMaximumBlockCount(kMostLines);
    setFont(monoFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFixedHeight(sizeHint().height());
}

void LogView::append(const std::vector<std::string> &lines)
{
    if (lines.empty())
        return;
    const bool following = verticalScrollBar()->value() >= verticalScrollBar()->maximum();
    QStringList texts;
    for (const std::string &line : lines)
        texts << QString::fromStdString(line).trimmed();
    m_lastLine = texts.last();
    appendPlainText(texts.join(QLatin1Char('\n')));
    if (following)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void LogView::reset()
{
    m_lastLine.clear();
    clear();
}

} // namespace snug::ui
