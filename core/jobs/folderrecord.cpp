// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/folderrecord.h"

#include "core/base/inputfile.h"
#include "core/base/sha256.h"
#include "core/jobs/json.h"

#include <algorithm>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kHashedBytes = 1 << 20; // the header of most files, names and places of all tensors

/// The Hugging Face cache keeps files under their SHA-256 and links to them; else empty.
std::string hashOfCache(const fs::path &file)
{
    std::error_code ignored;
    const std::string name = fs::canonical(file, ignored).filename().string();
    return isSha256Hex(name) ? name : std::string();
}

std::string hashOfStart(const InputFile &file)
{
    std::vector<std::byte> start(static_cast<std::size_t>(std::min(kHashedBytes, file.sizeBytes())));
    if (!file.readAt(0, start))
        return {};
    return sha256Hex(start);
}

Json sourceJson(const Model &model)
{
    Json files = Json::array();
    for (const fs::path &path : model.files) {
        Json one{{"name", path.filename().string()}};
        if (const auto file = InputFile::open(path)) {
            one["bytes"] = file->sizeBytes();
            if (const std::string whole = hashOfCache(path); !whole.empty())
                one["sha256"] = whole;
            else
                one["sha256_of_first_mib"] = hashOfStart(*file);
        }
        files.push_back(std::move(one));
    }
    return {{"name", model.name}, {"bytes", model.sourceBytes}, {"files", std::move(files)}};
}

Json tensorsJson(const JobReport &report, const std::string &level)
{
    Json tensors = Json::array();
    for (const TensorReport &tensor : report.tensors)
        if (tensor.level == level && !tensor.copied)
            tensors.push_back({{"name", tensor.name},
                               {"from", tensorTypeName(tensor.from)},
                               {"to", tensor.to},
                               {"bits_per_weight", tensor.bitsPerWeight},
                               {"relative_error", tensor.relativeError}});
    return tensors;
}

Json shardsJson(std::span<const FolderFile> shards)
{
    Json files = Json::array();
    for (const FolderFile &shard : shards)
        files.push_back({{"name", shard.name}, {"bytes", shard.sizeBytes}, {"sha256", shard.sha256}});
    return files;
}

} // namespace

std::string folderRecord(const PreparedJob &job, std::size_t v, std::span<const FolderFile> shards,
                         const JobReport &report)
{
    const Variant &variant = job.variants[v];
    JobSpec spec = job.spec;
    spec.levels = {variant.level};
    return printed(Json{
               {"program", "Snug"},
               {"version", SNUG_VERSION},
               {"source", sourceJson(*job.model)},
               {"job", Json::parse(toJson(spec))},
               {"files", shardsJson(shards)},
               {"tensors", tensorsJson(report, variant.level)},
               {"peaks",
                {{"ram_predicted", report.peaks.ramPredictedBytes}, {"ram_measured", report.peaks.ramMeasuredBytes}}},
               {"seconds", report.seconds},
               {"notes", report.notes}}) +
           "\n";
}

} // namespace snug
