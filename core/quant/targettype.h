// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Storage types that people name for tensors: on the command line, in a job, in a pattern.

#pragma once

#include "core/base/result.h"
#include "core/formats/tensortype.h"

#include <string_view>

namespace snug {

/// The type of this name, ignoring case, if Snug can quantize to it. `option` is named in the message.
/// Errors: Usage with the nearest names.
Result<TensorType> targetTypeNamed(std::string_view name, std::string_view option);

} // namespace snug
