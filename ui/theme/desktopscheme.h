// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the desktop asks for: light or dark, and contrast. Qt before 6.5 does not say, so the desktop portal is asked.

#pragma once

#include <QObject>
#include <QVariant>

#include <optional>

#ifdef SNUG_WITH_DBUS
class QDBusVariant;
#endif

namespace snug::ui {

/// GUI thread only. Asks without waiting; the answers come as changed().
class DesktopScheme : public QObject
{
    Q_OBJECT
public:
    explicit DesktopScheme(QObject *parent = nullptr);
    /// Nothing where the desktop does not say.
    std::optional<bool> prefersDark() const { return m_prefersDark; }
    bool prefersContrast() const { return m_prefersContrast; }
    /// Takes one setting as the portal names it; for the portal's signal and for tests.
    void take(const QString &key, const QVariant &value);

signals:
    void changed();

#ifdef SNUG_WITH_DBUS
private slots:
    void settingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void ask(const QString &key);
#endif

private:
    std::optional<bool> m_prefersDark;
    bool m_prefersContrast = false;
};

} // namespace snug::ui
