// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/calib/importancecollector.h"

#include <algorithm>
#include <utility>

namespace snug {

Result<void> ImportanceCollector::see(const ModelTensor &weights, std::uint32_t expert, const Rows &in)
{
    const bool perExpert = weights.name.find("_exps.") != std::string::npos;
    SNUG_TRY(m_sums.declare(weights.name, in.cols, perExpert ? m_experts : 1));
    auto squares = m_runner.buffer(Activation::ColumnSquares, in.cols * sizeof(float));
    SNUG_TRY(squares);
    const auto values = m_runner.valuesOf<float>(Activation::ColumnSquares).first(in.cols);
    std::fill(values.begin(), values.end(), 0.0F);
    SNUG_TRY(m_runner.run(columnSquaresOperation(in.range, *squares, in.count, in.cols)));
    auto added = m_sums.add(weights.name, expert, values, in.count);
    if (added || added.error().code != ErrorCode::BadInput)
        return added;
    if (m_sound)
        m_sound = std::move(added);
    return {};
}

} // namespace snug
