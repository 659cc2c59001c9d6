// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// GGUF files: reading headers (versions 2 and 3) and writing whole files (version 3). Knows bytes, not models.

#pragma once

#include "core/base/atomicfile.h"
#include "core/base/inputfile.h"
#include "core/base/result.h"
#include "core/base/sha256.h"
#include "core/formats/ggufvalue.h"
#include "core/formats/tensortype.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

class ByteSource;

inline constexpr std::string_view kGgufAlignmentKey = "general.alignment";
/// Alignment of data in a file without the key.
inline constexpr std::uint32_t kGgufDefaultAlignment = 32;
/// Largest alignment read or written, 1 MiB. The format has no bound, but with a huge one a tiny model fills a disk.
inline constexpr std::uint32_t kGgufMaxAlignment = 1U << 20;
inline constexpr std::uint32_t kGgufMaxDims = 4;
inline constexpr std::uint64_t kGgufMaxTensorNameBytes = 63;

/// One tensor as the header describes it. dims[0] is the row length.
struct GgufTensor
{
    std::string name;
    std::vector<std::uint64_t> dims;
    TensorType type = TensorType::F32;
    std::uint64_t offset = 0; ///< from the start of the file
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

/// Reads and validates the header: counts, lengths, types, shapes, offsets and overlaps against the file's size.
/// Nothing is allocated by a count before the bytes for it are known to exist. Reads no tensor data.
/// Names and keys are plain UTF-8 (see names.h), unique and not empty; string values may hold any bytes. Which keys
/// there are is the model room's business: importance files have other ones.
/// Errors: BadInput with file and byte offset; Unsupported for another version or byte order, an unknown tensor type or
/// a list of lists. Source: GGUF specification (docs/gguf.md of the reference).
Result<GgufHeader> readGgufHeader(const InputFile &file);
Result<GgufHeader> readGgufHeader(const ByteSource &source);

/// Writes a version 3 file in one forward pass: header first, then each tensor's bytes in the order declared. The
/// header and every tensor, the last one too, are padded with zeros to the alignment, as the reference does. One thread
/// at a time.
class GgufWriter
{
public:
    struct Tensor
    {
        std::string name;
        std::vector<std::uint64_t> dims;
        TensorType type = TensorType::F32;
    };

    /// Size of the file these would make; nothing on overflow or when a row does not divide into blocks, and when
    /// create() would refuse them.
    static std::optional<std::uint64_t> fileBytes(const GgufMetadata &metadata, std::span<const Tensor> tensors);

    /// Creates TARGET.part, reserves the space and writes the header. Alignment of data is what general.alignment in
    /// `metadata` says, so that the file can always be read back, and 32 without that key.
    /// Errors: those of AtomicFile; Internal when names, dimensions, types or the alignment are not those of a sound
    /// file (callers have checked).
    static Result<GgufWriter> create(const std::filesystem::path &target, const GgufMetadata &metadata,
                                     std::vector<Tensor> tensors, Overwrite overwrite);
    /// Appends bytes of the current tensor; when it is complete, pads and moves on to the next.
    /// Errors: Internal for more bytes than the current tensor has left; those of AtomicFile.
    Result<void> append(std::span<const std::byte> bytes);
    /// True when all tensors have all their bytes.
    bool complete() const { return m_current == m_tensorBytes.size(); }
    /// Errors: Internal when tensor bytes are missing; Io. After it the target is there, complete.
    Result<void> commit();
    /// The first half of commit(): after it only the name is missing. So several files can appear together.
    Result<void> finish();
    void discard();
    /// Takes a committed file away again.
    void withdraw();
    /// SHA-256 of all bytes of the file, lower-case hex. Valid after commit().
    const std::string &sha256() const { return m_sha256; }
    std::uint64_t sizeBytes() const { return m_file.sizeBytes(); }

private:
    explicit GgufWriter(AtomicFile file);
    Result<void> write(std::span<const std::byte> bytes);

    AtomicFile m_file;
    Sha256 m_hash;
    std::vector<std::uint64_t> m_tensorBytes; // without padding
    std::size_t m_current = 0;
    std::uint64_t m_left = 0; // of the current tensor
    std::uint32_t m_alignment = kGgufDefaultAlignment;
    std::string m_sha256;
};

} // namespace snug
