// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/importanceinfo.h"

#include "core/formats/bytesource.h"
#include "core/formats/imatrix.h"

#include <array>
#include <string_view>

namespace snug {

namespace {

bool beginsAsGguf(const ByteSource &source)
{
    std::array<char, 4> first{};
    return source.sizeBytes() >= first.size() && source.readAt(0, std::as_writable_bytes(std::span(first))) &&
           std::string_view(first.data(), first.size()) == "GGUF";
}

} // namespace

Result<ImportanceInfo> inspectImportance(const std::filesystem::path &path)
{
    auto file = InputFile::open(path);
    SNUG_TRY(file);
    const FileSource source(*file);
    auto matrix = readImatrix(source);
    SNUG_TRY(matrix);
    return ImportanceInfo{beginsAsGguf(source) ? "GGUF" : "dat", matrix->entries.size(), matrix->datasets,
                          matrix->chunkCount};
}

} // namespace snug
