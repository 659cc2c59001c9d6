// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Guessing an encoding serves the message only: nothing but UTF-8 is read.

#include "core/calib/textwindows.h"

#include "core/base/inputfile.h"
#include "core/base/sizes.h"
#include "core/tokenizer/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace snug {

namespace {

struct Mark
{
    std::string_view bytes;
    std::string_view encoding; ///< as iconv names it
};

using namespace std::string_view_literals;

/// UTF-32's little-endian mark begins like UTF-16's, so it comes first.
constexpr std::array kForeignMarks = {
    Mark{"\xFF\xFE\0\0"sv, "UTF-32"},
    Mark{"\0\0\xFE\xFF"sv, "UTF-32"},
    Mark{"\xFF\xFE"sv, "UTF-16"},
    Mark{"\xFE\xFF"sv, "UTF-16"},
};

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

bool isAscii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

std::size_t lineAt(std::string_view bytes, std::size_t offset)
{
    return 1 + static_cast<std::size_t>(
                   std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

tl::unexpected<Error> foreign(std::string_view what, std::string_view encoding, std::uint64_t offset)
{
    return fail(ErrorCode::BadInput,
                fmt::format("{0} is encoded in {1}, UTF-8 is needed. Convert it first, for example with "
                            "\"iconv -f {1} -t UTF-8\".",
                            what, encoding),
                {}, offset);
}

/// Zero bytes at every other place are UTF-16 without a mark; anywhere else they are no text.
tl::unexpected<Error> zeroByte(std::string_view bytes, std::string_view what, std::size_t offset)
{
    const std::string_view start = bytes.substr(0, 4096);
    std::array<std::size_t, 2> zeros = {};
    for (std::size_t i = 0; i < start.size(); ++i)
        zeros[i % 2] += start[i] == '\0' ? 1 : 0;
    const auto [fewer, more] = std::minmax(zeros[0], zeros[1]);
    if (fewer == 0 && more > start.size() / 4)
        return foreign(what, zeros[0] > zeros[1] ? "UTF-16BE" : "UTF-16LE", offset);
    return fail(ErrorCode::BadInput,
                fmt::format("{} is not a text: it holds a zero byte at byte {}. Choose a plain text file in UTF-8.",
                            what, offset),
                {}, offset);
}

/// Whether most bytes beyond ASCII stand alone, as accented letters do in the one-byte encodings of Western Europe.
bool looksLikeLatin(std::string_view bytes)
{
    std::size_t high = 0;
    std::size_t alone = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (isAscii(bytes[i]))
            continue;
        ++high;
        const bool before = i == 0 || isAscii(bytes[i - 1]);
        const bool after = i + 1 == bytes.size() || isAscii(bytes[i + 1]);
        alone += before && after ? 1 : 0;
    }
    return alone * 2 > high;
}

tl::unexpected<Error> notUtf8(std::string_view bytes, std::string_view what, std::size_t offset)
{
    const auto byte = static_cast<unsigned char>(bytes[offset]);
    const std::string found = fmt::format("{} is not UTF-8: byte 0x{:02X} in line {} (byte {}) belongs to no character",
                                          what, byte, lineAt(bytes, offset), offset);
    const bool atEnd = bytes.size() - offset < 4 && byte >= 0xC2 && offset > 0 &&
                       std::none_of(bytes.begin() + static_cast<std::ptrdiff_t>(offset) + 1, bytes.end(),
                                    [](char next) { return (static_cast<unsigned char>(next) & 0xC0) != 0x80; });
    if (atEnd)
        return fail(ErrorCode::BadInput,
                    fmt::format("{}; the text ends within a character. If it was cut short copy it again, else convert "
                                "it to UTF-8.",
                                found),
                    {}, offset);
    if (looksLikeLatin(bytes))
        return fail(ErrorCode::BadInput,
                    fmt::format("{}. It looks like Latin-1 or Windows-1252; convert it first, for example with "
                                "\"iconv -f WINDOWS-1252 -t UTF-8\".",
                                found),
                    {}, offset);
    return fail(ErrorCode::BadInput, fmt::format("{}. Convert it from its own encoding to UTF-8 first.", found), {},
                offset);
}

} // namespace

Result<std::string_view> checkText(std::string_view bytes, std::string_view what)
{
    for (const Mark &mark : kForeignMarks) {
        if (bytes.starts_with(mark.bytes))
            return foreign(what, mark.encoding, 0);
    }
    const std::string_view text = bytes.starts_with(kUtf8Mark) ? bytes.substr(kUtf8Mark.size()) : bytes;
    if (text.empty())
        return fail(ErrorCode::BadInput, fmt::format("{} is empty, a text is needed. Choose another file.", what));
    if (const std::size_t zero = bytes.find('\0'); zero != std::string_view::npos)
        return zeroByte(bytes, what, zero);
    if (const std::size_t valid = validLength(bytes); valid < bytes.size())
        return notUtf8(bytes, what, valid);
    return text;
}

Result<std::string> readUtf8File(const std::filesystem::path &path, std::uint64_t mostBytes)
{
    auto file = InputFile::open(path);
    SNUG_TRY(file);
    if (file->sizeBytes() > mostBytes)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} is too large for a text: it has {}, at most {} are taken. Choose or cut a smaller "
                                "one.",
                                path.string(), formatBytes(file->sizeBytes()), formatBytes(mostBytes)),
                    path.string());
    std::string bytes(static_cast<std::size_t>(file->sizeBytes()), '\0');
    SNUG_TRY(file->readAt(0, std::as_writable_bytes(std::span(bytes))));
    auto text = checkText(bytes, path.string());
    if (!text)
        return fail(std::move(text.error().inFile(path.string(), text.error().offset)));
    bytes.erase(0, bytes.size() - text->size()); // the mark
    return bytes;
}

Result<std::uint64_t> countWindows(std::uint64_t tokenCount, std::uint64_t length, std::string_view what)
{
    if (length == 0)
        return fail(ErrorCode::Usage, "A window of 0 tokens was asked for. Give a length of at least 1.");
    if (tokenCount < length)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} is too short: it has {} tokens, one window takes {}. Choose a longer text or "
                                "shorter windows.",
                                what, tokenCount, length));
    return tokenCount / length;
}

std::vector<std::int32_t> windowTokens(std::span<const std::int32_t> tokens, std::uint64_t begin, std::size_t length,
                                       std::optional<std::int32_t> beginMark)
{
    assert(begin <= tokens.size() && length <= tokens.size() - begin);
    const auto part = tokens.subspan(static_cast<std::size_t>(begin), length);
    std::vector<std::int32_t> ids(part.begin(), part.end());
    if (beginMark && !ids.empty())
        ids.front() = *beginMark;
    return ids;
}

} // namespace snug
