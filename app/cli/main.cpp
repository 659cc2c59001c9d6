// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli: everything the window does, for scripts and terminals.

#include "app/cli/answer.h"
#include "app/cli/command.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>

namespace {

/// Wrong usage is one sentence and exit code 2; help and version are answers.
int answerParse(const CLI::App &app, const CLI::ParseError &error, snug::cli::Format format)
{
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
        return app.exit(error);
    std::string message = error.what();
    if (!message.ends_with('.'))
        message += '.';
    return snug::cli::answerError({snug::ErrorCode::Usage, message + " See snug-cli --help.", {}, std::nullopt, {}},
                                  format);
}

/// Parsing failed, so the words are looked at as they came.
snug::cli::Format wantedFormat(int argc, char **argv)
{
    const bool json =
        std::any_of(argv, argv + argc, [](const char *word) { return std::string_view(word) == "--json"; });
    return json ? snug::cli::Format::Json : snug::cli::Format::Text;
}

} // namespace

int main(int argc, char **argv)
{
    CLI::App app("Quantizes language models so that they fit this machine.", "snug-cli");
    app.set_version_flag("--version", "snug-cli " SNUG_VERSION);
    app.require_subcommand(1);
    snug::cli::Action action;
    snug::cli::addInspect(app, action);
    snug::cli::addModels(app, action);
    snug::cli::addPlan(app, action);
    snug::cli::addQuantize(app, action);
    snug::cli::addEvaluate(app, action);
    snug::cli::addGenerate(app, action);
    snug::cli::addCompare(app, action);
    snug::cli::addImatrix(app, action);
    snug::cli::addTokenize(app, action);
    snug::cli::addDevices(app, action);
    snug::cli::addBench(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return answerParse(app, error, wantedFormat(argc, argv));
    }
    return action();
}
