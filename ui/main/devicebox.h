// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The device menu of the strip.

#pragma once

#include "core/jobs/devices.h"

#include <QComboBox>

namespace snug::ui {

class DeviceDelegate;
class DeviceListModel;

/// GUI thread only. Its menu is wider than itself and ends where it ends.
class DeviceBox : public QComboBox
{
    Q_OBJECT

public:
    explicit DeviceBox(QWidget *parent = nullptr);
    /// Null: not looked for yet.
    void setDevices(const DeviceList *devices, const QString &chosenId);
    void setNarrow(bool narrow);
    void showPopup() override;

signals:
    /// The menu is about to open: a good moment to look again.
    void opening();
    /// As in JobSpec::device.
    void deviceChosen(const QString &id);

protected:
    void wheelEvent(QWheelEvent *event) override;

private:
    void openMenu();
    void showChosen(int row);

    DeviceListModel *m_list;
    DeviceDelegate *m_delegate;
};

} // namespace snug::ui
