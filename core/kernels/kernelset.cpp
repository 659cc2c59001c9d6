// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/kernels/kernelset.h"

#include "core/kernels/checkpoint/groupkernels.h"
#include "core/kernels/forward/forwardkernels.h"
#include "core/kernels/forward/productkernels.h"

namespace snug::kernels {

// One for each library in sets/, see there.
namespace sse4 {
extern const KernelSet kKernelSet;
}
namespace avx2 {
extern const KernelSet kKernelSet;
}
namespace avx512 {
extern const KernelSet kKernelSet;
}
namespace neon {
extern const KernelSet kKernelSet;
}
namespace scalar {
extern const KernelSet kKernelSet;
}

namespace {

constexpr int kMostSets = 4;

struct Sets
{
    const KernelSet *sets[kMostSets] = {};
    int count = 0;

    void add(bool runs, const KernelSet &set)
    {
        if (runs)
            sets[count++] = &set;
    }
};

// The compiler's own check of the processor also asks whether the operating system saves the registers.
Sets findSets()
{
    Sets sets;
#if defined(__x86_64__)
    sets.add(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                 __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("f16c"),
             avx512::kKernelSet);
    sets.add(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c"), avx2::kKernelSet);
    sets.add(__builtin_cpu_supports("sse4.1"), sse4::kKernelSet);
#elif defined(__aarch64__)
    sets.add(true, neon::kKernelSet);
#endif
    sets.add(true, scalar::kKernelSet);
    return sets;
}

const Sets &sets()
{
    static const Sets found = findSets();
    return found;
}

bool sameName(const char *a, const char *b) { return __builtin_strcmp(a, b) == 0; }

const KernelSet *chosen = nullptr; // read and written atomically

} // namespace

const KernelSet *const *kernelSets(int *count)
{
    *count = sets().count;
    return sets().sets;
}

const KernelSet *findKernelSet(const char *name)
{
    for (int i = 0; i < sets().count; ++i)
        if (sameName(sets().sets[i]->name, name))
            return sets().sets[i];
    return nullptr;
}

const BlockKernel *findBlockKernel(const KernelSet &set, const char *name)
{
    for (int i = 0; i < set.count; ++i)
        if (sameName(set.kernels[i].name, name))
            return set.kernels + i;
    return nullptr;
}

const ProductKernel *findProductKernel(const KernelSet &set, const char *name)
{
    for (int i = 0; i < set.products->count; ++i)
        if (sameName(set.products->kernels[i].name, name))
            return set.products->kernels + i;
    return nullptr;
}

const KernelSet &activeKernelSet()
{
    const KernelSet *set = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
    return set ? *set : *sets().sets[0];
}

void activateKernelSet(const KernelSet &set) { __atomic_store_n(&chosen, &set, __ATOMIC_RELEASE); }

const BlockKernel *findBlockKernel(const char *name) { return findBlockKernel(activeKernelSet(), name); }

const ProductKernel *findProductKernel(const char *name) { return findProductKernel(activeKernelSet(), name); }

long long firstNonFinite(const float *values, long long count)
{
    return activeKernelSet().firstNonFinite(values, count);
}

void accumulateError(const float *a, const float *b, long long count, double *signal, double *noise)
{
    activeKernelSet().accumulateError(a, b, count, signal, noise);
}

const GroupKernels &groupKernels() { return *activeKernelSet().groups; }

const ForwardKernels &forwardKernels() { return *activeKernelSet().forward; }

} // namespace snug::kernels
