// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Multiple-choice tasks from the plain files people have, in one form: pairs of context and continuation whose log
// probabilities are compared. taskscore.h turns those into an accuracy.

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

enum class TaskKind {
    HellaSwag,
    ArcEasy,
    ArcChallenge,
    Piqa,
    OpenBookQa,
    Copa,
    Winogrande,
    Mmlu,
    Lambada, ///< one continuation; right when the model would write it itself, token by token
    Choices, ///< query, choices and gold of a task that Snug does not know by name
};

/// One question. Choice c reads contexts[c] followed by continuations[c]; where all choices share one of them, that
/// list has one entry. Texts are UTF-8; contexts end without blanks, continuations begin with one.
struct TaskItem
{
    TaskKind kind = TaskKind::Choices;
    std::vector<std::string> contexts;
    std::vector<std::string> continuations;
    std::size_t gold = 0;  ///< the right choice
    std::size_t group = 0; ///< in TaskSet::groups
    std::size_t line = 0;  ///< where it begins in its file, from 1

    std::size_t choiceCount() const;
};

/// Items that share a few-shot prefix: a subject of MMLU; else the whole file.
struct TaskGroup
{
    std::string name;   ///< "abstract_algebra", or empty
    std::string prefix; ///< comes before every context of the group
};

struct TaskSet
{
    std::string name; ///< as gates name it: "hellaswag", "arc_easy", "mmlu"; for unknown ones from the file's name
    TaskKind kind = TaskKind::Choices;
    std::vector<TaskGroup> groups;
    std::vector<TaskItem> items;

    /// What the model reads before the choice, prefix included.
    std::string context(const TaskItem &item, std::size_t choice) const;
    /// What is scored. Tokenize context + continuation as one text and score the tokens that the context alone has not,
    /// as lm-evaluation-harness does.
    std::string_view continuation(const TaskItem &item, std::size_t choice) const;
};

/// Unicode characters of a continuation without its leading blank: what lm-evaluation-harness divides by for acc_norm.
std::uint64_t continuationCharacters(std::string_view continuation);

/// Reads tasks; what they are follows from the file itself.
/// - Text of six lines a task (context, right ending 0 to 3, four endings): HellaSwag as llama.cpp's tools read it.
/// - JSON lines with "query", "choices", "gold", as llm-foundry ships ARC, PIQA, OpenBookQA, COPA. A query that begins
///   with "Question:" goes on with "\nAnswer:" before the choice, as llm-foundry and lm-evaluation-harness have it.
/// - JSON lines with "context_options", "continuation", "gold": Winogrande by partial scoring. The options are
/// contexts,
///   the continuation, the same for all, is scored.
/// - JSON lines with "context", "continuation": LAMBADA.
/// - A folder with dev/SUBJECT_dev.csv and test/SUBJECT_test.csv: MMLU. Rows of question, four choices, answer (0 to 3
/// or
///   A to D), with or without a header; the first five dev rows are the five shots, in lm-evaluation-harness's words.
///   The choices are the letters.
/// Errors: BadInput naming file and line for fields that are missing, of the wrong type or out of range, for damaged
/// JSON or CSV, for text that is not UTF-8, and for a file without a task; Unsupported for packed files (the message
/// says how to unpack them) and for tasks that want written answers (GSM8K). Memory: the file and its items, at most
/// kMostTextBytes a file.
Result<TaskSet> readTasks(const std::filesystem::path &path);

/// Keeps at most `most` items, as many of each group as there can be: the first of every group, then the second, and
/// so on. Those that stay keep their order.
void keepEvenly(TaskSet &tasks, std::uint64_t most);

} // namespace snug
