// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/importancematch.h"

#include "core/formats/names.h"
#include "core/quant/tensorcategory.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <set>

namespace snug {

namespace {

constexpr std::string_view kMergedEnding = "_exps.weight";
constexpr std::string_view kEnding = ".weight";

using Pieces = std::vector<ImportancePiece>;

class Matcher
{
public:
    Matcher(ImportancePlan &plan, const Model &model, const std::vector<std::string> &sourceNames)
        : m_plan(plan), m_model(model), m_sourceNames(sourceNames)
    {
        for (std::size_t i = 0; i < plan.matrix.entries.size(); ++i)
            m_byName[plan.matrix.entries[i].name] = i;
    }
    Result<void> run();
    /// Entries that no tensor uses. With `layersLeftOut` those of other layers than the model's do not count.
    void noteForeign(bool layersLeftOut);

private:
    Result<Pieces> piecesFor(std::size_t tensorIndex);
    Result<Pieces> wholeEntry(std::size_t entryIndex, std::size_t tensorIndex);
    Pieces fromSingleExperts(const std::string &name, const ModelTensor &tensor) const;
    Pieces fromMergedExperts(const std::string &name, const ModelTensor &tensor) const;
    tl::unexpected<Error> foreign() const;
    void noteMissing();
    std::set<std::string, std::less<>> familiarEntries() const;

    ImportancePlan &m_plan;
    const Model &m_model;
    const std::vector<std::string> &m_sourceNames;
    std::map<std::string, std::size_t, std::less<>> m_byName;
    std::vector<std::string> m_missing; ///< tensors that could use an entry and have none
    std::size_t m_regrouped = 0;        ///< tensors whose experts the matrix has in another form
};

std::uint64_t expertsOf(const ModelTensor &tensor) { return tensor.dims.size() > 2 ? tensor.dims[2] : 1; }

Result<void> Matcher::run()
{
    bool any = m_plan.matrix.entries.empty();
    for (std::size_t t = 0; t < m_model.tensors.size(); ++t) {
        auto pieces = piecesFor(t);
        SNUG_TRY(pieces);
        any |= !pieces->empty() || m_byName.contains(m_sourceNames[t]);
        m_plan.tensors.push_back(*std::move(pieces));
    }
    if (!any)
        return foreign();
    noteMissing();
    if (m_regrouped > 0)
        m_plan.notes.push_back(
            fmt::format("For {} tensors of experts the importance matrix has merged experts where the "
                        "model has single ones, or the other way round; their values are used all the "
                        "same.",
                        m_regrouped));
    return {};
}

Result<Pieces> Matcher::piecesFor(std::size_t tensorIndex)
{
    const ModelTensor &tensor = m_model.tensors[tensorIndex];
    const std::string &name = m_sourceNames[tensorIndex];
    if (tensor.weightCount() == 0 || !whyNeverQuantized(tensor).empty())
        return Pieces();
    if (const auto found = m_byName.find(name); found != m_byName.end())
        return wholeEntry(found->second, tensorIndex);
    Pieces pieces = expertsOf(tensor) > 1 ? fromSingleExperts(name, tensor) : fromMergedExperts(name, tensor);
    m_regrouped += !pieces.empty();
    const Category category = categoryOf(name);
    if (pieces.empty() && category != Category::Output && category != Category::TokenEmbedding)
        m_missing.push_back(name);
    return pieces;
}

Result<Pieces> Matcher::wholeEntry(std::size_t entryIndex, std::size_t tensorIndex)
{
    const ModelTensor &tensor = m_model.tensors[tensorIndex];
    const ImatrixEntry &entry = m_plan.matrix.entries[entryIndex];
    const std::uint64_t expected = tensor.cols() * expertsOf(tensor);
    if (entry.valueCount == expected)
        return Pieces{{entryIndex, 0, entry.valueCount}};
    std::string sizes =
        fmt::format("The importance matrix has {} values for {}, expected {}", entry.valueCount, entry.name, expected);
    if (expertsOf(tensor) > 1)
        sizes += fmt::format(" ({} columns of {} experts)", tensor.cols(), expertsOf(tensor));
    if (categoryOf(entry.name) == Category::TokenEmbedding) {
        m_plan.notes.push_back(sizes + "; that tensor is quantized without.");
        return Pieces();
    }
    return fail(ErrorCode::BadInput, sizes + ". It belongs to another model; give the matrix of this one.",
                m_plan.file.string(), std::nullopt, tensor.name);
}

/// blk.0.ffn_up_exps.weight from blk.0.ffn_up.0.weight, blk.0.ffn_up.1.weight, ...
Pieces Matcher::fromSingleExperts(const std::string &name, const ModelTensor &tensor) const
{
    if (!name.ends_with(kMergedEnding))
        return {};
    const std::string stem = name.substr(0, name.size() - kMergedEnding.size());
    Pieces pieces;
    bool any = false;
    for (std::uint64_t expert = 0; expert < expertsOf(tensor); ++expert) {
        const auto found = m_byName.find(fmt::format("{}.{}{}", stem, expert, kEnding));
        const bool fits = found != m_byName.end() && m_plan.matrix.entries[found->second].valueCount == tensor.cols();
        pieces.push_back({fits ? std::optional(found->second) : std::nullopt, 0, tensor.cols()});
        any |= fits;
    }
    return any ? pieces : Pieces();
}

/// blk.0.ffn_up.3.weight from expert 3 of blk.0.ffn_up_exps.weight.
Pieces Matcher::fromMergedExperts(const std::string &name, const ModelTensor &tensor) const
{
    if (!name.ends_with(kEnding))
        return {};
    const std::string stem = name.substr(0, name.size() - kEnding.size());
    const std::size_t dot = stem.rfind('.');
    std::uint64_t expert = 0;
    const char *const end = stem.data() + stem.size();
    if (dot == std::string::npos || dot + 1 == stem.size() ||
        std::from_chars(stem.data() + dot + 1, end, expert).ptr != end)
        return {};
    const auto found = m_byName.find(fmt::format("{}{}", stem.substr(0, dot), kMergedEnding));
    if (found == m_byName.end())
        return {};
    const ImatrixEntry &entry = m_plan.matrix.entries[found->second];
    if (entry.valueCount % tensor.cols() != 0 || expert >= entry.valueCount / tensor.cols())
        return {};
    return {{found->second, expert * tensor.cols(), tensor.cols()}};
}

tl::unexpected<Error> Matcher::foreign() const
{
    return fail(ErrorCode::BadInput,
                fmt::format("No entry of the importance matrix belongs to {}: it has {}, the model has {}. Give the "
                            "matrix of this model.",
                            m_model.name, quoteName(m_plan.matrix.entries.front().name),
                            quoteName(m_sourceNames.empty() ? "" : m_sourceNames.back())),
                m_plan.file.string());
}

/// Names that the model has, and those of entries that tensors of other names use.
std::set<std::string, std::less<>> Matcher::familiarEntries() const
{
    std::set<std::string, std::less<>> names(m_sourceNames.begin(), m_sourceNames.end());
    for (const Pieces &pieces : m_plan.tensors)
        for (const ImportancePiece &piece : pieces)
            if (piece.entry)
                names.insert(m_plan.matrix.entries[*piece.entry].name);
    return names;
}

/// "blk.7." of "blk.7.ffn_up.weight"; empty outside the layers.
std::string_view layerPrefix(std::string_view name)
{
    return name.starts_with("blk.") ? name.substr(0, name.find('.', 4)) : std::string_view();
}

void Matcher::noteForeign(bool layersLeftOut)
{
    const auto familiar = familiarEntries();
    std::set<std::string_view> layers{{}};
    for (const std::string &name : m_sourceNames)
        layers.insert(layerPrefix(name));
    std::size_t count = 0;
    std::string first;
    for (const ImatrixEntry &entry : m_plan.matrix.entries) {
        if (familiar.contains(entry.name) || (layersLeftOut && !layers.contains(layerPrefix(entry.name))))
            continue;
        if (++count == 1)
            first = quoteName(entry.name);
    }
    if (count > 0)
        m_plan.notes.push_back(fmt::format("{} of {} entries of the importance matrix fit no tensor of {} (first: {}); "
                                           "the matrix may belong to another model.",
                                           count, m_plan.matrix.entries.size(), m_model.name, first));
}

void Matcher::noteMissing()
{
    constexpr std::size_t kNamed = 3;
    if (m_missing.empty() || m_plan.matrix.entries.empty())
        return;
    const std::size_t named = std::min(kNamed, m_missing.size());
    std::string names = fmt::format("{}", fmt::join(m_missing.begin(), m_missing.begin() + named, ", "));
    if (m_missing.size() > named)
        names += fmt::format(" and {} more", m_missing.size() - named);
    m_plan.notes.push_back(fmt::format("The importance matrix has no entry for {}: quantized without.", names));
}

} // namespace

Result<void> matchImportance(ImportancePlan &plan, const Model &model, const std::vector<std::string> &sourceNames,
                             bool layersLeftOut)
{
    Matcher matcher(plan, model, sourceNames);
    SNUG_TRY(matcher.run());
    matcher.noteForeign(layersLeftOut);
    return {};
}

} // namespace snug
