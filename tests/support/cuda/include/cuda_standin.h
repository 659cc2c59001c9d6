// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How a kernel runs on the stand-in: every block after the other, and within each phase every thread after the other.

#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <functional>
#include <memory>

namespace cudastandin {

/// Enqueues; counts as a call that can fail.
cudaError_t enqueue(cudaStream_t stream, std::function<void()> work);

template <class Body, class Thread> void runBlock(const Body &body, uint32_t block)
{
    const auto shared = std::make_unique<typename Body::Shared>();
    // What nobody has written must not look like zeros.
    std::memset(static_cast<void *>(shared.get()), 0xcd, sizeof(*shared));
    const auto threads = static_cast<uint32_t>(Body::kThreads);
    for (int phase = 0; phase < body.phases(); ++phase)
        for (uint32_t i = 0; i < threads; ++i) {
            // Either order, because a device keeps none.
            const uint32_t index = block % 2 == 0 ? i : threads - 1 - i;
            body.run(phase, Thread{block, index}, *shared);
        }
}

template <class Body, class Thread> cudaError_t launch(const Body &body, uint32_t blocks, cudaStream_t stream)
{
    return enqueue(stream, [body, blocks] {
        for (uint32_t block = 0; block < blocks; ++block)
            runBlock<Body, Thread>(body, block);
    });
}

} // namespace cudastandin
