// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models made of names and shapes alone, for the tests of the recipe.

#pragma once

#include "core/model/model.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug::test {

/// Appends a tensor; its layer is read from "blk.N.".
void addTensor(Model &model, std::string name, std::vector<std::uint64_t> dims, TensorType type);

/// A dense Llama with the given layers and heads; every layer has the nine usual tensors, rows of `width` weights.
Model llamaModel(std::uint32_t layers, std::uint32_t heads, std::uint32_t headsKv, std::uint64_t width = 256);

/// The model a golden mix file describes.
Model mixModel(const nlohmann::ordered_json &mix);

/// A JSON file with the order of its keys kept; discarded when it cannot be read.
nlohmann::ordered_json readJson(const std::filesystem::path &path);

/// Sum of the tensors' bytes in the given types, each padded to `alignment`; 0 when a row does not divide.
std::uint64_t bytesOf(const Model &model, std::span<const TensorType> types, std::uint64_t alignment);

} // namespace snug::test
