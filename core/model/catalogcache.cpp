// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What earlier searches for models read.

#include "core/model/catalog.h"

namespace snug {

void CatalogCache::beginSearch()
{
    for (auto &[path, kept] : m_kept)
        kept.met = false;
}

const CatalogEntry *CatalogCache::find(const std::filesystem::path &path, std::uint64_t mark)
{
    const auto found = m_kept.find(path);
    if (found == m_kept.end() || found->second.mark != mark)
        return nullptr;
    found->second.met = true;
    return &found->second.entry;
}

void CatalogCache::keep(const CatalogEntry &entry, std::uint64_t mark) { m_kept[entry.path] = {entry, mark, true}; }

void CatalogCache::endSearch()
{
    std::erase_if(m_kept, [](const auto &item) { return !item.second.met; });
}

} // namespace snug
