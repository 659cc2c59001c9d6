// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a GGUF tensor name says: layer, role, place in the output order.

#pragma once

#include "core/model/model.h"

#include <string_view>

namespace snug {

/// Layer of "blk.N.…", or -1 for a name outside the layers (a number over nine digits counts as outside).
int layerOfTensor(std::string_view name);

/// Role of a weight by its name; Other for biases and for names that are not listed.
TensorRole roleOfTensor(std::string_view name);

/// Output order of the reference quantizer: names outside the layers first, then layer by layer; by bytes within each.
bool comesBefore(const ModelTensor &a, const ModelTensor &b);

} // namespace snug
