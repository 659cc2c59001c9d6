// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Scaling by YaRN as in its paper (Peng et al. 2023): pairs that turn often within the trained length keep their speed,
// those that turn less than once are slowed down, a ramp lies between. The reference computes the same.

#include "core/runtime/ropetable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace snug {

namespace {

struct Scaling
{
    std::string type;
    double factor = 1;
    double originalLength = 0;
    double extrapolation = 1, attention = 1, betaFast = 32, betaSlow = 1;
};

Scaling scalingOf(const Model &model)
{
    const auto key = [&](const char *name) { return fmt::format("{}.rope.scaling.{}", model.architecture, name); };
    const auto number = [&](const char *name, double unsaid) {
        return model.metadata.numberAt(key(name)).value_or(unsaid);
    };
    Scaling scaling;
    scaling.type = model.metadata.stringAt(key("type")).value_or("none");
    scaling.factor = number("factor", 1);
    scaling.originalLength = number("original_context_length", static_cast<double>(model.hyper.contextLength));
    scaling.extrapolation = number("yarn_ext_factor", 1);
    scaling.attention = number(scaling.type == "yarn" ? "yarn_attn_factor" : "attn_factor", number("attn_factor", 1));
    scaling.betaFast = number("yarn_beta_fast", 32);
    scaling.betaSlow = number("yarn_beta_slow", 1);
    return scaling;
}

/// Pair that turns `rotations` times within the trained length.
double pairOf(double rotations, double base, double dimensions, double originalLength)
{
    return dimensions * std::log(originalLength / (rotations * 2 * std::numbers::pi)) / (2 * std::log(base));
}

void applyYarn(RopeTable &table, const Scaling &scaling, double base)
{
    const auto pairs = static_cast<double>(table.turns.size());
    const double low = std::max(0.0, std::floor(pairOf(scaling.betaFast, base, 2 * pairs, scaling.originalLength)));
    const double high =
        std::min(2 * pairs - 1, std::ceil(pairOf(scaling.betaSlow, base, 2 * pairs, scaling.originalLength)));
    for (std::size_t i = 0; i < table.turns.size(); ++i) {
        const double ramp = std::clamp((static_cast<double>(i) - low) / std::max(0.001, high - low), 0.0, 1.0);
        const double kept = (1 - ramp) * scaling.extrapolation;
        table.turns[i] = table.turns[i] / scaling.factor * (1 - kept) + table.turns[i] * kept;
    }
    table.magnitude = scaling.attention * (1 + 0.1 * std::log(scaling.factor));
}

Result<void> checkScaling(const Model &model, const Scaling &scaling)
{
    const bool known =
        scaling.type == "none" || scaling.type == "linear" || scaling.type == "yarn" || scaling.type == "longrope";
    if (!known)
        return fail(
            ErrorCode::Unsupported,
            fmt::format("{} asks for the position scaling \"{}\", Snug computes none, linear, yarn and longrope.",
                        model.path.string(), scaling.type));
    for (const double number : {scaling.factor, scaling.originalLength, scaling.betaFast, scaling.betaSlow})
        if (!std::isfinite(number) || (number <= 0 && (scaling.type == "linear" || scaling.type == "yarn")))
            return fail(ErrorCode::BadInput,
                        fmt::format("A number of the position scaling of {} is {}, expected more than 0.",
                                    model.path.string(), number));
    return {};
}

} // namespace

void RopeTable::fill(std::uint64_t first, std::uint64_t count, std::span<float> out) const
{
    std::size_t at = 0;
    for (std::uint64_t position = first; position < first + count; ++position)
        for (const double turn : turns) {
            const double angle = static_cast<double>(position) * turn;
            out[at++] = static_cast<float>(std::cos(angle) * magnitude);
            out[at++] = static_cast<float>(std::sin(angle) * magnitude);
        }
}

Result<RopeTable> ropeTable(const Model &model, double base, bool scaled, std::span<const float> factors,
                            std::uint64_t dimensions)
{
    const Scaling scaling = scalingOf(model);
    SNUG_TRY(checkScaling(model, scaling));
    if (!std::isfinite(base) || base <= 1)
        return fail(ErrorCode::BadInput,
                    fmt::format("The rotary base of {} is {}, expected more than 1.", model.path.string(), base));
    if (!factors.empty() && factors.size() != dimensions / 2)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} has {} rotary factors, expected {}: one for each pair of a head.",
                                model.path.string(), factors.size(), dimensions / 2));
    RopeTable table;
    for (std::uint64_t i = 0; i < dimensions / 2; ++i) {
        const double turn = std::pow(base, -2 * static_cast<double>(i) / static_cast<double>(dimensions));
        table.turns.push_back(factors.empty() ? turn : turn / static_cast<double>(factors[i]));
    }
    if (scaled && scaling.type == "linear")
        for (double &turn : table.turns)
            turn /= scaling.factor;
    if (scaled && scaling.type == "yarn")
        applyYarn(table, scaling, base);
    if (scaled && scaling.type != "yarn")
        table.magnitude = scaling.attention;
    return table;
}

} // namespace snug
