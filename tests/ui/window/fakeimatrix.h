// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance matrices made without models: windows that are counted and kept when one stops.

#pragma once

#include "tests/ui/window/fakeengine.h"

namespace snug::ui::test {

/// 64 windows in 4 layers. Held after 16 windows; goes on from FakeState::windowsKept.
ImatrixReport fakeMakeImatrix(FakeState &state, const ImatrixSpec &spec, MeasureContext &context);
/// 3 GiB. A text called short.txt is too short, nothing can be written below /blocked.
Result<ImatrixNeeds> fakeLookAtImatrix(FakeState &state, const ImatrixSpec &spec);

} // namespace snug::ui::test
