// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/settings/settings.h"

namespace snug::ui {

namespace {

constexpr auto kFolders = "models/folders";
constexpr auto kRecent = "models/recent";
constexpr auto kMethod = "quantize/method";
constexpr auto kFormat = "quantize/format";
constexpr auto kTicked = "quantize/levels";
constexpr QLatin1String kFirstMethod("gguf");
constexpr auto kShowAll = "quantize/showAllLevels";
constexpr auto kKvType = "quantize/kvType";
constexpr auto kRamLimit = "limits/ramBytes";
constexpr auto kVramLimit = "limits/vramBytes";
constexpr auto kDevice = "device/id";
constexpr auto kDeviceTitle = "device/title";
constexpr auto kOutputRoot = "output/root";
constexpr auto kImatrixText = "imatrix/text";
constexpr auto kImatrixWindows = "imatrix/windows";
constexpr auto kMeasureText = "measure/text";
constexpr auto kMeasureTexts = "measure/texts";
constexpr auto kMeasureContext = "measure/context";
constexpr auto kMeasureWindows = "measure/windows";
constexpr auto kHiddenColumns = "compare/hiddenColumns";
constexpr int kUsualContext = 512, kUsualWindows = 32, kUsualImatrixWindows = 128;
constexpr auto kGeometry = "window/geometry";
constexpr auto kScheme = "window/scheme";
constexpr auto kLastFolder = "window/lastFolder";

/// Levels of two methods may have one name.
QString tickedKey(const QString &method, const QString &format)
{
    QString key = QLatin1String(kTicked);
    if (!method.isEmpty() && method != kFirstMethod)
        key += QLatin1Char('-') + method;
    return format.isEmpty() ? key : key + QLatin1Char('-') + format;
}

} // namespace

Settings::Settings() = default;

Settings::Settings(const QString &iniFile) : m_store(iniFile, QSettings::IniFormat) {}

QStringList Settings::folders() const { return m_store.value(kFolders).toStringList(); }

void Settings::addFolder(const QString &folder)
{
    QStringList all = folders();
    if (folder.isEmpty() || all.contains(folder))
        return;
    m_store.setValue(kFolders, all << folder);
}

void Settings::removeFolder(const QString &folder)
{
    QStringList all = folders();
    all.removeAll(folder);
    m_store.setValue(kFolders, all);
}

QStringList Settings::recentModels() const { return m_store.value(kRecent).toStringList().mid(0, kMostRecent); }

void Settings::addRecentModel(const QString &path)
{
    QStringList all = recentModels();
    all.removeAll(path);
    all.prepend(path);
    m_store.setValue(kRecent, all.mid(0, kMostRecent));
}

QString Settings::method() const { return m_store.value(kMethod, kFirstMethod).toString(); }

QString Settings::format() const { return m_store.value(kFormat).toString(); }

void Settings::setMethod(const QString &method, const QString &format)
{
    m_store.setValue(kMethod, method);
    m_store.setValue(kFormat, format);
}

std::optional<QStringList> Settings::tickedLevels(const QString &method, const QString &format) const
{
    const QString key = tickedKey(method, format);
    if (!m_store.contains(key))
        return std::nullopt;
    return m_store.value(key).toStringList();
}

void Settings::setTickedLevels(const QStringList &levels, const QString &method, const QString &format)
{
    m_store.setValue(tickedKey(method, format), levels);
}

bool Settings::showAllLevels() const { return m_store.value(kShowAll, false).toBool(); }

void Settings::setShowAllLevels(bool all) { m_store.setValue(kShowAll, all); }

QString Settings::kvType() const
{
    const QString type = m_store.value(kKvType).toString();
    return type == QLatin1String("f16") || type == QLatin1String("q4_0") ? type : QStringLiteral("q8_0");
}

void Settings::setKvType(const QString &type) { m_store.setValue(kKvType, type); }

std::optional<std::uint64_t> Settings::limit(const char *key) const
{
    bool isNumber = false;
    const qulonglong limit = m_store.value(key).toULongLong(&isNumber);
    return isNumber && limit > 0 ? std::optional<std::uint64_t>(limit) : std::nullopt;
}

void Settings::setLimit(const char *key, std::optional<std::uint64_t> limit)
{
    if (limit)
        m_store.setValue(key, static_cast<qulonglong>(*limit));
    else
        m_store.remove(key);
}

std::optional<std::uint64_t> Settings::ramLimitBytes() const { return limit(kRamLimit); }

void Settings::setRamLimitBytes(std::optional<std::uint64_t> bytes) { setLimit(kRamLimit, bytes); }

std::optional<std::uint64_t> Settings::vramLimitBytes() const { return limit(kVramLimit); }

void Settings::setVramLimitBytes(std::optional<std::uint64_t> bytes) { setLimit(kVramLimit, bytes); }

QString Settings::device() const { return m_store.value(kDevice).toString(); }

QString Settings::deviceTitle() const { return m_store.value(kDeviceTitle).toString(); }

void Settings::setDevice(const QString &id, const QString &title)
{
    m_store.setValue(kDevice, id);
    m_store.setValue(kDeviceTitle, title);
}

QString Settings::outputRoot() const { return m_store.value(kOutputRoot).toString(); }

void Settings::setOutputRoot(const QString &folder) { m_store.setValue(kOutputRoot, folder); }

QStringList Settings::measureTexts() const { return m_store.value(kMeasureTexts).toStringList().mid(0, kMostTexts); }

QString Settings::measureText() const { return m_store.value(kMeasureText).toString(); }

void Settings::setMeasureText(const QString &path)
{
    m_store.setValue(kMeasureText, path);
    if (path.isEmpty())
        return;
    QStringList all = measureTexts();
    all.removeAll(path);
    all.prepend(path);
    m_store.setValue(kMeasureTexts, all.mid(0, kMostTexts));
}

int Settings::measureContext() const
{
    const int context = m_store.value(kMeasureContext).toInt();
    return context >= 2 ? context : kUsualContext;
}

int Settings::measureWindows() const
{
    bool isNumber = false;
    const int windows = m_store.value(kMeasureWindows).toInt(&isNumber);
    return isNumber && windows >= 0 ? windows : kUsualWindows;
}

QString Settings::imatrixText() const { return m_store.value(kImatrixText).toString(); }

int Settings::imatrixWindows() const
{
    bool isNumber = false;
    const int windows = m_store.value(kImatrixWindows).toInt(&isNumber);
    return isNumber && windows >= 0 ? windows : kUsualImatrixWindows;
}

void Settings::setImatrixSource(const QString &text, int windows)
{
    m_store.setValue(kImatrixText, text);
    m_store.setValue(kImatrixWindows, windows);
}

void Settings::setMeasureSize(int context, int windows)
{
    m_store.setValue(kMeasureContext, context);
    m_store.setValue(kMeasureWindows, windows);
}

QStringList Settings::hiddenColumns() const { return m_store.value(kHiddenColumns).toStringList(); }

void Settings::setHiddenColumns(const QStringList &columns) { m_store.setValue(kHiddenColumns, columns); }

QByteArray Settings::windowGeometry() const { return m_store.value(kGeometry).toByteArray(); }

void Settings::setWindowGeometry(const QByteArray &geometry) { m_store.setValue(kGeometry, geometry); }

QString Settings::scheme() const
{
    const QString scheme = m_store.value(kScheme).toString();
    return scheme == QLatin1String("light") || scheme == QLatin1String("dark") ? scheme : QStringLiteral("system");
}

void Settings::setScheme(const QString &scheme) { m_store.setValue(kScheme, scheme); }

QString Settings::lastFolder() const { return m_store.value(kLastFolder).toString(); }

void Settings::setLastFolder(const QString &folder) { m_store.setValue(kLastFolder, folder); }

} // namespace snug::ui
