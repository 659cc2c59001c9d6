// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What operators do with values, as Python does.

#pragma once

#include "core/chat/run.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace snug::chat {

bool isTrue(const Value &value);
/// Of an int or a bool.
std::optional<std::int64_t> wholeNumber(const Value &value);
/// Of any number.
std::optional<double> anyNumber(const Value &value);

Result<bool> equal(Run &run, const Value &a, const Value &b);
/// Of numbers, texts, lists and tuples. Fails for others, as Python does.
Result<bool> less(Run &run, const Value &a, const Value &b);
/// Whether `item` is in a text, a list or the keys of a mapping.
Result<bool> contains(Run &run, const Value &whole, const Value &item);
/// One of == != < <= > >= in "not in".
Result<bool> compare(Run &run, std::string_view sign, const Value &a, const Value &b);

/// One of + - * / // % ** ~. Integers are of 64 bits, what goes beyond is refused.
Result<Value> binary(Run &run, std::string_view sign, const Value &a, const Value &b);
Result<Value> negative(Run &run, const Value &value);

/// What a for goes through: items, characters, keys; nothing for an undefined value.
Result<Value::SequencePointer> iterated(Run &run, const Value &value);

} // namespace snug::chat
