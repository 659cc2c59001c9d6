// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reads org.freedesktop.appearance from the desktop portal and listens for its changes.

#include "ui/theme/desktopscheme.h"

#include <QGuiApplication>

#ifdef SNUG_WITH_DBUS
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#endif

namespace snug::ui {

namespace {
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kColorScheme = QStringLiteral("color-scheme");
const QString kContrast = QStringLiteral("contrast");
} // namespace

void DesktopScheme::take(const QString &key, const QVariant &value)
{
    const uint number = value.toUInt();
    if (key == kColorScheme) {
        const std::optional<bool> dark = number == 1   ? std::optional(true)
                                         : number == 2 ? std::optional(false)
                                                       : std::nullopt;
        if (dark == m_prefersDark)
            return;
        m_prefersDark = dark;
    } else if (key == kContrast) {
        if ((number == 1) == m_prefersContrast)
            return;
        m_prefersContrast = number == 1;
    } else {
        return;
    }
    emit changed();
}

#ifdef SNUG_WITH_DBUS

namespace {
const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
} // namespace

DesktopScheme::DesktopScheme(QObject *parent) : QObject(parent)
{
    // Without a desktop there is nobody to ask.
    const QString platform = QGuiApplication::platformName();
    if (platform == QLatin1String("offscreen") || platform == QLatin1String("minimal"))
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    ask(kColorScheme);
    ask(kContrast);
}

void DesktopScheme::ask(const QString &key)
{
    QDBusMessage call = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    call << kGroup << key;
    auto *watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, key, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        watcher->deleteLater();
        if (!reply.isError()) {
            // Older portals wrap the value twice.
            QVariant value = reply.value().variant();
            if (value.canConvert<QDBusVariant>())
                value = value.value<QDBusVariant>().variant();
            take(key, value);
        }
    });
}

void DesktopScheme::settingChanged(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group == kGroup)
        take(key, value.variant());
}

#else

DesktopScheme::DesktopScheme(QObject *parent) : QObject(parent) {}

#endif

} // namespace snug::ui
