// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli evaluate: perplexity, divergence from a base model, tasks, and gates for automation.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/joboptions.h"
#include "app/cli/statusline.h"
#include "app/cli/stoponsignal.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/measure/evaluate.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

namespace snug::cli {

namespace {

constexpr int kGateFailed = 7;

struct Words
{
    EvaluateSpec spec;
    std::string ram;
    bool json = false;
};

std::string statusText(const MeasureSnapshot &now)
{
    std::string text = barText(now.fraction);
    if (now.phase == MeasurePhase::Open)
        return "opening";
    if (now.phase == MeasurePhase::Text && now.layers)
        text += fmt::format("  layer {}/{}, window {}/{}", now.layer + 1, now.layers, now.partsDone, now.partsTotal);
    if (now.phase == MeasurePhase::Tasks)
        text += fmt::format("  {} {}/{}", printable(now.task), now.partsDone, now.partsTotal);
    if (now.tokensPerSecond > 0 && now.phase == MeasurePhase::Text)
        text += fmt::format(", {:.0f} tokens/s", now.tokensPerSecond);
    if (now.secondsLeft >= 0)
        text += fmt::format(", about {} left", formatSeconds(now.secondsLeft));
    if (!now.running.empty() && std::isfinite(now.running.back().perplexity))
        text += "  PPL " + estimateText({now.running.back().perplexity, now.running.back().perplexityError}, 3);
    return text;
}

/// Variants of one model have one name; their files differ.
std::string shownName(const EvaluatedModel &model)
{
    const std::filesystem::path path(model.path);
    return printable((path.has_filename() ? path : path.parent_path()).filename().string());
}

std::vector<std::string> rowOf(const EvaluatedModel &model)
{
    std::vector<std::string> row = {shownName(model), formatBytes(model.sizeBytes),
                                    fmt::format("{:.2f}", model.bitsPerWeight),
                                    estimateText({model.perplexity.perplexity, model.perplexity.standardError}, 4)};
    if (model.divergence) {
        const DivergenceFigures &figures = *model.divergence;
        row.push_back(estimateText(figures.increase, 4));
        row.push_back(estimateText(figures.kl, 5));
        row.push_back(fmt::format("{:.4f}", figures.klValues.p99));
        row.push_back(fmt::format("{:.2f} %", 100 * figures.sameTop.value));
    } else {
        row.insert(row.end(), 4, "-");
    }
    return row;
}

std::string tasksText(const EvaluatedModel &model)
{
    std::string text;
    for (const TaskFigure &task : model.tasks)
        text += fmt::format("{}  {} {}: {:.2f} % (95 %: {:.2f} to {:.2f}), {} questions\n", shownName(model), task.task,
                            task.normalization, 100 * task.figure.accuracy.value, 100 * task.figure.interval.low,
                            100 * task.figure.interval.high, task.figure.items);
    return text;
}

std::string reportText(const EvaluateReport &report)
{
    std::string text;
    if (report.tokens) {
        Table table({"Model", ">Size", ">Bits", ">Perplexity", ">Change", ">KL mean", ">KL 99 %", ">Same top"});
        if (report.base)
            table.add(rowOf(*report.base));
        for (const EvaluatedModel &model : report.models)
            table.add(rowOf(model));
        text += table.text() + "\n";
    }
    if (report.base)
        text += tasksText(*report.base);
    for (const EvaluatedModel &model : report.models)
        text += tasksText(model);
    for (const EvaluatedModel &model : report.models)
        for (const GateResult &gate : model.gates)
            text += fmt::format("gate {}: {} {}\n", gateOutcomeName(gate.outcome), shownName(model), gate.sentence);
    text += formatSeconds(report.seconds);
    if (report.tokens)
        text += fmt::format(", {} tokens scored, {:.0f} tokens/s", report.tokens, report.tokensPerSecond);
    text += fmt::format(", RAM peak {} ({} predicted)\n", formatBytes(report.ramMeasuredBytes),
                        formatBytes(report.ramPredictedBytes));
    for (const std::string &note : report.notes)
        text += fmt::format("note: {}\n", printable(note));
    return text;
}

int evaluateCommand(Words words)
{
    const Format format = words.json ? Format::Json : Format::Text;
    auto limit = sizeOption(words.ram, "--ram");
    if (!limit)
        return answerError(limit.error(), format);
    words.spec.ramBytes = *limit;
    MeasureContext context;
    EvaluateReport report;
    {
        StopOnSignal stopOnSignal(context.stop);
        StatusLine line([&context] { return statusText(context.snapshot()); });
        report = evaluate(words.spec, context);
    }
    if (report.error)
        std::fprintf(stderr, "error: %s\n", report.error->message.c_str());
    if (report.outcome == Outcome::Cancelled)
        std::fputs("Cancelled. The figures are of what was measured until then.\n", stderr);
    int code = 0;
    if (format == Format::Json)
        code = answer(toJson(report) + "\n");
    else if (report.outcome != Outcome::Failed)
        code = answer(reportText(report));
    if (report.error)
        return exitCode(report.error->code);
    if (report.outcome == Outcome::Cancelled)
        return kCancelled;
    return code == 0 && !report.gatesPassed() ? kGateFailed : code;
}

/// An unset variable of a pipeline must not let everything pass.
std::string refuseEmptyGate(const std::string &gates)
{
    if (gates.find_first_not_of(" \t\r\n") != std::string::npos)
        return {};
    return "it is empty. Write a condition such as kl_mean<0.02, or leave --gate out";
}

/// What is measured on, and how.
void addMaterial(CLI::App &command, EvaluateSpec &spec)
{
    CLI::Option *text = command.add_option("--text", spec.text, "UTF-8 text to measure on");
    command.add_option("--context", spec.context, "Tokens of a window")
        ->capture_default_str()
        ->check(CLI::PositiveNumber)
        ->needs(text);
    command.add_option("--stride", spec.stride, "Hugging Face's way: windows overlap, with this stride")
        ->check(CLI::PositiveNumber)
        ->needs(text);
    command.add_option("--chunks", spec.chunks, "Most windows of the text")->check(CLI::PositiveNumber)->needs(text);
    CLI::Option *tasks =
        command.add_option("--tasks", spec.tasks, "Files of multiple-choice tasks, or MMLU's folder")->delimiter(',');
    command
        .add_option("--questions", spec.questions,
                    "Most questions of each task; of MMLU as many of each subject as there can be")
        ->check(CLI::PositiveNumber)
        ->needs(tasks);
}

} // namespace

void addEvaluate(CLI::App &app, Action &action)
{
    auto words = std::make_shared<Words>();
    EvaluateSpec &spec = words->spec;
    CLI::App *command = app.add_subcommand("evaluate", "Measure perplexity, divergence from a base model, and tasks");
    command->add_option("MODEL", spec.models, "Models to measure")->required();
    command->add_option("--base", spec.base, "Model to compare with: the source");
    addMaterial(*command, spec);
    command->add_flag(
        "--as-llama-cpp", spec.asLlamaCpp,
        "Round activations to 8 bits as llama.cpp does on the processor, to compare figures with its own");
    command
        ->add_option(
            "--gate", spec.gates,
            "Conditions: kl_mean<0.02,same_top>0.97; exit code 7 where one fails. Accuracies are task_NAME, or "
            "task_NAME_acc, task_NAME_acc_norm and so on, as --json names them")
        ->check(CLI::Validator([](const std::string &gates) { return refuseEmptyGate(gates); }, "", "gate"));
    command->add_option("--threads", spec.threads, "Threads; all processors by default")
        ->check(CLI::Range(1, kMostThreads));
    command->add_option("--ram", words->ram, "Most RAM to use: 4G");
    command->add_flag("--json", words->json, "One JSON object on standard output");
    command->callback([words, &action] { action = [words] { return evaluateCommand(*words); }; });
}

} // namespace snug::cli
