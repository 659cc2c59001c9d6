// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli bench: speed of every kernel and of the whole pipeline on this machine.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/bench/bench.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace snug::cli {

namespace {

int benchCommand(const BenchOptions &options, Format format)
{
    auto rows = bench(options);
    if (!rows)
        return answerError(rows.error(), format);
    if (format == Format::Json)
        return answer(toJson(*rows) + "\n");
    Table table({"Benchmark", ">M weights/s", ">MB/s", "Remark"});
    for (const BenchRow &row : *rows)
        table.add({row.name, fmt::format("{:.1f}", row.weightsPerSecond / 1e6),
                   fmt::format("{:.0f}", row.bytesPerSecond / 1e6), row.remark});
    return answer(table.text());
}

} // namespace

void addBench(CLI::App &app, Action &action)
{
    struct Words
    {
        BenchOptions options;
        std::string modelSize;
        bool json = false;
    };
    auto words = std::make_shared<Words>();
    CLI::App *command = app.add_subcommand("bench", "Measure kernels (one core) and the whole pipeline (all cores)");
    command->add_option("--filter", words->options.filter, "Regular expression on benchmark names");
    command->add_option("--model-size", words->modelSize,
                        "Size of the generated model of the pipeline rows, such as 2GiB");
    command->add_option("--folder", words->options.folder, "Folder for that model while it is needed");
    command->add_option("--threads", words->options.threads, "Threads of the pipeline; 0 takes all processors");
    command->add_flag("--json", words->json, "One JSON object on standard output");
    command->callback([words, &action] {
        action = [words] {
            const Format format = words->json ? Format::Json : Format::Text;
            if (!words->modelSize.empty()) {
                const auto size = parseBytes(words->modelSize);
                if (!size)
                    return answerError(
                        {ErrorCode::Usage, "--model-size is not a size. Write it like 2GiB.", {}, {}, {}}, format);
                words->options.modelBytes = *size;
            }
            return benchCommand(words->options, format);
        };
    });
}

} // namespace snug::cli
