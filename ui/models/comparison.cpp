// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/comparison.h"

#include "ui/models/results.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {

QString titleOf(const QString &path)
{
    const QFileInfo info(path);
    return info.suffix() == QLatin1String("gguf") ? info.completeBaseName() : info.fileName();
}

double bitsOf(const ModelSummary &summary)
{
    return 8 * static_cast<double>(summary.sourceBytes) /
           static_cast<double>(std::max<std::uint64_t>(1, summary.parameterCount));
}

CompareRow sourceRow(const QString &path, const QString &type, std::uint64_t sizeBytes, double bitsPerWeight)
{
    CompareRow row;
    row.path = path;
    row.title = type.isEmpty() ? Comparison::tr("Source") : Comparison::tr("Source %1").arg(type);
    row.source = true;
    row.sizeBytes = sizeBytes;
    row.bitsPerWeight = bitsPerWeight;
    return row;
}

std::vector<double> byLayer(const std::vector<LayerError> &errors)
{
    std::vector<double> layers;
    for (const LayerError &error : errors) {
        if (error.layer < 0)
            continue;
        const auto layer = static_cast<std::size_t>(error.layer);
        if (layers.size() <= layer)
            layers.resize(layer + 1, MeasuredFigures::kUnknown);
        layers[layer] = error.relativeError;
    }
    return layers;
}

} // namespace

const CompareRow *VariantGroup::find(const QString &path) const
{
    const auto found = std::ranges::find(variants, path, &CompareRow::path);
    return found == variants.end() ? nullptr : &*found;
}

Comparison::Comparison(QObject *parent) : QObject(parent) {}

VariantGroup *Comparison::find(const QString &source)
{
    const auto found = std::ranges::find(m_models, source, &VariantGroup::source);
    return found == m_models.end() ? nullptr : &*found;
}

const VariantGroup *Comparison::model(const QString &source) const
{
    const auto found = std::ranges::find(m_models, source, &VariantGroup::source);
    return found == m_models.end() ? nullptr : &*found;
}

const MeasuredFigures *Comparison::figuresOf(const QString &path) const
{
    for (const VariantGroup &model : m_models)
        if (const CompareRow *variant = model.find(path); variant && variant->figures)
            return &*variant->figures;
    return nullptr;
}

VariantGroup &Comparison::sourceOf(const QString &path, const QString &name)
{
    if (VariantGroup *known = find(path))
        return *known;
    m_models.push_back({name, path, {}, {}});
    return m_models.back();
}

void Comparison::addJob(const JobSpec &spec, const JobReport &files, const Plan *plan)
{
    const QString source = QString::fromStdString(spec.model);
    VariantGroup &model = sourceOf(source, QString::fromStdString(files.modelName));
    if (model.variants.empty()) {
        const QString type = plan ? QString::fromStdString(plan->model.mainType) : QString();
        model.variants.push_back(sourceRow(source, type, files.sourceBytes, files.sourceBitsPerWeight));
    }
    for (const OutputReport &output : byLevel(files).outputs) {
        CompareRow made;
        made.path = variantPath(output);
        made.title = QString::fromStdString(output.level);
        made.sizeBytes = output.sizeBytes;
        made.bitsPerWeight = output.bitsPerWeight;
        made.layerErrors = errorsByLayer(files, output.level);
        if (plan)
            for (const VariantPlan &variant : plan->variants)
                if (variant.level == output.level)
                    made.context = variant.context;
        const auto known = std::ranges::find(model.variants, made.path, &CompareRow::path);
        if (known == model.variants.end())
            model.variants.push_back(std::move(made));
        else
            *known = std::move(made); // another file now: what was measured is no longer so
    }
    emit changed(source);
}

void Comparison::addSource(const QString &path, const ModelSummary &summary)
{
    VariantGroup &model = sourceOf(path, QString::fromStdString(summary.name));
    if (!model.variants.empty())
        return;
    const QString type = QString::fromStdString(summary.mainType);
    model.variants.push_back(sourceRow(path, type, summary.sourceBytes, bitsOf(summary)));
    emit changed(path);
}

void Comparison::addVariant(const QString &source, const QString &path, const ModelSummary &summary)
{
    VariantGroup *model = find(source);
    if (!model || model->find(path))
        return;
    CompareRow row;
    row.path = path;
    row.title = titleOf(path);
    row.sizeBytes = summary.sourceBytes;
    row.bitsPerWeight = bitsOf(summary);
    model->variants.push_back(std::move(row));
    emit changed(source);
}

void Comparison::removeVariant(const QString &source, const QString &path)
{
    VariantGroup *model = find(source);
    if (!model || path == source)
        return;
    std::erase_if(model->variants, [&](const CompareRow &variant) { return variant.path == path; });
    emit changed(source);
}

void Comparison::setShown(const QString &source, const QString &path, bool shown)
{
    VariantGroup *model = find(source);
    if (!model)
        return;
    const auto variant = std::ranges::find(model->variants, path, &CompareRow::path);
    if (variant == model->variants.end() || variant->shown == shown)
        return;
    variant->shown = shown;
    emit changed(source);
}

void Comparison::takeComparison(const CompareReport &report)
{
    for (VariantGroup &model : m_models) {
        bool known = false;
        for (const ComparedModel &one : report.models) {
            const auto row =
                std::ranges::find(model.variants, QString::fromStdString(one.measured.path), &CompareRow::path);
            if (row == model.variants.end())
                continue;
            known = true;
            row->context = one.context;
            row->tokensPerSecond = one.predictedTokensPerSecond;
            if (!one.layers.empty())
                row->layerErrors = byLayer(one.layers);
        }
        if (known)
            emit changed(model.source);
    }
}

void Comparison::takeReport(const EvaluateSpec &spec, const EvaluateReport &report)
{
    std::vector<EvaluatedModel> measured = report.models;
    if (report.base)
        measured.push_back(*report.base);
    for (VariantGroup &model : m_models) {
        std::vector<std::pair<CompareRow *, const EvaluatedModel *>> news;
        std::uint64_t windows = 0;
        for (const EvaluatedModel &one : measured) {
            const auto variant = std::ranges::find(model.variants, QString::fromStdString(one.path), &CompareRow::path);
            if (variant == model.variants.end() || !figuresIn(one))
                continue;
            windows = one.perplexity.windows;
            news.emplace_back(&*variant, &one);
        }
        if (news.empty())
            continue;
        const MeasuredOn on{spec.text, spec.base, spec.context, windows};
        if (model.measuredOn != on)
            for (CompareRow &variant : model.variants) {
                variant.figures.reset();
                variant.measured.reset();
            }
        model.measuredOn = on;
        for (const auto &[variant, one] : news) {
            variant->figures = figuresIn(*one);
            variant->measured = std::make_shared<const EvaluatedModel>(*one);
        }
        emit changed(model.source);
    }
}

MeasureRequest requestFor(const VariantGroup &model)
{
    MeasureRequest request;
    for (const CompareRow &variant : model.variants) {
        if (!variant.shown)
            continue;
        if (variant.source && request.spec.base.empty())
            request.spec.base = variant.path.toStdString();
        else
            request.spec.models.push_back(variant.path.toStdString());
        request.titles << variant.title;
    }
    if (request.spec.models.empty())
        std::swap(request.spec.base, request.spec.models.emplace_back()); // nothing to compare with the source
    return request;
}

ComparedModel asCompared(const CompareRow &row)
{
    ComparedModel model;
    if (row.measured) {
        model.measured = *row.measured;
    } else {
        constexpr double none = MeasuredFigures::kUnknown;
        model.measured.perplexity = {none, none, none, none, 0, 0};
        model.measured.path = row.path.toStdString();
    }
    model.measured.name = row.title.toStdString();
    model.measured.sizeBytes = row.sizeBytes;
    model.measured.bitsPerWeight = row.bitsPerWeight;
    model.base = row.source;
    model.type = row.title.toStdString();
    model.context = row.context.value_or(ContextFit());
    model.predictedTokensPerSecond = row.tokensPerSecond;
    for (std::size_t layer = 0; layer < row.layerErrors.size(); ++layer)
        model.layers.push_back({static_cast<int>(layer), row.layerErrors[layer]});
    return model;
}

std::optional<MeasuredFigures> figuresIn(const EvaluatedModel &model)
{
    if (model.perplexity.tokens == 0 || std::isnan(model.perplexity.perplexity))
        return std::nullopt;
    MeasuredFigures figures;
    figures.perplexity = model.perplexity.perplexity;
    figures.perplexityError = model.perplexity.standardError;
    figures.tokens = model.perplexity.tokens;
    if (model.divergence) {
        figures.change = model.divergence->ratio.value - 1;
        figures.basePerplexity = model.divergence->perplexityBase.value;
        figures.klMean = model.divergence->kl.value;
        figures.klMeanError = model.divergence->kl.standardError;
        figures.kl99 = model.divergence->klValues.p99;
        figures.sameTop = model.divergence->sameTop.value;
    }
    return figures;
}

} // namespace snug::ui
