// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/bench/bench.h"

#include "core/base/sizes.h"
#include "core/jobs/bench/syntheticmodel.h"
#include "core/jobs/json.h"
#include "core/jobs/run.h"
#include "core/kernels/blockkernel.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <regex>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kKernelWeights = 256 * 1024; // 1 MiB of floats: stays in the cache of a core
constexpr double kLeastSeconds = 0.25;

/// Median seconds of one call, over at least five calls and a quarter of a second.
double secondsOf(const std::function<void()> &call)
{
    std::vector<double> times;
    for (double total = 0; total < kLeastSeconds || times.size() < 5;) {
        const auto start = std::chrono::steady_clock::now();
        call();
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        total += times.back();
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
}

BenchRow row(std::string name, double seconds, double bytes)
{
    return {std::move(name), static_cast<double>(kKernelWeights) / seconds, bytes / seconds, "one core", 0, 0};
}

void benchKernel(const kernels::BlockKernel &kernel, const std::function<bool(const std::string &)> &wanted,
                 std::vector<BenchRow> &rows)
{
    std::vector<float> values(kKernelWeights);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 0.01f * static_cast<float>(static_cast<int>((i * 2654435761u) >> 20 & 0xFFF) - 2048) / 2048.0f;
    std::vector<unsigned char> blocks(kKernelWeights / static_cast<std::size_t>(kernel.blockLength) *
                                      static_cast<std::size_t>(kernel.blockBytes));
    const auto count = static_cast<long long>(kKernelWeights);
    kernel.quantizeRow(values.data(), blocks.data(), count, nullptr);
    if (const std::string name = fmt::format("quantize/{}/scalar", kernel.name); wanted(name))
        rows.push_back(row(name, secondsOf([&] { kernel.quantizeRow(values.data(), blocks.data(), count, nullptr); }),
                           static_cast<double>(values.size() * sizeof(float))));
    if (const std::string name = fmt::format("dequantize/{}/scalar", kernel.name); wanted(name))
        rows.push_back(row(name, secondsOf([&] { kernel.dequantizeRow(blocks.data(), values.data(), count); }),
                           static_cast<double>(blocks.size())));
}

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

Result<BenchRow> benchPipeline(const BenchOptions &options, const std::string &level, const fs::path &model)
{
    JobSpec spec;
    spec.model = model.string();
    spec.levels = {level};
    spec.output = (model.parent_path() / (level + ".gguf")).string();
    spec.overwrite = true;
    spec.threads = options.threads;
    JobContext context;
    const JobReport report = run(spec, context);
    if (report.error)
        return fail(*report.error);
    const double sourceBytes = static_cast<double>(report.sourceBytes);
    return BenchRow{"pipeline/" + level,
                    sourceBytes / 2 / report.seconds,
                    sourceBytes / report.seconds,
                    fmt::format("{} of BF16 in {:.1f} s, RAM peak {}, buffers {}", formatBytes(report.sourceBytes),
                                report.seconds, formatBytes(report.peaks.ramMeasuredBytes),
                                formatBytes(report.peaks.ledgerBytes)),
                    report.seconds,
                    report.peaks.ramMeasuredBytes};
}

Result<void> benchPipelines(const BenchOptions &options, const std::function<bool(const std::string &)> &wanted,
                            std::vector<BenchRow> &rows)
{
    TemporaryFolder folder;
    for (const char *level : {"Q8_0", "Q4_0", "Q4_K_M", "Q6_K"}) {
        if (!wanted(std::string("pipeline/") + level))
            continue;
        if (folder.path.empty()) {
            const fs::path parent = options.folder.empty() ? fs::temp_directory_path() : fs::path(options.folder);
            folder.path = parent / fmt::format("snug-bench-{}", ::getpid());
            SNUG_TRY(writeSyntheticModel(folder.path / "model.gguf", options.modelBytes));
        }
        auto measured = benchPipeline(options, level, folder.path / "model.gguf");
        SNUG_TRY(measured);
        rows.push_back(std::move(*measured));
    }
    return {};
}

} // namespace

Result<std::vector<BenchRow>> bench(const BenchOptions &options)
{
    std::regex expression;
    try {
        expression = std::regex(options.filter);
    } catch (const std::regex_error &) {
        return fail(ErrorCode::Usage,
                    fmt::format("--filter \"{}\" is not a regular expression. Correct it.", options.filter));
    }
    const auto wanted = [&](const std::string &name) { return std::regex_search(name, expression); };
    std::vector<BenchRow> rows;
    int count = 0;
    const kernels::BlockKernel *table = kernels::blockKernels(&count);
    for (int i = 0; i < count; ++i)
        benchKernel(table[i], wanted, rows);
    SNUG_TRY(benchPipelines(options, wanted, rows));
    return rows;
}

std::string toJson(const std::vector<BenchRow> &rows)
{
    Json json{{"benchmarks", Json::array()}};
    for (const BenchRow &row : rows)
        json["benchmarks"].push_back({{"name", row.name},
                                      {"weights_per_second", row.weightsPerSecond},
                                      {"bytes_per_second", row.bytesPerSecond},
                                      {"remark", row.remark},
                                      {"seconds", row.seconds},
                                      {"ram_peak_bytes", row.ramPeakBytes}});
    return printed(json);
}

} // namespace snug
