// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/carriedfiles.h"

#include "core/model/folderentries.h"
#include "core/model/modelcard.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace fs = std::filesystem;

namespace {

// clang-format off
constexpr std::string_view kFiles[] = {
    "tokenizer.json", "tokenizer_config.json", "tokenizer.model", "tekken.json", "vocab.json", "merges.txt",
    "special_tokens_map.json", "added_tokens.json", "generation_config.json", "chat_template.jinja",
    "chat_template.json", "preprocessor_config.json", "processor_config.json", "video_preprocessor_config.json",
};
// clang-format on
constexpr std::string_view kLegal[] = {"license", "licence", "notice", "use_policy"};

// Names of plain files of a folder, sorted. A link to a file is one: downloads are often kept so.
std::vector<std::string> fileNames(const fs::path &folder)
{
    std::vector<std::string> names;
    visitEntries(folder, [&](const fs::directory_entry &entry) {
        std::error_code ignored;
        const std::string name = entry.path().filename().string();
        if (entry.is_regular_file(ignored) && printable(name) == name)
            names.push_back(name);
    });
    std::ranges::sort(names);
    return names;
}

bool has(const std::vector<std::string> &names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

void noteMissing(ExportView &view, const std::vector<std::string> &names, const fs::path &folder)
{
    const auto isLicence = [](const std::string &name) {
        return isLicenceText(name) && lowered(name).starts_with("licen");
    };
    if (std::ranges::none_of(names, isLicence)) {
        const std::string licence = ModelCard::read(folder / "README.md").text("license");
        view.notes.push_back(licence.empty()
                                 ? "The folder has no licence file, so none goes along; look up the model's terms."
                                 : fmt::format("The folder has no licence file, so none goes along; its model card "
                                               "says \"{}\".",
                                               printable(licence, 80)));
    }
    if (!has(names, "generation_config.json"))
        view.notes.push_back("The folder has no generation_config.json, so readers use their own settings.");
    const bool tokenizer = has(names, "tokenizer.json") || has(names, "tokenizer.model") || has(names, "tekken.json") ||
                           (has(names, "vocab.json") && has(names, "merges.txt"));
    if (!tokenizer)
        view.notes.push_back("The folder has no tokenizer, so readers need one from elsewhere.");
}

void noteLeftOut(ExportView &view, const std::vector<std::string> &names)
{
    if (has(names, "README.md"))
        view.notes.push_back("README.md is left out, as it describes the weights the folder has now.");
    const auto isCode = [](const std::string &name) { return name.ends_with(".py"); };
    const auto code = std::ranges::count_if(names, isCode);
    if (code > 0)
        view.notes.push_back(fmt::format("{} Python {} ({}) {} left out; readers use their own code for the model.",
                                         code, code == 1 ? "file" : "files", *std::ranges::find_if(names, isCode),
                                         code == 1 ? "is" : "are"));
}

} // namespace

bool isLicenceText(std::string_view name)
{
    const std::string small = lowered(name);
    return !small.ends_with(".py") &&
           std::ranges::any_of(kLegal, [&](std::string_view start) { return small.starts_with(start); });
}

void carryFiles(ExportView &view, const fs::path &folder)
{
    const std::vector<std::string> names = fileNames(folder);
    for (const std::string &name : names)
        if (std::ranges::find(kFiles, name) != std::end(kFiles) || isLicenceText(name))
            view.files.push_back({name, folder / name, {}});
    for (const std::string &name : fileNames(folder / kTemplates))
        if (name.ends_with(".jinja"))
            view.files.push_back({fmt::format("{}/{}", kTemplates, name), folder / kTemplates / name, {}});
    noteMissing(view, names, folder);
    noteLeftOut(view, names);
}

} // namespace snug
