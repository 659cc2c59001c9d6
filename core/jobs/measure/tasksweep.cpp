// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/tasksweep.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace snug {

TaskSweep::Choice TaskSweep::tokenize(const TaskSet &tasks, const TaskItem &item, std::size_t choice,
                                      std::uint64_t longest)
{
    const std::string context = tasks.context(item, choice);
    const std::string_view continuation = tasks.continuation(item, choice);
    Choice made;
    made.tokens = m_model.tokenizer.encode(context + std::string(continuation));
    const std::size_t known = m_model.tokenizer.encode(context).size();
    // At least one token is the choice's, at least one stands before it.
    made.scoredFrom = std::clamp<std::size_t>(known, 1, std::max<std::size_t>(1, made.tokens.size() - 1));
    if (made.tokens.size() > longest) {
        const std::size_t cut = made.tokens.size() - longest;
        made.tokens.erase(made.tokens.begin(), made.tokens.begin() + static_cast<std::ptrdiff_t>(cut));
        made.scoredFrom = std::max<std::size_t>(1, made.scoredFrom - std::min(made.scoredFrom, cut));
        ++m_shortened;
    }
    made.score.tokens = made.tokens.size() - std::min(made.tokens.size(), made.scoredFrom);
    made.score.characters = continuationCharacters(continuation);
    made.score.greedy = made.alone = item.choiceCount() == 1;
    return made;
}

Result<bool> TaskSweep::run(const TaskSet &tasks, std::uint64_t longest)
{
    const std::uint64_t all = tasks.items.size();
    // A question has about four choices of a hundred tokens; groups grow from what the first ones show.
    std::uint64_t atOnce = 8;
    for (std::uint64_t first = 0; first < all;) {
        const std::uint64_t count = std::min(atOnce, all - first);
        tell(first, all);
        auto done = sweepGroup(tasks, first, count, longest);
        SNUG_TRY(done);
        if (!*done)
            return false;
        first += count;
        atOnce = std::min<std::uint64_t>(atOnce * 2, m_room.layersStay ? 16 : 128);
    }
    tell(all, all);
    return true;
}

Result<bool> TaskSweep::sweepGroup(const TaskSet &tasks, std::uint64_t first, std::uint64_t count,
                                   std::uint64_t longest)
{
    std::vector<Choice> choices;
    std::vector<std::size_t> starts;
    for (std::uint64_t i = first; i < first + count; ++i) {
        starts.push_back(choices.size());
        for (std::size_t choice = 0; choice < tasks.items[i].choiceCount(); ++choice)
            choices.push_back(tokenize(tasks, tasks.items[i], choice, longest));
    }
    starts.push_back(choices.size());

    // Neighbours by length are made equally long, so that they go through the layers together: tokens behind a text
    // change nothing before them.
    std::vector<std::size_t> order(choices.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return choices[a].tokens.size() > choices[b].tokens.size(); });
    std::vector<TokenSequence> sequences;
    std::uint64_t length = 0, together = 0;
    for (const std::size_t index : order) {
        if (sequences.empty() || together + length > m_room.options.batchTokens) {
            length = choices[index].tokens.size();
            together = 0;
        }
        together += length;
        sequences.push_back(choices[index].tokens);
        sequences.back().resize(length, choices[index].tokens.front());
    }
    auto swept = m_model.pass->sweep(sequences, [&](std::size_t, std::size_t) { return m_context.goOn(); });
    SNUG_TRY(swept);
    if (m_context.stop.requested())
        return false;
    for (std::size_t i = 0; i < order.size(); ++i)
        SNUG_TRY(score(choices[order[i]], *swept, i));
    for (std::uint64_t i = 0; i < count; ++i) {
        std::vector<ChoiceScore> scores;
        for (std::size_t choice = starts[i]; choice < starts[i + 1]; ++choice)
            scores.push_back(choices[choice].score);
        m_scores.add(scores, tasks.items[first + i].gold);
    }
    return true;
}

Result<void> TaskSweep::score(Choice &choice, const SweptSequences &swept, std::size_t sequence)
{
    ForwardPass &pass = *m_model.pass;
    OperationRunner &runner = pass.runner();
    const std::uint64_t vocabulary = pass.shape().vocabulary;
    for (std::size_t token = choice.scoredFrom; token < choice.tokens.size();) {
        const std::uint64_t count = std::min<std::uint64_t>(m_room.rowsAtOnce, choice.tokens.size() - token);
        auto logits = pass.logits(swept, swept.starts()[sequence] + token - 1, count);
        SNUG_TRY(logits);
        auto targets = runner.buffer(Activation::Targets, count * sizeof(std::uint32_t));
        SNUG_TRY(targets);
        std::memcpy(runner.bytes(Activation::Targets).data(), choice.tokens.data() + token,
                    count * sizeof(std::uint32_t));
        auto losses = runner.buffer(Activation::Figures, count * sizeof(float));
        SNUG_TRY(losses);
        SNUG_TRY(runner.run(tokenLossOperation(*logits, *targets, *losses, count, vocabulary)));
        const auto all = runner.valuesOf<float>(Activation::Logits);
        for (std::uint64_t i = 0; i < count; ++i) {
            choice.score.logProbability -= static_cast<double>(runner.valuesOf<float>(Activation::Figures)[i]);
            if (!choice.alone)
                continue;
            const auto row = all.subspan(i * vocabulary, vocabulary);
            const auto top = std::max_element(row.begin(), row.end()) - row.begin();
            choice.score.greedy &= top == choice.tokens[token + i];
        }
        token += count;
    }
    return {};
}

void TaskSweep::tell(std::uint64_t done, std::uint64_t all)
{
    const AccuracyFigure figure = m_scores.figure(Normalization::None);
    m_context.update([&](MeasureSnapshot &snapshot) {
        snapshot.phase = MeasurePhase::Tasks;
        snapshot.model = m_number;
        snapshot.partsDone = done;
        snapshot.partsTotal = all;
        snapshot.fraction = all ? static_cast<double>(done) / static_cast<double>(all) : 1;
        snapshot.secondsLeft = -1;
        if (m_number < snapshot.running.size())
            snapshot.running[m_number].accuracy = figure.accuracy.value;
    });
}

} // namespace snug
