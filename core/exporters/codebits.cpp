// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/codebits.h"

#include "core/kernels/checkpoint/bitstream.h"

namespace snug {

void packCodes(const std::uint8_t *codes, std::uint64_t count, int bits, std::byte *out)
{
    kernels::packCodes(codes, static_cast<long long>(count), bits, out);
}

void unpackCodes(const std::byte *packed, std::uint64_t count, int bits, std::uint8_t *codes)
{
    kernels::unpackCodes(packed, static_cast<long long>(count), bits, codes);
}

} // namespace snug
