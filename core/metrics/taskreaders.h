// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One reader a form of task file. readTasks() chooses among them.

#pragma once

#include "core/metrics/taskfile.h"

#include <string_view>

namespace snug {

/// "…/arc.jsonl, line 12: `fault`." as BadInput.
tl::unexpected<Error> badLine(std::string_view path, std::size_t line, std::string_view fault);

std::string_view withoutBlanksAtEnd(std::string_view text);
/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Every line without its end, empty ones too.
std::vector<std::string_view> linesOf(std::string_view text);

/// Six lines a task.
Result<TaskSet> readHellaSwag(std::string_view text, std::string_view path);
/// JSON lines of any of the three forms.
Result<TaskSet> readJsonTasks(std::string_view text, const std::filesystem::path &path);
/// The folder with dev and test.
Result<TaskSet> readMmlu(const std::filesystem::path &folder);

} // namespace snug
