// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli devices: what there is to work on, and what could not be opened, with the reason.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "app/cli/table.h"
#include "core/base/sizes.h"
#include "core/jobs/devices.h"

#include <CLI/CLI.hpp>

namespace snug::cli {

namespace {

int devicesCommand(Format format)
{
    const DeviceList list = findDevices();
    if (format == Format::Json)
        return answer(toJson(list) + "\n");
    Table table({"Device", "Name", "Driver", ">Memory", ">Free", "Quantizes", "Remark"});
    for (const Device &device : list.devices)
        table.add({device.id, printable(device.name), printable(device.driver), formatBytes(device.totalBytes),
                   formatBytes(device.freeBytes), device.quantizes ? "yes" : "no", printable(device.remark)});
    std::string text = table.text();
    for (const std::string &reason : list.notLoaded)
        text += "not loaded: " + printable(reason) + "\n";
    return answer(text);
}

} // namespace

void addDevices(CLI::App &app, Action &action)
{
    auto json = std::make_shared<bool>(false);
    CLI::App *command = app.add_subcommand("devices", "List processors and cards, and what could not be opened");
    command->add_flag("--json", *json, "One JSON object on standard output");
    command->callback(
        [json, &action] { action = [json] { return devicesCommand(*json ? Format::Json : Format::Text); }; });
}

} // namespace snug::cli
