// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a method offers: the levels a window or a help text can list without knowing how they are made.

#pragma once

#include "core/formats/tensortype.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// One level that can be made now.
struct LevelOffer
{
    std::string name;             ///< "Q4_K_M"
    std::string description;      ///< a few plain words: "4-bit, mixed"
    std::string sentence;         ///< for whom it is: "4 bits, mixed: the usual choice for laptops."
    int bits = 0;                 ///< its group: 32, 16, 8, 6, 5, 4, 3, 2, 1 for all below two; 0 changes no type
    bool needsImportance = false; ///< cannot be made without an importance matrix
    bool usual = false;           ///< of folders: among the few that are shown at first
};

/// One method, for a row of choices.
struct MethodOffer
{
    std::string name;                 ///< "rtn", as a JobSpec has it
    std::string title;                ///< "Round to nearest"
    std::string sentence;             ///< what it is and for whom
    std::string readers;              ///< "llama.cpp, LM Studio, Ollama"
    std::vector<std::string> formats; ///< of its folders, the usual first; none for GGUF
};

/// All methods this version has, in the order of a row. Any thread.
std::vector<MethodOffer> offeredMethods();

/// Levels of a method, in a format of folders, largest first, COPY last; none for a method that is not known. Touches
/// neither disk nor devices. Any thread.
std::vector<LevelOffer> offeredLevels(std::string_view method, std::string_view format = {});

/// One type a single tensor can be given now.
struct TensorTypeOffer
{
    TensorType type = TensorType::F32;
    std::string name;              ///< "Q6_K"
    double bitsPerWeight = 0;      ///< 6.5625
    std::uint32_t blockLength = 1; ///< rows must be a multiple of this many weights
};

/// Types for tensor overrides, largest first. Touches neither disk nor devices. Any thread.
std::vector<TensorTypeOffer> offeredTensorTypes();

} // namespace snug
