// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli imatrix: makes an importance matrix, adds several up, or shows what one says.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/joboptions.h"
#include "app/cli/statusline.h"
#include "app/cli/stoponsignal.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/measure/imatrix.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>

namespace snug::cli {

namespace {

struct Words
{
    ImatrixSpec spec;
    std::vector<std::string> merge;
    std::string ram;
    bool statistics = false, json = false;
};

std::string statusText(const MeasureSnapshot &now)
{
    if (now.phase != MeasurePhase::Text || !now.layers)
        return "opening";
    std::string text = fmt::format("{}  layer {}/{}, window {}/{}", barText(now.fraction), now.layer + 1, now.layers,
                                   now.partsDone, now.partsTotal);
    if (now.secondsLeft >= 0)
        text += fmt::format(", {:.0f} tokens/s, about {} left", now.tokensPerSecond, formatSeconds(now.secondsLeft));
    return text;
}

int answerReport(const ImatrixReport &report, const Words &words)
{
    if (report.error)
        std::fprintf(stderr, "error: %s\n", report.error->message.c_str());
    if (report.outcome == Outcome::Cancelled)
        std::fprintf(stderr, "Cancelled after %llu windows. The same command goes on from there.\n",
                     static_cast<unsigned long long>(report.windows));
    int code = 0;
    if (words.json) {
        code = answer(toJson(report) + "\n");
    } else if (report.outcome == Outcome::Succeeded) {
        std::string text = words.statistics ? importanceTable(report.statistics) + "\n" : std::string();
        text += fmt::format("{}: {} windows, {} tokens", printable(report.output), report.windows, report.tokens);
        if (report.tokensPerSecond > 0)
            text += fmt::format(", {}, {:.0f} tokens/s, RAM peak {} ({} predicted)", formatSeconds(report.seconds),
                                report.tokensPerSecond, formatBytes(report.ramMeasuredBytes),
                                formatBytes(report.ramPredictedBytes));
        text += "\n";
        for (const std::string &note : report.notes)
            text += fmt::format("note: {}\n", printable(note));
        code = answer(text);
    }
    if (report.error)
        return exitCode(report.error->code);
    return report.outcome == Outcome::Cancelled ? kCancelled : code;
}

int imatrixCommand(Words words)
{
    const Format format = words.json ? Format::Json : Format::Text;
    const auto wrong = [&](std::string sentence) {
        return answerError({ErrorCode::Usage, std::move(sentence), {}, std::nullopt, {}}, format);
    };
    if (!words.merge.empty()) {
        if (!words.spec.model.empty() || !words.spec.text.empty())
            return wrong("--merge adds up matrices that are there and takes neither a MODEL nor a --text. Leave these "
                         "out, or make a matrix without --merge.");
        const auto merged = mergeImatrices(words.merge, words.spec.output, words.spec.overwrite);
        return merged ? answerReport(*merged, words) : answerError(merged.error(), format);
    }
    if (words.spec.model.empty() || words.spec.text.empty())
        return wrong("An importance matrix is made of a MODEL and a --text FILE, or of files with --merge.");
    auto limit = sizeOption(words.ram, "--ram");
    if (!limit)
        return answerError(limit.error(), format);
    words.spec.ramBytes = *limit;
    MeasureContext context;
    ImatrixReport report;
    {
        StopOnSignal stopOnSignal(context.stop);
        StatusLine line([&context] { return statusText(context.snapshot()); });
        report = makeImatrix(words.spec, context);
    }
    return answerReport(report, words);
}

} // namespace

void addImatrix(CLI::App &app, Action &action)
{
    auto words = std::make_shared<Words>();
    ImatrixSpec &spec = words->spec;
    CLI::App *command = app.add_subcommand("imatrix", "Make an importance matrix from a text");
    command->add_option("MODEL", spec.model, "Model to watch, best the source itself");
    command->add_option("--text", spec.text, "UTF-8 text that the model reads");
    command->add_option("-o,--output", spec.output, "GGUF to write")->required();
    CLI::Option *length = command->add_option("--length", spec.length, "Tokens of a window");
    length->capture_default_str()->check(CLI::PositiveNumber);
    CLI::Option *samples = command->add_option("--samples", spec.samples, "Most windows")->check(CLI::PositiveNumber);
    CLI::Option *merge = command->add_option("--merge", words->merge, "Add these matrices up instead");
    merge->expected(1, -1);
    command->add_flag("--statistics", words->statistics, "Show figures of every weight");
    command->add_flag("--overwrite", spec.overwrite, "Replace OUT where it is an importance matrix");
    CLI::Option *restart =
        command->add_flag("--restart", spec.restart, "Begin anew, whatever an interrupted run has left");
    CLI::Option *threads = command->add_option("--threads", spec.threads, "Threads; all processors by default");
    threads->check(CLI::Range(1, kMostThreads));
    CLI::Option *ram = command->add_option("--ram", words->ram, "Most RAM to use: 4G");
    for (CLI::Option *ofMaking : {length, samples, restart, threads, ram})
        merge->excludes(ofMaking);
    command->add_flag("--json", words->json, "One JSON object on standard output");
    command->callback([words, &action] { action = [words] { return imatrixCommand(*words); }; });
}

} // namespace snug::cli
