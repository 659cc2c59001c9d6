// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/measure/layererrors.h"

#include "core/base/team.h"
#include "core/quant/typekernel.h"
#include "core/weights/tensorreader.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

namespace snug {

namespace {

constexpr std::uint64_t kSliceWeights = 256 * 1024;

struct Sums
{
    double signal = 0, noise = 0;
    Sums &operator+=(const Sums &other)
    {
        signal += other.signal;
        noise += other.noise;
        return *this;
    }
};

/// Mean of squares of the relative errors of a layer's tensors, each as heavy as it has weights. The report of a job
/// tells no more than these, and both ways must give the same figure.
struct LayerMean
{
    double squares = 0, weights = 0;

    void add(const Sums &tensor, std::uint64_t count)
    {
        const double share = tensor.signal > 0   ? tensor.noise / tensor.signal
                             : tensor.noise == 0 ? 0.0
                                                 : std::numeric_limits<double>::quiet_NaN();
        squares += static_cast<double>(count) * share;
        weights += static_cast<double>(count);
    }
    double relativeError() const { return weights > 0 ? std::sqrt(squares / weights) : 0; }
};

/// A model's weights as floats, a slice at a time, by any thread with buffers of its own.
class FloatReader
{
public:
    static Result<FloatReader> open(const Model &model)
    {
        auto reader = TensorReader::open(model, false);
        SNUG_TRY(reader);
        return FloatReader(model, std::move(*reader));
    }

    struct Buffers
    {
        HostBuffer stored, floats;
    };

    /// Whether a tensor's type can be read.
    bool reads(std::size_t tensor) const { return kernelFor(m_model->tensors[tensor].source.type) != nullptr; }

    Result<std::span<const float>> read(const Slice &slice, Buffers &buffers, Ledger &ledger) const
    {
        SNUG_TRY(grow(buffers.stored, m_reader.bytesFor(slice), ledger));
        SNUG_TRY(grow(buffers.floats, slice.weightCount * sizeof(float), ledger));
        SNUG_TRY(m_reader.read(slice, buffers.stored.bytes()));
        const auto *kernel = kernelFor(m_model->tensors[slice.tensorIndex].source.type);
        kernel->dequantizeRow(reinterpret_cast<const unsigned char *>(buffers.stored.bytes().data()),
                              buffers.floats.floats().data(), static_cast<long long>(slice.weightCount));
        return std::span<const float>(buffers.floats.floats().first(slice.weightCount));
    }

private:
    FloatReader(const Model &model, TensorReader reader) : m_model(&model), m_reader(std::move(reader)) {}

    static Result<void> grow(HostBuffer &buffer, std::uint64_t bytes, Ledger &ledger)
    {
        if (buffer.bytes().size() >= bytes)
            return {};
        buffer = {};
        auto taken = HostBuffer::take(ledger, Component::Workspace, bytes);
        SNUG_TRY(taken);
        buffer = std::move(*taken);
        return {};
    }

    const Model *m_model;
    TensorReader m_reader;
};

/// Tensors of one name and shape in all that have it.
struct Shared
{
    std::size_t base = 0;
    std::vector<std::optional<std::size_t>> others; ///< one for each other model
};

std::vector<Shared> sharedTensors(const Model &base, std::span<const Model *const> others)
{
    std::vector<std::map<std::string_view, std::size_t>> places(others.size());
    for (std::size_t i = 0; i < others.size(); ++i)
        for (std::size_t t = 0; t < others[i]->tensors.size(); ++t)
            places[i].emplace(others[i]->tensors[t].name, t);
    std::vector<Shared> shared;
    for (std::size_t t = 0; t < base.tensors.size(); ++t) {
        const ModelTensor &tensor = base.tensors[t];
        if (tensor.role == TensorRole::RopeFactors || tensor.weightCount() == 0)
            continue; // figures of positions, no weights
        Shared one{t, std::vector<std::optional<std::size_t>>(others.size())};
        for (std::size_t i = 0; i < others.size(); ++i) {
            const auto place = places[i].find(tensor.name);
            if (place != places[i].end() && others[i]->tensors[place->second].dims == tensor.dims)
                one.others[i] = place->second;
        }
        if (std::ranges::any_of(one.others, [](const auto &place) { return place.has_value(); }))
            shared.push_back(std::move(one));
    }
    return shared;
}

/// One walk through all shared tensors.
class LayerErrorWalk
{
public:
    LayerErrorWalk(const Model &base, std::span<const Model *const> others, int threads, MeasureContext &context)
        : m_base(base), m_others(others), m_context(context), m_team(std::max(1, threads)),
          m_shared(sharedTensors(base, others)), m_layers(others.size()),
          m_buffers(static_cast<std::size_t>(m_team.threads())), m_begun(std::chrono::steady_clock::now())
    {
    }

    /// False when stopped.
    Result<bool> run()
    {
        for (const Model *model : models()) {
            auto reader = FloatReader::open(*model);
            SNUG_TRY(reader);
            m_readers.push_back(std::move(*reader));
        }
        for (const Shared &shared : m_shared)
            m_weightsTotal += m_base.tensors[shared.base].weightCount();
        for (const Shared &shared : m_shared) {
            tell(m_base.tensors[shared.base].layer);
            auto whole = walk(shared);
            SNUG_TRY(whole);
            if (!*whole)
                return false;
            m_weightsDone += m_base.tensors[shared.base].weightCount();
        }
        return true;
    }

    std::vector<std::vector<LayerError>> errors() const
    {
        std::vector<std::vector<LayerError>> errors(m_layers.size());
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            for (const auto &[layer, mean] : m_layers[i])
                errors[i].push_back({layer, mean.relativeError()});
        return errors;
    }

private:
    std::vector<const Model *> models() const
    {
        std::vector<const Model *> all{&m_base};
        all.insert(all.end(), m_others.begin(), m_others.end());
        return all;
    }

    /// Whole rows: every encoding and order of rows allows for that.
    Result<bool> walk(const Shared &shared)
    {
        const ModelTensor &tensor = m_base.tensors[shared.base];
        const std::uint64_t rows = std::max<std::uint64_t>(1, kSliceWeights / tensor.cols());
        const std::uint64_t slices = (tensor.rows() + rows - 1) / rows;
        std::vector<Sums> sums(slices * m_others.size());
        std::vector<std::optional<Error>> failures(static_cast<std::size_t>(m_team.threads()));
        std::atomic<bool> ended = false;
        m_team.run(slices, [&](std::uint64_t index, int thread) {
            if (ended || !m_context.goOn())
                return;
            const std::uint64_t count = std::min(rows, tensor.rows() - index * rows) * tensor.cols();
            const Slice slice{shared.base, index * rows * tensor.cols(), count, index + 1 == slices};
            auto done = compareSlice(shared, slice, m_buffers[static_cast<std::size_t>(thread)],
                                     std::span(sums).subspan(index * m_others.size(), m_others.size()));
            if (!done) {
                failures[static_cast<std::size_t>(thread)] = std::move(done).error();
                ended = true;
            }
        });
        for (const auto &failure : failures)
            if (failure)
                return fail(*failure);
        if (m_context.stop.requested())
            return false;
        for (std::size_t i = 0; i < m_others.size(); ++i) {
            Sums whole;
            for (std::uint64_t index = 0; shared.others[i] && index < slices; ++index)
                whole += sums[index * m_others.size() + i];
            if (shared.others[i])
                add(i, shared, whole);
        }
        return true;
    }

    /// What was copied adds nothing to its layer, as in a job.
    void add(std::size_t other, const Shared &shared, const Sums &sums)
    {
        const ModelTensor &tensor = m_base.tensors[shared.base];
        const ModelTensor &theirs = m_others[other]->tensors[*shared.others[other]];
        LayerMean &mean = m_layers[other][tensor.layer];
        if (sums.noise != 0 || tensor.source.type != theirs.source.type)
            mean.add(sums, tensor.weightCount());
    }

    struct ThreadBuffers
    {
        FloatReader::Buffers base, other;
    };

    Result<void> compareSlice(const Shared &shared, const Slice &slice, ThreadBuffers &buffers, std::span<Sums> sums)
    {
        constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
        if (!m_readers[0].reads(slice.tensorIndex)) {
            std::ranges::fill(sums, Sums{kUnknown, kUnknown});
            return {};
        }
        auto weights = m_readers[0].read(slice, buffers.base, m_context.ledger);
        SNUG_TRY(weights);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            if (!shared.others[i])
                continue;
            Slice same = slice;
            same.tensorIndex = *shared.others[i];
            if (!m_readers[i + 1].reads(same.tensorIndex)) {
                sums[i] = {kUnknown, kUnknown};
                continue;
            }
            auto values = m_readers[i + 1].read(same, buffers.other, m_context.ledger);
            SNUG_TRY(values);
            kernels::accumulateError(weights->data(), values->data(), static_cast<long long>(slice.weightCount),
                                     &sums[i].signal, &sums[i].noise);
        }
        return {};
    }

    void tell(int layer)
    {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begun).count();
        const double fraction =
            m_weightsTotal ? static_cast<double>(m_weightsDone) / static_cast<double>(m_weightsTotal) : 1;
        m_context.update([&](MeasureSnapshot &snapshot) {
            snapshot.phase = MeasurePhase::Weights;
            snapshot.model = 0;
            snapshot.layer = static_cast<std::size_t>(std::max(0, layer));
            snapshot.layers = m_base.hyper.layerCount;
            snapshot.fraction = fraction;
            snapshot.seconds = seconds;
            snapshot.secondsLeft = fraction > 0.01 && seconds > 0.5 ? seconds * (1 - fraction) / fraction : -1;
        });
    }

    const Model &m_base;
    std::span<const Model *const> m_others;
    MeasureContext &m_context;
    Team m_team;
    std::vector<Shared> m_shared;
    std::vector<FloatReader> m_readers; ///< the base's first
    std::vector<std::map<int, LayerMean>> m_layers;
    std::vector<ThreadBuffers> m_buffers; ///< one a thread
    std::uint64_t m_weightsDone = 0, m_weightsTotal = 0;
    std::chrono::steady_clock::time_point m_begun;
};

} // namespace

Result<std::optional<std::vector<std::vector<LayerError>>>>
layerErrors(const Model &base, std::span<const Model *const> others, int threads, MeasureContext &context)
{
    LayerErrorWalk walk(base, others, threads, context);
    auto whole = walk.run();
    SNUG_TRY(whole);
    if (!*whole)
        return std::nullopt;
    return walk.errors();
}

} // namespace snug
