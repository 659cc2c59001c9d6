// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The lane type of real vectors, through Highway: as many lanes as the instruction set this file is compiled for has.

#pragma once

#include "core/kernels/isa.h"
#include "core/kernels/lanes/scalar.h"

#include <hwy/highway.h>
#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

namespace hn = hwy::HWY_NAMESPACE;

/// Members are those of ScalarLane, see there. All functions are Highway's, which promises the same values everywhere;
/// only comparisons, selections and transposes differ between instruction sets.
struct HighwayLane
{
    using One = ScalarLane;
    static constexpr int kWidth = HWY_MAX_BYTES / sizeof(float);

    using Floats = hn::FixedTag<float, kWidth>;
    using Ints = hn::FixedTag<int32_t, kWidth>;
    using Bits = hn::FixedTag<uint32_t, kWidth>;

    struct M
    {
        hn::Mask<Floats> v;

        friend M operator&(M a, M b) { return {hn::And(a.v, b.v)}; }
        friend M operator|(M a, M b) { return {hn::Or(a.v, b.v)}; }
    };

    struct F
    {
        hn::Vec<Floats> v;

        F() = default;
        F(float all) : v(hn::Set(Floats(), all)) {}
        F(hn::Vec<Floats> vector) : v(vector) {}

        F &operator+=(F b) { return *this = *this + b; }
        F &operator-=(F b) { return *this = *this - b; }
        friend F operator-(F a) { return hn::Neg(a.v); }
        friend F operator+(F a, F b) { return hn::Add(a.v, b.v); }
        friend F operator-(F a, F b) { return hn::Sub(a.v, b.v); }
        friend F operator*(F a, F b) { return hn::Mul(a.v, b.v); }
        friend F operator/(F a, F b) { return hn::Div(a.v, b.v); }
        friend M operator<(F a, F b) { return {hn::Lt(a.v, b.v)}; }
        friend M operator<=(F a, F b) { return {hn::Le(a.v, b.v)}; }
        friend M operator>(F a, F b) { return {hn::Gt(a.v, b.v)}; }
        friend M operator>=(F a, F b) { return {hn::Ge(a.v, b.v)}; }
        friend M operator==(F a, F b) { return {hn::Eq(a.v, b.v)}; }
    };

    struct I
    {
        hn::Vec<Ints> v;

        I() = default;
        I(int all) : v(hn::Set(Ints(), all)) {}
        I(hn::Vec<Ints> vector) : v(vector) {}

        friend I operator+(I a, I b) { return hn::Add(a.v, b.v); }
        friend I operator&(I a, I b) { return hn::And(a.v, b.v); }
    };

    static F load(const float *from) { return hn::LoadU(Floats(), from); }
    static void store(F value, float *to) { hn::StoreU(value.v, Floats(), to); }

    static I load(const int *from) { return hn::LoadU(Ints(), from); }
    static void store(I value, int *to) { hn::StoreU(value.v, Ints(), to); }
    static I loadCodes(const uint16_t *from)
    {
        return hn::PromoteTo(Ints(), hn::LoadU(hn::FixedTag<uint16_t, kWidth>(), from));
    }

    template <int N> static void loadColumns(const float *from, int stride, F (&out)[N])
    {
        static_assert(N % 4 == 0);
        for (int i = 0; i < N; i += 4) {
            hn::Vec<Floats> rows[4];
            for (int r = 0; r < 4; ++r)
                rows[r] = loadBlocks<kWidth>(from + r * stride + i, 4 * stride);
            transposeBlocks(rows);
            for (int r = 0; r < 4; ++r)
                out[i + r] = rows[r];
        }
    }

    template <int N> static void storeColumns(const I (&values)[N], unsigned char *to, int stride)
    {
        static_assert(N % 4 == 0);
        for (int i = 0; i + 4 <= N % 16; i += 4)
            storeFour(&values[i], to + i, stride);
        for (int i = N % 16; i < N; i += 16) {
            hn::Vec<Floats> rows[4];
            for (int r = 0; r < 4; ++r)
                rows[r] = hn::BitCast(Floats(), joinBytes(&values[i + 4 * r]));
            transposeBlocks(rows);
            for (int r = 0; r < 4; ++r)
                storeBlocks(rows[r], to + r * stride + i, 4 * stride);
        }
    }

    static F select(M condition, F yes, F no) { return hn::IfThenElse(condition.v, yes.v, no.v); }
    static I select(M condition, I yes, I no)
    {
        return hn::IfThenElse(hn::RebindMask(Ints(), condition.v), yes.v, no.v);
    }
    static F keep(M condition, F value) { return hn::IfThenElseZero(condition.v, value.v); }
    static I keep(M condition, I value) { return hn::IfThenElseZero(hn::RebindMask(Ints(), condition.v), value.v); }
    static unsigned bits(M condition)
    {
#if HWY_TARGET == HWY_AVX3
        return condition.v.raw;
#elif HWY_TARGET == HWY_AVX2
        return static_cast<unsigned>(_mm256_movemask_ps(hn::VecFromMask(Floats(), condition.v).raw));
#elif HWY_TARGET == HWY_SSE4
        return static_cast<unsigned>(_mm_movemask_ps(hn::VecFromMask(Floats(), condition.v).raw));
#else
        uint8_t bytes[8] = {};
        hn::StoreMaskBits(Floats(), condition.v, bytes);
        return bytes[0] | static_cast<unsigned>(bytes[1]) << 8;
#endif
    }
    static bool any(M condition) { return !hn::AllFalse(Floats(), condition.v); }
    static M below(I a, int bound) { return {hn::RebindMask(Floats(), hn::Lt(a.v, hn::Set(Ints(), bound)))}; }
    static M differ(I a, I b) { return {hn::RebindMask(Floats(), hn::Ne(a.v, b.v))}; }

    static I laneNumbers() { return hn::Iota(Ints(), 0); }
    template <int Bits> static I shiftLeft(I value) { return hn::ShiftLeft<Bits>(value.v); }
    template <int Bits> static I shiftRight(I value) { return hn::ShiftRight<Bits>(value.v); }
    static F lookup4(const float *table, I index) { return lookup<4>(table, index); }
    static F lookup8(const float *table, I index)
    {
        if constexpr (kWidth >= 8)
            return lookup<8>(table, index);
        else
            return select(differ(index & I(4), 0), lookup<4>(table + 4, index), lookup<4>(table, index));
    }
    static I lookup8(const int *table, I index)
    {
        return hn::BitCast(Ints(), lookup8(reinterpret_cast<const float *>(table), index).v);
    }
    static F tag(F value, int number)
    {
        const auto bits = hn::BitCast(Ints(), value.v);
        return hn::BitCast(Floats(), hn::OrAnd(hn::Set(Ints(), number), bits, hn::Set(Ints(), ~7)));
    }
    static I tagOf(F value) { return hn::And(hn::BitCast(Ints(), value.v), hn::Set(Ints(), 7)); }
    static F min(F a, F b)
    {
#if HWY_ARCH_X86
        return hn::Min(a.v, b.v); // there it gives b where either is NaN
#else
        return select(a < b, a, b);
#endif
    }
    static F max(F a, F b)
    {
#if HWY_ARCH_X86
        return hn::Max(a.v, b.v);
#else
        return select(a > b, a, b);
#endif
    }
    static float smallest(F value) { return hn::GetLane(hn::MinOfLanes(Floats(), value.v)); }

    static F multiplyAdd(F a, F b, F c) { return hn::MulAdd(a.v, b.v, c.v); }
    static float sumOfLanes(F value) { return hn::GetLane(hn::SumOfLanes(Floats(), value.v)); }

    static F abs(F value) { return hn::Abs(value.v); }
    static F sqrt(F value) { return hn::Sqrt(value.v); }
    static F toFloat(I value) { return hn::ConvertTo(Floats(), value.v); }
    static F powerOfTwo(I exponent)
    {
        return hn::BitCast(Floats(), hn::ShiftLeft<23>(hn::Add(exponent.v, hn::Set(Ints(), 127))));
    }
    static I clamp(I value, int low, int high)
    {
        return hn::Min(hn::Max(value.v, hn::Set(Ints(), low)), hn::Set(Ints(), high));
    }

    static I nearestInt(F value)
    {
        const auto bits = hn::BitCast(Ints(), hn::Add(value.v, hn::Set(Floats(), 12582912.0f)));
        return hn::Sub(hn::And(bits, hn::Set(Ints(), 0x007fffff)), hn::Set(Ints(), 0x00400000));
    }
    static I truncate(F value)
    {
#if HWY_ARCH_X86
        // The processor makes 0x80000000 of all that; Highway's function takes pains to make the largest int of some.
        return hn::Vec<Ints>{truncated(value.v.raw)};
#else
        const auto inRange = hn::Lt(hn::Abs(value.v), hn::Set(Floats(), 2147483648.0f));
        return hn::ConvertTo(Ints(), hn::IfThenElseZero(inRange, value.v));
#endif
    }
    static I roundAway(F value)
    {
        return truncate(F(hn::Add(value.v, hn::CopySign(hn::Set(Floats(), 0.49999997f), value.v))));
    }

private:
#if HWY_ARCH_X86
    static __m128i truncated(__m128 value) { return _mm_cvttps_epi32(value); }
#if HWY_TARGET <= HWY_AVX2
    static __m256i truncated(__m256 value) { return _mm256_cvttps_epi32(value); }
#endif
#if HWY_TARGET <= HWY_AVX3
    static __m512i truncated(__m512 value) { return _mm512_cvttps_epi32(value); }
#endif
#endif

    /// table[index % Size], Size a power of two up to the lanes. The instructions used on x86 look at no other bits.
    template <int Size> static F lookup(const float *table, I index)
    {
#if HWY_TARGET == HWY_AVX3
        if constexpr (Size == 4)
            return hn::Vec<Floats>{_mm512_permutevar_ps(_mm512_broadcast_f32x4(_mm_loadu_ps(table)), index.v.raw)};
        else
            return hn::Vec<Floats>{_mm512_permutexvar_ps(index.v.raw, _mm512_broadcast_f32x8(_mm256_loadu_ps(table)))};
#elif HWY_TARGET == HWY_AVX2
        if constexpr (Size == 4)
            return hn::Vec<Floats>{_mm256_permutevar_ps(hn::LoadDup128(Floats(), table).raw, index.v.raw)};
        else
            return hn::Vec<Floats>{_mm256_permutevar8x32_ps(_mm256_loadu_ps(table), index.v.raw)};
#else
        const auto within = hn::And(index.v, hn::Set(Ints(), Size - 1));
        return hn::TableLookupLanes(hn::LoadU(Floats(), table), hn::IndicesFromVec(Floats(), within));
#endif
    }

    /// Blocks of four floats: block b of the result from from[b * step ..].
    template <int W> static auto loadBlocks(const float *from, int step)
    {
        constexpr hn::FixedTag<float, W> tag;
        if constexpr (W == 4)
            return hn::LoadU(tag, from);
        else
            return hn::Combine(tag, loadBlocks<W / 2>(from + W / 8 * step, step), loadBlocks<W / 2>(from, step));
    }

    template <class V> static void storeBlocks(V vector, unsigned char *to, int step)
    {
        constexpr int kLanes = static_cast<int>(hn::MaxLanes(hn::DFromV<V>()));
        if constexpr (kLanes == 4) {
            hn::StoreU(hn::BitCast(hn::FixedTag<uint8_t, 16>(), vector), hn::FixedTag<uint8_t, 16>(), to);
        } else {
            storeBlocks(hn::LowerHalf(vector), to, step);
            storeBlocks(hn::UpperHalf(hn::Half<hn::DFromV<V>>(), vector), to + kLanes / 8 * step, step);
        }
    }

    /// The low bytes of four numbers of each lane.
    static void storeFour(const I *values, unsigned char *to, int stride)
    {
        uint32_t words[kWidth];
        hn::StoreU(joinBytes(values), Bits(), words);
        for (int k = 0; k < kWidth; ++k)
            __builtin_memcpy(to + k * stride, &words[k], 4);
    }

    /// Transposes each block of 4 x 4 numbers of four vectors: rows[r][4 b + c] becomes rows[c][4 b + r].
    static void transposeBlocks(hn::Vec<Floats> (&rows)[4])
    {
        constexpr hn::FixedTag<double, kWidth / 2> pairs;
        const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(Floats(), rows[0], rows[1]));
        const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(Floats(), rows[0], rows[1]));
        const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(Floats(), rows[2], rows[3]));
        const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(Floats(), rows[2], rows[3]));
        rows[0] = hn::BitCast(Floats(), hn::InterleaveLower(pairs, low01, low23));
        rows[1] = hn::BitCast(Floats(), hn::InterleaveUpper(pairs, low01, low23));
        rows[2] = hn::BitCast(Floats(), hn::InterleaveLower(pairs, high01, high23));
        rows[3] = hn::BitCast(Floats(), hn::InterleaveUpper(pairs, high01, high23));
    }

    /// The low bytes of four numbers of each lane as one.
    static hn::Vec<Bits> joinBytes(const I *values)
    {
        const auto byte = [&](int i) { return hn::BitCast(Bits(), values[i].v); };
        const auto low = hn::Set(Bits(), 255u);
        const auto first = hn::Or(hn::And(byte(0), low), hn::ShiftLeft<8>(hn::And(byte(1), low)));
        const auto second = hn::Or(hn::ShiftLeft<16>(hn::And(byte(2), low)), hn::ShiftLeft<24>(byte(3)));
        return hn::Or(first, second);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
