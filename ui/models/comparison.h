// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is known since the program began of the variants of models: made here or added from files, measured or not yet.

#pragma once

#include "ui/bridge/measurecontroller.h"

#include <QObject>
#include <QString>

#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace snug::ui {

/// Figures of one variant; NaN for what was not measured (all but the perplexity without a base).
struct MeasuredFigures
{
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    double perplexity = kUnknown, perplexityError = kUnknown;
    double change = kUnknown; ///< of the perplexity against the base's, as a share: 0.013 for +1.3 %
    double basePerplexity = kUnknown;
    double klMean = kUnknown, klMeanError = kUnknown, kl99 = kUnknown; ///< nats
    double sameTop = kUnknown;                                         ///< share, 0 to 1
    std::uint64_t tokens = 0;                                          ///< scored
};

/// What figures were measured on; only figures of one kind can be compared.
struct MeasuredOn
{
    std::string text, base;
    std::uint64_t context = 0, windows = 0; ///< windows that were scored

    bool operator==(const MeasuredOn &) const = default;
};

struct CompareRow
{
    QString path;  ///< file, first of several, or folder
    QString title; ///< "Q4_K_M"
    bool source = false;
    bool shown = true; ///< ticked
    std::uint64_t sizeBytes = 0;
    double bitsPerWeight = 0;
    std::optional<ContextFit> context;
    std::optional<double> tokensPerSecond; ///< predicted
    std::vector<double> layerErrors; ///< relative, by layer; NaN for a layer without; empty where nothing is known
    std::optional<MeasuredFigures> figures;
    std::shared_ptr<const EvaluatedModel> measured; ///< all that the figures come from
};

/// The variants of one model, its source first.
struct VariantGroup
{
    QString name;
    QString source; ///< its path
    std::vector<CompareRow> variants;
    std::optional<MeasuredOn> measuredOn; ///< all figures of the variants

    const CompareRow *find(const QString &path) const;
};

/// GUI thread only.
class Comparison : public QObject
{
    Q_OBJECT

public:
    explicit Comparison(QObject *parent = nullptr);

    const std::vector<VariantGroup> &models() const { return m_models; }
    /// Null when nothing is known of it.
    const VariantGroup *model(const QString &source) const;
    /// Figures of a file, whichever model it belongs to; null where there are none.
    const MeasuredFigures *figuresOf(const QString &path) const;

    /// The source and every level of a job that succeeded.
    void addJob(const JobSpec &spec, const JobReport &report, const Plan *plan);
    /// A model by itself: the source of what is added later. A model that is known already stays.
    void addSource(const QString &path, const ModelSummary &summary);
    /// A variant from a file. Ignored when the source is not known.
    void addVariant(const QString &source, const QString &path, const ModelSummary &summary);
    void removeVariant(const QString &source, const QString &path);
    void setShown(const QString &source, const QString &path, bool shown);
    /// What a run side by side knows beside the figures of the text: contexts, speed, errors of layers.
    void takeComparison(const CompareReport &report);
    /// Figures of a measurement, also of one that was stopped. Figures that were measured on something else are
    /// dropped: they could not be compared.
    void takeReport(const EvaluateSpec &spec, const EvaluateReport &report);

signals:
    void changed(const QString &source);

private:
    VariantGroup *find(const QString &source);
    VariantGroup &sourceOf(const QString &path, const QString &name);

    std::vector<VariantGroup> m_models;
};

/// The measurement of all shown variants of a model, the source as the base where it is shown.
MeasureRequest requestFor(const VariantGroup &model);
/// The row as core's exports want it.
ComparedModel asCompared(const CompareRow &row);
/// Figures of one model out of a report; nothing when no token was scored.
std::optional<MeasuredFigures> figuresIn(const EvaluatedModel &model);

} // namespace snug::ui
