// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A model from a Hugging Face checkpoint folder: config.json, safetensors, tokenizer files.

#pragma once

#include "core/model/model.h"

namespace snug {

/// Opens a folder. Classes that are not converted, quantized weights unless they are to be decoded, odd tensors and a
/// missing tokenizer give supported == false with the reason; their tensors are listed under their own names.
/// With TokenizerFiles::Skip the metadata has no tokenizer keys, so the model must not be written.
/// Errors: BadInput for damaged files and for a config that contradicts the tensors; Unsupported for pickled weights
/// and for number formats that cannot be listed; Usage for a folder that holds no model; Io.
Result<Model> openCheckpoint(const std::filesystem::path &folder, TokenizerFiles tokenizer,
                             QuantizedFolders quantized = QuantizedFolders::Refuse);

/// Opens one safetensors file to look at: supported is false.
Result<Model> openLoneSafetensors(const std::filesystem::path &path);

/// The sentence that refuses a folder with an adapter (LoRA), with the model it was made for; empty for other folders.
std::string adapterObstacle(const std::filesystem::path &folder);

/// True when config.json in `folder` names an architecture: other programs keep files of that name too.
bool configNamesArchitecture(const std::filesystem::path &folder);

} // namespace snug
