// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Neighbouring numbers of a row in real vectors.

#pragma once

#include "core/kernels/lanes/highway.h"
#include "core/kernels/lanes/neighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

template <> struct Neighbours<HighwayLane> : HighwayLane
{
    static constexpr int kCount = kWidth;

    static constexpr bool kLoadsHalves = true;
#if defined(__F16C__) || defined(__aarch64__)
    static constexpr bool kStoresHalves = true;
#else
    static constexpr bool kStoresHalves = false;
#endif
    using Halves = hn::Rebind<hwy::float16_t, Floats>;

    static F loadHalves(const unsigned char *from)
    {
        if constexpr (kStoresHalves) // there is an instruction either way
            return hn::PromoteTo(Floats(), hn::LoadU(Halves(), reinterpret_cast<const hwy::float16_t *>(from)));
        else
            return expandHalves(hn::PromoteTo(
                Ints(), hn::LoadU(hn::Rebind<uint16_t, Floats>(), reinterpret_cast<const uint16_t *>(from))));
    }
    static void storeHalves(F value, unsigned char *to)
    {
        const auto nan = hn::CopySign(hn::BitCast(Floats(), hn::Set(Bits(), 0x7fc00000u)), value.v);
        const auto safe = hn::IfThenElse(hn::IsNaN(value.v), nan, value.v);
        hn::StoreU(hn::DemoteTo(Halves(), safe), Halves(), reinterpret_cast<hwy::float16_t *>(to));
    }

    static float largest(F value) { return hn::GetLane(hn::MaxOfLanes(Floats(), value.v)); }
    static F roundToHalf(F value)
    {
        if constexpr (kStoresHalves)
            return hn::PromoteTo(Floats(), hn::DemoteTo(Halves(), value.v));
        else
            return roundMantissa(value);
    }

    static void loadPairs(const float *from, F &first, F &second)
    {
        hn::LoadInterleaved2(Floats(), from, first.v, second.v);
    }
    static void storePairs(F first, F second, float *to) { hn::StoreInterleaved2(first.v, second.v, Floats(), to); }

    static void storeBytes(I value, unsigned char *to)
    {
        hn::StoreU(hn::TruncateTo(Bytes(), hn::BitCast(Bits(), value.v)), Bytes(), to);
    }
    static I loadBytes(const unsigned char *from) { return hn::PromoteTo(Ints(), hn::LoadU(Bytes(), from)); }
    static I loadSignedBytes(const signed char *from) { return hn::PromoteTo(Ints(), hn::LoadU(SignedBytes(), from)); }
    static F loadBfloats(const unsigned char *from)
    {
        const auto bits = hn::LoadU(hn::Rebind<uint16_t, Floats>(), reinterpret_cast<const uint16_t *>(from));
        return hn::BitCast(Floats(), hn::ShiftLeft<16>(hn::PromoteTo(Ints(), bits)));
    }
    static I lookup(const signed char (&table)[16], const unsigned char *codes)
    {
        const auto index = hn::LoadU(Bytes(), codes);
        const auto levels = hn::LoadU(hn::FixedTag<int8_t, 16>(), reinterpret_cast<const int8_t *>(table));
        const auto found = hn::TableLookupBytes(levels, hn::BitCast(SignedBytes(), index));
        return hn::PromoteTo(Ints(), found);
    }

    static void addSquares(const float *a, const float *b, long long count, double (&signals)[8], double (&noises)[8])
    {
        constexpr int kParts = 8 / kPart;
        hn::Vec<Doubles> signal[kParts], noise[kParts];
        for (int p = 0; p < kParts; ++p) {
            signal[p] = hn::LoadU(Doubles(), signals + p * kPart);
            noise[p] = hn::LoadU(Doubles(), noises + p * kPart);
        }
        for (long long i = 0; i < count; i += 8)
            for (int p = 0; p < kParts; ++p) {
                const auto value = loadDoubles(a + i + p * kPart);
                const auto error = hn::Sub(value, loadDoubles(b + i + p * kPart));
                signal[p] = hn::Add(signal[p], hn::Mul(value, value));
                noise[p] = hn::Add(noise[p], hn::Mul(error, error));
            }
        for (int p = 0; p < kParts; ++p) {
            hn::StoreU(signal[p], Doubles(), signals + p * kPart);
            hn::StoreU(noise[p], Doubles(), noises + p * kPart);
        }
    }

private:
    /// halfFromFloat() and back in one: see there.
    static F roundMantissa(F value)
    {
        const auto number = [](int32_t bits) { return hn::Set(Ints(), bits); };
        const auto half = hn::Set(Floats(), 0.5f);
        const auto magnitude = hn::Abs(value.v);
        const auto bits = hn::BitCast(Ints(), magnitude);
        const auto odd = hn::And(hn::ShiftRight<13>(bits), number(1));
        const auto raised = hn::Add(hn::Add(bits, number(0xfff)), odd);
        const auto normal = hn::BitCast(Floats(), hn::And(raised, number(~0x1fff)));
        const auto subnormal = hn::Sub(hn::Add(magnitude, half), half);
        const auto isSmall = hn::Lt(magnitude, hn::Set(Floats(), 6.103515625e-05f)); // 2^-14
        return hn::CopySign(hn::IfThenElse(isSmall, subnormal, normal), value.v);
    }

    /// halfToFloat() of each: see there.
    static F expandHalves(hn::Vec<Ints> halves)
    {
        const auto number = [](int32_t value) { return hn::Set(Ints(), value); };
        const auto magnitude = hn::And(halves, number(0x7fff));
        const auto shifted = hn::ShiftLeft<13>(magnitude);
        const auto aboveHalf = hn::BitCast(Floats(), hn::Add(magnitude, number(0x3f000000)));
        const auto subnormal = hn::BitCast(Ints(), hn::Sub(aboveHalf, hn::Set(Floats(), 0.5f)));
        const auto normal = hn::Add(shifted, number(112 << 23));
        const auto finite = hn::IfThenElse(hn::Lt(magnitude, number(0x0400)), subnormal, normal);
        const auto quiet = hn::IfThenElseZero(hn::Gt(magnitude, number(0x7c00)), number(1 << 22));
        const auto special = hn::Or(hn::Or(shifted, number(255 << 23)), quiet);
        const auto value = hn::IfThenElse(hn::Lt(magnitude, number(0x7c00)), finite, special);
        const auto sign = hn::ShiftLeft<16>(hn::Xor(halves, magnitude));
        return hn::BitCast(Floats(), hn::Or(sign, value));
    }

    using Bytes = hn::Rebind<uint8_t, Floats>;
    using SignedBytes = hn::Rebind<int8_t, Floats>;
    static constexpr int kPart = kWidth / 2; // doubles of a vector
    using Doubles = hn::FixedTag<double, kPart>;

    static hn::Vec<Doubles> loadDoubles(const float *from)
    {
        constexpr hn::Rebind<float, Doubles> tag;
        return hn::PromoteTo(Doubles(), hn::LoadU(tag, from));
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
