// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/codebits.h"

#include "core/kernels/checkpoint/bitstream.h"

#include <cstring>

namespace snug {

void packCodes(const std::uint8_t *codes, std::uint64_t count, int bits, std::byte *out)
{
    if (count == 0)
        return;
    std::memset(out + packedBytes(count, bits) - 4, 0, 4); // bits behind the last code
    auto *bytes = reinterpret_cast<unsigned char *>(out);
    const auto length = static_cast<long long>(count);
    switch (bits) {
    case 2:
        return kernels::packStream<2>(codes, length, bytes);
    case 3:
        return kernels::packStream<3>(codes, length, bytes);
    case 4:
        return kernels::packStream<4>(codes, length, bytes);
    default:
        std::memcpy(out, codes, count);
    }
}

void unpackCodes(const std::byte *packed, std::uint64_t count, int bits, std::uint8_t *codes)
{
    const auto *bytes = reinterpret_cast<const unsigned char *>(packed);
    const auto length = static_cast<long long>(count);
    switch (bits) {
    case 2:
        return kernels::unpackStream<2>(bytes, length, codes);
    case 3:
        return kernels::unpackStream<3>(bytes, length, codes);
    case 4:
        return kernels::unpackStream<4>(bytes, length, codes);
    default:
        std::memcpy(codes, packed, count);
    }
}

} // namespace snug
