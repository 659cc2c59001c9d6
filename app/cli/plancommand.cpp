// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli plan: what a job will need and give, before it starts.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/joboptions.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/plan.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace snug::cli {

namespace {

std::string verdictWords(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Fits:
        return "fits";
    case Verdict::Tight:
        return "tight";
    case Verdict::DoesNotFit:
        return "does not fit";
    case Verdict::Unknown:
        break;
    }
    return "cannot say";
}

/// A line for each program that could run the level's folder.
std::string readersText(const VariantPlan &variant)
{
    std::string text;
    for (const ReaderPlan &one : variant.readers)
        text += fmt::format("{} in {}: {}.{}{}\n", variant.level, one.reader, one.verdict,
                            one.sentence.empty() ? "" : " " + printable(one.sentence),
                            one.change.empty() ? "" : " Better: " + printable(one.change));
    return text;
}

std::string planText(const Plan &plan)
{
    const bool onDevice = plan.vramPeakBytes > 0;
    std::vector<std::string> heads{"Level", ">Bits", ">Size", ">RAM to make", ">Time", ">Context (q8_0 KV)", "Verdict"};
    if (onDevice)
        heads.insert(heads.begin() + 4, ">VRAM to make");
    Table table(heads);
    std::string remarks;
    for (const auto &notes : {plan.model.notes, plan.notes})
        for (const std::string &note : notes)
            remarks += fmt::format("note: {}\n", printable(note));
    for (const VariantPlan &variant : plan.variants) {
        std::vector<std::string> row{variant.level + (variant.recommended ? " *" : ""),
                                     fmt::format("{:.2f}", variant.bitsPerWeight),
                                     formatBytes(variant.outputBytes),
                                     formatBytes(variant.ramPeakBytes()),
                                     formatSeconds(variant.seconds),
                                     variant.context.q8_0 ? fmt::format("{}", *variant.context.q8_0) : "cannot say",
                                     variant.refusal.empty() ? verdictWords(variant.verdict) : "cannot be made"};
        if (onDevice)
            row.insert(row.begin() + 4, formatBytes(variant.vramPeakBytes()));
        table.add(row);
        for (const std::string &line : {variant.verdictReason, variant.fallbackNote})
            if (!line.empty())
                remarks += fmt::format("{}: {}\n", variant.level, line);
        if (variant.outputFiles.size() > 1)
            remarks += fmt::format("{}: {} files, the first is {}\n", variant.level, variant.outputFiles.size(),
                                   printable(variant.outputPath));
        remarks += readersText(variant);
        for (const Remedy &remedy : variant.remedies)
            remarks += fmt::format("{}: {}\n", variant.level, remedy.sentence);
    }
    return fmt::format("{}, {}, {}\n\n{}{}{}", printable(plan.model.name), plan.model.mainType,
                       formatBytes(plan.model.sourceBytes), table.text(), remarks.empty() ? "" : "\n", remarks);
}

/// Every tensor of every level: its type now, its type then, and why.
std::string tensorsText(const Plan &plan)
{
    std::string text;
    for (const VariantPlan &variant : plan.variants) {
        Table table({"Tensor", ">Shape", "From", "To", ">Size", "Why"});
        for (const TensorPlan &tensor : variant.tensors)
            table.add({printable(tensor.name), fmt::format("{}", fmt::join(tensor.shape, " x ")),
                       std::string(tensorTypeName(tensor.from)), tensor.to, formatBytes(tensor.sizeBytes),
                       printable(tensor.why)});
        text += fmt::format("\n{}\n\n{}", variant.level, table.text());
    }
    return text;
}

int planCommand(const JobOptions &options, bool withTensors)
{
    const Format format = options.json ? Format::Json : Format::Text;
    auto spec = options.jobSpec();
    if (!spec)
        return answerError(spec.error(), format);
    const auto plan = planToShow(*spec, currentMachine());
    if (!plan)
        return answerError(plan.error(), format);
    const std::string text =
        format == Format::Json ? toJson(*plan) + "\n" : planText(*plan) + (withTensors ? tensorsText(*plan) : "");
    const int code = answer(text);
    return plan->refusal ? answerError(*plan->refusal, Format::Text) : code; // with --json it is in the object
}

} // namespace

void addPlan(CLI::App &app, Action &action)
{
    auto options = std::make_shared<JobOptions>();
    CLI::App *command = app.add_subcommand("plan", "Say what a job will need and give, before it starts");
    addJobOptions(*command, *options, NeedsOutput::No);
    auto withTensors = std::make_shared<bool>(false);
    command->add_flag("--tensors", *withTensors, "Also list every tensor, its type and why (always in --json)");
    command->callback([options, withTensors, &action] {
        action = [options, withTensors] { return planCommand(*options, *withTensors); };
    });
}

} // namespace snug::cli
