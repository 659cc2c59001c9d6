// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/catalogentry.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

std::string firstSentence(const std::string &text)
{
    const std::size_t end = std::min(text.find(". "), text.find("; "));
    return end == std::string::npos ? text : text.substr(0, end) + '.';
}

// "7.6 B", "135 M": two digits are enough to tell models apart.
std::string shortCount(std::uint64_t count)
{
    constexpr std::pair<double, char> kUnits[] = {{1e12, 'T'}, {1e9, 'B'}, {1e6, 'M'}, {1e3, 'K'}};
    for (const auto &[unit, letter] : kUnits) {
        const double scaled = static_cast<double>(count) / unit;
        if (scaled >= 0.9995)
            return fmt::format("{:.{}f} {}", scaled, scaled < 9.95 ? 1 : 0, letter);
    }
    return fmt::format("{}", count);
}

} // namespace

std::string messageWithoutPath(const Error &error)
{
    const std::size_t end = error.file.empty() || !error.message.starts_with(error.file)
                                ? std::string::npos
                                : error.message.find(": ", error.file.size());
    return end == std::string::npos ? error.message : error.message.substr(end + 2);
}

CatalogEntry entryOfModel(const std::filesystem::path &path, std::string name, const Result<Model> &model)
{
    CatalogEntry entry;
    entry.path = path;
    entry.name = std::move(name);
    if (!model) {
        entry.usable = false;
        entry.detail = firstSentence(messageWithoutPath(model.error()));
        return entry;
    }
    entry.sizeBytes = model->sourceBytes;
    entry.usable = model->supported;
    entry.detail = model->supported ? fmt::format("{} \u00B7 {}", shortCount(model->parameterCount), model->mainType)
                                    : firstSentence(model->unsupportedReason);
    return entry;
}

} // namespace snug
