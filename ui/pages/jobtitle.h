// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// "Model → levels" with, where the job is over, how it ended.

#pragma once

#include <QWidget>

#include <optional>

class QLabel;

namespace snug::ui {

class ElidedLabel;
class VerdictLabel;

/// GUI thread only.
class JobTitle : public QWidget
{
    Q_OBJECT

public:
    explicit JobTitle(QWidget *parent = nullptr);
    void setTitle(const QString &model, const QString &levels);
    /// A sign of success behind the title; empty for none.
    void setFinished(const QString &word);

private:
    ElidedLabel *m_model;
    ElidedLabel *m_levels;
    VerdictLabel *m_end;
};

} // namespace snug::ui
