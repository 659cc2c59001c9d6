// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/bench/benchpipeline.h"

#include "core/base/atomicfile.h"
#include "core/base/inputfile.h"
#include "core/base/sizes.h"
#include "core/jobs/bench/syntheticmodel.h"
#include "core/jobs/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>

namespace snug {

namespace fs = std::filesystem;

namespace {

/// A folder that goes away with all that is in it.
struct TemporaryFolder
{
    fs::path path;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

struct Source
{
    const char *name; ///< first part of its rows' names
    SyntheticShape shape;
    std::array<const char *, 6> levels;
};

constexpr Source kSources[] = {
    {"pipeline", SyntheticShape::Dense, {"Q8_0", "Q4_0", "Q4_K_M", "Q6_K", "Q3_K_M", "IQ4_XS"}},
    {"embedding", SyntheticShape::LargeEmbedding, {"Q4_K_M"}},
    {"experts", SyntheticShape::ManyExperts, {"Q4_K_M"}},
};

fs::path outputPath(const fs::path &model, const char *level)
{
    return model.parent_path() / fmt::format("{}.gguf", level);
}

Result<BenchRow> benchJob(const BenchOptions &options, const std::string &name, const char *level,
                          const fs::path &model)
{
    JobSpec spec;
    spec.model = model.string();
    spec.levels = {level};
    spec.output = outputPath(model, level).string();
    spec.overwrite = true;
    spec.threads = options.threads;
    JobContext context;
    const JobReport report = run(spec, context);
    if (report.error)
        return fail(*report.error);
    const double sourceBytes = static_cast<double>(report.sourceBytes);
    return BenchRow{name,
                    sourceBytes / 2 / report.seconds,
                    sourceBytes / report.seconds,
                    fmt::format("{} of BF16 in {:.1f} s, RAM peak {}, buffers {}", formatBytes(report.sourceBytes),
                                report.seconds, formatBytes(report.peaks.ramMeasuredBytes),
                                formatBytes(report.peaks.ledgerBytes)),
                    report.seconds,
                    report.peaks.ramMeasuredBytes};
}

/// Reads the model from end to end and writes as many bytes as the level's output has, synced and renamed likewise.
Result<double> copySeconds(const fs::path &model, const fs::path &target, std::uint64_t outputBytes)
{
    std::vector<std::byte> buffer(1u << 20);
    const auto start = std::chrono::steady_clock::now();
    auto from = InputFile::open(model);
    SNUG_TRY(from);
    auto to = AtomicFile::create(target, Overwrite::Yes);
    SNUG_TRY(to);
    SNUG_TRY(to->reserve(outputBytes));
    for (std::uint64_t at = 0; at < from->sizeBytes(); at += buffer.size()) {
        const auto piece = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), from->sizeBytes() - at));
        SNUG_TRY(from->readAt(at, piece));
        if (const std::uint64_t left = outputBytes - to->sizeBytes(); left > 0)
            SNUG_TRY(to->append(piece.first(std::min<std::uint64_t>(left, piece.size()))));
    }
    SNUG_TRY(to->commit());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Result<BenchRow> benchCopy(const std::string &name, const char *level, const fs::path &model)
{
    std::error_code error;
    const std::uint64_t outputBytes = fs::file_size(outputPath(model, level), error);
    const std::uint64_t sourceBytes = fs::file_size(model, error);
    auto seconds = copySeconds(model, model.parent_path() / "copy", outputBytes);
    SNUG_TRY(seconds);
    const double bytes = static_cast<double>(sourceBytes);
    return BenchRow{
        name,
        bytes / 2 / *seconds,
        bytes / *seconds,
        fmt::format("{} read and {} written in {:.1f} s", formatBytes(sourceBytes), formatBytes(outputBytes), *seconds),
        *seconds,
        0};
}

/// The wanted rows of one source, which is made when the first is wanted.
Result<void> benchSource(const Source &source, const BenchOptions &options, const BenchWanted &wanted,
                         std::vector<BenchRow> &rows)
{
    TemporaryFolder folder;
    for (const char *level : source.levels) {
        const std::string name = fmt::format("{}/{}", source.name, level ? level : "");
        if (!level || !wanted(name))
            continue;
        const fs::path parent = options.folder.empty() ? fs::temp_directory_path() : fs::path(options.folder);
        const fs::path model = parent / fmt::format("snug-bench-{}", ::getpid()) / "model.gguf";
        if (folder.path.empty()) {
            folder.path = model.parent_path();
            SNUG_TRY(writeSyntheticModel(model, source.shape, options.modelBytes));
        }
        auto job = benchJob(options, name, level, model);
        SNUG_TRY(job);
        rows.push_back(std::move(*job));
        const std::string copyName = fmt::format("copy/{}", level);
        if (source.shape != SyntheticShape::Dense || !wanted(copyName))
            continue;
        auto copy = benchCopy(copyName, level, model);
        SNUG_TRY(copy);
        rows.push_back(std::move(*copy));
    }
    return {};
}

} // namespace

Result<void> benchPipelines(const BenchOptions &options, const BenchWanted &wanted, std::vector<BenchRow> &rows)
{
    for (const Source &source : kSources)
        SNUG_TRY(benchSource(source, options, wanted, rows));
    return {};
}

} // namespace snug
