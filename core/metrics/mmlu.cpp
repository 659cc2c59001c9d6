// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// MMLU's folder of tables, as five-shot questions in the words of the original and of lm-evaluation-harness.

#include "core/calib/textwindows.h"
#include "core/metrics/csv.h"
#include "core/metrics/taskreaders.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace snug {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShots = 5;
constexpr std::size_t kChoices = 4;
constexpr std::string_view kLetters = "ABCD";
constexpr std::string_view kTestEnd = "_test.csv";
constexpr std::size_t kMostSubjects = 1000;

struct Question
{
    std::string text; ///< question, lettered choices, "Answer:"
    std::size_t gold = 0;
    std::size_t line = 0;
};

std::optional<std::size_t> answerOf(std::string_view field)
{
    field = trimmed(field);
    if (field.size() != 1)
        return std::nullopt;
    if (field[0] >= '0' && field[0] <= '3')
        return static_cast<std::size_t>(field[0] - '0');
    const std::size_t letter = kLetters.find(field[0]);
    return letter == std::string_view::npos ? std::nullopt : std::optional(letter);
}

Result<Question> questionOf(const CsvRow &row, std::string_view path)
{
    if (row.fields.size() != kChoices + 2)
        return badLine(
            path, row.line,
            fmt::format("it has {} fields, six are needed: question, four choices, answer", row.fields.size()));
    for (std::size_t i = 0; i <= kChoices; ++i) {
        if (trimmed(row.fields[i]).empty())
            return badLine(path, row.line, i == 0 ? "the question is empty" : fmt::format("choice {} is empty", i - 1));
    }
    const auto gold = answerOf(row.fields.back());
    if (!gold)
        return badLine(
            path, row.line,
            fmt::format("the answer is \"{}\", 0 to 3 or A to D is needed", row.fields.back().substr(0, 40)));
    Question question{std::string(trimmed(row.fields[0])), *gold, row.line};
    for (std::size_t i = 0; i < kChoices; ++i)
        question.text += fmt::format("\n{}. {}", kLetters[i], row.fields[i + 1]);
    question.text += "\nAnswer:";
    return question;
}

Result<std::vector<Question>> readTable(const fs::path &path)
{
    const auto text = readUtf8File(path);
    SNUG_TRY(text);
    const auto rows = parseCsv(*text, path.string());
    SNUG_TRY(rows);
    std::vector<Question> questions;
    for (const CsvRow &row : *rows) {
        if (questions.empty() && &row == &rows->front() && row.fields.back() == "answer")
            continue; // the header
        auto question = questionOf(row, path.string());
        SNUG_TRY(question);
        questions.push_back(std::move(*question));
    }
    if (questions.empty())
        return fail(ErrorCode::BadInput,
                    fmt::format("{} holds no question. Download it again, or take it away.", path.string()),
                    path.string());
    return questions;
}

/// Subjects by name, so that the order does not depend on the file system.
Result<std::map<std::string, fs::path>> subjectsIn(const fs::path &folder)
{
    std::map<std::string, fs::path> subjects;
    std::error_code fault;
    const fs::path tests = folder / "test";
    for (fs::directory_iterator it(tests, fault), end; !fault && it != end; it.increment(fault)) {
        const std::string name = it->path().filename().string();
        if (name.size() > kTestEnd.size() && name.ends_with(kTestEnd))
            subjects.emplace(name.substr(0, name.size() - kTestEnd.size()), it->path());
        if (subjects.size() > kMostSubjects)
            return fail(ErrorCode::BadInput,
                        fmt::format("{} holds more than {} subjects; MMLU has 57. Give its own folder.", tests.string(),
                                    kMostSubjects),
                        tests.string());
    }
    if (fault || subjects.empty())
        return fail(
            fault && fault != std::errc::no_such_file_or_directory ? ErrorCode::Io : ErrorCode::BadInput,
            fmt::format("{} is not a folder of MMLU: no file {} was found{}. Give the folder that holds dev and "
                        "test.",
                        folder.string(), (fs::path("test") / "SUBJECT_test.csv").string(),
                        fault ? " (" + fault.message() + ")" : ""),
            folder.string());
    return subjects;
}

Result<TaskGroup> groupOf(const std::string &subject, const fs::path &folder)
{
    const fs::path path = folder / "dev" / (subject + "_dev.csv");
    const auto shots = readTable(path);
    SNUG_TRY(shots);
    if (shots->size() < kShots)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} has {} questions, the examples before each question take {}. Download it again.",
                                path.string(), shots->size(), kShots),
                    path.string());
    std::string words = subject;
    std::replace(words.begin(), words.end(), '_', ' ');
    TaskGroup group{subject,
                    fmt::format("The following are multiple choice questions (with answers) about {}.\n\n", words)};
    for (std::size_t i = 0; i < kShots; ++i)
        group.prefix += fmt::format("{} {}\n\n", (*shots)[i].text, kLetters[(*shots)[i].gold]);
    return group;
}

} // namespace

Result<TaskSet> readMmlu(const fs::path &folder)
{
    const auto subjects = subjectsIn(folder);
    SNUG_TRY(subjects);
    TaskSet set;
    set.name = "mmlu";
    set.kind = TaskKind::Mmlu;
    for (const auto &[subject, path] : *subjects) {
        auto group = groupOf(subject, folder);
        SNUG_TRY(group);
        auto questions = readTable(path);
        SNUG_TRY(questions);
        for (Question &question : *questions) {
            TaskItem item;
            item.kind = TaskKind::Mmlu;
            item.contexts = {std::move(question.text)};
            item.continuations = {" A", " B", " C", " D"};
            item.gold = question.gold;
            item.group = set.groups.size();
            item.line = question.line;
            set.items.push_back(std::move(item));
        }
        set.groups.push_back(std::move(*group));
    }
    return set;
}

} // namespace snug
