// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A model as Hugging Face checkpoints name, shape and order it: what methods that make folders work on. Made from
// headers and small files only.

#pragma once

#include "core/model/model.h"

#include <filesystem>
#include <string>
#include <vector>

namespace snug {

/// What there is to know of a tensor beyond ModelTensor, index by index.
struct ExportTensor
{
    std::string module; ///< name without ".weight" or ".bias": "model.layers.0.self_attn.q_proj"
    /// A two-dimensional weight that a linear module multiplies by, in a layer and no router: what is quantized.
    bool quantizable = false;
    /// Any linear module's weight, the output head and routers too: what readers must be told if it stays as it is.
    bool linear = false;
    /// Modules with the same words here are one matrix for vLLM ("model.layers.0.self_attn.qkv_proj"), and must be
    /// quantized alike; for experts of one layer all of them. Never empty for quantizable ones.
    std::string siblings;
};

/// A small file of the folder: copied from `source`, or made here.
struct CarriedFile
{
    std::string name;             ///< "tokenizer.json"
    std::filesystem::path source; ///< empty: `text` is the file
    std::string text;
};

struct ExportView
{
    /// Tensors under their Hugging Face names in the order of their bytes, with the source's types, except that
    /// ModelTensor::type is narrower where a GGUF had widened vectors and routers; row orders and
    /// pieces undo what a GGUF changes. Experts that the source keeps in one tensor are one each where readers know
    /// them so. Roles and layers are those of the GGUF counterparts. Metadata is empty.
    Model model;
    std::vector<ExportTensor> tensors; ///< as model.tensors
    std::string config;                ///< config.json, a JSON object without "quantization_config"
    std::string dtype;                 ///< "bfloat16", "float16", "float32"
    bool tiedEmbeddings = false;
    std::vector<CarriedFile> files; ///< everything but config.json and weights
    std::vector<std::string> notes; ///< what is missing or left out (a licence, a chat template), one sentence each
};

/// For a checkpoint folder it does not matter what a GGUF could not say: Model::supported may be false for another
/// activation or a missing tokenizer, and there still is a view.
/// Errors: Unsupported for a source that is already quantized (GGUF of a quantized type, FP8, MXFP4, GPTQ, AWQ,
/// bitsandbytes) with the reason, for a family that is not in the table and for a GGUF that lacks what a checkpoint
/// needs, naming it; those of opening the files.
Result<ExportView> exportView(const Model &model);

} // namespace snug
