// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/mixrules.h"

#include <algorithm>
#include <iterator>

namespace snug {

namespace {

/// A reason to treat a tensor differently, with its words.
struct Condition
{
    bool (*holds)(const MixFacts &);
    std::string_view words;
};

bool inFirst(const MixFacts &f, std::uint32_t part) { return f.index < f.count / part; }

/// Both ends of the model and every third layer between: rounding hurts most there.
bool inOuter(const MixFacts &f)
{
    return inFirst(f, 8) || f.index >= 7 * std::uint64_t{f.count} / 8 || (f.index - f.count / 8) % 3 == 2;
}

bool isGrouped(const MixFacts &f) { return f.queryHeadsPerKv >= 4; }

constexpr std::string_view kFirstEighth = "in the first eighth of the layers";
constexpr std::string_view kOuter = "in an outer or every third layer";
constexpr std::string_view kFalcon = "of a Falcon model";

// clang-format off
constexpr Condition kAlways      {[](const MixFacts &) { return true; }, ""};
constexpr Condition kGrouped     {isGrouped, "shared by four or more query heads"};
constexpr Condition kGroupedOrExperts{[](const MixFacts &f) { return isGrouped(f) || f.expertCount >= 4; },
                                  "shared by many query heads or experts"};
constexpr Condition kEightExperts{[](const MixFacts &f) { return f.expertCount == 8; }, "of a model with eight experts"};
constexpr Condition kFirstTwo    {[](const MixFacts &f) { return f.index < 2; }, "in one of the first two layers"};
constexpr Condition kFirstFour   {[](const MixFacts &f) { return f.index < 4; }, "in one of the first four layers"};
constexpr Condition kFirst8th    {[](const MixFacts &f) { return inFirst(f, 8); }, kFirstEighth};
constexpr Condition kFirst16th   {[](const MixFacts &f) { return inFirst(f, 16); }, "in the first sixteenth of the layers"};
constexpr Condition kOuterLayers {inOuter, kOuter};
constexpr Condition kEightOuter  {[](const MixFacts &f) { return f.expertCount == 8 && inOuter(f); }, kOuter};
constexpr Condition kMiddle      {[](const MixFacts &f) { return !inFirst(f, 8) && f.index < 7 * std::uint64_t{f.count} / 8; },
                                  "in a middle layer"};
constexpr Condition kWeighted    {[](const MixFacts &f) { return f.hasImportance; }, "with an importance matrix"};
constexpr Condition kWeighted8th {[](const MixFacts &f) { return f.hasImportance && inFirst(f, 8); }, kFirstEighth};
constexpr Condition kPlain       {[](const MixFacts &f) { return !f.hasImportance; }, "without an importance matrix"};
constexpr Condition kPlain8th    {[](const MixFacts &f) { return !f.hasImportance && inFirst(f, 8); }, kFirstEighth};
constexpr Condition kOfFalcon    {[](const MixFacts &f) { return f.falcon; }, kFalcon};
constexpr Condition kFalcon16th  {[](const MixFacts &f) { return f.falcon && inFirst(f, 16); }, kFalcon};
constexpr Condition kFalconOuter {[](const MixFacts &f) { return f.falcon && inOuter(f); }, kFalcon};
constexpr Condition kFalconInner {[](const MixFacts &f) { return f.falcon && !inOuter(f); }, kFalcon};
constexpr Condition kOddRow      {[](const MixFacts &f) { return !f.rowDividesBase; }, "with rows that do not divide into blocks"};
constexpr Condition kExperts     {[](const MixFacts &f) { return f.threeDimensional; }, "of the experts"};
// clang-format on

/// For these levels and categories, when the condition holds: this type, or the base when there is none.
struct Rule
{
    LevelSet levels;
    CategorySet categories;
    const Condition &when;
    std::optional<TensorType> type;
};

using enum Level;
using enum Category;
using T = TensorType;

constexpr std::nullopt_t kBase = std::nullopt;
constexpr LevelSet kAllLevels = ~LevelSet{0};
constexpr LevelSet kUpperLevels = kAllLevels & ~kLowLevels;
constexpr CategorySet kAnywhere = ~CategorySet{0};
constexpr LevelSet kTiny = levels(IQ1_S, IQ1_M, IQ2_XXS, IQ2_XS);
constexpr LevelSet kSmall = levels(IQ2_S, IQ2_M);
constexpr LevelSet kExpertsRaiseOutput =
    levels(Q2_K, IQ3_XXS, IQ3_XS, IQ3_S, IQ3_M, Q3_K_S, Q3_K_M, Q4_K_S, Q4_K_M, IQ4_NL, IQ4_XS);

// The first rule that applies decides; without one it is the base.
// clang-format off
constexpr Rule kRules[] = {
    {levels(MXFP4_MOE),                categories(Output),          kAlways,           T::Q8_0},
    {kAllLevels,                       categories(Output),          kOfFalcon,         T::Q8_0},
    {kAllLevels,                       categories(Output),          kOddRow,           T::Q8_0},
    {kLowLevels | levels(IQ3_XXS),     categories(Output),          kAlways,           T::Q5_K},
    {levels(Q8_0),                     categories(Output),          kAlways,           T::Q8_0},
    {kAllLevels,                       categories(Output),          kAlways,           T::Q6_K},

    {levels(MXFP4_MOE),                kAnywhere,                   kExperts,          T::MXFP4},
    {levels(MXFP4_MOE),                kAnywhere,                   kAlways,           T::Q8_0},

    {kTiny,                            categories(TokenEmbedding),  kAlways,           T::Q2_K},
    {kSmall | levels(IQ3_XXS),         categories(TokenEmbedding),  kAlways,           T::IQ3_S},
    {levels(TQ1_0, TQ2_0, Q2_0),       categories(TokenEmbedding),  kAlways,           T::Q4_K},

    {kLowLevels,                       kValueLike,                  kGroupedOrExperts, T::Q4_K},
    {kTiny,                            kValueLike,                  kAlways,           T::Q2_K},
    {kSmall,                           kValueLike,                  kAlways,           T::IQ3_S},
    {kLowLevels,                       categories(AttnK),           kEightExperts,     T::Q4_K},
    {kTiny,                            categories(FfnDown),         kFirst8th,         T::Q2_K},
    {kSmall,                           categories(FfnDown),         kFirst8th,         T::IQ3_S},
    {kLowLevels,                       categories(AttnOutput),      kEightExperts,     T::Q5_K},
    {levels(IQ1_S, IQ1_M),             categories(AttnOutput),      kAlways,           T::IQ2_XXS},
    {kSmall,                           categories(AttnOutput),      kAlways,           T::IQ3_S},

    {kUpperLevels,                     kValueLike,                  kEightExperts,     T::Q8_0},
    {levels(Q2_K, Q2_K_S),             kValueLike,                  kGrouped,          T::Q4_K},
    {levels(Q2_K),                     kValueLike,                  kAlways,           T::Q3_K},
    {levels(Q3_K_M),                   kValueLike,                  kFirstTwo,         T::Q5_K},
    {levels(Q3_K_M),                   kValueLike,                  kAlways,           T::Q4_K},
    {levels(Q3_K_L),                   kValueLike,                  kAlways,           T::Q5_K},
    {levels(Q4_K_S),                   kValueLike,                  kFirstFour,        T::Q5_K},
    {levels(Q4_K_M, Q5_K_M),           kValueLike,                  kOuterLayers,      T::Q6_K},
    {levels(IQ4_NL, IQ4_XS),           kValueLike,                  kGrouped,          T::Q5_K},
    {levels(IQ3_XXS, IQ3_XS, IQ3_S),   kValueLike,                  kGrouped,          T::Q4_K},
    {levels(IQ3_XXS),                  kValueLike,                  kWeighted,         T::IQ3_XXS},
    {levels(IQ3_XXS),                  kValueLike,                  kAlways,           T::IQ3_S},
    {levels(IQ3_M),                    kValueLike,                  kAlways,           T::Q4_K},

    {kUpperLevels,                     categories(AttnK),           kEightExperts,     T::Q8_0},
    {levels(IQ3_XXS),                  categories(AttnK, AttnQ),    kAlways,           T::IQ2_S},
    {levels(IQ3_XS),                   categories(AttnK, AttnQ),    kAlways,           T::IQ3_XXS},

    {levels(Q3_K_L),                   categories(AttnOutput),      kOfFalcon,         T::Q4_K},
    {kUpperLevels,                     categories(AttnOutput),      kOfFalcon,         kBase},
    {kExpertsRaiseOutput,              categories(AttnOutput),      kEightExperts,     T::Q5_K},
    {kUpperLevels,                     categories(AttnOutput),      kEightExperts,     kBase},
    {levels(Q2_K),                     categories(AttnOutput),      kAlways,           T::Q3_K},
    {levels(IQ3_XXS),                  categories(AttnOutput),      kAlways,           T::IQ3_S},
    {levels(Q3_K_M, IQ3_M),            categories(AttnOutput),      kAlways,           T::Q4_K},
    {levels(Q3_K_L),                   categories(AttnOutput),      kAlways,           T::Q5_K},

    {levels(Q4_0),                     categories(FfnDown),         kWeighted8th,      T::Q4_1},
    {levels(Q5_0),                     categories(FfnDown),         kWeighted8th,      T::Q5_1},
    {levels(Q2_K),                     categories(FfnDown),         kAlways,           T::Q3_K},
    {levels(Q2_K_S),                   categories(FfnDown),         kFirst8th,         T::Q4_K},
    {levels(Q3_K_M),                   categories(FfnDown),         kFirst16th,        T::Q5_K},
    {levels(Q3_K_M),                   categories(FfnDown),         kFalconInner,      kBase},
    {levels(Q3_K_M),                   categories(FfnDown),         kAlways,           T::Q4_K},
    {levels(Q3_K_L),                   categories(FfnDown),         kOfFalcon,         T::Q4_K},
    {levels(Q3_K_L),                   categories(FfnDown),         kAlways,           T::Q5_K},
    {levels(Q4_K_S),                   categories(FfnDown),         kOfFalcon,         kBase},
    {levels(Q4_K_S),                   categories(FfnDown),         kFirst8th,         T::Q5_K},
    {levels(Q4_K_M),                   categories(FfnDown),         kFalcon16th,       T::Q6_K},
    {levels(Q4_K_M),                   categories(FfnDown),         kFalconOuter,      T::Q5_K},
    {levels(Q4_K_M),                   categories(FfnDown),         kOfFalcon,         kBase},
    {levels(Q4_K_M, Q5_K_M),           categories(FfnDown),         kOuterLayers,      T::Q6_K},
    {levels(IQ4_NL, IQ4_XS),           categories(FfnDown),         kPlain8th,         T::Q5_K},
    {levels(IQ3_XXS),                  categories(FfnDown),         kPlain8th,         T::Q4_K},
    {levels(IQ3_XXS),                  categories(FfnDown),         kPlain,            T::Q3_K},
    {levels(IQ3_M),                    categories(FfnDown),         kFirst8th,         T::Q4_K},
    {levels(IQ3_M),                    categories(FfnDown),         kEightOuter,       T::Q4_K},

    {levels(IQ3_XS),                   categories(FfnGate, FfnUp),  kMiddle,           T::IQ3_XXS},
};
// clang-format on

/// In the largest models attention values are shared by eight heads, so a finer type costs next to nothing there.
bool raisedInLargeModel(const MixFacts &facts, TensorType type)
{
    return facts.seventyB && contains(kValueLike, facts.category) && contains(kUpperLevels, facts.level) &&
           facts.expertCount != 8 && (type == T::Q3_K || type == T::Q4_K);
}

} // namespace

MixChoice mixType(const MixFacts &facts)
{
    const auto rule = std::ranges::find_if(kRules, [&](const Rule &r) {
        return contains(r.levels, facts.level) && contains(r.categories, facts.category) && r.when.holds(facts);
    });
    const bool found = rule != std::end(kRules);
    const MixChoice choice{found ? rule->type.value_or(facts.base) : facts.base, found ? rule->when.words : ""};
    if (raisedInLargeModel(facts, choice.type))
        return {T::Q5_K, "of a very large model"};
    return choice;
}

std::vector<TensorType> mixTypes(Level level, TensorType base)
{
    std::vector<TensorType> types{base};
    if (!tensorTypeInfo(base).quantized)
        return types; // no mix at all
    for (const Rule &rule : kRules)
        if (contains(rule.levels, level))
            types.push_back(rule.type.value_or(base));
    types.push_back(T::Q5_K); // of a very large model
    return types;
}

} // namespace snug
