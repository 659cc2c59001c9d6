// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/prepare.h"

#include "core/jobs/device/devicechoice.h"
#include "core/jobs/outputisinput.h"
#include "core/jobs/recipeoptions.h"
#include "core/jobs/reshape.h"
#include "core/model/ggufparts.h"
#include "core/quant/levels.h"
#include "core/quant/outputmetadata.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace fs = std::filesystem;

namespace {

Result<const FileType *> fileTypeFor(const std::string &level)
{
    const FileType *fileType = findFileType(level);
    if (fileType)
        return fileType;
    const bool isNumber = level == std::to_string(static_cast<std::uint32_t>(Level::NVFP4));
    const TensorTypeInfo *type = findTensorType(isNumber ? tensorTypeName(TensorType::NVFP4) : level);
    if (type && kernelFor(type->type))
        return fail(ErrorCode::Usage,
                    fmt::format("{}{} is a tensor type, not a level; use it with --tensor-type PATTERN={}.",
                                isNumber ? level + ": " : "", type->name, type->name));
    return fail(ErrorCode::Usage,
                fmt::format("Level \"{}\" is not known. Did you mean {}?", level, closestFileTypeName(level)));
}

Result<void> checkOutputPlace(const Model &model, const fs::path &output)
{
    SNUG_TRY(checkOutputIsNoInput(model, output));
    std::error_code ignored;
    if (fs::is_directory(output, ignored))
        return fail(
            ErrorCode::Usage,
            fmt::format("The output {} is a folder, a file is needed here. Give a file name or end it with a slash.",
                        output.string()),
            output.string());
    return {};
}

/// Whatever is not copied must be readable and makeable here.
Result<void> checkKernels(const Model &model, const std::vector<TensorDecision> &decisions)
{
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        const TensorType from = model.tensors[i].source.type;
        const TensorType to = decisions[i].type;
        if (from == to || (kernelFor(from) && kernelFor(to)))
            continue;
        const TensorType missing = kernelFor(from) ? to : from;
        return fail(
            ErrorCode::Unsupported,
            fmt::format("Tensor {} would go from {} to {}, and this version of Snug has no {}. Pick another level "
                        "or source.",
                        model.tensors[i].name, tensorTypeName(from), tensorTypeName(to), tensorTypeName(missing)),
            {}, std::nullopt, model.tensors[i].name);
    }
    return {};
}

/// What all levels of a job share.
struct Common
{
    ReshapedModel reshaped;
    RecipeOptions recipe;
    const Model *source; ///< before reshaping
    const ImportancePlan *importance;
};

GgufMetadata metadataFor(const JobSpec &spec, const Common &common, const Model &model, const FileType &fileType)
{
    GgufMetadata metadata = outputMetadata(model.metadata, fileTypeNumber(*common.source, fileType));
    for (const KeyOverride &override : common.reshaped.overrides)
        metadata.set(override.key, override.value);
    if (common.importance)
        setImportanceKeys(metadata, spec.imatrix, common.importance->matrix);
    if (common.reshaped.blockCount)
        metadata.set(model.architecture + ".block_count", GgufValue::u32(*common.reshaped.blockCount));
    return metadata;
}

/// Types and files of a level. What would be is filled in even where it may not be.
Result<void> fillVariant(Variant &variant, const JobSpec &spec, const Common &common, const Model &model)
{
    auto decisions = proposeTypes(model, *variant.fileType, common.recipe);
    SNUG_TRY(decisions);
    auto parts = layOutParts(spec, model, metadataFor(spec, common, model, *variant.fileType), *decisions,
                             outputPath(spec, model, *variant.fileType));
    SNUG_TRY(parts);
    variant.decisions = *std::move(decisions);
    variant.parts = *std::move(parts);
    SNUG_TRY(checkDecisions(model, *variant.fileType, common.recipe, variant.decisions));
    return checkKernels(model, variant.decisions);
}

Result<Variant> prepareVariant(const JobSpec &spec, const Common &common, const Model &model, const FileType &fileType)
{
    Variant variant;
    variant.level = fileType.name;
    variant.description = fileType.description;
    variant.fileType = &fileType;
    if (auto filled = fillVariant(variant, spec, common, model); !filled) {
        if (filled.error().code == ErrorCode::Usage && variant.decisions.empty() && filled.error().tensor.empty())
            return fail(std::move(filled).error()); // about the spec, not about this level
        variant.refusal = std::move(filled).error();
    }
    for (const OutputPart &part : variant.parts)
        SNUG_TRY(checkOutputPlace(model, part.path));
    return variant;
}

/// A folder of that name would be taken for the file that was meant.
Result<void> checkOutputForLevels(const JobSpec &spec)
{
    const fs::path output = spec.output;
    std::error_code ignored;
    if (spec.levels.size() < 2 || !hasGgufExtension(output) || fs::is_directory(output, ignored))
        return {};
    return fail(ErrorCode::Usage,
                fmt::format("-o names a file, {}, but {} levels need a folder. Give a folder name, or end it with a "
                            "slash.",
                            output.string(), spec.levels.size()),
                output.string());
}

Result<void> checkSpec(const JobSpec &spec, const Model &model)
{
    const bool known = spec.method == "gguf" || spec.method == "rtn" || spec.method == "bnb";
    if (!known)
        return fail(ErrorCode::Usage,
                    fmt::format("Method \"{}\" is not known. There are gguf, rtn and bnb.", spec.method));
    SNUG_TRY(checkDeviceName(spec.device));
    if (spec.levels.empty())
        return fail(ErrorCode::Usage,
                    fmt::format("No level is given. Name one, such as {}.", spec.method == "gguf"  ? "Q4_K_M"
                                                                            : spec.method == "bnb" ? "nf4"
                                                                                                   : "4bit-g128"));
    if (spec.method == "gguf")
        SNUG_TRY(checkOutputForLevels(spec));
    if (spec.threads < 0 || spec.threads > 1024)
        return fail(ErrorCode::Usage, fmt::format("{} threads are asked for, 1 to 1024 are possible.", spec.threads));
    if (!model.supported)
        return fail(ErrorCode::Unsupported, model.unsupportedReason, model.path.string());
    if (model.tensors.empty())
        return fail(ErrorCode::BadInput, fmt::format("{} holds no tensors, there is nothing to quantize.", model.name),
                    model.path.string());
    return {};
}

} // namespace

fs::path outputPath(const JobSpec &spec, const Model &model, const FileType &fileType)
{
    const std::string fileName = fmt::format("{}-{}.gguf", model.name, fileType.name);
    fs::path target = spec.output;
    std::error_code ignored;
    if (target.empty()) {
        fs::path beside = fs::absolute(model.files.empty() ? model.path : model.files.front(), ignored).parent_path();
        if (model.format == SourceFormat::Checkpoint)
            beside = beside.parent_path();
        target = beside / (model.name + "-GGUF");
        return target / fileName;
    }
    const bool isFolder = spec.levels.size() > 1 || !target.has_filename() || fs::is_directory(target, ignored);
    return isFolder ? target / fileName : target;
}

namespace {

/// Opens the matrix and tells the recipe what it has. One whose entries are all filtered out counts as none.
Result<void> addImportance(const JobSpec &spec, Common &common, PreparedJob &job)
{
    auto importance = planImportance(spec, *job.model, common.reshaped.sourceNames);
    SNUG_TRY(importance);
    if (!*importance)
        return {};
    job.notes.insert(job.notes.end(), (*importance)->notes.begin(), (*importance)->notes.end());
    for (const std::string &name : common.reshaped.sourceNames)
        common.recipe.importanceFiltered.push_back((*importance)->removed.contains(name));
    if ((*importance)->matrix.entries.empty())
        return {};
    common.recipe.hasImportance = true;
    for (const auto &pieces : (*importance)->tensors)
        common.recipe.importanceOf.push_back(!pieces.empty());
    job.importance = std::make_shared<const ImportancePlan>(**std::move(importance));
    common.importance = job.importance.get();
    return {};
}

Result<void> addVariants(const JobSpec &spec, const Common &common, PreparedJob &job)
{
    for (const std::string &level : spec.levels) {
        auto fileType = fileTypeFor(level);
        SNUG_TRY(fileType);
        const auto same = [&](const Variant &other) { return other.fileType == *fileType; };
        if (std::ranges::any_of(job.variants, same))
            return fail(ErrorCode::Usage,
                        fmt::format("Level {} is given twice. Name each level once.", (*fileType)->name));
        auto variant = prepareVariant(spec, common, *job.model, **fileType);
        SNUG_TRY(variant);
        if (const std::string note = oversizeNote(spec, variant->parts); !note.empty())
            job.notes.push_back(fmt::format("{}: {}", (*fileType)->name, note));
        job.variants.push_back(*std::move(variant));
        if (!common.recipe.patterns.empty() && !tensorTypeInfo((*fileType)->base).quantized)
            job.notes.push_back(
                fmt::format("--tensor-type does nothing at level {}, as in the reference.", (*fileType)->name));
    }
    return {};
}

} // namespace

Result<PreparedJob> prepareToLook(const JobSpec &spec, const Model &model)
{
    SNUG_TRY(chooseInstructionSet());
    SNUG_TRY(checkSpec(spec, model));
    if (spec.method != "gguf")
        return prepareFoldersToLook(spec, model);
    auto recipe = recipeOptions(spec);
    SNUG_TRY(recipe);
    auto reshaped = reshape(spec, model);
    SNUG_TRY(reshaped);
    Common common{*std::move(reshaped), *std::move(recipe), &model, nullptr};
    common.recipe.layerCount = common.reshaped.ruleLayerCount;

    PreparedJob job{&model, spec, {}, common.reshaped.model, nullptr, common.reshaped.notes};
    if (job.reshaped)
        job.model = job.reshaped.get();
    SNUG_TRY(addImportance(spec, common, job));
    for (std::string &note : patternNotes(common.recipe.patterns, *job.model))
        job.notes.push_back(std::move(note));
    SNUG_TRY(addVariants(spec, common, job));
    return job;
}

Result<PreparedJob> prepare(const JobSpec &spec, const Model &model)
{
    auto job = prepareToLook(spec, model);
    SNUG_TRY(job);
    for (const Variant &variant : job->variants)
        if (variant.refusal)
            return fail(*variant.refusal);
    return job;
}

} // namespace snug
