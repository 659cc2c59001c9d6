// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Jobs whose levels become checkpoint folders: what is asked for, the folder of each level, and why one cannot be made.

#include "core/jobs/prepare.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace fs = std::filesystem;

namespace {

/// Options that mean nothing to these methods: said, not refused.
void noteIdleOptions(const JobSpec &spec, std::vector<std::string> &notes)
{
    const std::pair<bool, const char *> idle[] = {
        {spec.device != "auto" && spec.device != "cpu", "--device"},
        {spec.pure, "--pure"},
        {spec.leaveOutputTensor, "--leave-output-tensor"},
        {!spec.outputTensorType.empty(), "--output-tensor-type"},
        {!spec.tokenEmbeddingType.empty(), "--token-embedding-type"},
        {!spec.tensorTypes.empty(), "--tensor-type"},
        {!spec.imatrix.empty(), "--imatrix"},
        {!spec.overrideKv.empty(), "--override-kv"},
        {spec.keepSplit, "--keep-split"},
        {spec.allowRequantize, "--allow-requantize"},
    };
    for (const auto &[given, name] : idle)
        if (given)
            notes.push_back(fmt::format("{} does nothing with method {}.", name, spec.method));
}

SchemeRequest requestFor(const JobSpec &spec, const std::string &level)
{
    SchemeRequest request{spec.method, level, spec.format, spec.asymmetric, spec.minMax, 0};
    request.blockSize = static_cast<std::uint64_t>(spec.blockSize);
    return request;
}

/// "nf4-dq" or, where the format is not the method's first, "gptq-4bit-g128".
std::string nameOf(const JobSpec &spec, const Scheme &scheme)
{
    return spec.format.empty() ? scheme.level : fmt::format("{}-{}", folderFormatName(scheme.format), scheme.level);
}

bool isModelFolder(const fs::path &folder)
{
    std::error_code ignored;
    return fs::exists(folder / "config.json", ignored);
}

/// The spec's output where it names the folder itself: one level, no trailing slash, and nothing there but such a
/// folder.
fs::path folderFor(const JobSpec &spec, const Model &model, const Scheme &scheme)
{
    const std::string name = fmt::format("{}-{}", model.name, nameOf(spec, scheme));
    std::error_code ignored;
    if (spec.output.empty()) {
        const fs::path first = fs::absolute(model.files.empty() ? model.path : model.files.front(), ignored);
        const fs::path holder = first.parent_path();
        return (model.format == SourceFormat::Checkpoint ? holder.parent_path() : holder) / name;
    }
    const fs::path output = spec.output;
    const bool holdsFolders = spec.levels.size() > 1 || !output.has_filename() ||
                              (fs::is_directory(output, ignored) && !isModelFolder(output));
    return holdsFolders ? output / name : output;
}

bool isWithin(const fs::path &inner, const fs::path &outer)
{
    const auto [end, unused] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
    return end == outer.end();
}

/// The source is never written into, nor put into what is to be replaced.
Result<void> checkFolderIsNoInput(const Model &model, const fs::path &folder)
{
    std::error_code ignored;
    const fs::path output = fs::weakly_canonical(folder, ignored);
    for (const fs::path &file : model.files) {
        const fs::path source = fs::weakly_canonical(fs::absolute(file, ignored).parent_path(), ignored);
        const bool same = output == source || (fs::exists(output, ignored) && isWithin(source, output));
        if (same || (model.format == SourceFormat::Checkpoint && isWithin(output, source)))
            return fail(
                ErrorCode::Usage,
                fmt::format("The output {} is the model's own folder, or one in it or around it. Choose another "
                            "folder.",
                            folder.string()),
                folder.string());
    }
    return {};
}

std::string descriptionOf(const Scheme &scheme, const JobSpec &spec)
{
    for (const SchemeOffer &offer : offeredSchemes(scheme.method, spec.format))
        if (offer.level == scheme.level)
            return offer.description;
    return scheme.level;
}

Result<Variant> folderVariant(const JobSpec &spec, const std::string &level, const ExportView &view)
{
    auto scheme = schemeFor(requestFor(spec, level));
    SNUG_TRY(scheme);
    Variant variant;
    variant.level = scheme->level;
    variant.description = descriptionOf(*scheme, spec);
    FolderOptions options;
    options.folder = folderFor(spec, view.model, *scheme);
    options.ignore = spec.ignore;
    options.refuseUnfitting = spec.noFallback;
    if (spec.splitSizeBytes)
        options.shardBytes = *spec.splitSizeBytes;
    SNUG_TRY(checkFolderIsNoInput(view.model, options.folder));
    auto folder = layOutFolder(view, makeExporter(*scheme), options);
    if (!folder && folder.error().code == ErrorCode::Usage)
        return fail(folder.error());
    if (folder)
        variant.folder = std::make_shared<FolderPlan>(*std::move(folder));
    else
        variant.refusal = folder.error();
    return variant;
}

} // namespace

Result<PreparedJob> prepareFoldersToLook(const JobSpec &spec, const Model &model)
{
    if (!spec.pruneLayers.empty())
        return fail(ErrorCode::Usage,
                    fmt::format("--prune-layers is for method gguf, not for {}. Leave it away.", spec.method));
    for (const std::string &level : spec.levels) // before the source is looked at once more
        SNUG_TRY(schemeFor(requestFor(spec, level)));
    auto view = exportView(model);
    SNUG_TRY(view);
    PreparedJob job{nullptr, spec};
    job.view = std::make_shared<const ExportView>(*std::move(view));
    job.model = &job.view->model;
    job.notes = job.view->notes;
    noteIdleOptions(spec, job.notes);
    for (const std::string &level : spec.levels) {
        auto variant = folderVariant(spec, level, *job.view);
        SNUG_TRY(variant);
        if (std::ranges::any_of(job.variants, [&](const Variant &other) { return other.level == variant->level; }))
            return fail(ErrorCode::Usage, fmt::format("Level {} is given twice. Name each level once.", level));
        job.variants.push_back(*std::move(variant));
    }
    return job;
}

} // namespace snug
