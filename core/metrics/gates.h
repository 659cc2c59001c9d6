// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Conditions on figures, for automation: "ppl_increase<0.3,kl_mean<0.02,same_top>0.97".

#pragma once

#include "core/base/result.h"
#include "core/metrics/divergence.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

enum class GateOperator { Less, LessOrEqual, Greater, GreaterOrEqual };

/// One condition. Names and units:
/// perplexity             of the model
/// ppl_increase           perplexity less that of the base model
/// ppl_ratio              perplexity over that of the base model
/// kl_mean, kl_median     Kullback-Leibler divergence against the base model, nats per token
/// kl_p90 ... kl_p999     its percentiles: 90, 95, 99, 99.9
/// kl_max                 its maximum
/// same_top               share of tokens whose likeliest token is that of the base model, 0 to 1
/// task_NAME              accuracy of a task, 0 to 1, under the first of usualNormalizations(); NAME is TaskSet::name
/// task_NAME_acc          the same under one of them: acc, acc_norm, acc_per_token (normalizationName())
struct Gate
{
    std::string name;
    GateOperator comparison = GateOperator::Less;
    double limit = 0;
    std::string expression; ///< as it was written, without blanks around it
};

/// Conditions separated by commas; blanks do not matter. A limit is a finite decimal number ("0.3", "2e-2"),
/// independent of the locale. Errors: Usage naming the part: a name that does not exist (with those that do), no
/// operator, a limit that is no number, a share beyond 0 to 1 (97 for 0.97), an empty part.
Result<std::vector<Gate>> parseGates(std::string_view expressions);

/// A measured figure by a gate's name.
struct GateFigure
{
    std::string name;
    double value = 0;
};

enum class GateOutcome {
    Passed,
    Failed,
    Unknown, ///< was not measured, or is not a number: counts as failed
};

struct GateResult
{
    Gate gate;
    GateOutcome outcome = GateOutcome::Unknown;
    std::optional<double> measured; ///< absent when there is no such figure or it is NaN
    std::string sentence;           ///< "kl_mean is 0.0312, less than 0.02 was asked for."
};

/// All that a comparison with a base model measures, under the names above: everything but tasks.
std::vector<GateFigure> gateFigures(const DivergenceFigures &figures);

/// Holds figures against conditions, one result a gate, in order. A figure equal to the limit passes <= and >= only.
std::vector<GateResult> evaluateGates(std::span<const Gate> gates, std::span<const GateFigure> figures);

/// Every one passed. Unknown is not passed. No gate at all is passed.
bool allPassed(std::span<const GateResult> results);

/// "passed", "failed", "unknown".
std::string_view gateOutcomeName(GateOutcome outcome);

} // namespace snug
