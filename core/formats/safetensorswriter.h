// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Writes one safetensors file whose tensors are known beforehand, in any order of bytes.

#pragma once

#include "core/base/result.h"
#include "core/base/sha256.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace snug {

/// The header comes first, then all tensors without gaps. Those whose size is a multiple of eight bytes come in the
/// order given, behind them the others, largest elements first: so every tensor lies on a multiple of its element's
/// size, which readers want. One thread at a time.
class SafetensorsWriter
{
public:
    struct Tensor
    {
        std::string name;
        std::string dtype; ///< "BF16", "U8", ...
        std::vector<std::uint64_t> shape;

        /// Nothing for an unknown dtype or on overflow.
        std::optional<std::uint64_t> sizeBytes() const;
    };

    /// Size of the file these would make; nothing on overflow, for an unknown dtype, a name that is not plain text or
    /// given twice, or a header beyond the format's 100 MB.
    static std::optional<std::uint64_t> fileBytes(std::span<const Tensor> tensors);

    /// Creates the file, which must not be there, reserves its space and writes the header, whose __metadata__ says
    /// {"format":"pt"}. The file has its final name at once: its folder is what appears late.
    /// Errors: Io, DoesNotFit (disk), Internal for tensors of which fileBytes() has nothing.
    static Result<SafetensorsWriter> create(const std::filesystem::path &path, std::vector<Tensor> tensors);

    SafetensorsWriter(SafetensorsWriter &&) noexcept;
    SafetensorsWriter &operator=(SafetensorsWriter &&) noexcept;
    ~SafetensorsWriter(); ///< closes; the file stays

    /// Bytes of tensor number `tensor` (as given to create()) from `offset` on, in any order. Errors: Internal past its
    /// end or once it is complete; DoesNotFit; Io.
    Result<void> writeAt(std::size_t tensor, std::uint64_t offset, std::span<const std::byte> bytes);
    /// All bytes of the tensor are there. What is complete from the start of the file on is read back and hashed. An
    /// empty tensor is complete from the start.
    Result<void> complete(std::size_t tensor);
    /// Hashes what is left and brings the file to the disk. Errors: Internal when a tensor is not complete; Io.
    Result<void> finish();

    /// SHA-256 of the file, lower-case hex. Valid after finish().
    const std::string &sha256() const;
    std::uint64_t sizeBytes() const;

private:
    struct State;
    explicit SafetensorsWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace snug
