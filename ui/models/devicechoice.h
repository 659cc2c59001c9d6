// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where work is to run: what was found, what was chosen, and what becomes of a choice that is no longer there.

#pragma once

#include "core/jobs/devices.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace snug::ui {

/// The choice as the Quantize page takes it. A plain value.
struct DeviceSetting
{
    QString id = QStringLiteral("auto"); ///< as in JobSpec::device
    std::vector<Device> cards;           ///< devices that may do the work and are not the processor
    QStringList notes;                   ///< sentences that belong beside the choice
};

/// GUI thread only.
class DeviceChoice : public QObject
{
    Q_OBJECT

public:
    /// `remembered` is the id of the last choice and `title` what it was called.
    DeviceChoice(const QString &remembered, const QString &title, QObject *parent = nullptr);

    void setDevices(std::shared_ptr<const DeviceList> devices);
    /// Null until devices were looked for.
    const DeviceList *devices() const { return m_devices.get(); }
    /// A person's choice; tells chosen().
    void choose(const QString &id);

    /// Automatic until the devices are known, and when the remembered one is not among them.
    DeviceSetting setting() const;

signals:
    /// The setting or the list is another.
    void changed();
    /// To be remembered.
    void chosen(const QString &id, const QString &title);

private:
    const Device *find(const QString &id) const;
    bool usable(const QString &id) const;

    std::shared_ptr<const DeviceList> m_devices;
    QString m_wanted;
    QString m_title;
};

} // namespace snug::ui
