// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// GGUF files: reading headers (versions 2 and 3) and writing whole files (version 3). Knows bytes, not models.

#pragma once

#include "core/base/atomicfile.h"
#include "core/base/inputfile.h"
#include "core/base/result.h"
#include "core/formats/ggufvalue.h"
#include "core/formats/tensortype.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace snug {

/// One tensor as the header describes it. dims[0] is the row length.
struct GgufTensor
{
    std::string name;
    std::vector<std::uint64_t> dims;
    TensorType type = TensorType::F32;
    std::uint64_t offset = 0;    ///< from the start of the file
    std::uint64_t sizeBytes = 0;
};

struct GgufHeader
{
    std::uint32_t version = 3;
    std::uint32_t alignment = 32;
    GgufMetadata metadata;
    std::vector<GgufTensor> tensors; ///< in file order
    std::uint64_t dataOffset = 0;
};

/// Reads and validates the header: counts, lengths, types, shapes, offsets and overlaps against the file's size. Nothing
/// is allocated by a count before the bytes for it are known to exist. Reads no tensor data.
/// Errors: BadInput with file and byte offset. Source: GGUF specification (docs/gguf.md of the reference).
Result<GgufHeader> readGgufHeader(const InputFile &file);

/// Writes a version 3 file in one forward pass: header first, then each tensor's bytes in the order declared.
class GgufWriter
{
public:
    struct Tensor
    {
        std::string name;
        std::vector<std::uint64_t> dims;
        TensorType type = TensorType::F32;
    };

    /// Size of the file these would make; nothing on overflow or when a row does not divide into blocks.
    static std::optional<std::uint64_t> fileBytes(const GgufMetadata &metadata, std::span<const Tensor> tensors);

    /// Creates TARGET.part, reserves the space and writes the header. Alignment of data is 32.
    static Result<GgufWriter> create(const std::filesystem::path &target, const GgufMetadata &metadata,
                                     std::vector<Tensor> tensors, Overwrite overwrite);
    /// Appends bytes of the current tensor; when it is complete, pads and moves on to the next.
    Result<void> append(std::span<const std::byte> bytes);
    /// Errors: Internal when tensor bytes are missing; Io. After it the target is there, complete.
    Result<void> commit();
    void discard();
    /// SHA-256 of all bytes of the file, lower-case hex. Valid after commit().
    const std::string &sha256() const { return m_sha256; }
    std::uint64_t sizeBytes() const { return m_file.sizeBytes(); }

private:
    explicit GgufWriter(AtomicFile file);
    Result<void> write(std::span<const std::byte> bytes);

    AtomicFile m_file;
    std::vector<Tensor> m_tensors;
    std::size_t m_current = 0;
    std::uint64_t m_left = 0;
    std::string m_sha256;
};

} // namespace snug
