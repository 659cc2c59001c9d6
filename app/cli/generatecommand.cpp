// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli generate: a model answers a prompt; the text comes as it is written.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/joboptions.h"
#include "app/cli/stoponsignal.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/generate.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>

namespace snug::cli {

namespace {

struct Words
{
    GenerateSpec spec;
    std::string ram;
    bool chat = false, raw = false, json = false;
};

Result<GenerateSpec> specOf(const Words &words)
{
    GenerateSpec spec = words.spec;
    spec.chat = words.chat ? ChatUse::Always : words.raw ? ChatUse::Never : ChatUse::Auto;
    auto limit = sizeOption(words.ram, "--ram");
    SNUG_TRY(limit);
    spec.ramLimitBytes = *limit;
    return spec;
}

void printStatistics(const GenerateReport &report)
{
    std::fprintf(
        stderr, "%s\n",
        fmt::format("{} tokens of prompt ({:.1f} a second), {} written ({:.1f} a second), seed {}, RAM peak {} "
                    "({} predicted)",
                    report.promptTokens, report.promptTokensPerSecond, report.ids.size(), report.tokensPerSecond,
                    report.seed, formatBytes(report.peaks.ramMeasuredBytes),
                    formatBytes(report.peaks.ramPredictedBytes))
            .c_str());
    if (report.stoppedBy == StoppedBy::Context)
        std::fputs("The context is full; --context sets a longer one.\n", stderr);
}

int generateCommand(const Words &words)
{
    const Format format = words.json ? Format::Json : Format::Text;
    const auto spec = specOf(words);
    if (!spec)
        return answerError(spec.error(), format);
    JobContext context;
    int code = 0;
    GenerateWatch watch;
    watch.note = [](const std::string &note) { std::fprintf(stderr, "note: %s\n", printable(note).c_str()); };
    if (!words.json)
        watch.text = [&](std::string_view text) {
            if (code == 0 && (code = answer(text)) != 0)
                context.stop.request(); // nobody reads on
        };
    Result<GenerateReport> report;
    {
        StopOnSignal stopOnSignal(context.stop);
        report = generate(*spec, context, watch);
    }
    if (!report)
        return answerError(report.error(), format);
    if (words.json)
        code = answer(toJson(*report) + "\n");
    else if (code == 0)
        code = answer("\n");
    printStatistics(*report);
    if (code == 0 && report->stoppedBy == StoppedBy::Caller) {
        std::fputs("Cancelled.\n", stderr);
        return kCancelled;
    }
    return code;
}

} // namespace

void addGenerate(CLI::App &app, Action &action)
{
    auto words = std::make_shared<Words>();
    CLI::App *command = app.add_subcommand("generate", "Let a model answer a prompt");
    GenerateSpec &spec = words->spec;
    command->add_option("MODEL", spec.model, "GGUF file, checkpoint folder or cached repo id")->required();
    command->add_option("--prompt", spec.prompt, "What the model is asked, or goes on behind")->required();
    command->add_option("-n", spec.maxTokens, "Most tokens of the answer (256)")->check(CLI::NonNegativeNumber);
    command->add_option("--seed", spec.seed, "The same seed gives the same text; drawn and told where it is left out")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--temperature", spec.temperature, "0 takes the most likely token each time (0.8)");
    command->add_option("--top-k", spec.topK, "Draw among so many tokens; 0: all (40)")->check(CLI::NonNegativeNumber);
    command->add_option("--top-p", spec.topP, "Draw among the fewest with this share together; 1: all (0.95)");
    command->add_option("--min-p", spec.minP, "Draw among those with this share of the likeliest; 0: all (0.05)");
    CLI::Option *chat =
        command->add_flag("--chat", words->chat, "Use the model's chat template, whatever it was tuned for");
    command->add_flag("--raw", words->raw, "Give the prompt as it is")->excludes(chat);
    command->add_option("--system", spec.system, "System text of the conversation");
    command->add_option("--context", spec.context, "Most tokens of prompt and answer together (the model's own)")
        ->check(CLI::PositiveNumber);
    command->add_option("--threads", spec.threads, "Threads to work with (all processors)")
        ->check(CLI::Range(1, kMostThreads));
    command->add_option("--ram", words->ram, "Most RAM to hold, like 8G; weights beyond are read anew for each token");
    command->add_flag("--json", words->json, "One JSON object on standard output when the text is done");
    command->callback([words, &action] { action = [words] { return generateCommand(*words); }; });
}

} // namespace snug::cli
