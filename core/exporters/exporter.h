// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One format of quantized checkpoints: which tensors stand for a weight matrix, how its codes are packed, where in
// those tensors they go, and what config.json says about it. Knows neither files nor models: bytes are placed by
// whoever holds the files. README.md has the steps for a new one.

#pragma once

#include "core/exporters/scheme.h"
#include "core/formats/safetensorswriter.h"
#include "core/formats/tensortype.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace snug {

/// One weight matrix, row-major, rows are outputs.
struct Matrix
{
    std::string module; ///< "model.layers.0.self_attn.q_proj"
    std::uint64_t rows = 0, cols = 0;
    TensorType sourceType = TensorType::BF16; ///< F32, F16 or BF16; some formats keep scales in it
    float peak = 0; ///< largest magnitude of it and its fused siblings; only where Exporter::needsPeak()
};

/// Some weights of it that are worked at once, on bounds that granule() allows.
struct MatrixSlice
{
    const Matrix *matrix = nullptr;
    std::uint64_t firstWeight = 0, weightCount = 0;

    std::uint64_t firstRow() const { return firstWeight / matrix->cols; }
    std::uint64_t rowCount() const { return weightCount / matrix->cols; }
};

/// Where consecutive encoded bytes go: `runCount` runs of `runBytes`, each `stride` bytes behind the one before.
struct Placement
{
    /// Stands for no tensor: the bytes are kept until the matrix is done, and finish() gets them.
    static constexpr std::size_t kKept = ~std::size_t{0};

    std::size_t tensor = 0;   ///< into tensorsOf(), or kKept
    std::uint64_t offset = 0; ///< in the tensor (or in what is kept), of the first run
    std::uint64_t runBytes = 0;
    std::uint64_t runCount = 1;
    std::uint64_t stride = 0;

    std::uint64_t sizeBytes() const { return runBytes * runCount; }
};

/// Bytes of a tensor that no slice gives: constants, or made of what was kept. They are the whole tensor.
struct FinishedTensor
{
    std::size_t tensor = 0; ///< into tensorsOf()
    std::vector<std::byte> bytes;
};

/// All methods are const and may run in several threads at once.
class Exporter
{
public:
    explicit Exporter(Scheme scheme) : m_scheme(std::move(scheme)) {}
    virtual ~Exporter() = default;
    Exporter(const Exporter &) = delete;
    Exporter &operator=(const Exporter &) = delete;

    const Scheme &scheme() const { return m_scheme; }

    /// Why a matrix cannot be kept so ("rows of 2880 weights do not divide into groups of 128; groups of 64 would"),
    /// or "".
    virtual std::string whyNot(const Matrix &matrix) const = 0;
    /// Tensors that take the place of MODULE.weight, in file order. Only for matrices that whyNot() has nothing
    /// against.
    virtual std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const = 0;
    /// Slices begin and end at multiples of so many weights, or at the end of the matrix.
    virtual std::uint64_t granule(const Matrix &matrix) const = 0;
    /// Where the bytes of encode() go, in their order.
    virtual std::vector<Placement> placements(const MatrixSlice &slice) const = 0;
    /// Sum of placements().
    std::uint64_t encodedBytes(const MatrixSlice &slice) const;
    /// Codes weights [slice.weightCount] into `out` [encodedBytes()]. `room` has roomBytes() to work in and begins
    /// where a float may, here and in decode(). False when a scale is beyond what it is stored as.
    virtual bool encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                        std::span<std::byte> room) const = 0;
    /// What the weights of encode() are worth, as a reader computes them. Scales that are quantized again later
    /// (double quantization) count as they are before that.
    virtual void decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                        std::span<std::byte> room) const = 0;
    static std::uint64_t roomBytes(std::uint64_t weightCount) { return 2 * weightCount + 4096; }

    /// encode() needs Matrix::peak: all weights are looked at once before.
    virtual bool needsPeak() const { return false; }
    /// Bytes that placements() keep of a matrix; 0 for most.
    virtual std::uint64_t keptBytes(const Matrix &matrix) const;
    /// All tensors that slices leave out.
    virtual std::vector<FinishedTensor> finish(const Matrix &matrix, std::span<const std::byte> kept) const = 0;

    /// What config.json has under "quantization_config": a JSON object. `floatModules` are the linear modules that stay
    /// as they are, by full name ("lm_head", "model.layers.0.mlp.gate"); `dtype` the checkpoint's ("bfloat16").
    virtual std::string quantizationConfig(std::span<const std::string> floatModules, std::string_view dtype) const = 0;
    /// Name of a file that says the same for readers that look there first; "" for none.
    virtual std::string_view quantizationFile() const { return {}; }

private:
    Scheme m_scheme;
};

/// The exporter of a scheme.
std::unique_ptr<Exporter> makeExporter(const Scheme &scheme);

} // namespace snug
