// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/answers.h"

#include "core/jobs/json.h"

#include <algorithm>
#include <random>

namespace snug {

std::optional<std::size_t> firstDifference(std::span<const std::int32_t> a, std::span<const std::int32_t> b)
{
    const auto [inA, inB] = std::ranges::mismatch(a, b);
    if (inA == a.end() && inB == b.end())
        return std::nullopt;
    return static_cast<std::size_t>(inA - a.begin());
}

AnswersReport answerAll(const AnswersSpec &spec, JobContext &context, const AnswersWatch &watch)
{
    AnswersReport all;
    all.seed = spec.each.seed ? *spec.each.seed : std::random_device()();
    for (std::size_t i = 0; i < spec.models.size() && !all.stopped; ++i) {
        GenerateSpec one = spec.each;
        one.model = spec.models[i];
        one.seed = all.seed;
        GenerateWatch own;
        if (watch.note)
            own.note = [&, i](const std::string &note) { watch.note(i, note); };
        if (watch.text)
            own.text = [&, i](std::string_view text) { watch.text(i, text); };
        Answer answer{one.model, generate(one, context, own), {}};
        all.stopped = context.stop.requested();
        if (i > 0 && answer.report && all.answers.front().report)
            answer.firstDifference = snug::firstDifference(all.answers.front().report->ids, answer.report->ids);
        all.answers.push_back(std::move(answer));
    }
    return all;
}

std::string toJson(const AnswersReport &report)
{
    Json answers = Json::array();
    for (const Answer &answer : report.answers) {
        Json one = answer.report ? generateJson(*answer.report)
                                 : Json{{"model", answer.model}, {"error", errorJson(answer.report.error())}};
        one["first_difference"] = answer.firstDifference ? Json(*answer.firstDifference) : Json();
        answers.push_back(std::move(one));
    }
    return printed({{"seed", report.seed}, {"stopped", report.stopped}, {"answers", std::move(answers)}});
}

} // namespace snug
