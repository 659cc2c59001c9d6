// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The words core uses for levels and keeps in English, listed here so that translators see them.

#include "ui/bridge/format.h"

#include <QCoreApplication>

namespace snug::ui {

namespace {

// Words that are not in this list stay English.
[[maybe_unused]] constexpr const char *kKnownDescriptions[] = {
    QT_TRANSLATE_NOOP("snug::ui::Level", "32-bit floats, full size"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "16-bit floats"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "16-bit floats, wide range"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "6-bit"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5-bit, simple, with offsets"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5-bit, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5-bit, mixed, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5-bit, simple"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, simple, with offsets"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, mixed, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, non-linear, short blocks"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, simple"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, non-linear"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit floats for experts, 8-bit elsewhere"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, mixed, large"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, codebook, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, codebook"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, mixed, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, simple"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "three values, 2 bits each"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "three values, packed tightly"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "1-bit"),
};

} // namespace

QString levelDescription(const std::string &english)
{
    return QCoreApplication::translate("snug::ui::Level", english.c_str());
}

} // namespace snug::ui
