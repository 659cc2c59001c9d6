// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Pieces of the kernel's graphics interface (DRM) that its two probes share. For the .cpp files and tests of this room;
// others call readDrmMemory().

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace snug {

/// "0000:01:00.0", lower case, from any way a PCI address is written ("00000000:01:00.0", "0000:0A:00.0"); empty when
/// `text` is none.
std::string normalBusId(std::string_view text);

/// Bytes that this process holds in the cards' own memory, by PCI address: /proc/self/fdinfo, as the kernel's
/// drm-usage-stats says. A client seen through several descriptors counts once. A card whose driver names a memory of
/// its own is listed even with 0 bytes.
std::map<std::string, std::uint64_t> readDrmClients(const std::string &procRoot);

} // namespace snug
