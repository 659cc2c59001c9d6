// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/results.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <limits>

namespace snug::ui {

JobReport byLevel(JobReport report)
{
    std::vector<OutputReport> levels;
    for (const OutputReport &file : report.outputs) {
        const auto known = std::ranges::find(levels, file.level, &OutputReport::level);
        if (known == levels.end())
            levels.push_back(file);
        else
            known->sizeBytes += file.sizeBytes;
    }
    report.outputs = std::move(levels);
    return report;
}

std::optional<double> overallError(const JobReport &report, const std::string &level)
{
    double squares = 0;
    double weights = 0;
    for (const TensorReport &tensor : report.tensors) {
        if (tensor.level != level || tensor.copied)
            continue;
        double count = 1;
        for (const std::uint64_t length : tensor.shape)
            count *= static_cast<double>(length);
        squares += count * tensor.relativeError * tensor.relativeError;
        weights += count;
    }
    return weights > 0 ? std::optional<double>(std::sqrt(squares / weights)) : std::nullopt;
}

QString variantPath(const OutputReport &output)
{
    const QString path = QString::fromStdString(output.path);
    return path.endsWith(QLatin1String(".safetensors")) ? QFileInfo(path).path() : path;
}

std::vector<double> errorsByLayer(const JobReport &report, const std::string &level)
{
    std::vector<double> squares, weights;
    for (const TensorReport &tensor : report.tensors) {
        if (tensor.level != level || tensor.copied || tensor.layer < 0)
            continue;
        double count = 1;
        for (const std::uint64_t length : tensor.shape)
            count *= static_cast<double>(length);
        const auto layer = static_cast<std::size_t>(tensor.layer);
        squares.resize(std::max(squares.size(), layer + 1));
        weights.resize(squares.size());
        squares[layer] += count * tensor.relativeError * tensor.relativeError;
        weights[layer] += count;
    }
    for (std::size_t layer = 0; layer < squares.size(); ++layer)
        squares[layer] =
            weights[layer] > 0 ? std::sqrt(squares[layer] / weights[layer]) : std::numeric_limits<double>::quiet_NaN();
    return squares;
}

} // namespace snug::ui
