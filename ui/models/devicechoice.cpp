// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/devicechoice.h"

#include "ui/bridge/devicewords.h"

#include <algorithm>

namespace snug::ui {

namespace {
const QString kAutomatic = QStringLiteral("auto");
}

DeviceChoice::DeviceChoice(const QString &remembered, const QString &title, QObject *parent)
    : QObject(parent), m_wanted(remembered.isEmpty() ? kAutomatic : remembered), m_title(title)
{
}

void DeviceChoice::setDevices(std::shared_ptr<const DeviceList> devices)
{
    m_devices = std::move(devices);
    emit changed();
}

void DeviceChoice::choose(const QString &id)
{
    const Device *device = find(id);
    m_wanted = device ? id : kAutomatic;
    m_title = device ? deviceTitle(*device) : QString();
    emit chosen(m_wanted, m_title);
    emit changed();
}

const Device *DeviceChoice::find(const QString &id) const
{
    if (!m_devices)
        return nullptr;
    const auto at = std::ranges::find(m_devices->devices, id.toStdString(), &Device::id);
    return at == m_devices->devices.end() ? nullptr : &*at;
}

bool DeviceChoice::usable(const QString &id) const
{
    const Device *device = find(id);
    return device && device->quantizes;
}

DeviceSetting DeviceChoice::setting() const
{
    DeviceSetting setting;
    if (m_wanted == QLatin1String("cpu"))
        setting.id = m_wanted; // that one is always there
    if (!m_devices)
        return setting;
    if (usable(m_wanted))
        setting.id = m_wanted;
    else if (m_wanted != kAutomatic)
        setting.notes << tr("%1, which was chosen last, is not there now. Automatic takes its place.")
                             .arg(m_title.isEmpty() ? m_wanted : m_title);
    const Device *device = find(setting.id);
    if (device && isGpu(*device) && !device->remark.empty())
        setting.notes << tr("%1: %2").arg(deviceTitle(*device), asSentence(remarkWords(device->remark)));
    for (const Device &one : m_devices->devices)
        if (isGpu(one) && one.quantizes && (!device || device == &one))
            setting.cards.push_back(one);
    return setting;
}

} // namespace snug::ui
