// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/splitpatterns.h"

#include <algorithm>

namespace snug {

namespace {

// The patterns are those of the families' own tokenizer.json. `\s` is Unicode's White_Space (see wordsplitter.cpp).
// Where a pattern would leave single blanks over, "|\s+" at its end says so; the pieces are the same.

// clang-format off
#define SNUG_CONTRACTION "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
#define SNUG_WORD R"([^\r\n\p{L}\p{N}]?\p{L}+)"
#define SNUG_REST R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"
#define SNUG_UPPER R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])"
#define SNUG_LOWER R"([\p{Ll}\p{Lm}\p{Lo}\p{M}])"
#define SNUG_CASED(SUFFIX) R"([^\r\n\p{L}\p{N}]?)" SNUG_UPPER "*" SNUG_LOWER "+" SUFFIX \
    R"(|[^\r\n\p{L}\p{N}]?)" SNUG_UPPER "+" SNUG_LOWER "*" SUFFIX
#define SNUG_GPT2 R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"
#define SNUG_SLASH_REST R"( ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)"

constexpr std::string_view kGpt2[] = {SNUG_GPT2};
constexpr std::string_view kDigits[] = {R"(\p{N})", SNUG_GPT2};
constexpr std::string_view kLlama3[] = {SNUG_CONTRACTION "|" SNUG_WORD R"(|\p{N}{1,3}|)" SNUG_REST};
constexpr std::string_view kQwen2[] = {SNUG_CONTRACTION "|" SNUG_WORD R"(|\p{N}|)" SNUG_REST};
constexpr std::string_view kQwen35[] = {
    SNUG_CONTRACTION R"(|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
constexpr std::string_view kTekken[] = {SNUG_CASED("") R"(|\p{N}|)" SNUG_SLASH_REST};
constexpr std::string_view kGpt4o[] = {SNUG_CASED(SNUG_CONTRACTION "?") R"(|\p{N}{1,3}|)" SNUG_SLASH_REST};
constexpr std::string_view kDeepSeekCoder[] = {
    R"([\r\n])", R"(\s?\p{L}+)", R"(\s?\p{P}+)", R"([\x{4E00}-\x{9FA5}\x{800}-\x{4E00}\x{AC00}-\x{D7FF}]+)", R"(\p{N})"};
// Every letter of Latin, Greek, Cyrillic, Cherokee and other alphabets with upper and lower case, but for a few.
constexpr std::string_view kDeepSeekLlm[] = {
    R"([\r\n])",
    R"(\s?[)"
    R"(A-Za-z\x{B5}\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{1BA}\x{1BC}-\x{1BF}\x{1C4}-\x{293}\x{295}-\x{2AF})"
    R"(\x{370}-\x{373}\x{376}\x{377}\x{37B}-\x{37D}\x{37F}\x{386}\x{388}-\x{38A}\x{38C}\x{38E}-\x{3A1})"
    R"(\x{3A3}-\x{3F5}\x{3F7}-\x{481}\x{48A}-\x{52F}\x{531}-\x{556}\x{10A0}-\x{10C5}\x{13A0}-\x{13F5})"
    R"(\x{13F8}-\x{13FD}\x{1C90}-\x{1CBA}\x{1CBD}-\x{1CBF}\x{1D00}-\x{1D2B}\x{1D6B}-\x{1D77}\x{1D79}-\x{1D9A})"
    R"(\x{1E00}-\x{1F15}\x{1F18}-\x{1F1D}\x{1F20}-\x{1F45}\x{1F48}-\x{1F4D}\x{1F50}-\x{1F57}\x{1F59}\x{1F5B})"
    R"(\x{1F5D}\x{1F5F}-\x{1F7D}\x{1F80}-\x{1FB4}\x{1FB6}-\x{1FBC}\x{1FBE}\x{1FC2}-\x{1FC4}\x{1FC6}-\x{1FCC})"
    R"(\x{1FD0}-\x{1FD3}\x{1FD6}-\x{1FDB}\x{1FE0}-\x{1FEC}\x{1FF2}-\x{1FF4}\x{1FF6}-\x{1FFC}\x{2102}\x{2107})"
    R"(\x{210A}-\x{2113}\x{2115}\x{2119}-\x{211D}\x{2124}\x{2126}\x{2128}\x{212A}-\x{212D}\x{212F}-\x{2134}\x{2139})"
    R"(\x{213C}-\x{213F}\x{2145}-\x{2149}\x{214E}\x{2183}\x{2184}\x{2C00}-\x{2C7B}\x{2C7E}-\x{2CE4}\x{2CEB}-)"
    R"(\x{2CEE}\x{2CF2}\x{2CF3}\x{A640}-\x{A66D}\x{A680}-\x{A69B}\x{A722}-\x{A76F}\x{A771}-\x{A787}\x{A78B}-)"
    R"(\x{A78E}\x{AB70}-\x{ABBF}\x{FB00}-\x{FB06}\x{FB13}-\x{FB17}\x{FF21}-\x{FF3A}\x{FF41}-\x{FF5A})"
    R"(\x{10400}-\x{1044F}\x{104B0}-\x{104D3}\x{104D8}-\x{104FB}\x{10C80}-\x{10CB2}\x{10CC0}-\x{10CF2})"
    R"(\x{118A0}-\x{118DF}\x{1E900}-\x{1E943})"
    R"(]+)",
    R"(\s?[!-/:-~\x{FF01}-\x{FF0F}\x{FF1A}-\x{FF5E}\x{2018}-\x{201F}\x{3000}-\x{3002}]+)",
    R"((?<!\s)\s++\z)", // in their file "\s+$": the same on one line, without a second look at every blank
    R"([\x{4E00}-\x{9FA5}\x{800}-\x{4E00}\x{AC00}-\x{D7FF}]+)",
    R"(\p{N}+)"};
constexpr std::string_view kDeepSeek3[] = {
    R"(\p{N}{1,3})",
    R"([\x{4E00}-\x{9FA5}\x{3040}-\x{309F}\x{30A0}-\x{30FF}]+)",
    R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
constexpr std::string_view kFalcon[] = {R"([\p{P}$+<=>^~|`]+)", SNUG_GPT2, "[0-9][0-9][0-9]"};
constexpr std::string_view kBailing[] = {
    R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"};
constexpr std::string_view kSeedCoder[] = {
    SNUG_CONTRACTION "|" SNUG_WORD R"(|\p{N}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|\s+(?!\S)|\s+)"};
constexpr std::string_view kBloom[] = {
    R"( ?[^(\s|.,!?\x{2026}\x{3002}\x{FF0C}\x{3001}\x{964}\x{6D4}\x{60C})]+)"};
constexpr std::string_view kViking[] = {kBloom[0], R"(\p{N})"};
// What the reference does for files that do not say; no family's own rule.
constexpr std::string_view kDefault[] = {R"([\p{P}$+<=>^~|]+)", SNUG_GPT2, R"(\p{N}+)", "[0-9][0-9][0-9]"};

struct Row
{
    std::string_view names; // separated by blanks
    SplitRule rule;
};

constexpr Row kRows[] = {
    {"default", {kDefault}},
    {"llama3 llama-v3 llama-bpe falcon3 falcon-h1 pixtral midm-2.0 lfm2 jina-v5-nano", {kLlama3, true, true}},
    {"dbrx smaug-bpe glm4 chatglm-bpe", {kLlama3}},
    {"qwen2 stablelm2 deepseek-r1-qwen kormo megrez hunyuan solar-open grok-2 f2llmv2", {kQwen2}},
    {"qwen35", {kQwen35}},
    {"gpt-2 phi-2 mpt olmo jais gigachat a.x-4.0 mellum modern-bert exaone4 trillion granite-docling jina-es jina-de "
     "jina-v2-es jina-v2-de jina-v1-en jina-v2-code roberta-bpe", {kGpt2}},
    {"starcoder refact command-r smollm codeshell exaone minerva-7b mellum2", {kDigits}},
    {"tekken", {kTekken, true, true}},
    {"gpt-4o llama4 kanana2 talkie minimax-m2", {kGpt4o}},
    {"deepseek-coder", {kDeepSeekCoder}},
    {"deepseek-llm", {kDeepSeekLlm}},
    {"deepseek-v3 hunyuan-dense hy_v4 joyai-llm", {kDeepSeek3}},
    {"falcon", {kFalcon}},
    {"bailingmoe bailingmoe2 llada-moe", {kBailing}},
    {"seed-coder", {kSeedCoder}},
    {"poro-chat bloom gpt3-finnish", {kBloom}},
    {"viking", {kViking}},
};
// clang-format on

bool hasWord(std::string_view words, std::string_view wanted)
{
    while (!words.empty()) {
        const std::size_t end = words.find(' ');
        if (words.substr(0, end) == wanted)
            return true;
        words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
    }
    return false;
}

} // namespace

const SplitRule *findSplitRule(std::string_view name)
{
    const auto found = std::ranges::find_if(kRows, [name](const Row &row) { return hasWord(row.names, name); });
    return found == std::end(kRows) ? nullptr : &found->rule;
}

} // namespace snug
