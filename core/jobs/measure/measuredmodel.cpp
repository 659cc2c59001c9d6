// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/measuredmodel.h"

#include "core/backends/backends.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

std::optional<std::int32_t> MeasuredModel::beginMark() const
{
    const auto around = tokenizer.encode("");
    return !around.empty() && tokenizer.bos() == around.front() ? tokenizer.bos() : std::nullopt;
}

Result<std::unique_ptr<MeasuredModel>> openMeasured(const std::string &path)
{
    auto model = openModel(path, TokenizerFiles::Read, QuantizedFolders::Decode);
    SNUG_TRY(model);
    if (!model->supported)
        return fail(ErrorCode::Unsupported, model->unsupportedReason, model->path.string());
    auto tokenizer = Tokenizer::fromMetadata(model->metadata);
    SNUG_TRY(tokenizer);
    auto made =
        std::unique_ptr<MeasuredModel>(new MeasuredModel{path, std::move(*model), {}, std::move(*tokenizer), nullptr});
    auto shape = modelShape(made->model);
    SNUG_TRY(shape);
    made->shape = std::move(*shape);
    return made;
}

Result<void> openPass(MeasuredModel &model, const MeasureRoom &room, MeasureContext &context)
{
    const Backends &backends = context.backends ? *context.backends : Backends::ofProgram();
    auto device = backends.open("cpu");
    if (!device)
        return fail(deviceError(device.error()));
    auto pass = ForwardPass::open(model.model, *device, context.ledger, room.options);
    SNUG_TRY(pass);
    model.pass = std::move(*pass);
    return {};
}

Result<void> checkSameVocabulary(const MeasuredModel &base, const MeasuredModel &other)
{
    const auto differ = [&](std::string_view how) {
        return fail(ErrorCode::BadInput,
                    fmt::format("{} and {} have different vocabularies: {}. Compare variants of one model.",
                                base.model.path.string(), other.model.path.string(), how));
    };
    if (base.shape.vocabulary != other.shape.vocabulary)
        return differ(fmt::format("{} tokens and {}", base.shape.vocabulary, other.shape.vocabulary));
    for (std::size_t id = 0; id < std::max(base.tokenizer.size(), other.tokenizer.size()); ++id) {
        const auto number = static_cast<std::int32_t>(id);
        if (base.tokenizer.piece(number) != other.tokenizer.piece(number))
            return differ(fmt::format("token {} is not the same text", id));
    }
    return {};
}

} // namespace snug
