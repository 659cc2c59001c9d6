// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What several scenes of the gallery are made of, and the scenes themselves.

#pragma once

#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QLabel>
#include <QString>

#include <cstdint>
#include <memory>

class QVBoxLayout;
class QWidget;

namespace snug::ui::gallery {

constexpr double kGib = 1024.0 * 1024 * 1024;
inline std::uint64_t gib(double count) { return std::uint64_t(count * kGib); }

QLabel *label(const QString &text, int size, QFont::Weight weight, Ink ink);
/// Device strip, side list without models, tabs; the page goes into the column returned.
std::unique_ptr<QWidget> frame(QVBoxLayout *&page, int tab, const QString &pill, double ramOurs = 0.2,
                               double ramOthers = 5.6, double gpuOurs = 0);

std::unique_ptr<QWidget> runScene();
std::unique_ptr<QWidget> failedScene();
std::unique_ptr<QWidget> resultScene();
std::unique_ptr<QWidget> quantizeScene();
std::unique_ptr<QWidget> emptyScene();
std::unique_ptr<QWidget> controlsScene();

} // namespace snug::ui::gallery
