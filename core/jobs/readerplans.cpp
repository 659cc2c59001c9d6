// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/readerplans.h"

#include "core/exporters/readers.h"

#include <algorithm>

namespace snug {

std::vector<ReaderPlan> readerPlans(const ExportView &view, const Variant &variant)
{
    const FolderPlan &folder = *variant.folder;
    std::vector<ReaderPlan> plans;
    for (const ReaderCheck &check : checkReaders(folder, view))
        plans.push_back({check.reader, std::string(readerVerdictName(check.verdict)), check.sentence, check.change,
                         loadCommand(check, folder.folder.string())});
    return plans;
}

std::vector<LoadCommand> loadCommands(const ExportView &view, const Variant &variant)
{
    std::vector<LoadCommand> commands;
    for (const ReaderPlan &one : readerPlans(view, variant))
        if (!one.command.empty() && std::ranges::find(commands, one.command, &LoadCommand::command) == commands.end())
            commands.push_back({variant.level, one.reader, one.command});
    return commands;
}

} // namespace snug
