// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/answers.h"

#include "core/jobs/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace snug {

namespace {

constexpr std::chrono::milliseconds kLook{20};

/// Passes stop and pause of a measurement on to the job that is part of it, while it lives.
class Relay
{
public:
    Relay(const MeasureContext &from, JobContext &to) : m_thread([this, &from, &to] { pass(from, to); }) {}
    ~Relay()
    {
        m_ended = true;
        m_thread.join();
    }
    Relay(const Relay &) = delete;
    Relay &operator=(const Relay &) = delete;

private:
    void pass(const MeasureContext &from, JobContext &to)
    {
        while (!m_ended) {
            if (from.stop.requested())
                to.stop.request();
            if (from.pause.paused() != to.pause.paused())
                from.pause.paused() ? to.pause.pause() : to.pause.resume();
            std::this_thread::sleep_for(kLook);
        }
    }

    std::atomic<bool> m_ended = false;
    std::thread m_thread; // last: it uses the flag
};

class Answering
{
public:
    Answering(const CompareSpec &spec, MeasureContext &context, CompareReport &report)
        : m_spec(spec), m_context(context), m_report(report)
    {
    }

    Result<bool> run()
    {
        m_context.update([&](MeasureSnapshot &snapshot) {
            snapshot.phase = MeasurePhase::Answers;
            snapshot.fraction = 0;
            snapshot.secondsLeft = -1;
            snapshot.answers.assign(m_report.models.size(), {});
        });
        for (std::size_t model = 0; model < m_report.models.size(); ++model) {
            if (!m_context.goOn())
                return false;
            SNUG_TRY(ask(model));
        }
        return !m_context.stop.requested();
    }

private:
    GenerateSpec questionFor(std::size_t model) const
    {
        GenerateSpec question;
        question.model = m_report.models[model].measured.path;
        question.prompt = m_spec.prompt;
        question.chat = model == 0 ? ChatUse::Auto : m_report.chat ? ChatUse::Always : ChatUse::Never;
        question.contextMayGrow = false; // a comparison's context is that of its windows
        question.maxTokens = m_spec.maxTokens;
        question.seed = m_spec.seed;
        question.temperature = m_spec.temperature;
        question.threads = m_spec.threads;
        question.ramLimitBytes = m_spec.ramBytes;
        return question;
    }

    Result<void> ask(std::size_t model)
    {
        JobContext job;
        job.backends = m_context.backends;
        GenerateWatch watch;
        std::uint64_t pieces = 0;
        watch.text = [&](std::string_view text) { tell(model, text, ++pieces); };
        const Relay relay(m_context, job);
        auto found = generate(questionFor(model), job, watch);
        if (!found && model > 0) {
            note(fmt::format("{} did not answer: {}", m_report.models[model].measured.path, found.error().message));
            return {};
        }
        SNUG_TRY(found);
        if (model == 0)
            m_report.chat = found->chat;
        for (std::string &sentence : found->notes)
            note(std::move(sentence));
        m_report.ramPredictedBytes = std::max(m_report.ramPredictedBytes, found->peaks.ramPredictedBytes);
        m_report.ramMeasuredBytes = std::max(m_report.ramMeasuredBytes, found->peaks.ramMeasuredBytes);
        m_report.ledgerBytes = std::max(m_report.ledgerBytes, found->peaks.ledgerBytes);
        CompareAnswer answer{std::move(found->text), std::move(found->ids), std::move(found->textStarts), std::nullopt,
                             found->tokensPerSecond};
        if (model > 0)
            answer.firstDifference = firstDifference(m_report.models[0].answer->ids, answer.ids);
        m_report.models[model].answer = std::move(answer);
        return {};
    }

    void note(std::string sentence)
    {
        if (std::ranges::find(m_report.notes, sentence) == m_report.notes.end())
            m_report.notes.push_back(std::move(sentence));
    }

    void tell(std::size_t model, std::string_view text, std::uint64_t pieces)
    {
        const double ofModel = std::min(1.0, static_cast<double>(pieces) /
                                                 static_cast<double>(std::max<std::uint64_t>(1, m_spec.maxTokens)));
        m_context.update([&](MeasureSnapshot &snapshot) {
            snapshot.model = model;
            snapshot.answers[model] += text;
            snapshot.fraction = (static_cast<double>(model) + ofModel) / static_cast<double>(m_report.models.size());
        });
    }

    const CompareSpec &m_spec;
    MeasureContext &m_context;
    CompareReport &m_report;
};

} // namespace

std::optional<std::size_t> firstDifference(std::span<const std::int32_t> a, std::span<const std::int32_t> b)
{
    const auto [inA, inB] = std::ranges::mismatch(a, b);
    if (inA == a.end() && inB == b.end())
        return std::nullopt;
    return static_cast<std::size_t>(inA - a.begin());
}

Result<bool> answerPrompt(const CompareSpec &spec, MeasureContext &context, CompareReport &report)
{
    return Answering(spec, context, report).run();
}

} // namespace snug
