// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is remembered from one start to the next: window, folders, models opened, ticks, limits, look.

#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace snug::ui {

/// GUI thread only. Values that make no sense are treated as absent.
class Settings
{
public:
    /// The standard place, or a file of your own (tests, screenshots).
    Settings();
    explicit Settings(const QString &iniFile);

    /// Folders the user added, to look for models in.
    QStringList folders() const;
    void addFolder(const QString &folder);
    void removeFolder(const QString &folder);

    /// Models opened by hand, newest first, at most kMostRecent.
    QStringList recentModels() const;
    void addRecentModel(const QString &path);
    static constexpr int kMostRecent = 8;

    /// The method chosen last, as in JobSpec::method, and the format of its folders (empty: the method's own).
    QString method() const;
    QString format() const;
    void setMethod(const QString &method, const QString &format);

    /// Of this method and format; nothing until the user ticked or unticked for the first time.
    std::optional<QStringList> tickedLevels(const QString &method, const QString &format) const;
    void setTickedLevels(const QStringList &levels, const QString &method, const QString &format);
    bool showAllLevels() const;
    void setShowAllLevels(bool all);
    QString kvType() const;
    void setKvType(const QString &type);

    /// Nothing: whatever is free.
    std::optional<std::uint64_t> ramLimitBytes() const;
    void setRamLimitBytes(std::optional<std::uint64_t> bytes);

    /// The same for the memory of a card.
    std::optional<std::uint64_t> vramLimitBytes() const;
    void setVramLimitBytes(std::optional<std::uint64_t> bytes);

    /// Id of the device chosen last, as in JobSpec::device, and what it was called; empty: automatic.
    QString device() const;
    QString deviceTitle() const;
    void setDevice(const QString &id, const QString &title);

    /// Folder that new output folders are made in, or empty: beside the model.
    QString outputRoot() const;
    void setOutputRoot(const QString &folder);

    /// Texts that were measured on, newest first, at most kMostTexts; the chosen one, or empty for the one that comes
    /// with Snug.
    QStringList measureTexts() const;
    QString measureText() const;
    void setMeasureText(const QString &path);
    static constexpr int kMostTexts = 4;
    /// Tokens of a window, and the most windows (0: all of the text).
    int measureContext() const;
    int measureWindows() const;
    void setMeasureSize(int context, int windows);
    /// Text that an importance matrix was made from last, or empty, and the most windows of it (0: all of the text).
    QString imatrixText() const;
    int imatrixWindows() const;
    void setImatrixSource(const QString &text, int windows);
    /// Columns of the comparison that are hidden, by name.
    QStringList hiddenColumns() const;
    void setHiddenColumns(const QStringList &columns);

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray &geometry);
    /// "system", "light" or "dark".
    QString scheme() const;
    void setScheme(const QString &scheme);
    /// Folder the last file dialog showed.
    QString lastFolder() const;
    void setLastFolder(const QString &folder);

private:
    std::optional<std::uint64_t> limit(const char *key) const;
    void setLimit(const char *key, std::optional<std::uint64_t> limit);

    QSettings m_store;
};

} // namespace snug::ui
