// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reading and splitting of the kernel's small text files.

#include "core/base/smallfile.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>

namespace snug {

namespace {

constexpr std::size_t kMostBytes = 64 * 1024;
constexpr std::string_view kBlanks = " \t\r\n";

std::vector<std::string_view> split(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> parts;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(separators, at)) != std::string_view::npos) {
        const std::size_t end = text.find_first_of(separators, at);
        parts.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
        if (end == std::string_view::npos)
            break;
        at = end;
    }
    return parts;
}

} // namespace

std::optional<std::string> readSmallFile(const std::string &path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return std::nullopt;
    std::string text;
    std::array<char, 4096> piece;
    bool good = true;
    while (text.size() < kMostBytes) {
        const ssize_t count = ::read(descriptor, piece.data(), piece.size());
        if (count < 0 && errno == EINTR)
            continue;
        good = count >= 0;
        if (count <= 0)
            break;
        text.append(piece.data(), static_cast<std::size_t>(count));
    }
    ::close(descriptor);
    if (!good)
        return std::nullopt;
    return text;
}

std::optional<std::uint64_t> parseNumber(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos)
        return std::nullopt;
    text = text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::vector<std::string_view> splitWords(std::string_view line) { return split(line, kBlanks); }

std::vector<std::string_view> splitLines(std::string_view text) { return split(text, "\r\n"); }

} // namespace snug
