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

    Result<void> see(const ModelTensor &weights, std::uint32_t expert, const Rows &in) override;

private:
    OperationRunner &m_runner;
    ImportanceSums &m_sums;
    std::uint32_t m_experts;
};

} // namespace snug
