// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// First each tensor by itself, then those that readers make one matrix of, then the words for what stays.

#include "core/exporters/folderchoice.h"

#include "core/formats/names.h"
#include "core/quant/namepattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace snug {
namespace {

struct Pattern
{
    NamePattern names;
    bool used = false;
};

Result<std::vector<Pattern>> parsePatterns(const std::vector<std::string> &texts)
{
    std::vector<Pattern> patterns;
    for (const std::string &text : texts) {
        Result<NamePattern> names = NamePattern::parse(text, "--ignore");
        if (!names)
            return fail(std::move(names).error());
        patterns.push_back({*std::move(names)});
    }
    return patterns;
}

/// The first pattern that finds a module, or null. Notes which ones find something at all.
const Pattern *findPattern(std::vector<Pattern> &patterns, std::string_view module)
{
    const Pattern *first = nullptr;
    for (Pattern &pattern : patterns) {
        if (!pattern.names.finds(module))
            continue;
        pattern.used = true;
        first = first ? first : &pattern;
    }
    return first;
}

std::string whyNeverQuantized(const ModelTensor &tensor, const ExportTensor &facts)
{
    switch (tensor.role) {
    case TensorRole::TokenEmbedding:
        return "An embedding is looked up, not multiplied by, so it stays as it is.";
    case TensorRole::Output:
        return "Readers expect the output head as it is.";
    case TensorRole::Router:
        return "A router is small and picks experts, so it stays as it is.";
    default:
        break;
    }
    if (tensor.dims.size() < 2)
        return "Only matrices are quantized.";
    return facts.linear ? "This module is not one of the layers' matrices, so it stays as it is."
                        : "Nothing multiplies by this as a matrix, so it stays as it is.";
}

/// What stays of one kind, for one sentence in the notes.
using Counts = std::map<std::pair<std::string, std::string>, std::size_t>; // type, reason

std::string countedModules(std::size_t count, std::string_view type)
{
    return count == 1 ? fmt::format("1 module stays {}", type) : fmt::format("{} modules stay {}", count, type);
}

class Chooser
{
public:
    Chooser(const ExportView &view, const Exporter &exporter, const FolderOptions &options)
        : m_view(view), m_exporter(exporter), m_options(options)
    {
    }

    Result<FolderChoice> choose()
    {
        Result<std::vector<Pattern>> patterns = parsePatterns(m_options.ignore);
        if (!patterns)
            return fail(std::move(patterns).error());
        m_patterns = *std::move(patterns);
        for (std::size_t i = 0; i < m_view.tensors.size(); ++i)
            SNUG_TRY(chooseOne(i));
        leaveSiblings();
        SNUG_TRY(checkSomething());
        addNotes();
        return std::move(m_choice);
    }

private:
    Result<void> chooseOne(std::size_t index);
    void leaveSiblings();
    Result<void> checkSomething() const;
    void addNotes();

    const ExportView &m_view;
    const Exporter &m_exporter;
    const FolderOptions &m_options;
    std::vector<Pattern> m_patterns;
    FolderChoice m_choice;
    Counts m_unfit, m_joined;
    std::size_t m_quantizable = 0;
};

Result<void> Chooser::chooseOne(std::size_t index)
{
    const ModelTensor &tensor = m_view.model.tensors[index];
    const ExportTensor &facts = m_view.tensors[index];
    FolderTensor &chosen = m_choice.tensors.emplace_back();
    chosen.weightCount = tensor.weightCount();
    const Pattern *pattern = facts.linear || facts.quantizable ? findPattern(m_patterns, facts.module) : nullptr;
    if (!facts.quantizable) {
        chosen.why = whyNeverQuantized(tensor, facts);
        return {};
    }
    ++m_quantizable;
    if (pattern) {
        chosen.why = fmt::format("The pattern {} leaves it as it is.", quoteName(pattern->names.text()));
        return {};
    }
    const Matrix matrix{facts.module, tensor.rows(), tensor.cols(), tensor.type, 0};
    const std::string whyNot = m_exporter.whyNot(matrix);
    if (whyNot.empty()) {
        chosen.matrix = matrix;
        chosen.why = fmt::format("A matrix of a layer, so it becomes {}.", m_exporter.scheme().level);
        return {};
    }
    if (m_options.refuseUnfitting)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} cannot become {}: {}. Choose another level, or let such modules stay as they are.",
                                quoteName(facts.module), m_exporter.scheme().level, whyNot),
                    m_view.model.path.string(), std::nullopt, tensor.name);
    chosen.unfit = true;
    chosen.why = fmt::format("It stays as it is: {}.", whyNot);
    ++m_unfit[{std::string(tensorTypeName(tensor.type)), whyNot}];
    return {};
}

void Chooser::leaveSiblings()
{
    std::map<std::string_view, std::string_view> left; // siblings, the module that is left
    for (std::size_t i = 0; i < m_choice.tensors.size(); ++i) {
        const ExportTensor &facts = m_view.tensors[i];
        if (facts.quantizable && !facts.siblings.empty() && !m_choice.tensors[i].matrix)
            left.emplace(facts.siblings, facts.module);
    }
    for (std::size_t i = 0; i < m_choice.tensors.size(); ++i) {
        FolderTensor &chosen = m_choice.tensors[i];
        const auto found = chosen.matrix ? left.find(m_view.tensors[i].siblings) : left.end();
        if (found == left.end())
            continue;
        chosen.matrix.reset();
        chosen.why = fmt::format("It stays as it is because readers make one matrix of it and {}, which stays.",
                                 quoteName(found->second));
        ++m_joined[{std::string(tensorTypeName(m_view.model.tensors[i].type)), std::string()}];
    }
}

Result<void> Chooser::checkSomething() const
{
    if (std::ranges::any_of(m_choice.tensors, [](const FolderTensor &tensor) { return tensor.matrix.has_value(); }))
        return {};
    const std::string path = m_view.model.path.string();
    if (m_quantizable == 0)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: The model has no layer with a matrix that could be quantized.", path), path);
    if (m_unfit.empty())
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: The patterns that leave modules as they are leave all of them, so there is "
                                "nothing to quantize. Take narrower patterns.",
                                path),
                    path);
    return fail(ErrorCode::Unsupported,
                fmt::format("{}: No module can become {}: {}. Choose another level.", path, m_exporter.scheme().level,
                            m_unfit.begin()->first.second),
                path);
}

void Chooser::addNotes()
{
    for (const auto &[kind, count] : m_unfit)
        m_choice.notes.push_back(fmt::format("{}: {}.", countedModules(count, kind.first), kind.second));
    for (const auto &[kind, count] : m_joined)
        m_choice.notes.push_back(fmt::format("{} because readers make one matrix of {} and others that stay.",
                                             countedModules(count, kind.first), count == 1 ? "it" : "them"));
    for (const Pattern &pattern : m_patterns) {
        if (!pattern.used)
            m_choice.notes.push_back(fmt::format("The pattern {} finds no module.", quoteName(pattern.names.text())));
    }
}

} // namespace

Result<FolderChoice> chooseTensors(const ExportView &view, const Exporter &exporter, const FolderOptions &options)
{
    return Chooser(view, exporter, options).choose();
}

} // namespace snug
