// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/integerexporter.h"

#include "core/exporters/matrixchecks.h"

#include <cassert>

namespace snug {

std::uint64_t IntegerExporter::groupLength(const Matrix &matrix) const
{
    return scheme().groupLength == 0 ? matrix.cols : scheme().groupLength;
}

std::string IntegerExporter::whyNot(const Matrix &matrix) const
{
    if (std::string why = whyRowsAreTooShort(matrix); !why.empty())
        return why;
    return whyRowsDoNotDivide(matrix, groupLength(matrix));
}

kernels::IntegerCoding IntegerExporter::schemeCoding(kernels::ScaleFormat scales) const
{
    kernels::IntegerCoding coding;
    coding.bits = scheme().bits;
    coding.symmetric = scheme().symmetric;
    coding.search = scheme().search;
    coding.scaleFormat = scales;
    return coding;
}

/// Scales, zeros and codes in `room`. Rows have 32 weights or more and groups too, so that a weight takes less than two
/// bytes.
IntegerCodes IntegerExporter::laidOut(const MatrixSlice &slice, std::span<std::byte> room) const
{
    IntegerCodes codes;
    codes.rows = slice.rowCount();
    codes.cols = slice.matrix->cols;
    codes.groups = groupsPerRow(*slice.matrix);
    const std::uint64_t scales = codes.rows * codes.groups;

    assert(room.size() >= scales * (sizeof(float) + 1) + slice.weightCount);
    codes.scales = reinterpret_cast<float *>(room.data());
    codes.zeros = reinterpret_cast<std::uint8_t *>(codes.scales + scales);
    codes.codes = codes.zeros + scales;
    return codes;
}

bool IntegerExporter::encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                             std::span<std::byte> room) const
{
    const IntegerCodes codes = laidOut(slice, room);
    const auto length = static_cast<long long>(groupLength(*slice.matrix));
    const auto groups = static_cast<long long>(codes.rows * codes.groups);
    if (!kernels::groupKernels().toIntegers(values, groups, length, coding(*slice.matrix), codes.codes, codes.scales,
                                            codes.zeros))
        return false;
    pack(slice, codes, out);
    return true;
}

void IntegerExporter::decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                             std::span<std::byte> room) const
{
    const IntegerCodes codes = laidOut(slice, room);
    unpack(slice, encoded, codes);
    kernels::groupKernels().fromIntegers(codes.codes, static_cast<long long>(codes.rows * codes.groups),
                                         static_cast<long long>(groupLength(*slice.matrix)), codes.scales, codes.zeros,
                                         values);
}

} // namespace snug
