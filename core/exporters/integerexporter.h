// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What formats of integer codes in groups share. Choosing codes and packing them are two steps here, so that a method
// that chooses codes in its own way (GPTQ, AWQ) writes the same files.

#pragma once

#include "core/exporters/exporter.h"
#include "core/kernels/checkpoint/groupkernels.h"

namespace snug {

/// Codes of whole rows and what they are worth: (code - zero) * scale. Points into memory of someone else.
struct IntegerCodes
{
    std::uint64_t rows = 0, cols = 0;
    std::uint64_t groups = 0;      ///< of one row
    std::uint8_t *codes = nullptr; ///< [rows * cols], 0 .. 2^bits - 1
    float *scales = nullptr;       ///< [rows * groups], already rounded to what they are stored as
    std::uint8_t *zeros = nullptr; ///< [rows * groups]; 2^(bits - 1) where the scheme is symmetric
};

class IntegerExporter : public Exporter
{
public:
    using Exporter::Exporter;

    /// How codes must be chosen to fit the format.
    virtual kernels::IntegerCoding coding(const Matrix &matrix) const = 0;
    /// Weights that share a scale: the scheme's, or the whole row.
    std::uint64_t groupLength(const Matrix &matrix) const;
    std::uint64_t groupsPerRow(const Matrix &matrix) const { return matrix.cols / groupLength(matrix); }

    /// The bytes of encode() from codes that are there. Allocates nothing.
    virtual void pack(const MatrixSlice &slice, const IntegerCodes &codes, std::span<std::byte> out) const = 0;
    /// The other way round: fills what `codes` points to.
    virtual void unpack(const MatrixSlice &slice, std::span<const std::byte> encoded,
                        const IntegerCodes &codes) const = 0;

    /// Rows too short, or that do not divide into groups. Formats add what else they cannot hold.
    std::string whyNot(const Matrix &matrix) const override;
    bool encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                std::span<std::byte> room) const final;
    void decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                std::span<std::byte> room) const final;

protected:
    /// Of the scheme, with scales as `scales` stores them.
    kernels::IntegerCoding schemeCoding(kernels::ScaleFormat scales) const;

private:
    IntegerCodes laidOut(const MatrixSlice &slice, std::span<std::byte> room) const;
};

} // namespace snug
