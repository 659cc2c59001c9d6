// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of IQ4_XS, whose super-blocks have steps of their own.

#include "core/backends/cuda/superblockkernels.h"
#include "core/kernels/types/iq4_xs.h"

namespace snug::cuda {

namespace {

using kernels::IQ4_XS;

struct UnevenSteps
{
    static constexpr int kLength = 32;
    static constexpr int kSubs = IQ4_XS::kSubs;
    static constexpr bool kNeedsMeanSquare = true;
    using Block = IQ4_XS::Block;
    using Fits = IQ4_XS::Scales<ScalarLane>;

    __device__ static float meanSquareOf(float squares) { return IQ4_XS::meanSquareOf<ScalarLane>(squares); }

    /// No codes yet: they are made of the scale as stored alone.
    template <bool Weighted>
    __device__ static void fit(const float (&x)[kLength], const float *importance, float meanSquare, int sub,
                               Fits &fits, unsigned char *)
    {
        float w[kLength];
        if constexpr (Weighted)
            IQ4_XS::loadWeights<ScalarLane>(importance, meanSquare, x, w);
        else
            IQ4_XS::squareWeights<ScalarLane>(x, w);
        fits.scales[sub] = kernels::searchUnevenScale<ScalarLane>(x, w);
    }

    template <bool> __device__ static void makeLevels(Fits &fits, Block &) { IQ4_XS::makeLevels<ScalarLane>(fits); }

    __device__ static void makeCodes(const float (&x)[kLength], const Fits &fits, int sub, unsigned char *codes)
    {
        IQ4_XS::makeCodes<ScalarLane>(x, IQ4_XS::inverseOf(fits.superScales[0], fits.levels[sub]), codes);
    }

    __device__ static void pack(const Fits &fits, const unsigned char *codes, Block &block)
    {
        IQ4_XS::pack(fits.levels, kernels::halfFromFloat(fits.superScales[0]), codes, block);
    }
};

} // namespace

const TypeKernels kIQ4_XSKernels = superBlockKernels<IQ4_XS, UnevenSteps>(23);

} // namespace snug::cuda
