// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table beside the memory charts: components with their figures, totals, and the keys to lines and marks.

#pragma once

#include "core/memory/ledger.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace snug::ui {

struct LegendRow
{
    enum class Swatch { None, Component, OtherPrograms };

    QString name;
    QStringList values; ///< one per column
    Swatch swatch = Swatch::None;
    Component component = Component::Other;
    bool strong = false; ///< semibold
    bool lineAbove = false;
    std::vector<bool> dim; ///< per column: grey, for zeros; may be empty

    bool operator==(const LegendRow &) const = default;
};

enum class LegendKey { Predicted, Limit, Peak, Now, AllRam };

/// GUI thread only. Shows, takes no input.
class LegendTable : public QWidget
{
    Q_OBJECT
public:
    explicit LegendTable(QWidget *parent = nullptr);
    /// "Now, GiB" and "RAM", "VRAM".
    void setHeader(const QString &title, const QStringList &columns);
    void setRows(std::vector<LegendRow> rows);
    void setKeys(std::vector<LegendKey> keys);
    /// The name of a component, as shown to people.
    static QString componentName(Component component);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintRow(QPainter &painter, const LegendRow &row, const QRectF &rect) const;
    void paintKey(QPainter &painter, LegendKey key, const QRectF &rect) const;
    QRectF columnRect(int column, const QRectF &row) const;
    QString m_title;
    QStringList m_columns;
    std::vector<LegendRow> m_rows;
    std::vector<LegendKey> m_keys;
};

} // namespace snug::ui
