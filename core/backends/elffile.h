// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whether a shared library is whole. The system's loader maps one that was cut short and then dies of it (SIGBUS).

#pragma once

#include <filesystem>
#include <string>

namespace snug {

/// Empty for a 64-bit ELF library whose segments and section table lie within the file; else what is wrong: "it was cut
/// short: the file ends after 48.8 KiB". Any thread.
std::string whyNotWhole(const std::filesystem::path &library);

} // namespace snug
