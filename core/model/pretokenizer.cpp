// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Names for the ways of splitting text into words, by the structure that tokenizer.json gives them.

#include "core/model/bytelevelvocabulary.h"
#include "core/model/json.h"

#include <algorithm>

namespace snug {

using Json = nlohmann::json;

namespace {

// One step per line: "bytes" is byte-level encoding, "bytes+words" the same with GPT-2's own word pattern, "digits"
// single digits, "split PATTERN" a regular expression whose matches stay whole.
struct Splitting
{
    std::string_view name;
    std::string_view steps;
};

constexpr std::string_view kLlama3 =
    R"(split (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
bytes)";

// clang-format off
constexpr Splitting kSplittings[] = {
    {"gpt-2", "bytes+words"},
    {"smollm", "digits\nbytes+words"},
    {"qwen2",
     R"(split (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
bytes)"},
    {"tekken",
     R"(split [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
bytes)"},
    {"gpt-4o",
     R"(split [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
bytes)"},
    {"deepseek-coder",
     "split [\r\n]\nsplit \\s?\\p{L}+\nsplit \\s?\\p{P}+\nsplit [\u4E00-\u9FA5\u0800-\u4E00\uAC00-\uD7FF]+\ndigits\nbytes"},
};

// Other names for the same splitting, and names by which words are taken whole.
struct Alias
{
    std::string_view name, meaning;
    bool wholeWords = false;
};

constexpr Alias kAliases[] = {
    {"llama-bpe", "llama-bpe", true}, {"llama3",    "llama-bpe", true}, {"llama-v3", "llama-bpe", true},
    {"falcon3",   "llama-bpe", true}, {"pixtral",   "llama-bpe", true}, {"tekken",   "tekken",    true},
    {"smaug-bpe", "dbrx"},            {"glm4",      "dbrx"},            {"chatglm-bpe", "dbrx"},
    {"stablelm2", "qwen2"},           {"deepseek-r1-qwen", "qwen2"},    {"megrez",   "qwen2"},
    {"phi-2",     "gpt-2"},           {"mpt",       "gpt-2"},           {"olmo",     "gpt-2"},
    {"starcoder", "smollm"},          {"refact",    "smollm"},          {"command-r", "smollm"},
    {"codeshell", "smollm"},          {"llama4",    "gpt-4o"},
};
// clang-format on

std::string describeSplit(const Json &step)
{
    const std::string behaviour = asText(member(step, "behavior")).value_or("");
    const bool invert = asBool(member(step, "invert")).value_or(false);
    const auto pattern = asText(member(member(step, "pattern"), "Regex"));
    // Keeping matches apart, and removing what lies between them, come to the same for patterns that match everything.
    const bool keepsMatches = (behaviour == "Isolated" && !invert) || (behaviour == "Removed" && invert);
    return pattern && keepsMatches ? "split " + *pattern : "unknown split";
}

std::string describeStep(const Json &step)
{
    const std::string type = asText(member(step, "type")).value_or("");
    if (type == "ByteLevel")
        return asBool(member(step, "use_regex")).value_or(true) ? "bytes+words" : "bytes";
    if (type == "Digits")
        return asBool(member(step, "individual_digits")).value_or(false) ? "digits" : "digit runs";
    if (type == "Split")
        return describeSplit(step);
    return "unknown " + type;
}

std::string describeSteps(const Json &preTokenizer)
{
    const Json &list = member(preTokenizer, "pretokenizers");
    if (!list.is_array())
        return describeStep(preTokenizer);
    std::string steps;
    for (const Json &step : list)
        steps += steps.empty() ? describeStep(step) : '\n' + describeStep(step);
    return steps;
}

bool isDeepSeekLlm(std::string_view steps)
{
    // The second pattern lists every letter of several alphabets; its beginning and the steps around it are enough.
    return steps.starts_with("split [\r\n]\nsplit \\s?[A-Za-z\u00B5") && steps.ends_with("\ndigits\nbytes");
}

bool isDeepSeekV3(std::string_view steps)
{
    return steps.starts_with("split \\p{N}{1,3}\nsplit [\u4E00-\u9FA5\u3040-\u309F\u30A0-\u30FF]+\nsplit ") &&
           steps.ends_with("\nbytes");
}

// Llama 3 takes whole words that are in the vocabulary without merging; a name for the same pattern without that is
// "dbrx". Early files of Llama 3 leave the setting out, so its own first special token counts too.
std::string_view llama3Name(const TokenizerJson &json)
{
    if (asBool(member(member(json.rest, "model"), "ignore_merges")).value_or(false))
        return "llama-bpe";
    const Json &added = member(json.rest, "added_tokens");
    const bool isLlama = added.is_array() && std::any_of(added.begin(), added.end(), [](const Json &token) {
                             return asText(member(token, "content")) == "<|begin_of_text|>";
                         });
    return isLlama ? "llama-bpe" : "dbrx";
}

} // namespace

PreTokenizer recognizePreTokenizer(const TokenizerJson &json)
{
    const std::string steps = describeSteps(member(json.rest, "pre_tokenizer"));
    if (steps == kLlama3)
        return {std::string(llama3Name(json)), true};
    if (isDeepSeekLlm(steps))
        return {"deepseek-llm", true};
    if (isDeepSeekV3(steps))
        return {"deepseek-v3", true};
    const auto found = std::ranges::find(kSplittings, std::string_view(steps), &Splitting::steps);
    if (found != std::end(kSplittings))
        return {std::string(found->name), true};
    return {"default", false};
}

std::string_view preTokenizerSteps(std::string_view name)
{
    for (const Alias &alias : kAliases)
        if (alias.name == name)
            name = alias.meaning;
    if (name == "llama-bpe" || name == "dbrx")
        return kLlama3;
    const auto found = std::ranges::find(kSplittings, name, &Splitting::name);
    return found == std::end(kSplittings) ? std::string_view() : found->steps;
}

bool takesWholeWords(std::string_view name)
{
    return std::ranges::any_of(kAliases, [&](const Alias &alias) { return alias.name == name && alias.wholeWords; });
}

PreTokenizer preTokenizerWithoutJson(std::string_view tokenizerClass, std::string_view modelType)
{
    constexpr std::string_view kLikeGpt2[] = {"gpt2", "gpt_neo", "gptj", "opt", "codegen", "phi"};
    const bool said = !tokenizerClass.empty() && tokenizerClass != "PreTrainedTokenizerFast";
    if (tokenizerClass.starts_with("GPT2Tokenizer") || tokenizerClass.starts_with("CodeGenTokenizer") ||
        (!said && std::ranges::find(kLikeGpt2, modelType) != std::end(kLikeGpt2)))
        return {"gpt-2", true};
    if (tokenizerClass.starts_with("Qwen2Tokenizer") ||
        (!said && (modelType.starts_with("qwen2") || modelType.starts_with("qwen3"))))
        return {"qwen2", true};
    return {"default", false};
}

} // namespace snug
