// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli models: the models on this machine, also those that cannot be used, with the reason.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/modellist.h"

#include <CLI/CLI.hpp>

namespace snug::cli {

namespace {

int modelsCommand(const std::vector<std::string> &folders, Format format)
{
    const Catalog catalog = findModels({folders.begin(), folders.end()});
    if (format == Format::Json)
        return answer(toJson(catalog) + "\n");
    Table table({"Model", "Place", ">Size", "What it is", "Path"});
    for (const CatalogEntry &entry : catalog.entries)
        table.add({printable(entry.name), printable(entry.group), entry.usable ? formatBytes(entry.sizeBytes) : "",
                   printable(entry.detail), printable(entry.path.string())});
    std::string text = catalog.entries.empty() ? std::string() : table.text();
    for (const CatalogPlace &place : catalog.places)
        if (!place.problem.empty())
            text += printable(place.name) + ": " + printable(place.path.string()) + " " + place.problem + "\n";
        else if (place.modelCount == 0)
            text += printable(place.name) + ": " + (place.exists ? "no models in " : "there is no ") +
                    printable(place.path.string()) + "\n";
    return answer(text);
}

} // namespace

void addModels(CLI::App &app, Action &action)
{
    struct Words
    {
        std::vector<std::string> folders;
        bool json = false;
    };
    auto words = std::make_shared<Words>();
    CLI::App *command = app.add_subcommand("models", "List the models that are on this machine, from their headers");
    command->add_option("FOLDER", words->folders,
                        "Folders to look in, besides the Hugging Face cache and those of LM Studio and Ollama");
    command->add_flag("--json", words->json, "One JSON object on standard output");
    command->callback([words, &action] {
        action = [words] { return modelsCommand(words->folders, words->json ? Format::Json : Format::Text); };
    });
}

} // namespace snug::cli
