// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/tokenizerwriter.h"

#include "core/model/bytelevelvocabulary.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace snug {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr std::size_t kLongestToken = 512; // bytes; every way to cut a token in two is tried
constexpr const char *kBlank = "\xE2\x96\x81";

TokenType typeOf(const Vocabulary &vocabulary, std::size_t id) { return static_cast<TokenType>(vocabulary.types[id]); }

bool isPadding(const Vocabulary &vocabulary, std::size_t id)
{
    const std::string &text = vocabulary.tokens[id];
    return typeOf(vocabulary, id) == TokenType::Unused && (text.empty() || text == fmt::format("[PAD{}]", id));
}

bool isAdded(TokenType type)
{
    return type == TokenType::Control || type == TokenType::UserDefined || type == TokenType::Unknown;
}

bool isMerged(TokenType type) { return type == TokenType::Normal || type == TokenType::UserDefined; }

std::string quoted(const std::string &text) { return nlohmann::json(text).dump(); }

OrderedJson addedTokens(const Vocabulary &vocabulary)
{
    OrderedJson list = OrderedJson::array();
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id)
        if (isAdded(typeOf(vocabulary, id)) && !vocabulary.tokens[id].empty())
            list.push_back({{"id", id},
                            {"content", vocabulary.tokens[id]},
                            {"single_word", false},
                            {"lstrip", false},
                            {"rstrip", false},
                            {"normalized", false},
                            {"special", typeOf(vocabulary, id) != TokenType::UserDefined}});
    return list;
}

OrderedJson byteLevel(bool words, bool trim)
{
    return {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", trim}, {"use_regex", words}};
}

// One step as preTokenizerSteps() has it.
OrderedJson stepOf(std::string_view step)
{
    constexpr std::string_view kSplit = "split ";
    if (step.starts_with(kSplit))
        return {{"type", "Split"},
                {"pattern", {{"Regex", std::string(step.substr(kSplit.size()))}}},
                {"behavior", "Isolated"},
                {"invert", false}};
    if (step == "digits")
        return {{"type", "Digits"}, {"individual_digits", true}};
    return byteLevel(step == "bytes+words", true);
}

OrderedJson preTokenizerOf(std::string_view steps)
{
    OrderedJson list = OrderedJson::array();
    while (!steps.empty()) {
        std::size_t end = steps.size(); // a pattern may have line breaks of its own
        for (const std::string_view next : {"\nsplit ", "\ndigits", "\nbytes"})
            end = std::min(end, steps.find(next));
        list.push_back(stepOf(steps.substr(0, end)));
        steps.remove_prefix(std::min(end + 1, steps.size()));
    }
    if (list.size() == 1)
        return list[0];
    return {{"type", "Sequence"}, {"pretokenizers", list}};
}

// Tokens put around a text, and around both of a pair.
OrderedJson templateOf(const HeaderTokenizer &tokenizer)
{
    OrderedJson single = OrderedJson::array(), pair = OrderedJson::array(), specials = OrderedJson::object();
    const auto put = [&](std::optional<std::uint32_t> id, bool wanted, int part) {
        if (!wanted || !id)
            return;
        const std::string text = tokenizer.textOf(id);
        const OrderedJson token = {{"SpecialToken", {{"id", text}, {"type_id", part}}}};
        if (part == 0)
            single.push_back(token);
        pair.push_back(token);
        specials[text] = {{"id", text}, {"ids", {*id}}, {"tokens", {text}}};
    };
    for (int part = 0; part < 2; ++part) {
        put(tokenizer.bos, tokenizer.addBos, part);
        const OrderedJson sequence = {{"Sequence", {{"id", part == 0 ? "A" : "B"}, {"type_id", part}}}};
        if (part == 0)
            single.push_back(sequence);
        pair.push_back(sequence);
        put(tokenizer.eos, tokenizer.addEos, part);
    }
    if (specials.empty())
        return nullptr;
    return {{"type", "TemplateProcessing"}, {"single", single}, {"pair", pair}, {"special_tokens", specials}};
}

OrderedJson postProcessorOf(const HeaderTokenizer &tokenizer)
{
    const OrderedJson around = templateOf(tokenizer);
    if (!tokenizer.byteLevel)
        return around;
    const OrderedJson bytes = byteLevel(true, false);
    if (around.is_null())
        return bytes;
    return {{"type", "Sequence"}, {"processors", {bytes, around}}};
}

OrderedJson replacing(const char *from, const char *to)
{
    return {{"type", "Replace"}, {"pattern", {{"String", from}}}, {"content", to}};
}

OrderedJson normalizerOf(const HeaderTokenizer &tokenizer)
{
    if (tokenizer.byteLevel) // the one family that normalizes text; a GGUF has no key for it
        return tokenizer.pre == "qwen2" ? OrderedJson({{"type", "NFC"}}) : OrderedJson(nullptr);
    const OrderedJson blanks = replacing(" ", kBlank);
    if (!tokenizer.addSpacePrefix)
        return blanks;
    return {{"type", "Sequence"}, {"normalizers", {OrderedJson({{"type", "Prepend"}, {"prepend", kBlank}}), blanks}}};
}

OrderedJson decoderOf(const HeaderTokenizer &tokenizer)
{
    if (tokenizer.byteLevel)
        return byteLevel(true, true);
    OrderedJson steps = {replacing(kBlank, " "), {{"type", "ByteFallback"}}, {{"type", "Fuse"}}};
    if (tokenizer.addSpacePrefix)
        steps.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
    return {{"type", "Sequence"}, {"decoders", steps}};
}

struct MadeOfTwo
{
    float score;
    std::uint32_t id, left, right;
};

// All ways to make a token of two others.
Result<std::vector<std::string>> mergesByScore(const Vocabulary &vocabulary)
{
    std::unordered_map<std::string_view, std::uint32_t> ids;
    for (std::uint32_t id = 0; id < vocabulary.tokens.size(); ++id)
        if (isMerged(typeOf(vocabulary, id)))
            ids.emplace(vocabulary.tokens[id], id);
    const bool ordered = hasOrder(vocabulary);
    std::vector<MadeOfTwo> made;
    for (const auto &[text, id] : ids) {
        if (text.size() > kLongestToken)
            return fail(ErrorCode::Unsupported,
                        fmt::format("The token {} of the file has {} bytes, expected {} at most; its tokenizer cannot "
                                    "be turned back into a tokenizer.json.",
                                    id, text.size(), kLongestToken));
        for (std::size_t cut = 1; cut < text.size(); ++cut) {
            if ((static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) // inside a letter
                continue;
            const auto left = ids.find(text.substr(0, cut)), right = ids.find(text.substr(cut));
            if (left != ids.end() && right != ids.end())
                made.push_back({ordered ? vocabulary.scores[id] : 0.0F, id, left->second, right->second});
        }
    }
    std::ranges::sort(made, [](const MadeOfTwo &a, const MadeOfTwo &b) {
        return std::tie(b.score, a.id, a.left) < std::tie(a.score, b.id, b.left);
    });
    std::vector<std::string> merges;
    merges.reserve(made.size());
    for (const MadeOfTwo &one : made)
        merges.push_back(vocabulary.tokens[one.left] + ' ' + vocabulary.tokens[one.right]);
    return merges;
}

std::string modelOf(const HeaderTokenizer &tokenizer, const std::vector<std::string> &merges)
{
    const Vocabulary &vocabulary = tokenizer.vocabulary;
    const bool spm = !tokenizer.byteLevel;
    const bool wholeWords = tokenizer.byteLevel && takesWholeWords(tokenizer.pre);
    const OrderedJson unknown =
        spm && tokenizer.unknown ? OrderedJson(tokenizer.textOf(tokenizer.unknown)) : OrderedJson(nullptr);
    std::string text = fmt::format(R"({{"type":"BPE","dropout":null,"unk_token":{},"continuing_subword_prefix":null,)"
                                   R"("end_of_word_suffix":null,"fuse_unk":{},"byte_fallback":{},"ignore_merges":{},)"
                                   R"("vocab":{{)",
                                   unknown.dump(), spm, spm, wholeWords);
    bool first = true;
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
        if (vocabulary.tokens[id].empty() || isPadding(vocabulary, id))
            continue;
        text += fmt::format("{}{}:{}", first ? "" : ",", quoted(vocabulary.tokens[id]), id);
        first = false;
    }
    text += R"(},"merges":[)";
    for (const std::string &merge : merges) {
        text += &merge == merges.data() ? "" : ",";
        text += quoted(merge);
    }
    return text + "]}";
}

} // namespace

bool hasOrder(const Vocabulary &vocabulary)
{
    std::optional<float> seen;
    for (std::size_t id = 0; id < vocabulary.scores.size(); ++id) {
        if (typeOf(vocabulary, id) != TokenType::Normal)
            continue;
        if (seen && *seen != vocabulary.scores[id])
            return true;
        seen = vocabulary.scores[id];
    }
    return false;
}

Result<std::string> tokenizerJsonOf(const HeaderTokenizer &tokenizer)
{
    const std::string_view steps = tokenizer.byteLevel ? preTokenizerSteps(tokenizer.pre) : std::string_view();
    if (tokenizer.byteLevel && steps.empty())
        return fail(ErrorCode::Unsupported,
                    fmt::format("The file splits text into words by the rule \"{}\" (tokenizer.ggml.pre), for which "
                                "Snug knows no tokenizer.json; choose the checkpoint folder it was made from.",
                                printable(tokenizer.pre, 40)));
    std::vector<std::string> derived;
    if (!tokenizer.byteLevel) {
        auto merges = mergesByScore(tokenizer.vocabulary);
        SNUG_TRY(merges);
        derived = *std::move(merges);
    }
    return fmt::format(
        R"({{"version":"1.0","truncation":null,"padding":null,"added_tokens":{},"normalizer":{},"pre_tokenizer":{},)"
        R"("post_processor":{},"decoder":{},"model":{}}})",
        addedTokens(tokenizer.vocabulary).dump(), normalizerOf(tokenizer).dump(),
        tokenizer.byteLevel ? preTokenizerOf(steps).dump() : "null", postProcessorOf(tokenizer).dump(),
        decoderOf(tokenizer).dump(), modelOf(tokenizer, tokenizer.byteLevel ? tokenizer.vocabulary.merges : derived));
}

} // namespace snug
