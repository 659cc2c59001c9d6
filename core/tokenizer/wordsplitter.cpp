// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/wordsplitter.h"

#include "core/tokenizer/utf8.h"

#include <fmt/format.h>

#include <limits>
#include <new>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace snug {

namespace {

constexpr std::string_view kWhiteSpace =
    R"(\x09-\x0d\x20\x85\xa0\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";

// Writes out \s and \S, inside and outside of classes.
std::string withWhiteSpace(std::string_view pattern)
{
    std::string result;
    bool inClass = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '\\' && i + 1 < pattern.size()) {
            const char escaped = pattern[++i];
            if (escaped == 's' && inClass)
                result += kWhiteSpace;
            else if (escaped == 's' || escaped == 'S')
                result += fmt::format("[{}{}]", escaped == 'S' ? "^" : "", kWhiteSpace);
            else
                result.append({c, escaped});
            continue;
        }
        if (c == '[')
            inClass = true;
        else if (c == ']')
            inClass = false;
        result += c;
    }
    return result;
}

struct MatchData
{
    explicit MatchData(const pcre2_code *code)
        : data(pcre2_match_data_create_from_pattern(code, nullptr)), context(pcre2_match_context_create(nullptr))
    {
        if (!data || !context) {
            release();
            throw std::bad_alloc();
        }
        // A long run of blanks is looked at blank by blank: slow texts are no errors.
        pcre2_set_match_limit(context, std::numeric_limits<std::uint32_t>::max());
        pcre2_set_depth_limit(context, std::numeric_limits<std::uint32_t>::max());
        pcre2_set_heap_limit(context, std::numeric_limits<std::uint32_t>::max());
    }
    MatchData(const MatchData &) = delete;
    MatchData &operator=(const MatchData &) = delete;
    ~MatchData() { release(); }

    void release()
    {
        pcre2_match_data_free(data);
        pcre2_match_context_free(context);
    }

    pcre2_match_data *data;
    pcre2_match_context *context;
};

void append(std::string_view word, std::vector<std::string_view> &words)
{
    if (!word.empty())
        words.push_back(word);
}

} // namespace

struct WordSplitter::Pattern
{
    explicit Pattern(pcre2_code *compiled) : code(compiled) {}
    Pattern(const Pattern &) = delete;
    Pattern &operator=(const Pattern &) = delete;
    ~Pattern() { pcre2_code_free(code); }

    /// True when there is a match at `from` or later; its place is then in `match`.
    bool find(std::string_view text, std::size_t from, MatchData &match) const
    {
        const auto run = [&](std::uint32_t options) {
            return pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                               PCRE2_NO_UTF_CHECK | options, match.data, match.context);
        };
        int found = run(0);
        if (found < 0 && found != PCRE2_ERROR_NOMATCH)
            found = run(PCRE2_NO_JIT); // the compiled form has a small stack
        if (found < 0 && found != PCRE2_ERROR_NOMATCH)
            throw std::bad_alloc(); // all other limits are off
        return found >= 0;
    }

    /// Appends what matches and what lies between.
    void split(std::string_view text, MatchData &match, std::vector<std::string_view> &words) const
    {
        std::size_t done = 0;
        while (done < text.size() && find(text, done, match)) {
            const PCRE2_SIZE *place = pcre2_get_ovector_pointer(match.data);
            if (place[1] <= place[0])
                break; // no pattern of the table matches nothing
            append(text.substr(done, place[0] - done), words);
            append(text.substr(place[0], place[1] - place[0]), words);
            done = place[1];
        }
        append(text.substr(done), words);
    }

    pcre2_code *code;
};

Result<WordSplitter> WordSplitter::create(std::span<const std::string_view> patterns)
{
    WordSplitter splitter;
    for (const std::string_view pattern : patterns) {
        const std::string text = withWhiteSpace(pattern);
        int error = 0;
        PCRE2_SIZE offset = 0;
        pcre2_code *code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), PCRE2_UTF | PCRE2_UCP,
                                         &error, &offset, nullptr);
        if (!code)
            return fail(
                ErrorCode::Internal,
                fmt::format("The pattern {} for splitting text is refused at byte {} (PCRE2 error {}), expected "
                            "a regular expression; please report this.",
                            text, offset, error));
        splitter.m_patterns.push_back(std::make_shared<const Pattern>(code));
        pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); // without it the same, slower
    }
    return splitter;
}

void WordSplitter::split(std::string_view text, std::vector<std::string_view> &words) const
{
    while (!text.empty()) {
        const std::size_t valid = validLength(text);
        splitValid(text.substr(0, valid), words);
        text.remove_prefix(valid);
        const std::size_t invalid = invalidLength(text);
        append(text.substr(0, invalid), words);
        text.remove_prefix(invalid);
    }
}

void WordSplitter::splitValid(std::string_view text, std::vector<std::string_view> &words) const
{
    if (text.empty())
        return;
    std::vector<std::string_view> pieces{text}, finer;
    for (std::size_t i = 0; i < m_patterns.size(); ++i) {
        const bool isLast = i + 1 == m_patterns.size();
        std::vector<std::string_view> &target = isLast ? words : finer;
        MatchData match(m_patterns[i]->code);
        for (const std::string_view piece : pieces)
            m_patterns[i]->split(piece, match, target);
        if (isLast)
            return;
        pieces.swap(finer);
        finer.clear();
    }
    words.insert(words.end(), pieces.begin(), pieces.end());
}

} // namespace snug
