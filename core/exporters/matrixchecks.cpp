// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/matrixchecks.h"

#include <fmt/format.h>

namespace snug {

namespace {

constexpr std::uint64_t kShortestRow = 32;
constexpr std::uint64_t kUsualGroups[] = {128, 64, 32};

} // namespace

std::string whyEmpty(const Matrix &matrix)
{
    return matrix.rows == 0 || matrix.cols == 0 ? "a matrix without weights has nothing to quantize" : "";
}

std::string whyRowsAreTooShort(const Matrix &matrix)
{
    if (std::string why = whyEmpty(matrix); !why.empty())
        return why;
    if (matrix.cols >= kShortestRow)
        return {};
    return fmt::format("rows of {} weights are too short to be worth a scale; {} is the least", matrix.cols,
                       kShortestRow);
}

std::string whyRowsDoNotDivide(const Matrix &matrix, std::uint64_t groupLength)
{
    if (matrix.cols % groupLength == 0)
        return {};
    std::string why = fmt::format("rows of {} weights do not divide into groups of {}", matrix.cols, groupLength);
    for (const std::uint64_t group : kUsualGroups)
        if (group < groupLength && matrix.cols % group == 0)
            return fmt::format("{}; groups of {} would", why, group);
    const std::uint64_t below = matrix.cols / groupLength * groupLength;
    if (below == 0)
        return fmt::format("{}; rows of {} would", why, groupLength);
    return fmt::format("{}; rows of {} or {} would", why, below, below + groupLength);
}

std::string whyWordsDoNotFill(const Matrix &matrix, std::uint64_t multiple)
{
    if (matrix.cols % multiple != 0)
        return fmt::format("rows of {} weights do not fill whole words; a multiple of {} would", matrix.cols, multiple);
    if (matrix.rows % multiple != 0)
        return fmt::format("{} rows do not fill whole words; a multiple of {} would", matrix.rows, multiple);
    return {};
}

std::string_view torchDtype(TensorType type)
{
    return type == TensorType::F16 ? "float16" : type == TensorType::BF16 ? "bfloat16" : "float32";
}

} // namespace snug
