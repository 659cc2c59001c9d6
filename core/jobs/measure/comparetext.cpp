// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A comparison as a table: its columns and their order, CSV, Markdown, JSON.

#include "core/base/sizes.h"
#include "core/jobs/measure/compare.h"
#include "core/jobs/measure/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <numeric>

namespace snug {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct ColumnWords
{
    std::string_view name, heading;
};

// clang-format off
constexpr std::array<ColumnWords, kCompareColumnCount> kColumns{{
    {"name",                        "Name"},
    {"type",                        "Type"},
    {"bytes",                       "Size"},
    {"bits_per_weight",             "Bits"},
    {"perplexity",                  "Perplexity"},
    {"ppl_increase",                "Change"},
    {"kl_mean",                     "KL mean"},
    {"kl_p99",                      "KL 99 %"},
    {"same_top",                    "Same top"},
    {"context_f16",                 "Context f16"},
    {"context_q8_0",                "Context q8_0"},
    {"context_q4_0",                "Context q4_0"},
    {"predicted_tokens_per_second", "Tokens/s, predicted"},
}};
// clang-format on

double orUnknown(const std::optional<std::uint64_t> &count) { return count ? static_cast<double>(*count) : kUnknown; }

std::string nameOf(const ComparedModel &model) { return model.measured.name; }

std::string fileOf(const ComparedModel &model)
{
    const std::filesystem::path path(model.measured.path);
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

bool sameTitle(const ComparedModel &a, const ComparedModel &b) { return nameOf(a) == nameOf(b) && a.type == b.type; }

/// RFC 4180: what holds a comma, a quote or a line break stands in quotes, quotes doubled.
std::string csvField(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

/// A cell of a Markdown table, where a bar would begin the next and a line break end the row.
std::string markdownCell(std::string_view text)
{
    std::string cell;
    for (const char c : text) {
        if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '<' || c == '[')
            cell += '\\';
        cell += c == '\n' || c == '\r' ? ' ' : c;
    }
    return cell;
}

/// A heading and the answer, every line of it quoted.
std::string answerMarkdown(const ComparedModel &model, std::string_view title)
{
    std::string text = fmt::format("\n**{}**", markdownCell(title));
    if (model.answer->firstDifference)
        text += fmt::format(", other than the base from token {} on", *model.answer->firstDifference + 1);
    text += "\n\n";
    std::string_view rest = model.answer->text;
    for (bool more = true; more;) {
        const std::size_t end = rest.find('\n');
        more = end != std::string_view::npos;
        text += fmt::format("> {}\n", markdownCell(rest.substr(0, end)));
        rest.remove_prefix(more ? end + 1 : rest.size());
    }
    return text;
}

} // namespace

std::string_view compareColumnName(CompareColumn column) { return kColumns[static_cast<std::size_t>(column)].name; }

std::string_view compareColumnHeading(CompareColumn column)
{
    return kColumns[static_cast<std::size_t>(column)].heading;
}

std::optional<CompareColumn> findCompareColumn(std::string_view name)
{
    const auto found = std::ranges::find(kColumns, name, &ColumnWords::name);
    if (found == kColumns.end())
        return std::nullopt;
    return static_cast<CompareColumn>(found - kColumns.begin());
}

double compareFigure(const ComparedModel &model, CompareColumn column)
{
    const EvaluatedModel &measured = model.measured;
    const auto &divergence = measured.divergence;
    // The base lies nowhere from itself, once something was measured.
    const double ofBase = model.base && measured.perplexity.tokens ? 0 : kUnknown;
    switch (column) {
    case CompareColumn::Size:
        return static_cast<double>(measured.sizeBytes);
    case CompareColumn::Bits:
        return measured.bitsPerWeight;
    case CompareColumn::Perplexity:
        return measured.perplexity.perplexity;
    case CompareColumn::Change:
        return divergence ? divergence->increase.value : ofBase;
    case CompareColumn::KlMean:
        return divergence ? divergence->kl.value : ofBase;
    case CompareColumn::Kl99:
        return divergence ? divergence->klValues.p99 : ofBase;
    case CompareColumn::SameTop:
        return divergence ? divergence->sameTop.value : ofBase + 1;
    case CompareColumn::ContextF16:
        return orUnknown(model.context.f16);
    case CompareColumn::ContextQ8:
        return orUnknown(model.context.q8_0);
    case CompareColumn::ContextQ4:
        return orUnknown(model.context.q4_0);
    case CompareColumn::TokensPerSecond:
        return model.predictedTokensPerSecond.value_or(kUnknown);
    case CompareColumn::Name:
    case CompareColumn::Type:
        break;
    }
    return kUnknown;
}

std::string compareCell(const ComparedModel &model, CompareColumn column)
{
    const EvaluatedModel &measured = model.measured;
    const double figure = compareFigure(model, column);
    if (column == CompareColumn::Name)
        return nameOf(model);
    if (column == CompareColumn::Type)
        return model.type;
    if (!std::isfinite(figure))
        return std::isinf(figure) ? "infinite" : "-";
    const auto &divergence = measured.divergence;
    switch (column) {
    case CompareColumn::Size:
        return formatBytes(measured.sizeBytes);
    case CompareColumn::Bits:
        return fmt::format("{:.2f}", figure);
    case CompareColumn::Perplexity:
        return estimateText({figure, measured.perplexity.standardError}, 4);
    case CompareColumn::Change:
        return divergence ? estimateText(divergence->increase, 4) : "0";
    case CompareColumn::KlMean:
        return divergence ? estimateText(divergence->kl, 5) : "0";
    case CompareColumn::Kl99:
        return divergence ? fmt::format("{:.4f}", figure) : "0";
    case CompareColumn::SameTop:
        return fmt::format("{:.2f} %", 100 * figure);
    case CompareColumn::TokensPerSecond:
        return fmt::format("{:.{}f}", figure, figure < 10 ? 1 : 0);
    default:
        return fmt::format("{:.0f}", figure);
    }
}

std::vector<std::size_t> compareOrder(std::span<const ComparedModel> models, CompareColumn column, bool largestFirst)
{
    std::vector<std::size_t> order(models.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto before = [&](std::size_t a, std::size_t b) {
        if (largestFirst)
            std::swap(a, b);
        if (column == CompareColumn::Name || column == CompareColumn::Type)
            return compareCell(models[a], column) < compareCell(models[b], column);
        return compareFigure(models[a], column) < compareFigure(models[b], column);
    };
    const auto unknown = [&](std::size_t i) {
        return column != CompareColumn::Name && column != CompareColumn::Type &&
               std::isnan(compareFigure(models[i], column));
    };
    const auto known = std::stable_partition(order.begin(), order.end(), [&](auto i) { return !unknown(i); });
    std::stable_sort(order.begin(), known, before);
    return order;
}

std::vector<std::string> compareNames(std::span<const ComparedModel> models)
{
    std::vector<std::string> names;
    for (const ComparedModel &model : models) {
        const auto hasTwin = [&](auto same) {
            return std::ranges::any_of(models, [&](const auto &other) { return &other != &model && same(other); });
        };
        if (!hasTwin([&](const auto &other) { return sameTitle(model, other); }))
            names.push_back(nameOf(model));
        else if (!hasTwin([&](const auto &other) { return sameTitle(model, other) && fileOf(model) == fileOf(other); }))
            names.push_back(fileOf(model));
        else
            names.push_back(model.measured.path);
    }
    return names;
}

std::vector<std::string> compareTitles(std::span<const ComparedModel> models)
{
    std::vector<std::string> titles = compareNames(models);
    for (std::size_t i = 0; i < models.size(); ++i)
        titles[i] += " " + models[i].type;
    return titles;
}

std::string toCsv(const CompareReport &report)
{
    std::string text;
    for (const ColumnWords &column : kColumns)
        text += fmt::format("{},", column.name);
    text += "perplexity_stderr,ppl_increase_stderr,kl_mean_stderr,same_top_stderr,base,pareto,path\r\n";
    const auto put = [&](double value) { text += std::isfinite(value) ? fmt::format("{},", value) : ","; };
    for (const ComparedModel &model : report.models) {
        text += csvField(nameOf(model)) + "," + csvField(model.type) + ",";
        text += fmt::format("{},", model.measured.sizeBytes);
        for (int column = static_cast<int>(CompareColumn::Bits); column < kCompareColumnCount; ++column)
            put(compareFigure(model, static_cast<CompareColumn>(column)));
        const auto &divergence = model.measured.divergence;
        put(model.measured.perplexity.standardError);
        put(divergence ? divergence->increase.standardError : kUnknown);
        put(divergence ? divergence->kl.standardError : kUnknown);
        put(divergence ? divergence->sameTop.standardError : kUnknown);
        text += fmt::format("{},{},{}\r\n", model.base, model.onFront, csvField(model.measured.path));
    }
    return text;
}

std::string toMarkdown(const CompareReport &report)
{
    std::string text = "|";
    for (const ColumnWords &column : kColumns)
        text += fmt::format(" {} |", markdownCell(column.heading));
    text += "\n|";
    for (int column = 0; column < kCompareColumnCount; ++column)
        text += column < static_cast<int>(CompareColumn::Size) ? " --- |" : " ---: |";
    text += "\n";
    const auto names = compareNames(report.models), titles = compareTitles(report.models);
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += fmt::format("| {} |", markdownCell(names[i]));
        for (int column = static_cast<int>(CompareColumn::Type); column < kCompareColumnCount; ++column)
            text +=
                fmt::format(" {} |", markdownCell(compareCell(report.models[i], static_cast<CompareColumn>(column))));
        text += "\n";
    }
    for (std::size_t i = 0; i < titles.size(); ++i)
        if (report.models[i].answer)
            text += answerMarkdown(report.models[i], titles[i]);
    return text;
}

namespace {

Json contextJson(const ContextFit &fit)
{
    Json json = Json::object();
    if (fit.f16)
        json["f16"] = *fit.f16;
    if (fit.q8_0)
        json["q8_0"] = *fit.q8_0;
    if (fit.q4_0)
        json["q4_0"] = *fit.q4_0;
    json["device"] = fit.device;
    return json;
}

Json answerJson(const CompareAnswer &answer)
{
    Json json{{"text", answer.text}, {"ids", answer.ids}};
    if (answer.firstDifference)
        json["first_difference"] = *answer.firstDifference;
    putFigure(json, "tokens_per_second", answer.tokensPerSecond);
    return json;
}

Json comparedJson(const ComparedModel &model)
{
    Json json = evaluatedJson(model.measured);
    json.erase("tasks");
    json["base"] = model.base;
    json["type"] = model.type;
    json["context"] = contextJson(model.context);
    if (model.predictedTokensPerSecond)
        putFigure(json, "predicted_tokens_per_second", *model.predictedTokensPerSecond);
    json["pareto"] = model.onFront;
    json["layers"] = Json::array();
    for (const LayerError &layer : model.layers) {
        Json entry{{"layer", layer.layer}};
        putFigure(entry, "relative_error", layer.relativeError);
        json["layers"].push_back(std::move(entry));
    }
    if (model.answer)
        json["answer"] = answerJson(*model.answer);
    return json;
}

} // namespace

std::string toJson(const CompareReport &report)
{
    Json json{{"outcome", outcomeName(report.outcome)}, {"models", Json::array()}};
    for (const ComparedModel &model : report.models)
        json["models"].push_back(comparedJson(model));
    json["tokens"] = report.tokens;
    json["windows"] = report.windows;
    if (report.memoryBytesPerSecond > 0)
        json["memory_bytes_per_second"] = report.memoryBytesPerSecond;
    json["chat"] = report.chat;
    putFigure(json, "seconds", report.seconds);
    json["peaks"] = {{"ram_predicted", report.ramPredictedBytes},
                     {"ram_measured", report.ramMeasuredBytes},
                     {"ledger", report.ledgerBytes}};
    json["notes"] = report.notes;
    if (report.error)
        json["error"] = errorJson(*report.error);
    return printed(json);
}

} // namespace snug
