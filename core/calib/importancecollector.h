// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Watches a forward pass and adds up what importance matrices are made of.

#pragma once

#include "core/calib/importancesums.h"
#include "core/runtime/layerpass.h"

namespace snug {

/// Sees every product with a weight of a layer; those outside the layers do not count, as in the reference. Rows of one
/// call are added up in floats, calls in doubles.
class ImportanceCollector : public ActivationObserver
{
public:
    /// All outlive it. `experts`: of the model.
    ImportanceCollector(OperationRunner &runner, ImportanceSums &sums, std::uint32_t experts)
        : m_runner(runner), m_sums(sums), m_experts(experts)
    {
    }

    /// What is not finite does not end the pass: the pass says itself, and better, in which layer that began.
    Result<void> see(const ModelTensor &weights, std::uint32_t expert, const Rows &in) override;
    /// To be asked behind a pass. Errors: BadInput naming the weight where squares went beyond a float although the
    /// activations did not.
    const Result<void> &sound() const { return m_sound; }

private:
    OperationRunner &m_runner;
    ImportanceSums &m_sums;
    std::uint32_t m_experts;
    Result<void> m_sound;
};

} // namespace snug
