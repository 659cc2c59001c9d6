// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What this process holds on each card, from the descriptors of its open DRM files. The keys are those of the kernel's
// documentation of DRM client usage stats.

#include "core/base/sizes.h"
#include "core/base/smallfile.h"
#include "core/memory/drm.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace snug {

namespace {

constexpr int kMostDescriptors = 4096; // a look stays cheap in a process with very many files

/// One open DRM file. `bytesOf` is by region ("vram", "vram0", "local0"), with the rank of the key it came from.
struct Client
{
    std::string busId, id;
    std::map<std::string, std::pair<int, std::uint64_t>, std::less<>> bytesOf;
};

/// "24 MiB", "192 KiB", "4096": bytes.
std::optional<std::uint64_t> bytesIn(std::string_view value)
{
    const auto words = splitWords(value);
    if (words.empty() || words.size() > 2)
        return std::nullopt;
    const auto number = parseNumber(words[0]);
    if (!number || words.size() == 1)
        return number;
    if (words[1] == "KiB")
        return checkedMul(*number, std::uint64_t{1} << 10);
    if (words[1] == "MiB")
        return checkedMul(*number, std::uint64_t{1} << 20);
    return std::nullopt;
}

/// Memory of the card itself: amdgpu says "vram", xe "vram0", i915 "local0". The rest is system memory.
bool isOnCard(std::string_view region) { return region.starts_with("vram") || region.starts_with("local"); }

/// Splits "drm-resident-vram0" into its rank and its region. What is resident is the truth; "memory" is the older word
/// for it; "total" counts buffers that have been moved out, too.
std::optional<std::pair<int, std::string_view>> memoryKey(std::string_view key)
{
    constexpr std::pair<std::string_view, int> kKinds[] = {{"drm-total-", 1}, {"drm-memory-", 2}, {"drm-resident-", 3}};
    for (const auto &[prefix, rank] : kKinds)
        if (key.starts_with(prefix) && isOnCard(key.substr(prefix.size())))
            return std::pair(rank, key.substr(prefix.size()));
    return std::nullopt;
}

void takeLine(std::string_view key, std::string_view value, Client &client)
{
    const auto words = splitWords(value);
    if (key == "drm-pdev" && words.size() == 1)
        client.busId = normalBusId(words[0]);
    else if (key == "drm-client-id" && words.size() == 1)
        client.id = words[0];
    const auto kind = memoryKey(key);
    const auto bytes = kind ? bytesIn(value) : std::nullopt;
    if (!bytes)
        return;
    auto &kept = client.bytesOf[std::string(kind->second)];
    if (kind->first > kept.first)
        kept = {kind->first, *bytes};
}

Client clientIn(std::string_view text)
{
    Client client;
    for (const std::string_view line : splitLines(text))
        if (const std::size_t colon = line.find(':'); colon != std::string_view::npos)
            takeLine(line.substr(0, colon), line.substr(colon + 1), client);
    return client;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b)
{
    return checkedAdd(a, b).value_or(std::numeric_limits<std::uint64_t>::max());
}

} // namespace

std::string normalBusId(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'F' ? char(c + 32) : c; });
    const std::size_t tail = std::string_view(":01:00.0").size();
    if (lower.size() < tail + 1 || lower.size() > tail + 8)
        return {};
    std::string domain = lower.substr(0, lower.size() - tail);
    const std::string rest = lower.substr(lower.size() - tail);
    if (rest[0] != ':' || rest[3] != ':' || rest[6] != '.')
        return {};
    for (const char c : domain + rest.substr(1, 2) + rest.substr(4, 2) + rest.substr(7))
        if (kHex.find(c) == std::string_view::npos)
            return {};
    domain.erase(0, std::min(domain.find_first_not_of('0'), domain.size()));
    return std::string(domain.size() < 4 ? 4 - domain.size() : 0, '0') + domain + rest;
}

std::map<std::string, std::uint64_t> readDrmClients(const std::string &procRoot)
{
    std::map<std::string, std::uint64_t> oursOf;
    std::set<std::pair<std::string, std::string>> seen;
    std::error_code fault;
    std::filesystem::directory_iterator entry(procRoot + "/self/fdinfo", fault), end;
    for (int count = 0; !fault && entry != end && count < kMostDescriptors; entry.increment(fault), ++count) {
        const auto text = readSmallFile(entry->path().string());
        if (!text || text->find("drm-pdev") == std::string::npos)
            continue;
        const Client client = clientIn(*text);
        // Ids are unique for each card. Drivers that give none (before Linux 5.19) tell no memory either.
        if (client.busId.empty() || client.id.empty() || client.bytesOf.empty() ||
            !seen.emplace(client.busId, client.id).second)
            continue;
        std::uint64_t &ours = oursOf[client.busId];
        for (const auto &[region, kept] : client.bytesOf)
            ours = plus(ours, kept.second);
    }
    return oursOf;
}

} // namespace snug
