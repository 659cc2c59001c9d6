// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/fallbacks.h"

#include "core/base/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace snug {

namespace {

constexpr std::size_t kMaxNamed = 3;

/// Tensors of one type that got one other.
struct Group
{
    TensorType wanted, type;
    std::uint64_t weights = 0;
};

/// All that happened to a level.
struct Replaced
{
    std::vector<Group> groups; ///< the largest first
    std::set<std::uint64_t> rowLengths;
    std::set<std::uint32_t> blockLengths; ///< of the wanted types
    std::uint64_t weights = 0;            ///< of the whole model
    double extraBytes = 0;
};

double bytesOf(TensorType type, std::uint64_t weights)
{
    const TensorTypeInfo &info = tensorTypeInfo(type);
    return static_cast<double>(weights) / info.blockLength * info.blockBytes;
}

void add(Replaced &replaced, const ModelTensor &tensor, const TensorDecision &decision)
{
    replaced.rowLengths.insert(tensor.cols());
    replaced.blockLengths.insert(tensorTypeInfo(decision.wanted).blockLength);
    replaced.extraBytes +=
        bytesOf(decision.type, tensor.weightCount()) - bytesOf(decision.wanted, tensor.weightCount());
    const auto same = std::ranges::find_if(
        replaced.groups, [&](const Group &g) { return g.wanted == decision.wanted && g.type == decision.type; });
    if (same == replaced.groups.end())
        replaced.groups.push_back({decision.wanted, decision.type, tensor.weightCount()});
    else
        same->weights += tensor.weightCount();
}

Replaced collect(const Model &model, const Variant &variant)
{
    Replaced replaced;
    for (std::size_t t = 0; t < model.tensors.size(); ++t) {
        replaced.weights += model.tensors[t].weightCount();
        if (variant.decisions[t].replaced())
            add(replaced, model.tensors[t], variant.decisions[t]);
    }
    std::ranges::stable_sort(replaced.groups, std::ranges::greater(), &Group::weights);
    return replaced;
}

std::string share(std::uint64_t part, std::uint64_t whole)
{
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return percent < 0.5 ? "less than 1 %" : fmt::format("{:.0f} %", percent);
}

std::string rowWords(const Replaced &replaced)
{
    const std::string divisor = replaced.blockLengths.size() == 1 ? fmt::format("{}", *replaced.blockLengths.begin())
                                                                  : "the types' block lengths";
    if (replaced.rowLengths.size() == 1)
        return fmt::format("row length {} is not a multiple of {}", *replaced.rowLengths.begin(), divisor);
    std::vector<std::uint64_t> some(replaced.rowLengths.begin(), replaced.rowLengths.end());
    const bool more = some.size() > kMaxNamed;
    some.resize(std::min(some.size(), kMaxNamed));
    return fmt::format("row lengths {}{} are not multiples of {}", fmt::join(some, ", "), more ? " and others" : "",
                       divisor);
}

} // namespace

std::uint64_t fallbackWeights(const Model &model, const Variant &variant)
{
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < model.tensors.size(); ++t)
        if (variant.folder ? variant.folder->tensors[t].unfit : variant.decisions[t].replaced())
            sum += model.tensors[t].weightCount();
    return sum;
}

std::string fallbackNote(const Model &model, const Variant &variant)
{
    if (variant.folder) // its plan has notes of its own
        return {};
    const Replaced replaced = collect(model, variant);
    if (replaced.groups.empty())
        return {};
    std::string text;
    for (std::size_t i = 0; i < std::min(kMaxNamed, replaced.groups.size()); ++i) {
        const Group &group = replaced.groups[i];
        text += fmt::format("{}{}{} instead of {}", i == 0 ? "" : ", ", share(group.weights, replaced.weights),
                            i == 0 ? fmt::format(" of weights will be {}", tensorTypeName(group.type))
                                   : fmt::format(" {}", tensorTypeName(group.type)),
                            tensorTypeName(group.wanted));
    }
    if (replaced.groups.size() > kMaxNamed)
        text += ", and others";
    text += fmt::format(": {}.", rowWords(replaced));
    if (replaced.extraBytes >= 1)
        text +=
            fmt::format(" The file is {} larger for it.", formatBytes(static_cast<std::uint64_t>(replaced.extraBytes)));
    return text;
}

} // namespace snug
