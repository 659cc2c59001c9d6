// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Pieces of JSON that measurements share. For .cpp files of this folder only.

#pragma once

#include "core/jobs/json.h"
#include "core/jobs/measure/evaluate.h"

#include <cmath>

namespace snug {

/// Leaves out what was not measured: JSON has no NaN.
inline void putFigure(Json &object, const char *name, double value)
{
    if (std::isfinite(value))
        object[name] = value;
}

/// {"path","name","bytes","bits_per_weight","perplexity",…}
Json evaluatedJson(const EvaluatedModel &model);

} // namespace snug
