// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A job worked out in full before any weight is read: the one place where plan() and run() agree on what will be made.

#pragma once

#include "core/backends/device.h"
#include "core/base/result.h"
#include "core/jobs/importance.h"
#include "core/jobs/jobspec.h"
#include "core/jobs/outputparts.h"
#include "core/model/model.h"
#include "core/quant/filetype.h"
#include "core/quant/recipe.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace snug {

/// One level of a job: what its files will hold and where they go.
struct Variant
{
    const FileType *fileType = nullptr;
    /// Why this level cannot be made; only prepareToLook() leaves one. Then `decisions` is what it would be, or empty.
    std::optional<Error> refusal;
    std::vector<TensorDecision> decisions; ///< one per tensor of the model
    std::vector<OutputPart> parts;         ///< at least one, unless `decisions` is empty

    std::uint64_t outputBytes() const; ///< of all parts, exact
};

struct PreparedJob
{
    const Model *model = nullptr; ///< not owned, or `reshaped`
    JobSpec spec;
    std::vector<Variant> variants = {};                    ///< in the order of spec.levels
    std::shared_ptr<const Model> reshaped = {};            ///< the model, where the options change it
    std::shared_ptr<const ImportancePlan> importance = {}; ///< null without a matrix
    std::vector<std::string> notes = {};                   ///< what the options do not do, one sentence each
    std::uint64_t sliceWeights = 0;                        ///< weights per slice, about; 0: what is good
    std::optional<DeviceDescription> device = {};          ///< it is to run on; nothing: the processor

    std::uint64_t outputBytes() const;
    /// Weights to be written over all variants.
    std::uint64_t weightCount() const;
    /// Some variant quantizes this tensor with importance weights.
    bool usesImportance(std::size_t tensorIndex) const;
    /// Quantizing this tensor to this type uses importance weights.
    bool isWeighted(std::size_t tensorIndex, TensorType type) const;
    /// Some variant does, and to a type that then looks at whole rows: the tensor may not be cut inside a row.
    bool needsWholeRows(std::size_t tensorIndex) const;
    /// Bytes of the importance values that are held while the job runs.
    std::uint64_t importanceBytes() const;
};

/// Checks the spec against the model, decides every tensor's type and every output's path and size. Touches no weights.
/// Errors: Usage for a wrong spec or an output that is one of the inputs; Unsupported for what cannot be made; those of
/// reading the importance matrix.
Result<PreparedJob> prepare(const JobSpec &spec, const Model &model);

/// The same for looking only: a level that cannot be made keeps its refusal. Errors: those of the spec itself.
Result<PreparedJob> prepareToLook(const JobSpec &spec, const Model &model);

/// Where a level's file goes before it is split: the spec's output, or NAME-LEVEL.gguf in its folder.
std::filesystem::path outputPath(const JobSpec &spec, const Model &model, const FileType &fileType);

} // namespace snug
