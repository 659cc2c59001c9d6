// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a job's options mean for the recipe.

#pragma once

#include "core/base/result.h"
#include "core/jobs/jobspec.h"
#include "core/model/model.h"
#include "core/quant/recipe.h"

#include <string>
#include <vector>

namespace snug {

/// Errors: Usage for a type that does not exist or a pattern that does not read.
Result<RecipeOptions> recipeOptions(const JobSpec &spec);

/// Patterns that do nothing for this model, each with its sentence.
std::vector<std::string> patternNotes(const std::vector<TensorPattern> &patterns, const Model &model);

} // namespace snug
