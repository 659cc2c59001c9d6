// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/keyoverride.h"

#include "core/formats/gguf.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

namespace snug {

namespace {

constexpr std::string_view kForm = "KEY=TYPE:VALUE is needed, TYPE one of int, float, bool and str. Write it like "
                                   "llama.context_length=int:4096";
constexpr std::size_t kMaxBytes = 127; // of keys and strings, as in the reference

tl::unexpected<Error> bad(std::string_view text, std::string_view what)
{
    return fail(ErrorCode::Usage, fmt::format("--override-kv is given {}: {}.", quoteName(text), what));
}

/// The whole text as a number; nothing when some of it is left over.
template <class Number> std::optional<Number> numberOf(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Result<void> setInteger(KeyOverride &made, std::string_view value, std::string_view text)
{
    const auto number = numberOf<std::int64_t>(value);
    if (!number)
        return bad(text, "the value is not a whole number of 64 bits. Write one like k=int:4096");
    const auto size = *number < 0 ? 0 - static_cast<std::uint64_t>(*number) : static_cast<std::uint64_t>(*number);
    const auto stored = static_cast<std::uint32_t>(size);
    made.value = GgufValue::u32(stored);
    if (*number != static_cast<std::int64_t>(stored))
        made.note = fmt::format("The key {} is stored as {}: {} does not fit an unsigned number of 32 bits.", made.key,
                                stored, *number);
    return {};
}

Result<void> setFloat(KeyOverride &made, std::string_view value, std::string_view text)
{
    const auto number = numberOf<double>(value);
    const bool fits = number && std::isfinite(static_cast<float>(*number));
    if (!fits)
        return bad(text, "the value is not a finite number of 32 bits. Write one like k=float:0.5");
    made.value = GgufValue::f32(static_cast<float>(*number));
    return {};
}

Result<void> setValue(KeyOverride &made, std::string_view type, std::string_view value, std::string_view text)
{
    if (type == "int")
        return setInteger(made, value, text);
    if (type == "float")
        return setFloat(made, value, text);
    if (type == "bool") {
        if (value != "true" && value != "false")
            return bad(text, "a bool is true or false. Write one of the two");
        made.value = GgufValue::boolean(value == "true");
        return {};
    }
    if (type != "str")
        return bad(text, kForm);
    if (value.size() > kMaxBytes)
        return bad(text,
                   fmt::format("a str has at most {} bytes, this one has {}. Shorten it", kMaxBytes, value.size()));
    made.value = GgufValue::string(value);
    return {};
}

Result<void> checkKey(const KeyOverride &made, std::string_view text)
{
    if (made.key.empty() || made.key.size() > kMaxBytes || !isPlainText(made.key))
        return bad(text,
                   fmt::format("a key is plain text of 1 to {} bytes. Write one like llama.context_length", kMaxBytes));
    if (made.key.starts_with("split."))
        return bad(text, "the split.* keys follow from the files that are written. Leave this override out");
    if (made.key == "general.architecture")
        return bad(text,
                   "the architecture cannot be changed, for tensors and keys belong to it. Leave this override out");
    const std::uint64_t alignment = made.value.asUnsigned().value_or(0);
    if (made.key == kGgufAlignmentKey && (!std::has_single_bit(alignment) || alignment > kGgufMaxAlignment))
        return bad(text, fmt::format("an alignment is a power of two up to {}. Write one like 32", kGgufMaxAlignment));
    return {};
}

} // namespace

Result<KeyOverride> parseKeyOverride(std::string_view text)
{
    const std::size_t equals = text.find('=');
    const std::size_t colon = equals == std::string_view::npos ? equals : text.find(':', equals);
    if (colon == std::string_view::npos)
        return bad(text, kForm);
    KeyOverride made;
    made.key = text.substr(0, equals);
    SNUG_TRY(setValue(made, text.substr(equals + 1, colon - equals - 1), text.substr(colon + 1), text));
    SNUG_TRY(checkKey(made, text));
    return made;
}

} // namespace snug
