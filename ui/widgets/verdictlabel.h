// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A verdict as icon and word, never colour alone.

#pragma once

#include "core/jobs/plan.h"

#include <QWidget>

namespace snug::ui {

/// GUI thread only.
class VerdictLabel : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictLabel(QWidget *parent = nullptr);
    /// `word` replaces the verdict's own word ("Fits, 4.6 GiB to spare").
    void setVerdict(Verdict verdict, const QString &word = {});
    Verdict verdict() const { return m_verdict; }
    QString word() const { return m_word; }
    /// kSecondText unless told.
    void setPixelSize(int pixelSize);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Verdict m_verdict = Verdict::Unknown;
    QString m_word;
    int m_pixelSize;
};

} // namespace snug::ui
