// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/prepare.h"

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
    if (!fileType)
        return fail(ErrorCode::Usage,
                    fmt::format("Level \"{}\" is not known. Did you mean {}?", level, closestFileTypeName(level)));
    return fileType;
}

Result<std::optional<TensorType>> tensorTypeOption(const std::string &name, std::string_view option)
{
    if (name.empty())
        return std::optional<TensorType>();
    const TensorTypeInfo *info = findTensorType(name);
    if (!info)
        return fail(
            ErrorCode::Usage,
            fmt::format("{} names the type \"{}\", which does not exist. Give one such as Q6_K.", option, name));
    return std::optional<TensorType>(info->type);
}

Result<RecipeOptions> recipeOptions(const JobSpec &spec)
{
    RecipeOptions options;
    options.pure = spec.pure;
    options.leaveOutputTensor = spec.leaveOutputTensor;
    options.allowRequantize = spec.allowRequantize;
    auto output = tensorTypeOption(spec.outputTensorType, "--output-tensor-type");
    SNUG_TRY(output);
    options.outputTensorType = *output;
    auto embedding = tensorTypeOption(spec.tokenEmbeddingType, "--token-embedding-type");
    SNUG_TRY(embedding);
    options.tokenEmbeddingType = *embedding;
    return options;
}

fs::path folderOf(const Model &model) { return model.files.empty() ? model.path : model.files.front().parent_path(); }

/// Inputs are never written over, whatever name or link they go by.
Result<void> checkOutputIsNoInput(const Model &model, const fs::path &output)
{
    std::error_code ignored;
    for (const fs::path &file : model.files)
        if (fs::equivalent(file, output, ignored) ||
            fs::weakly_canonical(file, ignored) == fs::weakly_canonical(output, ignored))
            return fail(
                ErrorCode::Usage,
                fmt::format("The output {} is the model itself. Choose another name or folder.", output.string()),
                output.string());
    if (model.format == SourceFormat::Checkpoint && fs::exists(output, ignored) &&
        fs::equivalent(output.parent_path().empty() ? fs::path(".") : output.parent_path(), folderOf(model), ignored))
        return fail(ErrorCode::Usage,
                    fmt::format("The output {} is one of the model's own files. Choose another name or folder.",
                                output.string()),
                    output.string());
    if (fs::is_directory(output, ignored))
        return fail(
            ErrorCode::Usage,
            fmt::format("The output {} is a folder, a file is needed here. Give a file name or end it with a slash.",
                        output.string()),
            output.string());
    return {};
}

std::vector<GgufWriter::Tensor> outputTensors(const Model &model, const std::vector<TensorDecision> &decisions)
{
    std::vector<GgufWriter::Tensor> tensors;
    tensors.reserve(model.tensors.size());
    for (std::size_t i = 0; i < model.tensors.size(); ++i)
        tensors.push_back({model.tensors[i].name, model.tensors[i].dims, decisions[i].type});
    return tensors;
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

/// Types and size of a level's file. What would be is filled in even where it may not be.
Result<void> fillVariant(Variant &variant, const Model &model, const RecipeOptions &options)
{
    auto decisions = proposeTypes(model, *variant.fileType, options);
    SNUG_TRY(decisions);
    variant.decisions = std::move(*decisions);
    variant.tensors = outputTensors(model, variant.decisions);
    variant.metadata = outputMetadata(model.metadata, fileTypeNumber(model, *variant.fileType));
    const auto sizeBytes = GgufWriter::fileBytes(variant.metadata, variant.tensors);
    if (!sizeBytes) {
        variant.decisions.clear();
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensors of {} do not add up to a file: a size is too large.", model.name));
    }
    variant.outputBytes = *sizeBytes;
    SNUG_TRY(checkDecisions(model, *variant.fileType, options, variant.decisions));
    return checkKernels(model, variant.decisions);
}

Result<Variant> prepareVariant(const JobSpec &spec, const Model &model, const FileType &fileType,
                               const RecipeOptions &options)
{
    Variant variant;
    variant.fileType = &fileType;
    variant.output = outputPath(spec, model, fileType);
    SNUG_TRY(checkOutputIsNoInput(model, variant.output));
    if (auto filled = fillVariant(variant, model, options); !filled)
        variant.refusal = std::move(filled).error();
    return variant;
}

Result<void> checkSpec(const JobSpec &spec, const Model &model)
{
    if (spec.method != "gguf")
        return fail(ErrorCode::Usage, fmt::format("Method \"{}\" is not known. This version makes gguf.", spec.method));
    if (spec.device != "auto" && spec.device != "cpu")
        return fail(ErrorCode::Usage,
                    fmt::format("Device \"{}\" is not there. This version works on: cpu.", spec.device));
    if (spec.levels.empty())
        return fail(ErrorCode::Usage, "No level is given. Name one, such as Q4_K_M.");
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

std::uint64_t PreparedJob::outputBytes() const
{
    std::uint64_t sum = 0;
    for (const Variant &variant : variants)
        sum += variant.outputBytes;
    return sum;
}

std::uint64_t PreparedJob::weightCount() const
{
    std::uint64_t sum = 0;
    for (const ModelTensor &tensor : model->tensors)
        sum += tensor.weightCount();
    return sum * variants.size();
}

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

Result<PreparedJob> prepareToLook(const JobSpec &spec, const Model &model)
{
    SNUG_TRY(chooseInstructionSet());
    SNUG_TRY(checkSpec(spec, model));
    auto options = recipeOptions(spec);
    SNUG_TRY(options);
    PreparedJob job{&model, spec, {}};
    for (const std::string &level : spec.levels) {
        auto fileType = fileTypeFor(level);
        SNUG_TRY(fileType);
        const auto same = [&](const Variant &other) { return other.fileType == *fileType; };
        if (std::any_of(job.variants.begin(), job.variants.end(), same))
            return fail(ErrorCode::Usage,
                        fmt::format("Level {} is given twice. Name each level once.", (*fileType)->name));
        auto variant = prepareVariant(spec, model, **fileType, *options);
        SNUG_TRY(variant);
        job.variants.push_back(std::move(*variant));
    }
    if (std::ranges::all_of(job.variants, [](const Variant &variant) { return variant.refusal.has_value(); }))
        return fail(*job.variants.front().refusal);
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
