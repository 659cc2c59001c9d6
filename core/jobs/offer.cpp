// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/offer.h"

#include "core/quant/filetype.h"

namespace snug {

std::vector<LevelOffer> offeredLevels(std::string_view method)
{
    std::vector<LevelOffer> levels;
    if (method != "gguf")
        return levels;
    for (const FileType &type : fileTypes())
        if (type.available)
            levels.push_back({std::string(type.name), std::string(type.description)});
    return levels;
}

} // namespace snug
