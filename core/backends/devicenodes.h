// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A look for graphics cards that starts no driver.

#pragma once

#include <string>

namespace snug {

/// Whether the system shows anything a card's driver makes: without, asking drivers would only cost their memory
/// (50 MiB and more). Reads a folder or two. Any thread.
bool cardsMayExist(const std::string &devRoot = "/dev");

} // namespace snug
