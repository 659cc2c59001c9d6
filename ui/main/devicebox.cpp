// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/devicebox.h"

#include "ui/main/devicedelegate.h"
#include "ui/models/devicelistmodel.h"

#include <QAbstractItemView>
#include <QSignalBlocker>
#include <QWheelEvent>

namespace snug::ui {

namespace {
constexpr int kWidth = 152, kWidthNarrow = 118;
constexpr int kPopupGap = 3;
} // namespace

DeviceBox::DeviceBox(QWidget *parent)
    : QComboBox(parent), m_list(new DeviceListModel(this)), m_delegate(new DeviceDelegate(this))
{
    setObjectName(QStringLiteral("deviceComboBox"));
    setAccessibleName(tr("Device"));
    setModel(m_list);
    setItemDelegate(m_delegate);
    view()->setMinimumWidth(DeviceDelegate::kWidth);
    setNarrow(false);
    showChosen(0);
    connect(this, &QComboBox::activated, this, [this](int row) {
        showChosen(row);
        if (const QString id = itemData(row, DeviceListModel::IdRole).toString(); !id.isEmpty())
            emit deviceChosen(id);
    });
}

void DeviceBox::setDevices(const DeviceList *devices, const QString &chosenId)
{
    const QSignalBlocker blocker(this);
    const int rows = count();
    m_list->setDevices(devices);
    const int row = m_list->rowOf(chosenId);
    setCurrentIndex(row);
    showChosen(row);
    if (view()->isVisible() && count() != rows) { // an open menu takes the new rows in
        hidePopup();
        openMenu();
    }
}

void DeviceBox::setNarrow(bool narrow) { setFixedWidth(narrow ? kWidthNarrow : kWidth); }

void DeviceBox::showPopup()
{
    emit opening();
    openMenu();
}

void DeviceBox::openMenu()
{
    QComboBox::showPopup();
    QWidget *popup = view()->window();
    popup->move(mapToGlobal(QPoint(width() - popup->width(), height() + kPopupGap)));
}

/// Turning the wheel over the strip must not send the next job elsewhere.
void DeviceBox::wheelEvent(QWheelEvent *event) { event->ignore(); }

void DeviceBox::showChosen(int row)
{
    m_delegate->setChosenRow(row);
    const QString detail = itemData(row, DeviceListModel::DetailRole).toString();
    setToolTip(itemText(row) + QLatin1Char('\n') + detail);
    setAccessibleDescription(detail);
}

} // namespace snug::ui
