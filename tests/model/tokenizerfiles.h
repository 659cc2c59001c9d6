// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Helpers of the tests of this room: a folder of tokenizer files, and lists out of GGUF metadata.

#pragma once

#include "core/model/json.h"
#include "core/model/tokenizerkeys.h"
#include "tests/model/modelfiles.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>

namespace snug::test {

using Json = nlohmann::json;

inline const char *why(const Result<TokenizerKeys> &keys) { return keys ? "read" : keys.error().message.c_str(); }

inline std::vector<std::string> texts(const GgufMetadata &metadata, std::string_view key)
{
    const GgufValue *value = metadata.find(key);
    return value ? value->asStrings().value_or(std::vector<std::string>()) : std::vector<std::string>();
}

inline std::vector<double> numbers(const GgufMetadata &metadata, std::string_view key)
{
    const GgufValue *value = metadata.find(key);
    return value ? value->asNumbers().value_or(std::vector<double>()) : std::vector<double>();
}

class TokenizerBench
{
public:
    TokenizerBench() : m_path(m_folder.path().toStdString()) {}
    const std::filesystem::path &path() const { return m_path; }
    /// Puts a file of the shared data's "tokenizers" under `name`.
    bool link(const std::string &shared, const char *name) const
    {
        std::error_code error;
        std::filesystem::create_symlink(std::filesystem::absolute(sharedData("tokenizers/" + shared)), m_path / name,
                                        error);
        return !error;
    }
    bool write(const std::string &name, std::string_view text) const { return writeText(m_path / name, text); }
    Result<TokenizerKeys> read(std::uint32_t size, const Json &config = Json::object()) const
    {
        return readTokenizerKeys(m_path, JsonTree({config}), size);
    }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path;
};

} // namespace snug::test
