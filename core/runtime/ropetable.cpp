// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Scaling by YaRN as in its paper (Peng et al. 2023): pairs that turn often within the trained length keep their speed,
// those that turn less than once are slowed down, a ramp lies between. All numbers are rounded where the transformers
// library rounds them.

#include "core/runtime/ropetable.h"

#include "core/runtime/architectureforward.h"

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
    double extrapolation = 1, betaFast = 32, betaSlow = 1;
    bool wholePairs = true; ///< the ramp of YaRN begins and ends at a pair
    double magnitude = 1;
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
    const auto *forward = findArchitectureForward(model.architecture);
    scaling.wholePairs = !forward || forward->yarnHasWholePairs;
    scaling.betaFast = number("yarn_beta_fast", 32);
    scaling.betaSlow = number("yarn_beta_slow", 1);
    scaling.magnitude = number("attn_factor", 1);
    if (scaling.type == "yarn") // the key has what a checkpoint says in place of the paper's rule
        scaling.magnitude *= number("yarn_attn_factor", scaling.factor > 1 ? 1 + 0.1 * std::log(scaling.factor) : 1);
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
    double low = pairOf(scaling.betaFast, base, 2 * pairs, scaling.originalLength);
    double high = pairOf(scaling.betaSlow, base, 2 * pairs, scaling.originalLength);
    if (scaling.wholePairs) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(0.0, low);
    high = std::min(2 * pairs - 1, high);
    if (low == high)
        high += 0.001; // a step in place of the ramp
    for (std::size_t i = 0; i < table.turns.size(); ++i) {
        const double ramp = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
        const double kept = (1 - ramp) * scaling.extrapolation, turn = static_cast<double>(table.turns[i]);
        table.turns[i] = static_cast<float>(turn / scaling.factor * (1 - kept) + turn * kept);
    }
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
    if (!std::isfinite(scaling.magnitude) || !std::isfinite(scaling.extrapolation))
        return fail(ErrorCode::BadInput, fmt::format("A number of the position scaling of {} is infinite or no number.",
                                                     model.path.string()));
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
        for (const float turn : turns) {
            const auto angle = static_cast<double>(static_cast<float>(position) * turn);
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
    if (std::ranges::any_of(factors, [](float factor) { return !(factor > 0) || !std::isfinite(factor); }))
        return fail(ErrorCode::BadInput,
                    fmt::format("{} has a rotary factor that is no number above 0.", model.path.string()));
    RopeTable table;
    const auto length = static_cast<float>(dimensions);
    for (std::uint64_t i = 0; i < dimensions / 2; ++i) {
        const auto exponent = static_cast<double>(static_cast<float>(2 * i) / length);
        const auto period = static_cast<float>(std::pow(base, exponent));
        table.turns.push_back(1.0F / (factors.empty() ? period : factors[i] * period));
    }
    if (!scaled)
        return table;
    if (scaling.type == "linear")
        for (float &turn : table.turns)
            turn /= static_cast<float>(scaling.factor);
    if (scaling.type == "yarn")
        applyYarn(table, scaling, base);
    table.magnitude = scaling.magnitude;
    return table;
}

} // namespace snug
