// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli quantize: makes the outputs, shows progress, ends with a table or one JSON object.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/joboptions.h"
#include "app/cli/progressbar.h"
#include "app/cli/stoponsignal.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <sstream>

namespace snug::cli {

namespace {

/// One row a level, however many files it has.
Table outputTable(const JobReport &report)
{
    Table table({"Level", ">Size", ">Smaller", ">Bits", "File"});
    for (std::size_t first = 0, end = 0; first < report.outputs.size(); first = end) {
        const OutputReport &output = report.outputs[first];
        std::uint64_t sizeBytes = 0;
        for (end = first; end < report.outputs.size() && report.outputs[end].level == output.level; ++end)
            sizeBytes += report.outputs[end].sizeBytes;
        const std::size_t more = end - first - 1;
        table.add({output.level, formatBytes(sizeBytes),
                   fmt::format("{:.1f}x", static_cast<double>(report.sourceBytes) / static_cast<double>(sizeBytes)),
                   fmt::format("{:.2f}", output.bitsPerWeight),
                   more == 0 ? output.path : fmt::format("{} and {} more", output.path, more)});
    }
    return table;
}

/// Where the work was done, when that was a choice; what the device held and gave back.
std::string deviceText(const JobReport &report)
{
    std::string text = report.deviceReason.empty() ? std::string() : printable(report.deviceReason) + "\n";
    if (report.device == "cpu")
        return text;
    return text +
           fmt::format("Quantized on {} ({}), VRAM peak {} ({} predicted), {} blocks done again on the processor\n",
                       printable(report.deviceName), report.device, formatBytes(report.peaks.vramMeasuredBytes),
                       formatBytes(report.peaks.vramPredictedBytes), report.redoneBlocks);
}

std::string indented(const std::string &lines)
{
    std::string text;
    std::stringstream stream(lines);
    for (std::string line; std::getline(stream, line);)
        text += line.empty() ? std::string("\n") : fmt::format("    {}\n", printable(line));
    return text;
}

std::string reportText(const JobReport &report)
{
    std::string text = outputTable(report).text();
    text += fmt::format("\n{} ({} predicted), RAM peak {} ({} predicted)\n", formatSeconds(report.seconds),
                        formatSeconds(report.secondsPredicted), formatBytes(report.peaks.ramMeasuredBytes),
                        formatBytes(report.peaks.ramPredictedBytes));
    text += deviceText(report);
    for (const LoadCommand &one : report.loadCommands)
        text += fmt::format("\n{} in {}:\n{}", one.level, one.reader, indented(one.command));
    for (const std::string &note : report.notes)
        text += fmt::format("note: {}\n", printable(note));
    return text;
}

int quantizeCommand(const JobOptions &options)
{
    const Format format = options.json ? Format::Json : Format::Text;
    auto spec = options.jobSpec();
    if (!spec)
        return answerError(spec.error(), format);
    JobContext context;
    JobReport report;
    {
        StopOnSignal stopOnSignal(context.stop);
        StatusLine line = jobStatusLine(context);
        report = run(*spec, context);
    }
    if (report.error)
        std::fprintf(stderr, "error: %s\n", report.error->message.c_str());
    if (report.outcome == Outcome::Cancelled)
        std::fputs("Cancelled. The partial files are gone.\n", stderr);
    int code = 0;
    if (format == Format::Json)
        code = answer(toJson(report) + "\n");
    else if (report.outcome == Outcome::Succeeded)
        code = answer(reportText(report));
    if (report.error)
        return exitCode(report.error->code);
    return report.outcome == Outcome::Cancelled ? kCancelled : code;
}

} // namespace

void addQuantize(CLI::App &app, Action &action)
{
    auto options = std::make_shared<JobOptions>();
    CLI::App *command = app.add_subcommand("quantize", "Make one or more levels of a model");
    addJobOptions(*command, *options, NeedsOutput::Yes);
    command->callback([options, &action] { action = [options] { return quantizeCommand(*options); }; });
}

} // namespace snug::cli
