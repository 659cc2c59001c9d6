// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A model opened to be computed: its headers, its tokenizer, and its forward pass once the room is known.

#pragma once

#include "core/jobs/measure/measurecontext.h"
#include "core/jobs/measure/measureroom.h"
#include "core/tokenizer/tokenizer.h"

#include <memory>
#include <string>
#include <vector>

namespace snug {

struct MeasuredModel
{
    std::string asked; ///< as it was named
    Model model;
    ModelShape shape; ///< refers to `model`
    Tokenizer tokenizer;
    std::unique_ptr<ForwardPass> pass; ///< after openPass()

    /// The token that begins every text, where the vocabulary adds one.
    std::optional<std::int32_t> beginMark() const;
};

/// Errors: those of openModel(), Tokenizer and modelShape().
Result<std::unique_ptr<MeasuredModel>> openMeasured(const std::string &path);

/// Errors: those of ForwardPass::open().
Result<void> openPass(MeasuredModel &model, const MeasureRoom &room, MeasureContext &context);

/// Whether two models can be compared token by token. Errors: BadInput telling how the vocabularies differ.
Result<void> checkSameVocabulary(const MeasuredModel &base, const MeasuredModel &other);

} // namespace snug
