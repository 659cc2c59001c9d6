// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The sub-commands: each adds itself to the parser and, when chosen, runs and gives the exit code.

#pragma once

#include <functional>
#include <memory>

namespace CLI {
class App;
}

namespace snug::cli {

/// What the chosen sub-command does; set by its callback while parsing.
using Action = std::function<int()>;

void addInspect(CLI::App &app, Action &action);
void addModels(CLI::App &app, Action &action);
void addPlan(CLI::App &app, Action &action);
void addQuantize(CLI::App &app, Action &action);
void addEvaluate(CLI::App &app, Action &action);
void addGenerate(CLI::App &app, Action &action);
void addCompare(CLI::App &app, Action &action);
void addImatrix(CLI::App &app, Action &action);
void addTokenize(CLI::App &app, Action &action);
void addDevices(CLI::App &app, Action &action);
void addBench(CLI::App &app, Action &action);

} // namespace snug::cli
