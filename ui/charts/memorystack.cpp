// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Fills columns of pixels. A polygon filler needs many times longer for the same areas when they are jagged.

#include "ui/charts/memorystack.h"

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {
using Layers = std::array<double, kComponentCount + 1>; // bytes

/// What is no number, or below nothing, counts as nothing.
double atLeastNothing(double bytes) { return bytes > 0 ? bytes : 0; }

Layers layersOf(const MemorySample &sample)
{
    Layers layers;
    std::transform(sample.bytes.begin(), sample.bytes.end(), layers.begin(), atLeastNothing);
    layers.back() = atLeastNothing(sample.othersBytes);
    return layers;
}

Layers between(const MemorySample &one, const MemorySample &other, double seconds)
{
    const Layers from = layersOf(one), to = layersOf(other);
    const double span = other.seconds - one.seconds;
    const double share = span > 0 ? std::clamp((seconds - one.seconds) / span, 0.0, 1.0) : 0;
    Layers layers;
    for (std::size_t i = 0; i < layers.size(); ++i)
        layers[i] = from[i] + (to[i] - from[i]) * share;
    return layers;
}

/// Adds `coverage` of an opaque colour; the parts of one pixel never cover more than all of it.
QRgb added(QRgb pixel, QRgb color, double coverage)
{
    const auto part = [coverage](int channel, int more) {
        return std::min(255, channel + int(std::lround(more * coverage)));
    };
    return qRgba(part(qRed(pixel), qRed(color)), part(qGreen(pixel), qGreen(color)), part(qBlue(pixel), qBlue(color)),
                 part(qAlpha(pixel), 255));
}

/// One column of one layer, from row `top` to row `bottom`, both with fractions.
void fillColumn(QImage &image, int x, double top, double bottom, QRgb color)
{
    const int last = std::min(image.height(), int(std::ceil(bottom)));
    const qsizetype stride = image.bytesPerLine() / qsizetype(sizeof(QRgb));
    auto *pixel = reinterpret_cast<QRgb *>(image.bits()) + x + std::max(0, int(top)) * stride;
    for (int y = std::max(0, int(top)); y < last; ++y, pixel += stride) {
        const double coverage = std::min(y + 1.0, bottom) - std::max(double(y), top);
        *pixel = coverage >= 1 ? color : added(*pixel, color, coverage);
    }
}

/// Walks the samples along with the columns.
class Cursor
{
public:
    explicit Cursor(std::span<const MemorySample> samples) : m_samples(samples) {}

    /// The layers of the column from `from` to `to` seconds. Columns come in rising time.
    Layers column(double from, double to)
    {
        const MemorySample *largest = nullptr;
        for (; m_next < m_samples.size() && m_samples[m_next].seconds < to; ++m_next) {
            if (!largest || m_samples[m_next].totalBytes() > largest->totalBytes())
                largest = &m_samples[m_next];
        }
        if (largest)
            return layersOf(*largest);
        if (m_next == 0)
            return {};
        const MemorySample &before = m_samples[m_next - 1];
        return between(before, m_next < m_samples.size() ? m_samples[m_next] : before, (from + to) / 2);
    }

private:
    std::span<const MemorySample> m_samples;
    std::size_t m_next = 0;
};
} // namespace

QImage paintStack(const StackSpec &spec, const QSize &size)
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const double secondsPerColumn = spec.endSeconds / std::max(1, size.width());
    const double rowsPerByte = size.height() / spec.topBytes;
    Cursor cursor(spec.samples);
    for (int x = 0; x < size.width() && x * secondsPerColumn <= spec.lastSeconds; ++x) {
        const Layers layers = cursor.column(x * secondsPerColumn, (x + 1) * secondsPerColumn);
        double bottom = size.height();
        for (std::size_t layer = 0; layer < layers.size() && bottom > 0; ++layer) {
            const double top = std::max(0.0, bottom - layers[layer] * rowsPerByte);
            if (top < bottom)
                fillColumn(image, x, top, bottom, spec.colors[layer]);
            bottom = top;
        }
    }
    return image;
}

} // namespace snug::ui
