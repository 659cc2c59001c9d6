// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/devicewords.h"

#include "ui/theme/numbers.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace snug::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(snug::ui::DeviceWords)
};

constexpr const char *kRemarks[] = {
    QT_TRANSLATE_NOOP("snug::ui::DeviceWords", "may differ in the last bit on this device"),
    QT_TRANSLATE_NOOP("snug::ui::DeviceWords", "software driver: the processor does the work, slowly"),
    QT_TRANSLATE_NOOP("snug::ui::DeviceWords",
                      "its memory is watched; there is no driver here that could quantize on it")};

/// "CUDA" for "cuda:0"; empty for the processor.
QString backendName(const std::string &id)
{
    const QString name = QString::fromStdString(id.substr(0, id.find(':')));
    if (name == QLatin1String("cuda"))
        return QStringLiteral("CUDA");
    if (name == QLatin1String("vulkan"))
        return QStringLiteral("Vulkan");
    return name == QLatin1String("cpu") ? QString() : name;
}

} // namespace

QString remarkWords(const std::string &remark)
{
    const QString text = QString::fromStdString(remark);
    if (const QString set = QStringLiteral("instruction set "); text.startsWith(set))
        return Words::tr("instruction set %1").arg(text.mid(set.size()));
    for (const char *known : kRemarks)
        if (text == QLatin1String(known))
            return Words::tr(known);
    return text;
}

QString shortCardName(const std::string &name)
{
    QString text = QString::fromStdString(name);
    text.remove(QStringLiteral("NVIDIA "));
    text.remove(QStringLiteral(" Laptop GPU"));
    return text;
}

bool isGpu(const Device &device) { return device.id != "cpu"; }

const GpuMemory *memoryOf(const Device &device, const std::vector<GpuMemory> &gpus)
{
    auto at = std::ranges::find(gpus, device.id, &GpuMemory::id);
    if (at == gpus.end())
        at = std::ranges::find_if(gpus, [name = shortCardName(device.name)](const GpuMemory &gpu) {
            return !name.isEmpty() && shortCardName(gpu.name) == name;
        });
    return at == gpus.end() ? nullptr : &*at;
}

QString deviceTitle(const Device &device)
{
    if (!isGpu(device))
        return Words::tr("Processor");
    const QString backend = backendName(device.id);
    const QString name = shortCardName(device.name);
    return backend.isEmpty() ? name : Words::tr("%1 (%2)", "a card and CUDA or Vulkan").arg(name, backend);
}

QString deviceDetail(const Device &device)
{
    const QString remark = remarkWords(device.remark);
    if (!device.quantizes && !remark.isEmpty())
        return asSentence(remark);
    QStringList parts;
    if (!isGpu(device))
        parts << QString::fromStdString(device.name);
    else if (device.totalBytes > 0)
        parts << Words::tr("%1 of %2 free").arg(gibNumber(device.freeBytes), sizeText(device.totalBytes));
    if (!device.driver.empty())
        parts << Words::tr("driver %1").arg(QString::fromStdString(device.driver));
    if (!remark.isEmpty())
        parts << remark;
    return parts.join(QStringLiteral("  ·  "));
}

QString workedOn(const ProgressSnapshot &progress)
{
    return progress.device == "cpu" ? Words::tr("Processor") : shortCardName(progress.device);
}

QString workedOn(const JobReport &report)
{
    Device device;
    device.id = report.device;
    device.name = report.deviceName;
    return report.device.empty() ? QString() : deviceTitle(device);
}

QString onDevice(const JobReport &report)
{
    if (report.device == "cpu")
        return Words::tr("on the processor");
    return report.device.empty() ? QString() : Words::tr("on %1", "a card").arg(workedOn(report));
}

QString asSentence(const QString &clause)
{
    QString text = clause.trimmed();
    if (text.isEmpty())
        return text;
    text[0] = text[0].toUpper();
    const bool ended = QStringLiteral(".!?").contains(text.back());
    return ended ? text : text + QLatin1Char('.');
}

} // namespace snug::ui
