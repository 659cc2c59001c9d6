// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One JSON object a line. The first line's fields say which form the file has; all others must have the same.

#include "core/base/json.h"
#include "core/metrics/taskreaders.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace snug {

namespace {

using Json = nlohmann::json;

enum class Form { Choices, ContextOptions, LastWord };

/// What a file is called and what it holds. Matched within the file's name, in this order.
struct KnownTask
{
    std::string_view name;
    TaskKind kind;
    Form form;
};

constexpr std::array kKnownTasks = {
    KnownTask{"arc_easy", TaskKind::ArcEasy, Form::Choices},
    KnownTask{"arc_challenge", TaskKind::ArcChallenge, Form::Choices},
    KnownTask{"piqa", TaskKind::Piqa, Form::Choices},
    KnownTask{"openbook_qa", TaskKind::OpenBookQa, Form::Choices},
    KnownTask{"copa", TaskKind::Copa, Form::Choices},
    KnownTask{"winogrande", TaskKind::Winogrande, Form::ContextOptions},
    KnownTask{"lambada", TaskKind::Lambada, Form::LastWord},
};

constexpr std::size_t kMostChoices = 64;
constexpr JsonLimits kLineLimits = {.textBytes = 4 * 1024 * 1024, .valueCount = 1000, .depth = 4};

/// A line being read: its place for messages, and its fields.
struct Line
{
    std::string_view path;
    std::size_t number = 0;
    Json fields;

    tl::unexpected<Error> bad(std::string_view fault) const { return badLine(path, number, fault); }

    Result<const Json *> field(const char *name) const
    {
        const auto found = fields.find(name);
        if (found == fields.end())
            return bad(fmt::format("the field \"{}\" is missing", name));
        return &*found;
    }

    /// Text that is more than blanks.
    Result<std::string_view> text(const Json &value, std::string_view name) const
    {
        if (!value.is_string())
            return bad(fmt::format("\"{}\" is {}, text is needed", name, value.type_name()));
        const std::string_view found = trimmed(value.get_ref<const std::string &>());
        if (found.empty())
            return bad(fmt::format("\"{}\" is empty, text is needed", name));
        return found;
    }

    Result<std::string_view> text(const char *name) const
    {
        const auto value = field(name);
        SNUG_TRY(value);
        return text(**value, name);
    }

    Result<std::vector<std::string_view>> texts(const char *name) const
    {
        const auto value = field(name);
        SNUG_TRY(value);
        const Json &list = **value;
        if (!list.is_array() || list.size() < 2 || list.size() > kMostChoices)
            return bad(fmt::format("\"{}\" is {}, a list of 2 to {} texts is needed", name,
                                   list.is_array() ? fmt::format("a list of {}", list.size()) : list.type_name(),
                                   kMostChoices));
        std::vector<std::string_view> found;
        for (const Json &entry : list) {
            const auto one = text(entry, fmt::format("{}[{}]", name, found.size()));
            SNUG_TRY(one);
            found.push_back(*one);
        }
        return found;
    }

    Result<std::size_t> gold(std::size_t choices) const
    {
        const auto value = field("gold");
        SNUG_TRY(value);
        const Json &found = **value;
        if (!found.is_number_unsigned() || found.get<std::uint64_t>() >= choices)
            return bad(fmt::format("\"gold\" is {}, with {} choices a number from 0 to {} is needed",
                                   found.is_number() ? found.dump() : found.type_name(), choices, choices - 1));
        return found.get<std::size_t>();
    }
};

Result<Line> parseLine(std::string_view text, std::string_view path, std::size_t number)
{
    auto fields = parseJson(text, "it", kLineLimits);
    if (!fields && fields.error().code != ErrorCode::BadInput)
        return fail(std::move(fields.error()));
    if (!fields) {
        const auto offset = fields.error().offset;
        return badLine(path, number,
                       offset ? fmt::format("it is not a JSON object, the fault is at byte {} of the line", *offset)
                              : "it holds more, or larger numbers, than a task can");
    }
    if (!fields->is_object())
        return badLine(path, number, fmt::format("it is {}, a JSON object is needed", fields->type_name()));
    return Line{path, number, std::move(*fields)};
}

Result<Form> formOf(const Line &first)
{
    const Json &fields = first.fields;
    if (fields.contains("query") || fields.contains("choices"))
        return Form::Choices;
    if (fields.contains("context_options"))
        return Form::ContextOptions;
    if (fields.contains("context") && fields.contains("answer"))
        return fail(
            ErrorCode::Unsupported,
            fmt::format("{} asks for written answers, which Snug does not judge; tasks with choices are needed. "
                        "Choose another task.",
                        first.path),
            std::string(first.path));
    if (fields.contains("context"))
        return Form::LastWord;
    return first.bad("it has none of the fields of a task: \"query\" with \"choices\" and \"gold\", "
                     "\"context_options\" with \"continuation\" and \"gold\", or \"context\" with \"continuation\"");
}

Result<TaskItem> choicesItem(const Line &line)
{
    const auto query = line.text("query");
    SNUG_TRY(query);
    const auto choices = line.texts("choices");
    SNUG_TRY(choices);
    const auto gold = line.gold(choices->size());
    SNUG_TRY(gold);
    TaskItem item;
    item.contexts = {std::string(*query) + (query->starts_with("Question:") ? "\nAnswer:" : "")};
    for (const std::string_view choice : *choices)
        item.continuations.push_back(" " + std::string(choice));
    item.gold = *gold;
    return item;
}

Result<TaskItem> contextOptionsItem(const Line &line)
{
    const auto options = line.texts("context_options");
    SNUG_TRY(options);
    const auto continuation = line.text("continuation");
    SNUG_TRY(continuation);
    const auto gold = line.gold(options->size());
    SNUG_TRY(gold);
    TaskItem item;
    item.contexts.assign(options->begin(), options->end());
    item.continuations = {" " + std::string(*continuation)};
    item.gold = *gold;
    return item;
}

Result<TaskItem> lastWordItem(const Line &line)
{
    const auto context = line.text("context");
    SNUG_TRY(context);
    const auto continuation = line.text("continuation");
    SNUG_TRY(continuation);
    TaskItem item;
    item.contexts = {std::string(*context)};
    item.continuations = {" " + std::string(*continuation)};
    return item;
}

Result<TaskItem> itemOf(const Line &line, Form form)
{
    switch (form) {
    case Form::Choices:
        return choicesItem(line);
    case Form::ContextOptions:
        return contextOptionsItem(line);
    case Form::LastWord:
        break;
    }
    return lastWordItem(line);
}

/// A name that a gate can spell: lower-case letters, digits and '_'.
std::string plainName(std::string_view stem)
{
    std::string name;
    for (const char letter : stem) {
        const bool capital = letter >= 'A' && letter <= 'Z';
        const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        name += capital ? static_cast<char>(letter - 'A' + 'a') : (plain ? letter : '_');
    }
    return name;
}

void setNameAndKind(TaskSet &set, std::string_view stem, Form form)
{
    set.name = plainName(stem);
    if (form == Form::LastWord) // no other kind is scored that way, whatever the file is called
        set.kind = TaskKind::Lambada;
    for (const KnownTask &task : kKnownTasks) {
        if (task.form == form && set.name.find(task.name) != std::string::npos) {
            set.name = task.name;
            set.kind = task.kind;
            return;
        }
    }
}

} // namespace

Result<TaskSet> readJsonTasks(std::string_view text, const std::filesystem::path &path)
{
    const std::string name = path.string();
    TaskSet set;
    set.groups.resize(1);
    std::optional<Form> form;
    std::size_t number = 0;
    for (const std::string_view content : linesOf(text)) {
        ++number;
        if (trimmed(content).empty())
            continue;
        const auto line = parseLine(content, name, number);
        SNUG_TRY(line);
        if (!form) {
            const auto found = formOf(*line);
            SNUG_TRY(found);
            form = *found;
            setNameAndKind(set, path.stem().string(), *form);
        }
        auto item = itemOf(*line, *form);
        SNUG_TRY(item);
        item->kind = set.kind;
        item->line = number;
        set.items.push_back(std::move(*item));
    }
    return set;
}

} // namespace snug
