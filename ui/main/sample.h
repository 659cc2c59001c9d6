// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The small trained model that comes with the program.

#pragma once

#include <QString>

namespace snug::ui {

/// Its folder or file: beside the installed program, else among the sources it was built from. Empty where there is
/// none.
QString sampleModelPath();
/// The text beside it to measure on, or empty.
QString sampleTextPath();

} // namespace snug::ui
