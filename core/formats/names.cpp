// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/formats/names.h"

#include <cstddef>

namespace snug {
namespace {

constexpr std::size_t kQuotedBytes = 80;

unsigned byteAt(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

/// Length of the well-formed sequence that starts at `at`; 0 when there is none. Source: Unicode, table 3-7.
std::size_t sequenceLength(std::string_view text, std::size_t at)
{
    const unsigned first = byteAt(text, at);
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (text.size() - at < length)
        return 0;
    const unsigned second = byteAt(text, at + 1);
    const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest)
        return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if ((byteAt(text, at + i) & 0xC0) != 0x80)
            return 0;
    }
    return length;
}

bool isControl(unsigned byte) { return byte < 0x20 || byte == 0x7F; }

} // namespace

bool isPlainText(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequenceLength(text, at);
        if (length == 0 || isControl(byteAt(text, at)))
            return false;
        at += length;
    }
    return true;
}

std::string quoteName(std::string_view text)
{
    std::string out = "'";
    std::size_t at = 0;
    while (at < text.size() && at < kQuotedBytes) {
        const std::size_t length = sequenceLength(text, at);
        if (length == 0 || isControl(byteAt(text, at))) {
            out += '?';
            ++at;
        } else {
            out += text.substr(at, length);
            at += length;
        }
    }
    out += at < text.size() ? "...'" : "'";
    return out;
}

} // namespace snug
