// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli compare: variants of one model side by side, as a table, JSON, CSV or Markdown.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/joboptions.h"
#include "app/cli/statusline.h"
#include "app/cli/stoponsignal.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/measure/compare.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

namespace snug::cli {

namespace {

struct Words
{
    CompareSpec spec;
    std::string ram, sort;
    bool json = false, markdown = false, csv = false, noLayers = false;
};

std::string columnNames()
{
    std::string names;
    for (int column = 0; column < kCompareColumnCount; ++column)
        names += fmt::format("{}{}", column ? ", " : "", compareColumnName(static_cast<CompareColumn>(column)));
    return names;
}

/// "kl_mean", or "-bytes" for the largest first.
Result<void> sortModels(CompareReport &report, std::string_view words)
{
    const bool largestFirst = words.starts_with('-');
    const auto column = findCompareColumn(words.substr(largestFirst ? 1 : 0));
    if (!column)
        return fail(ErrorCode::Usage, fmt::format("--sort is \"{}\", expected one of {}, with a - before it for the "
                                                  "largest first.",
                                                  words, columnNames()));
    std::vector<ComparedModel> sorted;
    for (const std::size_t place : compareOrder(report.models, *column, largestFirst))
        sorted.push_back(std::move(report.models[place]));
    report.models = std::move(sorted);
    return {};
}

std::string statusText(const MeasureSnapshot &now)
{
    if (now.phase == MeasurePhase::Open)
        return "opening";
    std::string text = barText(now.fraction) + fmt::format("  {}", measurePhaseName(now.phase));
    if (now.phase != MeasurePhase::Answers && now.layers)
        text += fmt::format(", layer {}/{}", now.layer + 1, now.layers);
    if (now.phase == MeasurePhase::Text)
        text += fmt::format(", window {}/{}", now.partsDone, now.partsTotal);
    if (now.phase == MeasurePhase::Answers)
        text += fmt::format(", model {}/{}", now.model + 1, now.answers.size());
    if (now.secondsLeft >= 0)
        text += fmt::format(", about {} left", formatSeconds(now.secondsLeft));
    return text;
}

Table comparedTable(const CompareReport &report)
{
    std::vector<std::string> headings;
    for (int column = 0; column < kCompareColumnCount; ++column) {
        const auto heading = compareColumnHeading(static_cast<CompareColumn>(column));
        headings.push_back(fmt::format("{}{}", column < static_cast<int>(CompareColumn::Size) ? "" : ">", heading));
    }
    headings.emplace_back("Front");
    Table table(headings);
    const auto names = compareNames(report.models);
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<std::string> cells = {printable(names[i])};
        for (int column = static_cast<int>(CompareColumn::Type); column < kCompareColumnCount; ++column)
            cells.push_back(printable(compareCell(report.models[i], static_cast<CompareColumn>(column))));
        cells.emplace_back(report.models[i].onFront ? "*" : "");
        table.add(std::move(cells));
    }
    return table;
}

/// The layer that is hurt most, of each model.
std::string layersText(const ComparedModel &model, const std::string &title)
{
    const LayerError *worst = nullptr;
    for (const LayerError &layer : model.layers)
        if (!worst || !(layer.relativeError <= worst->relativeError))
            worst = &layer;
    if (!worst || worst->relativeError == 0)
        return {};
    const std::string where = worst->layer < 0 ? "outside the layers" : fmt::format("in layer {}", worst->layer);
    return fmt::format("{}: largest error of weights {:.4f} {}\n", printable(title), worst->relativeError, where);
}

std::string reportText(const CompareReport &report)
{
    std::string text = comparedTable(report).text();
    const auto titles = compareTitles(report.models);
    for (std::size_t i = 0; i < titles.size(); ++i)
        text += layersText(report.models[i], titles[i]);
    for (std::size_t i = 0; i < titles.size(); ++i) {
        const ComparedModel &model = report.models[i];
        if (!model.answer)
            continue;
        text += fmt::format("\n{}", printable(titles[i]));
        if (model.answer->firstDifference)
            text += fmt::format(", other than the base from token {} on", *model.answer->firstDifference + 1);
        text += fmt::format(":\n{}\n", model.answer->text);
    }
    text += fmt::format("\n{}, RAM peak {}\n", formatSeconds(report.seconds), formatBytes(report.ramMeasuredBytes));
    for (const std::string &note : report.notes)
        text += fmt::format("note: {}\n", printable(note));
    return text;
}

std::string written(const CompareReport &report, const Words &words)
{
    if (words.json)
        return toJson(report) + "\n";
    if (words.csv)
        return toCsv(report);
    return words.markdown ? toMarkdown(report) : reportText(report);
}

int compareCommand(Words words)
{
    const Format format = words.json ? Format::Json : Format::Text;
    if (!words.sort.empty()) {
        CompareReport none;
        if (auto sorted = sortModels(none, words.sort); !sorted)
            return answerError(sorted.error(), format);
    }
    auto limit = sizeOption(words.ram, "--ram");
    if (!limit)
        return answerError(limit.error(), format);
    words.spec.ramBytes = *limit;
    words.spec.layerErrors = !words.noLayers;
    MeasureContext context;
    CompareReport report;
    {
        StopOnSignal stopOnSignal(context.stop);
        StatusLine line([&context] { return statusText(context.snapshot()); });
        report = compare(words.spec, context);
    }
    if (report.error)
        std::fprintf(stderr, "error: %s\n", report.error->message.c_str());
    if (report.outcome == Outcome::Cancelled)
        std::fputs("Cancelled. The figures are of what was measured until then.\n", stderr);
    if (!words.sort.empty())
        if (auto sorted = sortModels(report, words.sort); !sorted)
            return answerError(sorted.error(), format);
    const int code = words.json || report.outcome != Outcome::Failed ? answer(written(report, words)) : 0;
    if (report.error)
        return exitCode(report.error->code);
    return report.outcome == Outcome::Cancelled ? kCancelled : code;
}

} // namespace

void addCompare(CLI::App &app, Action &action)
{
    auto words = std::make_shared<Words>();
    CompareSpec &spec = words->spec;
    CLI::App *command = app.add_subcommand("compare", "Put variants of one model side by side");
    command->add_option("MODEL", spec.models, "Variants of one model")->required();
    command->add_option("--base", spec.base, "Model to compare with: the source; the first by default");
    CLI::Option *text = command->add_option("--text", spec.text, "UTF-8 text to measure perplexity and divergence on");
    command->add_option("--context", spec.context, "Tokens of a window")
        ->capture_default_str()
        ->check(CLI::PositiveNumber)
        ->needs(text);
    command->add_option("--chunks", spec.chunks, "Most windows of the text")->check(CLI::PositiveNumber)->needs(text);
    command->add_flag("--no-layers", words->noLayers, "Do not compare weights, which reads every file once");
    command->add_option("--prompt", spec.prompt, "Prompt that every model answers");
    command->add_option("-n", spec.maxTokens, "Most tokens of an answer")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_option("--seed", spec.seed, "Seed of all answers")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    command->add_option("--temperature", spec.temperature, "0 takes the likeliest token each time")
        ->capture_default_str();
    command->add_option("--threads", spec.threads, "Threads; all processors by default")
        ->check(CLI::Range(1, kMostThreads));
    command->add_option("--ram", words->ram, "Most RAM to use: 4G");
    command->add_option("--sort", words->sort,
                        "Order of rows, smallest first; -COLUMN: largest first. " + columnNames());
    CLI::Option *json = command->add_flag("--json", words->json, "One JSON object on standard output");
    CLI::Option *csv = command->add_flag("--csv", words->csv, "CSV on standard output");
    command->add_flag("--markdown", words->markdown, "A Markdown table on standard output")
        ->excludes(json)
        ->excludes(csv);
    csv->excludes(json);
    command->callback([words, &action] { action = [words] { return compareCommand(*words); }; });
}

} // namespace snug::cli
