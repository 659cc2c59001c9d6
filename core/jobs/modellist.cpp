// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/modellist.h"

#include "core/jobs/json.h"

namespace snug {

std::string toJson(const Catalog &catalog)
{
    Json json{{"models", Json::array()}, {"places", Json::array()}};
    for (const CatalogEntry &entry : catalog.entries)
        json["models"].push_back({{"name", entry.name},
                                  {"path", entry.path.string()},
                                  {"place", entry.group},
                                  {"detail", entry.detail},
                                  {"bytes", entry.sizeBytes},
                                  {"usable", entry.usable},
                                  {"partial", entry.partial}});
    for (const CatalogPlace &place : catalog.places)
        json["places"].push_back({{"name", place.name},
                                  {"path", place.path.string()},
                                  {"exists", place.exists},
                                  {"models", place.modelCount},
                                  {"problem", place.problem}});
    return printed(json);
}

} // namespace snug
