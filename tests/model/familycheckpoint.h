// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small random checkpoints of each family with the weights that a GGUF of them has to have, worked out here one by one
// and not by the program's table.

#pragma once

#include "tests/model/checkpointfiles.h"

#include <random>

namespace snug::test {

/// How weights are stored. Fp8 has a scale for each block, of 64 rows and 32 columns here.
enum class Stored { F32, F16, Bf16, Fp8 };

struct FamilyCheckpoint
{
    Json config;
    std::map<std::string, TestTensor> tensors;
    std::map<std::string, std::vector<float>> expected; ///< by GGUF name, in GGUF order

    /// Config, tokenizer, and the weights spread over three files.
    bool write(const std::filesystem::path &folder) const;
};

/// Names for familyCheckpoint().
std::vector<const char *> familyNames();

/// Weights are multiples of 1/64 between -2 and 2: every plain type holds them exactly.
FamilyCheckpoint familyCheckpoint(const std::string &name, Stored stored);

/// Weights of MXFP4 blocks as GGUF has them.
std::vector<float> decodeMxfp4(std::span<const std::byte> blocks);

} // namespace snug::test
