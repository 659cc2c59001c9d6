// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A job worked out in full before any weight is read: the one place where plan() and run() agree on what will be made.

#pragma once

#include "core/backends/device.h"
#include "core/base/result.h"
#include "core/exporters/folderplan.h"
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

/// One level of a job: what its files will hold and where they go. Either a GGUF (fileType, decisions, parts) or a
/// checkpoint folder.
struct Variant
{
    std::string level;                  ///< "Q4_K_M", "nf4-dq"
    std::string description;            ///< a few plain words: "4-bit, mixed"
    const FileType *fileType = nullptr; ///< null for a folder
    /// Why this level cannot be made; only prepareToLook() leaves one. Then the rest is what it would be, or empty.
    std::optional<Error> refusal;
    std::vector<TensorDecision> decisions; ///< one per tensor of the model
    std::vector<OutputPart> parts;         ///< at least one, unless `decisions` is empty
    std::shared_ptr<FolderPlan> folder;    ///< null for a GGUF

    /// Whether it is known what it would be.
    bool isLaidOut() const { return folder || !decisions.empty(); }
    std::uint64_t outputBytes() const; ///< of all files; exact, except for the record in a folder
    /// What a tensor is coded as in a folder; null where it is copied, and for a GGUF.
    const Matrix *matrixOf(std::size_t tensorIndex) const;
    /// All files with weights, in order.
    std::vector<std::filesystem::path> files() const;
    /// What appears when it is done: the first file, or the folder.
    std::filesystem::path target() const;
};

/// What one variant makes of one tensor.
struct Becoming
{
    std::string name;               ///< "Q4_K", "NF4"; that of the source when copied
    std::optional<TensorType> type; ///< where it is one of GGUF's
    bool copied = false;
    std::uint64_t sizeBytes = 0;
    double bitsPerWeight = 0;
    std::string_view why;  ///< one sentence, of the variant
    bool replaced = false; ///< not what the level promises, for its row length
};

/// What a job needs of a checkpoint's tokenizer: folders take its files as they are.
inline TokenizerFiles neededOf(const JobSpec &spec)
{
    return spec.method == "gguf" ? TokenizerFiles::Read : TokenizerFiles::Skip;
}

struct PreparedJob
{
    const Model *model = nullptr; ///< not owned, or `reshaped`, or of `view`
    JobSpec spec;
    std::vector<Variant> variants = {};                    ///< in the order of spec.levels
    std::shared_ptr<const Model> reshaped = {};            ///< the model, where the options change it
    std::shared_ptr<const ImportancePlan> importance = {}; ///< null without a matrix
    std::vector<std::string> notes = {};                   ///< what the options do not do, one sentence each
    std::uint64_t sliceWeights = 0;                        ///< weights per slice, about; 0: what is good
    std::optional<DeviceDescription> device = {};          ///< it is to run on; nothing: the processor
    std::shared_ptr<const ExportView> view = {};           ///< for folders: the model as checkpoints name it

    std::uint64_t outputBytes() const;
    Becoming becoming(std::size_t variant, std::size_t tensorIndex) const;
    /// Bytes of some weights of a tensor on their way to a variant's files.
    std::uint64_t sliceBytes(std::size_t variant, std::size_t tensorIndex, std::uint64_t firstWeight,
                             std::uint64_t weightCount) const;
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
    /// Largest sum of scales that outputs hold back until their tensor is done.
    std::uint64_t keptBytes() const;
};

/// Checks the spec against the model, decides every tensor's type and every output's path and size. Touches no weights.
/// Errors: Usage for a wrong spec or an output that is one of the inputs; Unsupported for what cannot be made; those of
/// reading the importance matrix.
Result<PreparedJob> prepare(const JobSpec &spec, const Model &model);

/// The same for looking only: a level that cannot be made keeps its refusal. Errors: those of the spec itself.
Result<PreparedJob> prepareToLook(const JobSpec &spec, const Model &model);

/// Where a level's file goes before it is split: the spec's output, or NAME-LEVEL.gguf in its folder.
std::filesystem::path outputPath(const JobSpec &spec, const Model &model, const FileType &fileType);

/// The same for methods that make folders.
Result<PreparedJob> prepareFoldersToLook(const JobSpec &spec, const Model &model);

} // namespace snug
