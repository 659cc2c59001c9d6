// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Measures what models are worth on a text and on tasks, against a base model where one is given.

#pragma once

#include "core/jobs/measure/measurecontext.h"
#include "core/jobs/report.h"
#include "core/metrics/divergence.h"
#include "core/metrics/gates.h"
#include "core/metrics/perplexity.h"
#include "core/metrics/taskscore.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace snug {

struct EvaluateSpec
{
    std::vector<std::string> models;        ///< as openModel() takes them
    std::string base;                       ///< that the models are compared with; or empty
    std::string text;                       ///< file to measure perplexity on; or empty
    std::uint64_t context = 512;            ///< tokens of a window
    std::uint64_t stride = 0;               ///< 0: llama.cpp's windows; else Hugging Face's with this stride
    std::optional<std::uint64_t> chunks;    ///< most windows
    std::vector<std::string> tasks;         ///< files of tasks, each of another name
    std::optional<std::uint64_t> questions; ///< most of each task, spread over its subjects
    /// Round activations to 8 bits where llama.cpp does on the processor, to compare figures with its own. Else they
    /// tell what the weights alone cost.
    bool asLlamaCpp = false;
    std::string gates;                     ///< "kl_mean<0.02,same_top>0.97"; or empty
    int threads = 0;                       ///< 0: all processors
    std::optional<std::uint64_t> ramBytes; ///< most of this process; else nine tenths of what is free
};

struct TaskFigure
{
    std::string task;
    std::string normalization; ///< "acc", "acc_norm", "acc_per_token"
    AccuracyFigure figure;
};

struct EvaluatedModel
{
    std::string path, name;
    std::uint64_t sizeBytes = 0; ///< of its weights' files
    double bitsPerWeight = 0;
    PerplexityFigure perplexity;                 ///< NaN without a text
    std::optional<DivergenceFigures> divergence; ///< from the base
    std::vector<TaskFigure> tasks;               ///< the usual normalization of each task first
    std::vector<GateResult> gates;
};

struct EvaluateReport
{
    Outcome outcome = Outcome::Failed;
    std::optional<Error> error;
    std::optional<EvaluatedModel> base; ///< its perplexity and tasks
    std::vector<EvaluatedModel> models;
    std::uint64_t tokens = 0;                ///< of the text, scored
    std::uint64_t windows = 0;               ///< that were
    double seconds = 0, tokensPerSecond = 0; ///< through one model, of the text
    std::uint64_t ramPredictedBytes = 0, ramMeasuredBytes = 0, ledgerBytes = 0;
    bool layersStayed = false, spilled = false; ///< all weights in memory; hidden states in a file
    std::vector<std::string> notes;

    bool gatesPassed() const;
};

/// Never throws. What was measured up to a stop is in the report of a cancelled one.
EvaluateReport evaluate(const EvaluateSpec &spec, MeasureContext &context);
/// The same as part of a longer measurement: the context does not hear that all is done, and the measured peak of RAM
/// is that of all of it so far.
EvaluateReport evaluatePart(const EvaluateSpec &spec, MeasureContext &context);

struct MeasuredModel;
/// What headers tell; nothing measured.
EvaluatedModel notYetMeasured(const MeasuredModel &model);

/// {"models":[{"path","perplexity",…}],"gates":[…]} as the command-line contract says; figures that were not measured
/// are left out.
std::string toJson(const EvaluateReport &report);

} // namespace snug
