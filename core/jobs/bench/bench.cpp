// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/bench/bench.h"

#include "core/base/sizes.h"
#include "core/jobs/bench/syntheticmodel.h"
#include "core/jobs/json.h"
#include "core/jobs/run.h"
#include "core/kernels/kernelset.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <regex>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kKernelWeights = 256 * 1024; // 1 MiB of floats: stays in the cache of a core
constexpr double kLeastSeconds = 0.25;

/// Of this thread: other programs on the machine disturb it less than a clock on the wall.
double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Median processor seconds of one call, over at least five calls and a quarter of a second.
double secondsOf(const std::function<void()> &call)
{
    std::vector<double> times;
    for (double total = 0; total < kLeastSeconds || times.size() < 5;) {
        const double start = processorSeconds();
        call();
        times.push_back(processorSeconds() - start);
        total += times.back();
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
}

BenchRow row(std::string name, double seconds, double bytes)
{
    return {std::move(name), static_cast<double>(kKernelWeights) / seconds, bytes / seconds, "one core", 0, 0};
}

using Wanted = std::function<bool(const std::string &)>;

/// Bell-shaped values, as weights are, and importance weights with a wide spread.
std::vector<float> benchValues()
{
    std::vector<float> values(kKernelWeights);
    std::uint32_t state = 1;
    const auto next = [&state] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / 16777216.0f - 0.5f;
    };
    for (float &value : values)
        value = 0.02f * (next() + next() + next() + next());
    return values;
}

std::vector<float> benchImportance()
{
    std::vector<float> weights = benchValues();
    for (float &weight : weights)
        weight = weight * weight;
    return weights;
}

/// One kernel of one set: quantize without and with importance weights, and dequantize.
void benchKernel(const kernels::KernelSet &set, const kernels::BlockKernel &kernel, const Wanted &wanted,
                 std::vector<BenchRow> &rows)
{
    const auto count = static_cast<long long>(kKernelWeights);
    static const std::vector<float> source = benchValues();
    static const std::vector<float> importance = benchImportance();
    std::vector<float> values(kKernelWeights);
    std::vector<unsigned char> blocks(kKernelWeights / static_cast<std::size_t>(kernel.blockLength) *
                                      static_cast<std::size_t>(kernel.blockBytes));
    const auto quantize = [&](const float *weights) {
        kernel.quantizeRow(source.data(), blocks.data(), count, weights);
    };
    const double floatBytes = static_cast<double>(kKernelWeights * sizeof(float));
    if (const std::string name = fmt::format("quantize/{}/{}", kernel.name, set.name); wanted(name))
        rows.push_back(row(name, secondsOf([&] { quantize(nullptr); }), floatBytes));
    if (const std::string name = fmt::format("quantize-imatrix/{}/{}", kernel.name, set.name);
        kernel.usesWeights && wanted(name))
        rows.push_back(row(name, secondsOf([&] { quantize(importance.data()); }), floatBytes));
    if (const std::string name = fmt::format("dequantize/{}/{}", kernel.name, set.name); wanted(name)) {
        quantize(importance.data());
        rows.push_back(row(name, secondsOf([&] { kernel.dequantizeRow(blocks.data(), values.data(), count); }),
                           static_cast<double>(blocks.size())));
    }
}

/// Every type on every instruction set this processor has, fastest set first.
void benchKernels(const Wanted &wanted, std::vector<BenchRow> &rows)
{
    int setCount = 0;
    const kernels::KernelSet *const *sets = kernels::kernelSets(&setCount);
    for (int type = 0; type < sets[0]->count; ++type)
        for (int i = 0; i < setCount; ++i)
            benchKernel(*sets[i], sets[i]->kernels[type], wanted, rows);
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

Result<void> benchPipelines(const BenchOptions &options, const Wanted &wanted, std::vector<BenchRow> &rows)
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
    const Wanted wanted = [&](const std::string &name) { return std::regex_search(name, expression); };
    std::vector<BenchRow> rows;
    benchKernels(wanted, rows);
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
