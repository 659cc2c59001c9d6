// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/recipe.h"

#include "core/formats/names.h"
#include "core/quant/mixrules.h"
#include "core/quant/shapefallback.h"
#include "core/quant/tensorcategory.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

/// Models the reference classes as "70B" by their layers. Source: design, gguf.md 4.4.
bool isSeventyB(const Model &model, std::uint32_t layerCount)
{
    if (model.architecture == "llama")
        return layerCount == 80 && model.hyper.headCount != model.hyper.headCountKv;
    if (model.architecture == "qwen2" || model.architecture == "deci" || model.architecture == "olmo")
        return layerCount == 80;
    return model.architecture == "jais2" && layerCount == 68;
}

bool isPlainType(TensorType type)
{
    return type == TensorType::F32 || type == TensorType::F16 || type == TensorType::BF16;
}

bool needsImportance(TensorType type, Category category, Level level)
{
    if (category == Category::Output || category == Category::TokenEmbedding)
        return false;
    switch (type) {
    case TensorType::IQ1_S:
    case TensorType::IQ1_M:
    case TensorType::IQ2_XXS:
    case TensorType::IQ2_XS:
    case TensorType::IQ2_S:
    case TensorType::IQ3_XXS:
        return true;
    case TensorType::Q2_K:
        return level == Level::Q2_K_S;
    default:
        return false;
    }
}

std::string sentence(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text + ".";
}

/// Walks the tensors in output order, for some rules count how many of a kind came before.
class Decider
{
public:
    Decider(const Model &model, const FileType &fileType, const RecipeOptions &options);
    Result<TensorDecision> next(const ModelTensor &tensor);

private:
    struct Choice
    {
        TensorType type;
        std::string reason; ///< ends the sentence: ", as asked"
        bool mayFallBack;
        std::string when = {};                 ///< goes on from the tensor's kind: " of the experts"
        std::optional<TensorType> wanted = {}; ///< where it was the row length that decided against it
    };

    Choice choose(const ModelTensor &tensor, Category category);
    Choice mix(const ModelTensor &tensor, Category category);
    std::string_view whyKept(const ModelTensor &tensor, Category category) const;
    bool isAsMade(const ModelTensor &tensor) const;
    std::uint32_t &counterOf(Category category);
    Result<TensorDecision> fit(const ModelTensor &tensor, Category category, const Choice &choice) const;
    std::string words(Category category) const;

    const FileType &m_fileType;
    const RecipeOptions &m_options;
    MixFacts m_facts; ///< what holds for the whole model
    std::uint32_t m_layerCount;
    std::uint32_t m_valueCount;
    bool m_madeInMxfp4;
    bool m_tied; ///< no output tensor of its own: the token embedding serves
    std::uint32_t m_valuesSeen = 0, m_downsSeen = 0, m_gatesSeen = 0, m_upsSeen = 0, m_othersSeen = 0;
};

Decider::Decider(const Model &model, const FileType &fileType, const RecipeOptions &options)
    : m_fileType(fileType), m_options(options), m_layerCount(options.layerCount.value_or(model.hyper.layerCount)),
      m_madeInMxfp4(model.architecture == "gpt-oss")
{
    m_facts.level = static_cast<Level>(fileType.number);
    m_facts.base = fileType.base;
    m_facts.queryHeadsPerKv = model.hyper.headCountKv == 0 ? 1 : model.hyper.headCount / model.hyper.headCountKv;
    m_facts.expertCount = model.hyper.expertCount;
    m_facts.falcon = model.architecture == "falcon";
    m_facts.seventyB = isSeventyB(model, m_layerCount);
    m_facts.hasImportance = options.hasImportance;
    m_tied = std::ranges::none_of(model.tensors,
                                  [](const ModelTensor &t) { return categoryOf(t.name) == Category::Output; });
    m_valueCount = static_cast<std::uint32_t>(std::ranges::count_if(
        model.tensors, [](const ModelTensor &t) { return contains(kValueLike, categoryOf(t.name)); }));
}

std::string Decider::words(Category category) const
{
    if (category == Category::TokenEmbedding && m_tied)
        return "token embedding, which is also the output tensor";
    return std::string(categoryWords(category));
}

std::string_view Decider::whyKept(const ModelTensor &tensor, Category category) const
{
    if (const std::string_view never = whyNeverQuantized(tensor); !never.empty())
        return never;
    return category == Category::Output && m_options.leaveOutputTensor ? "output tensor, to be left alone" : "";
}

/// gpt-oss has no original with more bits: its experts were trained in 4-bit floats.
bool Decider::isAsMade(const ModelTensor &tensor) const
{
    const auto asks = [&](const TensorPattern &pattern) { return pattern.matches(tensor.name); };
    return m_madeInMxfp4 && tensor.type == TensorType::MXFP4 && !m_options.allowRequantize &&
           std::ranges::none_of(m_options.patterns, asks);
}

std::uint32_t &Decider::counterOf(Category category)
{
    if (contains(kValueLike, category))
        return m_valuesSeen;
    switch (category) {
    case Category::FfnDown:
        return m_downsSeen;
    case Category::FfnGate:
        return m_gatesSeen;
    case Category::FfnUp:
        return m_upsSeen;
    default:
        return m_othersSeen;
    }
}

Decider::Choice Decider::mix(const ModelTensor &tensor, Category category)
{
    const bool asOutput = category == Category::Output || (m_tied && category == Category::TokenEmbedding);
    if (asOutput && m_options.outputTensorType)
        return {*m_options.outputTensorType, ", as asked", true};

    MixFacts facts = m_facts;
    const bool valueLike = contains(kValueLike, category);
    facts.category = asOutput ? Category::Output : category;
    facts.index = counterOf(category)++;
    facts.count = valueLike ? m_valueCount : m_layerCount;
    // Experts of one layer are several tensors, so there the layer's number stands for the count. The low levels keep
    // counting all the same (a quirk of the reference).
    if (!valueLike && facts.expertCount > 1 && !contains(kLowLevels, facts.level) && tensor.layer >= 0)
        facts.index = static_cast<std::uint32_t>(tensor.layer);
    facts.rowDividesBase = tensor.cols() % tensorTypeInfo(facts.base).blockLength == 0;
    facts.threeDimensional = tensor.dims.size() > 2 && tensor.dims[2] > 1;

    const MixChoice choice = mixType(facts);
    if (choice.type == facts.base)
        return {choice.type, ", the level's own type", true};
    facts.rowDividesBase = true;
    return {choice.type, fmt::format(" instead of {}", tensorTypeName(facts.base)), true,
            choice.when.empty() ? "" : fmt::format(" {}", choice.when), mixType(facts).type};
}

Decider::Choice Decider::choose(const ModelTensor &tensor, Category category)
{
    if (category == Category::TokenEmbedding && m_options.tokenEmbeddingType)
        return {*m_options.tokenEmbeddingType, ", as asked", false};
    if (category == Category::Output && m_options.outputTensorType)
        return {*m_options.outputTensorType, ", as asked", false};
    if (isPlainType(m_fileType.base))
        return {m_fileType.base, ", like all matrices", false};
    const auto pattern =
        std::ranges::find_if(m_options.patterns, [&](const TensorPattern &p) { return p.matches(tensor.name); });
    if (pattern != m_options.patterns.end())
        return {pattern->type(), fmt::format(", as {} asks", quoteName(pattern->pattern())), true};
    if (m_options.pure)
        return {m_fileType.base, ", one type for all", true};
    return mix(tensor, category);
}

Result<TensorDecision> Decider::fit(const ModelTensor &tensor, Category category, const Choice &choice) const
{
    const std::uint32_t block = tensorTypeInfo(choice.type).blockLength;
    const std::optional<TensorType> type = typeForRow(choice.type, tensor.cols());
    const std::string_view wanted = tensorTypeName(choice.type);
    if (!choice.mayFallBack && type != choice.type)
        return fail(ErrorCode::Usage,
                    fmt::format("{} cannot be {}: its rows have {} weights, not a multiple of {}. Choose another type "
                                "for it.",
                                tensor.name, wanted, tensor.cols(), block),
                    {}, std::nullopt, tensor.name);
    if (!type)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} cannot be {}: its rows have {} weights, not a multiple of {}, and no other type "
                                "stands in for {}. Choose another level.",
                                tensor.name, wanted, tensor.cols(), block, wanted),
                    {}, std::nullopt, tensor.name);
    TensorDecision decision;
    decision.type = *type;
    decision.wanted = choice.wanted.value_or(choice.type);
    decision.fallback = *type != choice.type;
    decision.needsImportance = needsImportance(*type, category, m_facts.level);
    decision.why = decision.fallback
                       ? sentence(fmt::format("{}: {} stands in for {}, whose blocks of {} do not divide rows of {}",
                                              words(category), tensorTypeName(*type), wanted, block, tensor.cols()))
                       : sentence(fmt::format("{}{}: {}{}", words(category), choice.when, wanted, choice.reason));
    return decision;
}

Result<TensorDecision> Decider::next(const ModelTensor &tensor)
{
    const Category category = categoryOf(tensor.name);
    TensorDecision decision;
    if (const std::string_view why = whyKept(tensor, category); !why.empty()) {
        decision.type = decision.wanted = tensor.type;
        decision.why = sentence(fmt::format("{}: stays {}", why, tensorTypeName(tensor.type)));
    } else if (isAsMade(tensor)) {
        decision.type = decision.wanted = tensor.type;
        decision.why =
            sentence(fmt::format("{}: {}, as the model was made", words(category), tensorTypeName(tensor.type)));
    } else if (m_facts.level == Level::Copy) {
        decision.type = decision.wanted = tensor.type;
        decision.why = sentence(fmt::format("{}: {}, copied", words(category), tensorTypeName(tensor.type)));
    } else {
        const Choice choice = choose(tensor, category);
        Result<TensorDecision> fitted = fit(tensor, category, choice);
        if (!fitted)
            return fitted;
        decision = *std::move(fitted);
    }
    decision.copied = decision.type == tensor.type;
    return decision;
}

} // namespace

Result<std::vector<TensorDecision>> proposeTypes(const Model &model, const FileType &fileType,
                                                 const RecipeOptions &options)
{
    Decider decider(model, fileType, options);
    std::vector<TensorDecision> decisions;
    decisions.reserve(model.tensors.size());
    for (const ModelTensor &tensor : model.tensors) {
        Result<TensorDecision> decision = decider.next(tensor);
        if (!decision)
            return fail(std::move(decision).error());
        decisions.push_back(*std::move(decision));
    }
    return decisions;
}

Result<std::vector<TensorDecision>> decideTypes(const Model &model, const FileType &fileType,
                                                const RecipeOptions &options)
{
    Result<std::vector<TensorDecision>> decisions = proposeTypes(model, fileType, options);
    SNUG_TRY(decisions);
    SNUG_TRY(checkDecisions(model, fileType, options, *decisions));
    return decisions;
}

} // namespace snug
