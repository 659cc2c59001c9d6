// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A small valid model written on the spot, for tests that need to bend one.

#pragma once

#include "core/formats/gguf.h"

#include <filesystem>
#include <string>
#include <vector>

namespace snug::test {

struct SmallModel
{
    int layers = 2;
    std::uint64_t hidden = 256;
    std::uint64_t feedForward = 512;
    std::uint64_t vocabulary = 512;
    int nanLayer = -1;   ///< put a NaN into ffn_up of this layer, row 3, column 5
    float hugeValue = 0; ///< when not 0, put this into ffn_up of the first layer
    float scale = 1;       ///< of all other values, which lie within a half of zero
    std::string architecture = "llama";
    std::uint64_t experts = 0; ///< when not 0, every layer also has ffn_up_exps of that many experts
};

/// An entry of an importance matrix: `values` hold one value a column, expert after expert, as they are to be used.
struct SmallEntry
{
    std::string name;
    std::vector<float> values;
    std::uint64_t experts = 1;
    std::vector<float> counts = {}; ///< one an expert; empty: all 1
};

/// Writes a GGUF importance matrix.
void writeSmallMatrix(const std::filesystem::path &path, const std::vector<SmallEntry> &entries);

/// Writes an F32 GGUF. Fails the process loudly when it cannot: tests have no use for a half-made model.
void writeSmallModel(const std::filesystem::path &path, const SmallModel &model = {});

} // namespace snug::test
