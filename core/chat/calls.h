// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a template can call: filters, tests, methods and functions, each by name. Names that are not in the tables are
// refused; Python's own are, too, where they would do something else here.

#pragma once

#include "core/chat/run.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace snug::chat {

Result<Value> applyFilter(Run &run, std::string_view name, const Value &subject, const Arguments &arguments);
Result<bool> applyTest(Run &run, std::string_view name, const Value &subject, const Arguments &arguments);
Result<Value> callMethod(Run &run, std::string_view name, const Value &self, const Arguments &arguments);
Result<Value> callFunction(Run &run, std::string_view name, const Arguments &arguments);

/// Whether there is a function of this name where the template sets no variable of it.
bool isFunction(std::string_view name);

/// value.name, or an undefined value. Methods come before keys, as in Jinja.
Result<Value> attributeOf(Run &run, const Value &value, std::string_view name);
/// value[place], or an undefined value. Keys come before methods.
Result<Value> itemOf(Run &run, const Value &value, const Value &place);
/// value[start:stop:step], each of which may be None.
Result<Value> sliceOf(Run &run, const Value &value, const Value &start, const Value &stop, const Value &step);

/// Arguments by their places in `names`; those not given are empty. Fails for names that are not among them, for too
/// many, and where one of the first `required` is missing.
using Bound = std::vector<std::optional<Value>>;
Result<Bound> bind(Run &run, std::string_view callee, const Arguments &arguments,
                   std::initializer_list<std::string_view> names, std::size_t required = 0);
/// A whole number, or `otherwise` where none is given.
Result<std::int64_t> wholeOr(Run &run, const std::optional<Value> &given, std::int64_t otherwise);
/// A text that has to be one.
Result<std::string> textOf(Run &run, const std::optional<Value> &given, std::string_view what);

// Filters of sequences, in a file of their own.
using Filter = Result<Value> (*)(Run &, const Value &, const Arguments &);
Filter findTextFilter(std::string_view name);
Filter findSequenceFilter(std::string_view name);
Filter findSelectingFilter(std::string_view name);
/// "a.b.0" of a value, as the attribute arguments of filters have it; `otherwise` takes the place of what is missing on
/// the way.
Result<Value> pathOf(Run &run, const Value &value, const Value &path,
                     const std::optional<Value> &otherwise = std::nullopt);

} // namespace snug::chat
