// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One meter of the device strip: ours, other programs, free, and a tick for the budget.

#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>

namespace snug::ui {

struct MeterValues
{
    std::uint64_t totalBytes = 0; ///< 0: not known yet
    std::uint64_t oursBytes = 0;
    std::uint64_t othersBytes = 0;
    std::optional<std::uint64_t> budgetBytes; ///< what we may take

    bool operator==(const MeterValues &) const = default;
};

/// GUI thread only. Repaints only when a value changes.
class MeterBar : public QWidget
{
    Q_OBJECT
public:
    explicit MeterBar(const QString &title, QWidget *parent = nullptr);
    void setTitle(const QString &title);
    void setValues(const MeterValues &values);
    const MeterValues &values() const { return m_values; }
    /// "5.8 of 15.5 GiB"; without the unit when `shortForm`.
    QString figureText(bool shortForm = false) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void describe();
    QString m_title;
    MeterValues m_values;
};

} // namespace snug::ui
