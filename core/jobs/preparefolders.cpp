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

/// A level and what it means with the options given, or why it does not go with them.
struct AskedLevel
{
    Scheme plain; ///< without options
    Result<Scheme> scheme;
};

/// Each once. Errors: for levels that there are not.
Result<std::vector<AskedLevel>> askedLevels(const JobSpec &spec)
{
    std::vector<AskedLevel> asked;
    for (const std::string &level : spec.levels) {
        auto plain = schemeFor({spec.method, level, spec.format});
        SNUG_TRY(plain);
        const auto same = [&](const AskedLevel &other) { return other.plain.level == plain->level; };
        if (std::ranges::any_of(asked, same))
            return fail(ErrorCode::Usage, fmt::format("Level {} is given twice. Name each level once.", level));
        asked.push_back({*std::move(plain), schemeFor(requestFor(spec, level))});
    }
    return asked;
}

Result<Variant> folderVariant(const JobSpec &spec, const AskedLevel &asked, const ExportView &view)
{
    Variant variant;
    variant.level = asked.plain.level;
    variant.description = descriptionOf(asked.plain, spec);
    if (!asked.scheme) {
        variant.refusal = asked.scheme.error();
        return variant;
    }
    FolderOptions options;
    options.folder = folderFor(spec, view.model, *asked.scheme);
    options.ignore = spec.ignore;
    options.refuseUnfitting = spec.noFallback;
    if (spec.splitSizeBytes)
        options.shardBytes = *spec.splitSizeBytes;
    SNUG_TRY(checkFolderIsNoInput(view.model, options.folder));
    auto folder = layOutFolder(view, makeExporter(*asked.scheme), options);
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
    const auto levels = askedLevels(spec); // before the source is looked at once more
    SNUG_TRY(levels);
    auto view = exportView(model);
    SNUG_TRY(view);
    PreparedJob job{nullptr, spec};
    job.view = std::make_shared<const ExportView>(*std::move(view));
    job.model = &job.view->model;
    job.notes = job.view->notes;
    noteIdleOptions(spec, job.notes);
    for (const AskedLevel &level : *levels) {
        auto variant = folderVariant(spec, level, *job.view);
        SNUG_TRY(variant);
        if (variant->folder)
            for (const std::string &note : variant->folder->notes)
                job.notes.push_back(fmt::format("{}: {}", variant->level, note));
        job.variants.push_back(*std::move(variant));
    }
    return job;
}

} // namespace snug
