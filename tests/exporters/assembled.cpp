// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/exporters/assembled.h"

#include "core/exporters/scales.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <random>

namespace snug::test {

namespace {

/// A tensor or what is kept, with a mark for every byte.
struct Target
{
    std::vector<std::byte> bytes;
    std::vector<bool> written;

    explicit Target(std::uint64_t size) : bytes(size, std::byte{0xEE}), written(size) {}

    std::string put(std::uint64_t offset, std::span<const std::byte> some)
    {
        if (offset + some.size() > bytes.size())
            return "bytes lie behind the end";
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (written[offset + i])
                return "a byte is written twice";
            written[offset + i] = true;
            bytes[offset + i] = some[i];
        }
        return {};
    }
};

class Assembler
{
public:
    Assembler(const Exporter &exporter, const Matrix &matrix)
        : m_exporter(exporter), m_matrix(matrix), m_kept(exporter.keptBytes(matrix))
    {
        for (const SafetensorsWriter::Tensor &tensor : exporter.tensorsOf(matrix)) {
            m_infos.push_back(tensor);
            m_targets.emplace_back(tensor.sizeBytes().value_or(0));
        }
        m_made.decoded.resize(matrix.rows * matrix.cols);
    }

    void slice(const std::vector<float> &values, std::uint64_t from, std::uint64_t to)
    {
        const MatrixSlice slice{&m_matrix, from, to - from};
        std::vector<std::byte> out(m_exporter.encodedBytes(slice)), room(Exporter::roomBytes(to - from));
        if (!m_exporter.encode(slice, values.data() + from, out, room)) {
            m_made.fault = "encode() refuses";
            return;
        }
        std::ranges::fill(room, std::byte{0xAA});
        m_exporter.decode(slice, out, m_made.decoded.data() + from, room);
        std::size_t at = 0;
        for (const Placement &placement : m_exporter.placements(slice)) {
            Target &target = placement.tensor == Placement::kKept ? m_kept : m_targets.at(placement.tensor);
            for (std::uint64_t run = 0; run < placement.runCount; ++run) {
                note(target.put(placement.offset + run * placement.stride,
                                std::span(out).subspan(at, placement.runBytes)));
                at += placement.runBytes;
            }
        }
    }

    Assembled done()
    {
        for (const FinishedTensor &finished : m_exporter.finish(m_matrix, m_kept.bytes)) {
            if (finished.bytes.size() != m_targets.at(finished.tensor).bytes.size())
                note("a finished tensor has another size than it said");
            note(m_targets.at(finished.tensor).put(0, finished.bytes));
        }
        m_targets.push_back(m_kept);
        for (const Target &target : m_targets)
            if (std::ranges::find(target.written, false) != target.written.end())
                note("a byte is never written");
        for (std::size_t i = 0; i < m_infos.size(); ++i)
            m_made.tensors.push_back({m_infos[i], m_targets[i].bytes});
        return m_made;
    }

private:
    void note(const std::string &fault)
    {
        if (m_made.fault.empty())
            m_made.fault = fault;
    }

    const Exporter &m_exporter;
    const Matrix &m_matrix;
    Target m_kept;
    std::vector<SafetensorsWriter::Tensor> m_infos;
    std::vector<Target> m_targets;
    Assembled m_made;
};

} // namespace

const AssembledTensor &Assembled::named(std::string_view ending) const
{
    const auto found = std::ranges::find_if(
        tensors, [&](const AssembledTensor &tensor) { return tensor.info.name.ends_with(ending); });
    if (found == tensors.end())
        qFatal("no tensor ends with %s", std::string(ending).c_str());
    return *found;
}

Assembled assemble(const Exporter &exporter, const Matrix &matrix, const std::vector<float> &values,
                   const std::vector<std::uint64_t> &cuts)
{
    Assembler assembler(exporter, matrix);
    std::uint64_t from = 0;
    for (const std::uint64_t cut : cuts) {
        assembler.slice(values, from, cut);
        from = cut;
    }
    assembler.slice(values, from, matrix.rows * matrix.cols);
    return assembler.done();
}

std::vector<float> someWeights(std::uint64_t count, TensorType type, unsigned seed)
{
    std::mt19937 random(seed); // its numbers are the same everywhere; distributions are not
    const auto uniform = [&] { return (static_cast<float>(random() >> 8) + 0.5f) / 16777216.0f - 0.5f; };
    std::vector<float> values(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const float bell = uniform() + uniform() + uniform() + uniform();
        values[i] = roundScale(scaleFormatOf(type), bell * (random() % 97 == 0 ? 0.4f : 0.05f));
    }
    return values;
}

Matrix matrixOf(std::uint64_t rows, std::uint64_t cols, TensorType type, const std::vector<float> &values)
{
    Matrix matrix{"model.layers.0.mlp.up_proj", rows, cols, type};
    for (const float value : values)
        matrix.peak = std::max(matrix.peak, std::fabs(value));
    return matrix;
}

} // namespace snug::test
