// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/contextnote.h"

#include <fmt/format.h>

namespace snug {

namespace {

std::string scalingText(const Model &model)
{
    const auto key = [&](const char *name) { return fmt::format("{}.rope.scaling.{}", model.architecture, name); };
    const std::string type = model.metadata.stringAt(key("type")).value_or("none");
    if (type == "none")
        return "no scaling";
    std::string text = type + " scaling";
    if (const auto factor = model.metadata.numberAt(key("factor")))
        text += fmt::format(" by {}", *factor);
    if (const auto original = model.metadata.unsignedAt(key("original_context_length")))
        text += fmt::format(" from {} tokens", *original);
    return text;
}

std::string factorsText(const ModelShape &shape, std::uint64_t context)
{
    if (shape.ropeFactors != kNoTensor)
        return ", the factors of rope_freqs.weight";
    if (context > shape.originalContext && shape.longFactors != kNoTensor)
        return ", the long factors";
    return shape.shortFactors != kNoTensor ? ", the short factors" : "";
}

} // namespace

std::string contextNote(const ModelShape &shape, std::uint64_t context)
{
    const std::uint64_t known = shape.model->hyper.contextLength;
    if (known == 0 || context <= known)
        return {};
    return fmt::format("The context of {} tokens is longer than the {} that {} was made for; positions beyond turn "
                       "on by the model's own rope settings (base {}, {}{}), and the text may get worse there.",
                       context, known, shape.model->name, shape.ropeBase, scalingText(*shape.model),
                       factorsText(shape, context));
}

} // namespace snug
