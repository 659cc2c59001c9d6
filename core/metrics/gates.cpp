// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/metrics/gates.h"

#include "core/metrics/taskreaders.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace snug {

namespace {

constexpr std::array<std::string_view, 11> kNames = {"perplexity", "ppl_increase", "ppl_ratio", "kl_mean",
                                                     "kl_median",  "kl_p90",       "kl_p95",    "kl_p99",
                                                     "kl_p999",    "kl_max",       "same_top"};
constexpr std::string_view kTask = "task_";

struct Spelling
{
    std::string_view sign;
    GateOperator comparison;
    std::string_view words;
};

/// Two letters before one, so that "<=" is not taken for "<".
constexpr std::array kSpellings = {
    Spelling{"<=", GateOperator::LessOrEqual, "at most"},
    Spelling{">=", GateOperator::GreaterOrEqual, "at least"},
    Spelling{"<", GateOperator::Less, "less than"},
    Spelling{">", GateOperator::Greater, "more than"},
};

std::string_view wordsOf(GateOperator comparison)
{
    for (const Spelling &spelling : kSpellings) {
        if (spelling.comparison == comparison)
            return spelling.words;
    }
    return "";
}

tl::unexpected<Error> badGate(std::string_view part, std::string_view fault)
{
    return fail(ErrorCode::Usage, fmt::format("The gate \"{}\" {}.", part, fault));
}

bool isTaskName(std::string_view name)
{
    return name.size() > kTask.size() && name.starts_with(kTask) &&
           std::all_of(name.begin(), name.end(), [](char letter) {
               return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
           });
}

std::optional<double> numberOf(std::string_view text)
{
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || fault != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

Result<Gate> parseGate(std::string_view part)
{
    if (part.empty())
        return badGate(part, "is empty. Write one such as kl_mean<0.02, with commas between several");
    const std::size_t at = part.find_first_of("<>=!");
    const auto spelling = std::find_if(kSpellings.begin(), kSpellings.end(), [&](const Spelling &one) {
        return at != std::string_view::npos && part.substr(at).starts_with(one.sign);
    });
    if (spelling == kSpellings.end())
        return badGate(part, "has none of the operators <, <=, >, >=. Write one such as kl_mean<0.02");
    const std::string_view name = trimmed(part.substr(0, at));
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end() && !isTaskName(name))
        return badGate(part, fmt::format("asks for \"{}\", which is no figure. There are {}, and task_NAME for a task",
                                         name, fmt::join(kNames, ", ")));
    const std::string_view limit = trimmed(part.substr(at + spelling->sign.size()));
    const auto value = numberOf(limit);
    if (!value)
        return badGate(part, fmt::format("has \"{}\" for a limit, a number such as 0.02 is needed", limit));
    const bool isShare = name == "same_top" || name.starts_with(kTask);
    if (isShare && (*value < 0 || *value > 1))
        return badGate(
            part, fmt::format("has the limit {}, but {} is a share from 0 to 1. Write 0.97 for 97 %", limit, name));
    return Gate{std::string(name), spelling->comparison, *value, std::string(part)};
}

bool holds(double value, GateOperator comparison, double limit)
{
    switch (comparison) {
    case GateOperator::Less:
        return value < limit;
    case GateOperator::LessOrEqual:
        return value <= limit;
    case GateOperator::Greater:
        return value > limit;
    case GateOperator::GreaterOrEqual:
        break;
    }
    return value >= limit;
}

} // namespace

Result<std::vector<Gate>> parseGates(std::string_view expressions)
{
    std::vector<Gate> gates;
    for (std::size_t begin = 0; begin <= expressions.size();) {
        const std::size_t end = std::min(expressions.find(',', begin), expressions.size());
        auto gate = parseGate(trimmed(expressions.substr(begin, end - begin)));
        SNUG_TRY(gate);
        gates.push_back(std::move(*gate));
        begin = end + 1;
    }
    return gates;
}

std::vector<GateFigure> gateFigures(const DivergenceFigures &figures)
{
    const Distribution &kl = figures.klValues;
    return {{"perplexity", figures.perplexityOther.value},
            {"ppl_increase", figures.increase.value},
            {"ppl_ratio", figures.ratio.value},
            {"kl_mean", figures.kl.value},
            {"kl_median", kl.median},
            {"kl_p90", kl.p90},
            {"kl_p95", kl.p95},
            {"kl_p99", kl.p99},
            {"kl_p999", kl.p999},
            {"kl_max", kl.maximum},
            {"same_top", figures.sameTop.value}};
}

std::vector<GateResult> evaluateGates(std::span<const Gate> gates, std::span<const GateFigure> figures)
{
    std::vector<GateResult> results;
    for (const Gate &gate : gates) {
        GateResult result{gate, GateOutcome::Unknown, std::nullopt, {}};
        const auto figure =
            std::find_if(figures.begin(), figures.end(), [&](const GateFigure &one) { return one.name == gate.name; });
        const std::string asked = fmt::format("{} {} was asked for", wordsOf(gate.comparison), gate.limit);
        if (figure == figures.end()) {
            result.sentence = fmt::format("{} was not measured, {}.", gate.name, asked);
        } else if (std::isnan(figure->value)) {
            result.sentence = fmt::format("{} is not a number, {}.", gate.name, asked);
        } else {
            result.measured = figure->value;
            result.outcome =
                holds(figure->value, gate.comparison, gate.limit) ? GateOutcome::Passed : GateOutcome::Failed;
            // All digits: a figure just beyond its limit must not read as if it were equal.
            result.sentence = fmt::format("{} is {:.6g}, {}.", gate.name, figure->value, asked);
        }
        results.push_back(std::move(result));
    }
    return results;
}

bool allPassed(std::span<const GateResult> results)
{
    return std::all_of(results.begin(), results.end(),
                       [](const GateResult &result) { return result.outcome == GateOutcome::Passed; });
}

std::string_view gateOutcomeName(GateOutcome outcome)
{
    switch (outcome) {
    case GateOutcome::Passed:
        return "passed";
    case GateOutcome::Failed:
        return "failed";
    case GateOutcome::Unknown:
        break;
    }
    return "unknown";
}

} // namespace snug
