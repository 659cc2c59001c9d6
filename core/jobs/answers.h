// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Several models answer one prompt with one seed, so that one sees what a level changes.

#pragma once

#include "core/jobs/generate.h"

#include <optional>
#include <span>

namespace snug {

struct AnswersSpec
{
    std::vector<std::string> models; ///< the first is what others are compared with
    GenerateSpec each;               ///< of all; its model counts for nothing
};

/// One model's answer, or why there is none; others are asked all the same.
struct Answer
{
    std::string model;
    Result<GenerateReport> report;
    /// Index of the first token that differs from the first model's answer, or of the end of the shorter one. Nothing
    /// where they are the same, and for the first.
    std::optional<std::size_t> firstDifference;
};

struct AnswersReport
{
    std::uint64_t seed = 0; ///< of all
    std::vector<Answer> answers;
    bool stopped = false; ///< models behind the last answer were not asked
};

/// Told which model a text is of. Either may be empty.
struct AnswersWatch
{
    std::function<void(std::size_t model, const std::string &)> note;
    std::function<void(std::size_t model, std::string_view)> text = {};
};

/// Models are run in turn, each let go before the next, so that they need not fit together.
AnswersReport answerAll(const AnswersSpec &spec, JobContext &context, const AnswersWatch &watch = {});

/// Index of the first difference, nothing where both are the same.
std::optional<std::size_t> firstDifference(std::span<const std::int32_t> a, std::span<const std::int32_t> b);

/// {"seed","stopped","answers":[{…as of generate…,"first_difference"} or {"model","error"}]}
std::string toJson(const AnswersReport &report);

} // namespace snug
