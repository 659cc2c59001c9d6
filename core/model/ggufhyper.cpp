// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/ggufhyper.h"

#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace snug {

namespace {

constexpr std::uint32_t kMaxU32 = std::numeric_limits<std::uint32_t>::max();

std::string describe(const GgufValue &value)
{
    if (const auto number = value.asNumber())
        return fmt::format("{}", *number);
    if (const auto text = value.asString())
        return fmt::format("the text \"{}\"", printable(*text, 60));
    if (value.type() == GgufType::Array)
        return fmt::format("a list of {}", value.elementCount());
    return "of another type";
}

class KeyReader
{
public:
    KeyReader(const GgufMetadata &metadata, std::string_view architecture)
        : m_metadata(metadata), m_prefix(std::string(architecture) + '.')
    {
    }

    // A whole number from `least` to `most`; `otherwise` where the key is absent (nothing: the key must be there).
    Result<std::uint64_t> number(std::string_view name, std::uint64_t least, std::uint64_t most,
                                 std::optional<std::uint64_t> otherwise) const
    {
        const std::string key = m_prefix + std::string(name);
        const GgufValue *value = m_metadata.find(key);
        if (!value) {
            if (otherwise)
                return *otherwise;
            return fail(
                ErrorCode::BadInput,
                fmt::format("The header has no {}, which every model needs; the file is damaged or not a model.",
                            printable(key)));
        }
        const auto found = value->asUnsigned();
        if (!found || *found < least || *found > most)
            return fail(ErrorCode::BadInput,
                        fmt::format("{} is {}, expected a whole number from {} to {}; the file is damaged.",
                                    printable(key), describe(*value), least, most));
        return *found;
    }

    // One number for all layers, or one for each. Answers the numbers: none (absent), one, or layerCount.
    Result<std::vector<std::uint32_t>> perLayer(std::string_view name, std::uint32_t least,
                                                std::uint32_t layerCount) const
    {
        const std::string key = m_prefix + std::string(name);
        const GgufValue *value = m_metadata.find(key);
        if (!value)
            return std::vector<std::uint32_t>();
        if (value->type() != GgufType::Array) {
            auto one = number(name, least, kMaxU32, std::nullopt);
            if (!one)
                return fail(std::move(one).error());
            return std::vector<std::uint32_t>{static_cast<std::uint32_t>(*one)};
        }
        if (value->elementCount() != layerCount)
            return wrongList(key, *value, layerCount);
        const auto numbers = value->asNumbers();
        if (!numbers)
            return wrongList(key, *value, layerCount);
        std::vector<std::uint32_t> counts;
        for (const double one : *numbers) {
            if (!(one >= 0 && one <= kMaxU32 && std::floor(one) == one))
                return wrongList(key, *value, layerCount);
            counts.push_back(static_cast<std::uint32_t>(one));
        }
        return counts;
    }

private:
    static tl::unexpected<Error> wrongList(const std::string &key, const GgufValue &value, std::uint32_t layerCount)
    {
        return fail(ErrorCode::BadInput,
                    fmt::format("{} is {}, expected one whole number, or a list with one for each of {} layers; the "
                                "file is damaged.",
                                printable(key), describe(value), layerCount));
    }

    const GgufMetadata &m_metadata;
    std::string m_prefix;
};

// Keeps a value that was read, or hands its error on.
template <class Target, class Value> Result<void> store(Target &target, Result<Value> value)
{
    if (!value)
        return fail(std::move(value).error());
    target = static_cast<Target>(*std::move(value));
    return {};
}

Result<void> readHeads(const KeyReader &keys, Hyperparameters &hyper)
{
    std::vector<std::uint32_t> heads, headsKv;
    SNUG_TRY(store(heads, keys.perLayer("attention.head_count", 0, hyper.layerCount)));
    hyper.headCount = heads.empty() ? 0 : heads.front();
    // With attention in every layer there is no model without key-value heads; a list may have zeros for layers that
    // do not attend.
    SNUG_TRY(store(headsKv, keys.perLayer("attention.head_count_kv", heads.size() == 1 && hyper.headCount > 0 ? 1 : 0,
                                          hyper.layerCount)));
    if (headsKv.empty())
        headsKv = heads;
    hyper.headCountKv = headsKv.empty() ? 0 : headsKv.front();
    if (headsKv.size() > 1 &&
        std::adjacent_find(headsKv.begin(), headsKv.end(), std::not_equal_to<>()) != headsKv.end())
        hyper.layerHeadCountKv = std::move(headsKv);
    const std::uint32_t mostHeads = heads.empty() ? 0 : *std::max_element(heads.begin(), heads.end());
    const std::uint32_t headLength = mostHeads > 0 ? hyper.embeddingLength / mostHeads : 0;
    SNUG_TRY(store(hyper.keyLength, keys.number("attention.key_length", 0, kMaxU32, headLength)));
    SNUG_TRY(store(hyper.valueLength, keys.number("attention.value_length", 0, kMaxU32, headLength)));
    return {};
}

} // namespace

Result<Hyperparameters> readGgufHyperparameters(const GgufMetadata &metadata, std::string_view architecture)
{
    const KeyReader keys(metadata, architecture);
    Hyperparameters hyper;
    SNUG_TRY(store(hyper.layerCount, keys.number("block_count", 1, kMaxLayerCount, std::nullopt)));
    SNUG_TRY(store(hyper.embeddingLength, keys.number("embedding_length", 1, kMaxU32, std::nullopt)));
    SNUG_TRY(
        store(hyper.contextLength, keys.number("context_length", 0, std::numeric_limits<std::uint64_t>::max(), 0)));
    SNUG_TRY(store(hyper.expertCount, keys.number("expert_count", 0, kMaxU32, 0)));
    const GgufValue *tokens = metadata.find("tokenizer.ggml.tokens");
    SNUG_TRY(store(
        hyper.vocabularySize,
        keys.number("vocab_size", 0, kMaxU32, std::min<std::uint64_t>(tokens ? tokens->elementCount() : 0, kMaxU32))));
    std::vector<std::uint32_t> feedForward;
    SNUG_TRY(store(feedForward, keys.perLayer("feed_forward_length", 0, hyper.layerCount)));
    hyper.feedForwardLength = feedForward.empty() ? 0 : *std::max_element(feedForward.begin(), feedForward.end());
    SNUG_TRY(readHeads(keys, hyper));
    return hyper;
}

} // namespace snug
