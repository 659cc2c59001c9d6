// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A job worked out in full before any weight is read: the one place where plan() and run() agree on what will be made.

#pragma once

#include "core/base/result.h"
#include "core/formats/gguf.h"
#include "core/jobs/jobspec.h"
#include "core/model/model.h"
#include "core/quant/filetype.h"
#include "core/quant/recipe.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace snug {

/// One level of a job: what its file will hold and where it goes.
struct Variant
{
    const FileType *fileType = nullptr;
    /// Why this level cannot be made; only prepareToLook() leaves one. Then `decisions` is what it would be, or empty.
    std::optional<Error> refusal;
    std::vector<TensorDecision> decisions; ///< one per tensor of the model
    GgufMetadata metadata;
    std::vector<GgufWriter::Tensor> tensors; ///< in output order
    std::filesystem::path output;
    std::uint64_t outputBytes = 0; ///< exact size of the file
};

struct PreparedJob
{
    const Model *model = nullptr; ///< not owned
    JobSpec spec;
    std::vector<Variant> variants; ///< in the order of spec.levels

    std::uint64_t outputBytes() const;
    /// Weights to be written over all variants.
    std::uint64_t weightCount() const;
};

/// Checks the spec against the model, decides every tensor's type and every output's path and size. Touches no weights.
/// Errors: Usage for a wrong spec or an output that is one of the inputs; Unsupported for what cannot be made.
Result<PreparedJob> prepare(const JobSpec &spec, const Model &model);

/// The same for looking only: a level that cannot be made keeps its refusal. Errors: those of the spec itself, and the
/// refusal of the first level when none can be made.
Result<PreparedJob> prepareToLook(const JobSpec &spec, const Model &model);

/// Where a level's file goes: the spec's output, or NAME-LEVEL.gguf in its folder.
std::filesystem::path outputPath(const JobSpec &spec, const Model &model, const FileType &fileType);

} // namespace snug
