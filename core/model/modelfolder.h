// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What lies in one folder, as far as models are concerned, and marks that change when it does. Opens no file.

#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace snug {

/// A number made of names, sizes and times of files: it is the same again only while none of them has changed.
struct FileMark
{
    std::uint64_t value = 0;
    /// The newest change lies back long enough that another one would show in a file's time.
    bool settled = true;

    /// Takes one more file in; the order does not matter.
    void add(const FileMark &other);
};

/// The mark of one file, links followed; not settled when it is not there.
FileMark markOfFile(const std::filesystem::path &path);

/// Everything by name, so that the answer does not depend on the file system. Links are followed.
struct ModelFolder
{
    struct File
    {
        std::filesystem::path path;
        FileMark mark;
    };
    struct Begun
    {
        std::filesystem::path path;
        std::uint64_t sizeBytes = 0;
    };

    std::vector<std::filesystem::path> folders; ///< without hidden ones and NAME.part
    std::vector<File> ggufs;
    std::vector<std::filesystem::path> safetensors;
    std::vector<std::filesystem::path> lostGgufs; ///< links to GGUF files that are not there
    std::vector<Begun> begunGgufs;                ///< NAME.gguf.part
    std::vector<Begun> begunWeights;              ///< NAME.safetensors.part, .incomplete and others
    FileMark mark;                                ///< of all files together
    bool hasConfig = false;
    bool hasPickle = false;
    bool hasAdapter = false; ///< adapter_config.json
    bool isCut = false;      ///< there are more entries than are looked at
};

/// At most 4000 entries are looked at. A folder that cannot be read is empty.
ModelFolder lookIntoFolder(const std::filesystem::path &folder);

} // namespace snug
