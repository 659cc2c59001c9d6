// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli inspect: what a model is and holds.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/inspect.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace snug::cli {

namespace {

std::string shapeText(const std::vector<std::uint64_t> &shape) { return fmt::format("{}", fmt::join(shape, " x ")); }

std::string headings(const Inspection &inspection)
{
    const ModelSummary &model = inspection.model;
    const Hyperparameters &hyper = model.hyper;
    std::string text = fmt::format("{}\n{}, {} parameters, {}, {}, {} tensors\n", printable(model.name),
                                   printable(model.architectureName), formatCount(model.parameterCount), model.mainType,
                                   formatBytes(model.sourceBytes), model.tensorCount);
    if (hyper.layerCount > 0)
        text += fmt::format("{} layers, {} / {} heads, context {}, KV {} per token\n", hyper.layerCount,
                            hyper.headCount, hyper.headCountKv, hyper.contextLength,
                            formatBytes(static_cast<std::uint64_t>(hyper.kvBytesPerToken(2))));
    if (!inspection.supported)
        text += fmt::format("cannot be quantized: {}\n", printable(inspection.unsupportedReason));
    for (const std::string &note : model.notes)
        text += fmt::format("note: {}\n", printable(note));
    return text;
}

int inspectCommand(const std::string &path, Format format)
{
    auto inspection = inspect(path);
    if (!inspection)
        return answerError(inspection.error(), format);
    if (format == Format::Json)
        return answer(toJson(*inspection) + "\n");
    Table table({"Tensor", ">Shape", "Type", ">Size"});
    for (const Inspection::Tensor &tensor : inspection->tensors)
        table.add({printable(tensor.name), shapeText(tensor.shape), std::string(tensorTypeName(tensor.type)),
                   formatBytes(tensor.sizeBytes)});
    return answer(headings(*inspection) + "\n" + table.text());
}

} // namespace

void addInspect(CLI::App &app, Action &action)
{
    struct Words
    {
        std::string model;
        bool json = false;
    };
    auto words = std::make_shared<Words>();
    CLI::App *command = app.add_subcommand("inspect", "Show what a model is and holds, from its headers");
    command->add_option("MODEL", words->model, "GGUF, safetensors file, checkpoint folder, or cached repo id")
        ->required();
    command->add_flag("--json", words->json, "One JSON object on standard output");
    command->callback([words, &action] {
        action = [words] { return inspectCommand(words->model, words->json ? Format::Json : Format::Text); };
    });
}

} // namespace snug::cli
