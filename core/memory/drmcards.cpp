// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Cards as the kernel lists them in /sys/class/drm, but for NVIDIA's, whose driver tells nothing there. Which files a
// driver has: amdgpu mem_info_vram_total and _used, xe a size for each tile, i915 (Intel's own builds)
// lmem_total_bytes.

#include "core/base/sizes.h"
#include "core/base/smallfile.h"
#include "core/memory/drm.h"
#include "core/memory/probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace snug {

namespace {

constexpr std::uint64_t kMostCardBytes = std::uint64_t{1} << 50; // what is larger is no size
constexpr int kMostTiles = 16;
constexpr int kMostEntries = 1024;
constexpr std::size_t kLongestName = 64;

std::uint64_t bytesOf(const std::string &path)
{
    const std::uint64_t bytes = parseNumber(readSmallFile(path).value_or("")).value_or(0);
    return bytes <= kMostCardBytes ? bytes : 0;
}

/// The value of a line "NAME=value"; empty when there is none.
std::string valueOf(std::string_view text, std::string_view name)
{
    for (const std::string_view line : splitLines(text))
        if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == '=')
            return std::string(line.substr(name.size() + 1));
    return {};
}

/// "0x1002\n" as "1002"; empty when it is no such number.
std::string hexIn(const std::string &path)
{
    const std::string text = readSmallFile(path).value_or("");
    const auto words = splitWords(text);
    if (words.size() != 1 || words[0].size() != 6 || !words[0].starts_with("0x") ||
        words[0].substr(2).find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
        return {};
    return std::string(words[0].substr(2));
}

std::string makerWords(const std::string &vendor)
{
    if (vendor == "1002")
        return "AMD graphics card";
    if (vendor == "8086")
        return "Intel graphics card";
    return "graphics card";
}

/// The name its maker wrote into the card, where it is plain text; else maker and number.
std::string nameOf(const std::string &device, const std::string &vendor)
{
    const std::string text = readSmallFile(device + "/product_name").value_or("");
    const auto lines = splitLines(text);
    if (lines.size() == 1 && lines[0].size() <= kLongestName && !splitWords(lines[0]).empty() &&
        std::ranges::all_of(lines[0], [](char c) { return c >= ' ' && c <= '~'; }))
        return std::string(lines[0]);
    const std::string number = hexIn(device + "/device");
    return number.empty() ? makerWords(vendor) : fmt::format("{} {}:{}", makerWords(vendor), vendor, number);
}

std::uint64_t totalOf(const std::string &card)
{
    if (const std::uint64_t bytes = bytesOf(card + "/device/mem_info_vram_total"); bytes > 0)
        return bytes;
    std::uint64_t tiles = 0;
    for (int tile = 0; tile < kMostTiles; ++tile)
        tiles += bytesOf(fmt::format("{}/device/tile{}/physical_vram_size_bytes", card, tile));
    return tiles > 0 ? tiles : bytesOf(card + "/lmem_total_bytes");
}

/// amdgpu names the maker of a card's memory chips; a chip inside the processor has none of its own, and the kernel
/// lets it use more of the system's memory (GTT) than was set aside.
bool isIntegrated(const std::string &device, std::uint64_t totalBytes)
{
    const std::string chips = readSmallFile(device + "/mem_info_vram_vendor").value_or("unknown");
    const std::uint64_t shared = bytesOf(device + "/mem_info_gtt_total");
    return shared > totalBytes && (splitWords(chips).empty() || splitWords(chips)[0] == "unknown");
}

bool isCard(const std::string &name)
{
    constexpr std::string_view kPrefix = "card"; // and not "card0-HDMI-A-1", an outlet of it
    return name.size() > kPrefix.size() && name.starts_with(kPrefix) &&
           name.find_first_not_of("0123456789", kPrefix.size()) == std::string::npos;
}

std::optional<GpuMemory> readCard(const std::string &card, const std::map<std::string, std::uint64_t> &oursOf)
{
    const std::string device = card + "/device";
    const std::string event = readSmallFile(device + "/uevent").value_or("");
    const std::string vendor = hexIn(device + "/vendor");
    GpuMemory found;
    found.busId = normalBusId(valueOf(event, "PCI_SLOT_NAME"));
    if (found.busId.empty() || vendor == "10de") // NVIDIA's own library tells more
        return std::nullopt;
    const auto ours = oursOf.find(found.busId);
    found.totalBytes = totalOf(card);
    if (found.totalBytes == 0 && ours == oursOf.end())
        return std::nullopt; // it has no memory of its own, or says nothing of it
    found.name = nameOf(device, vendor);
    found.integrated = found.totalBytes > 0 && isIntegrated(device, found.totalBytes);
    found.driver = valueOf(event, "DRIVER");
    found.oursBytes = ours == oursOf.end() ? 0 : ours->second;
    if (found.totalBytes > 0)
        found.oursBytes = std::min(found.oursBytes, found.totalBytes);
    found.usedBytes = std::max(bytesOf(device + "/mem_info_vram_used"), found.oursBytes);
    if (found.totalBytes > 0)
        found.usedBytes = std::min(found.usedBytes, found.totalBytes);
    return found;
}

} // namespace

std::vector<GpuMemory> readDrmMemory(const std::string &drmRoot, const std::string &procRoot)
{
    std::vector<std::string> cards;
    std::error_code fault;
    std::filesystem::directory_iterator entry(drmRoot, fault), end;
    for (int count = 0; !fault && entry != end && count < kMostEntries; entry.increment(fault), ++count)
        if (isCard(entry->path().filename().string()))
            cards.push_back(entry->path().string());
    if (cards.empty())
        return {};
    const auto oursOf = readDrmClients(procRoot);
    std::vector<GpuMemory> found;
    for (const std::string &path : cards)
        if (auto card = readCard(path, oursOf))
            found.push_back(std::move(*card));
    std::ranges::sort(found, {}, &GpuMemory::busId);
    for (std::size_t i = 0; i < found.size(); ++i)
        found[i].id = fmt::format("gpu:{}", i);
    return found;
}

} // namespace snug
