// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small files of a checkpoint read whole: JSON, and plain text.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace snug {

/// A JSON value from a file. What is inside only .cpp files see, through core/model/json.h. Movable.
class JsonTree
{
public:
    struct Content;

    JsonTree(); ///< an empty object
    explicit JsonTree(Content content);
    JsonTree(JsonTree &&other) noexcept;
    JsonTree &operator=(JsonTree &&other) noexcept;
    ~JsonTree();

    const Content &content() const { return *m_content; }
    Content &content() { return *m_content; }

private:
    std::unique_ptr<Content> m_content;
};

/// Reads a file of at most `maxBytes`. Errors: BadInput when it is larger; those of InputFile.
Result<std::string> readTextFile(const std::filesystem::path &path, std::uint64_t maxBytes);

/// Reads and parses a JSON object. Errors: BadInput naming the file.
Result<JsonTree> readJsonObject(const std::filesystem::path &path, std::uint64_t maxBytes = 64u << 20);

/// The same for a file that need not be there: an empty object then.
Result<JsonTree> readOptionalJsonObject(const std::filesystem::path &path, std::uint64_t maxBytes = 64u << 20);

} // namespace snug
