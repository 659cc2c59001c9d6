// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The one place where work goes to a device. A kernel is a body that runs in phases with a barrier between them, so
// that a test without a device can run the same body with a plain loop over phases and threads.

#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

#ifndef __CUDACC__
#include <cuda_standin.h>
#endif

namespace snug::cuda {

/// Where a thread stands in a launch.
struct Thread
{
    uint32_t block; ///< of the launch
    uint32_t index; ///< in the block, 0 .. kThreads - 1
};

#ifdef __CUDACC__
template <class Body> __global__ void __launch_bounds__(Body::kThreads) runBody(const Body body)
{
    __shared__ typename Body::Shared shared;
    const Thread thread{blockIdx.x, threadIdx.x};
    for (int phase = 0; phase < body.phases(); ++phase) {
        if (phase > 0)
            __syncthreads();
        body.run(phase, thread, shared);
    }
}
#endif

/// Runs `blocks` blocks of a body, which is a plain struct with:
///   kThreads             threads of a block;
///   Shared               what they share, a plain struct of 48 KiB at most that starts undefined;
///   phases()             how many phases there are; the same for all threads;
///   run(phase, thread, shared)   one phase of one thread. Nothing else of a thread lasts from phase to phase.
/// Within a phase the order of threads is unspecified.
template <class Body> cudaError_t launch(const Body &body, uint64_t blocks, cudaStream_t stream)
{
    static_assert(sizeof(typename Body::Shared) <= 48 * 1024, "more needs an attribute set before the launch");
    if (blocks == 0)
        return cudaSuccess;
    if (blocks > 0x7fffffff)
        return cudaErrorInvalidConfiguration;
#ifdef __CUDACC__
    void *arguments[] = {const_cast<Body *>(&body)};
    return cudaLaunchKernel(reinterpret_cast<const void *>(&runBody<Body>), dim3(static_cast<uint32_t>(blocks)),
                            dim3(Body::kThreads), arguments, 0, stream);
#else
    return cudastandin::launch<Body, Thread>(body, static_cast<uint32_t>(blocks), stream);
#endif
}

} // namespace snug::cuda
