// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Measurements without models: figures that follow from the order of the models.

#pragma once

#include "tests/ui/window/fakeengine.h"

namespace snug::ui::test {

/// 64 windows in 4 layers a model. Perplexity 7.5 of the first model, a tenth more for each one behind it; KL mean
/// 0.01 times its place behind the base.
EvaluateReport fakeEvaluate(FakeState &state, const EvaluateSpec &spec, MeasureContext &context);
/// The same side by side, with contexts (none for the base), errors of four layers and answers that differ at the
/// third token.
CompareReport fakeCompare(FakeState &state, const CompareSpec &spec, MeasureContext &context);
/// The figures of a model at a place of the report, the base at 0.
EvaluatedModel fakeMeasured(const std::string &path, int place, bool compared);

} // namespace snug::ui::test
