// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/tokenizerjson.h"

#include "core/base/json.h"
#include "core/model/json.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>

namespace snug {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::uint64_t kMaxTokenId = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kMaxFileBytes = 256u << 20;
constexpr std::string_view kSpaceInMerge = "\xC4\xA0"; // U+0120, what byte-level BPE writes for a space

// Takes the JSON library's parse events.
class Events
{
public:
    explicit Events(TokenizerJson &result) : m_result(result) {}

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string &) { return add(value); }
    bool binary(Json::binary_t &) { return refuse("holds binary data"); }

    bool number_unsigned(Json::number_unsigned_t value)
    {
        if (m_mode != Mode::Vocab)
            return add(value);
        if (value > kMaxTokenId)
            return refuse("has a token id above 2147483647");
        m_result.vocab.emplace_back(std::move(m_key), static_cast<std::uint32_t>(value));
        return true;
    }

    bool string(std::string &value)
    {
        if (m_mode == Mode::Merges)
            return addMerge(std::move(value));
        if (m_mode != Mode::Pair)
            return add(std::move(value));
        m_pair += m_pairCount == 0 ? encodeSpaces(std::move(value)) : ' ' + encodeSpaces(std::move(value));
        ++m_pairCount;
        return true;
    }

    bool key(std::string &name)
    {
        if (m_mode != Mode::Vocab) {
            if (m_open.size() == 1)
                m_inModel = name == "model";
            m_slot = &(*m_open.back())[name];
        }
        m_key = std::move(name);
        return true;
    }

    bool start_object(std::size_t)
    {
        if (inModelMember("vocab")) {
            m_mode = Mode::Vocab;
            return true;
        }
        return open(Json::object());
    }

    bool start_array(std::size_t)
    {
        if (m_mode == Mode::Merges) {
            m_mode = Mode::Pair;
            m_pair.clear();
            m_pairCount = 0;
            return true;
        }
        if (inModelMember("merges")) {
            m_mode = Mode::Merges;
            return true;
        }
        return open(Json::array());
    }

    bool end_object()
    {
        if (m_mode == Mode::Vocab)
            m_mode = Mode::Tree;
        else
            m_open.pop_back();
        return true;
    }

    bool end_array()
    {
        if (m_mode == Mode::Merges)
            m_mode = Mode::Tree;
        else if (m_mode == Mode::Pair) {
            if (m_pairCount != 2)
                return refuse(fmt::format("has a merge of {} texts, expected two", m_pairCount));
            m_result.merges.push_back(std::move(m_pair));
            m_mode = Mode::Merges;
        } else
            m_open.pop_back();
        return true;
    }

    bool parse_error(std::size_t position, const std::string &, const Json::exception &)
    {
        m_offset = position;
        return refuse("is no valid JSON");
    }

    const std::string &fault() const { return m_fault; }
    std::optional<std::uint64_t> offset() const { return m_offset; }

private:
    enum class Mode { Tree, Vocab, Merges, Pair };

    bool inModelMember(std::string_view name) const
    {
        return m_mode == Mode::Tree && m_inModel && m_open.size() == 2 && m_open.back()->is_object() && m_key == name;
    }

    bool refuse(std::string_view fault)
    {
        if (m_fault.empty())
            m_fault = fault;
        return false;
    }

    bool addMerge(std::string merge)
    {
        if (merge.starts_with("#version")) // the heading of merges.txt, which some files carry along
            return true;
        if (std::ranges::count(merge, ' ') != 1)
            return refuse(
                fmt::format("has the merge \"{}\", expected two texts with a space between", printable(merge, 60)));
        m_result.merges.push_back(std::move(merge));
        return true;
    }

    template <class Value> bool add(Value &&value)
    {
        if (m_mode != Mode::Tree)
            return refuse(m_mode == Mode::Vocab ? "has a token whose id is no whole number"
                                                : "has a merge that is no text, expected two texts");
        place(Json(std::forward<Value>(value)));
        return true;
    }

    bool open(Json container)
    {
        if (m_mode != Mode::Tree)
            return refuse("has a vocabulary or merges of an unknown form");
        if (m_open.size() >= kMaxDepth)
            return refuse("is nested too deeply");
        m_open.push_back(place(std::move(container)));
        return true;
    }

    Json *place(Json value)
    {
        if (m_open.empty())
            return &(valueOf(m_result.rest) = std::move(value));
        if (m_open.back()->is_array())
            return &m_open.back()->get_ref<Json::array_t &>().emplace_back(std::move(value));
        return &(*m_slot = std::move(value));
    }

    TokenizerJson &m_result;
    Mode m_mode = Mode::Tree;
    std::vector<Json *> m_open;
    Json *m_slot = nullptr;
    bool m_inModel = false;
    std::string m_key;
    std::string m_pair;
    int m_pairCount = 0;
    std::string m_fault;
    std::optional<std::uint64_t> m_offset;
};

// Words of a line; a merge has two.
std::vector<std::string> wordsOf(const std::string &line)
{
    std::istringstream stream(line);
    std::vector<std::string> words;
    std::string word;
    while (words.size() < 3 && stream >> word)
        words.push_back(word);
    return words;
}

Result<void> addIds(TokenizerJson &result, const Json &ids, const fs::path &path)
{
    for (const auto &[token, value] : ids.items()) {
        const auto id = asUnsigned(value);
        if (!id || *id > kMaxTokenId)
            return fail(ErrorCode::BadInput,
                        fmt::format("{} has a token whose id is no whole number below 2147483648; the file is damaged.",
                                    path.filename().string()),
                        path.string());
        result.vocab.emplace_back(token, static_cast<std::uint32_t>(*id));
    }
    return {};
}

// A token that stands there twice would lose one of its ids.
Result<void> addVocabulary(TokenizerJson &result, const fs::path &path)
{
    const auto text = readTextFile(path, kMaxFileBytes);
    if (!text)
        return fail(text.error());
    const auto vocab = parseJson(*text, path.filename().string(), JsonLimits{.uniqueKeys = true});
    if (!vocab)
        return fail(Error(vocab.error()).inFile(path.string()));
    if (!vocab->is_object())
        return fail(ErrorCode::BadInput,
                    fmt::format("{} holds {}, expected a JSON object.", path.filename().string(), vocab->type_name()),
                    path.string());
    return addIds(result, *vocab, path);
}

Result<void> addMerges(TokenizerJson &result, const fs::path &path)
{
    const auto text = readTextFile(path, kMaxFileBytes);
    if (!text)
        return fail(text.error());
    std::istringstream lines(*text);
    std::string line;
    bool first = true;
    while (std::getline(lines, line)) {
        const bool heading = first && line.starts_with('#');
        first = false;
        const std::vector<std::string> words = heading ? std::vector<std::string>() : wordsOf(line);
        if (words.size() == 2)
            result.merges.push_back(words[0] + ' ' + words[1]);
        else if (!words.empty())
            return fail(ErrorCode::BadInput,
                        fmt::format("{} has the line \"{}\", expected two texts with a space between; the file is "
                                    "damaged, download it again.",
                                    path.filename().string(), printable(line, 60)),
                        path.string());
    }
    return {};
}

} // namespace

std::string encodeSpaces(std::string text)
{
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + kSpaceInMerge.size()))
        text.replace(at, 1, kSpaceInMerge);
    return text;
}

Result<TokenizerJson> readTokenizerJson(const fs::path &path)
{
    const auto text = readTextFile(path, kMaxFileBytes);
    if (!text)
        return fail(text.error());
    TokenizerJson result;
    result.vocabPath = result.mergesPath = result.addedPath = path;
    Events events(result);
    if (!Json::sax_parse(*text, &events))
        return fail(
            ErrorCode::BadInput,
            fmt::format("{} {}; the file is damaged, download it again.", path.filename().string(), events.fault()),
            path.string(), events.offset());
    if (!valueOf(result.rest).is_object())
        return fail(ErrorCode::BadInput, fmt::format("{} holds no JSON object.", path.filename().string()),
                    path.string());
    return result;
}

Result<TokenizerJson> readVocabAndMerges(const fs::path &folder)
{
    TokenizerJson result;
    result.vocabPath = folder / "vocab.json";
    result.mergesPath = folder / "merges.txt";
    result.addedPath = folder / "added_tokens.json";
    SNUG_TRY(addVocabulary(result, result.vocabPath));
    SNUG_TRY(addMerges(result, result.mergesPath));
    const auto added = readOptionalJsonObject(result.addedPath);
    if (!added)
        return fail(added.error());
    Json list = Json::array();
    for (const auto &[token, id] : valueOf(*added).items())
        list.push_back({{"id", id}, {"content", token}, {"special", false}});
    valueOf(result.rest)["added_tokens"] = std::move(list);
    return result;
}

} // namespace snug
