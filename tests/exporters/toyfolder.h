// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A small view of a model and a toy format, so that folders can be planned and written without kernels.

#pragma once

#include "core/exporters/exporter.h"
#include "core/model/exportview.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <string>
#include <vector>

namespace snug::test {

/// One byte a weight, input-major, so that slices of rows are strided; a byte a row that is kept and reversed at the
/// end; and the shape. Rows must divide into groups of 8.
class ToyExporter final : public Exporter
{
public:
    explicit ToyExporter(FolderFormat format = FolderFormat::CompressedTensors)
        : Exporter([format] {
              Scheme scheme;
              scheme.method = "rtn";
              scheme.level = "8bit-toy";
              scheme.format = format;
              return scheme;
          }())
    {
    }

    std::string whyNot(const Matrix &matrix) const override
    {
        if (matrix.cols % 8 == 0)
            return {};
        return fmt::format("rows of {} weights do not divide into groups of 8; groups of 2 would", matrix.cols);
    }
    std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const override
    {
        return {{matrix.module + ".codes", "I8", {matrix.cols, matrix.rows}},
                {matrix.module + ".sums", "U8", {matrix.rows}},
                {matrix.module + ".shape", "I64", {2}}};
    }
    std::uint64_t granule(const Matrix &matrix) const override { return matrix.cols; }
    std::vector<Placement> placements(const MatrixSlice &slice) const override
    {
        return {{0, slice.firstRow(), slice.rowCount(), slice.matrix->cols, slice.matrix->rows},
                {Placement::kKept, slice.firstRow(), slice.rowCount(), 1, 0}};
    }
    bool encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                std::span<std::byte>) const override
    {
        const std::uint64_t rows = slice.rowCount(), cols = slice.matrix->cols;
        for (std::uint64_t r = 0; r < rows; ++r) {
            int sum = 0;
            for (std::uint64_t c = 0; c < cols; ++c) {
                const int code = static_cast<int>(values[r * cols + c]);
                out[c * rows + r] = static_cast<std::byte>(code);
                sum += code;
            }
            out[cols * rows + r] = static_cast<std::byte>(sum);
        }
        return true;
    }
    void decode(const MatrixSlice &, std::span<const std::byte>, float *, std::span<std::byte>) const override {}
    std::uint64_t keptBytes(const Matrix &matrix) const override { return matrix.rows; }
    std::vector<FinishedTensor> finish(const Matrix &matrix, std::span<const std::byte> kept) const override
    {
        const std::int64_t shape[] = {static_cast<std::int64_t>(matrix.rows), static_cast<std::int64_t>(matrix.cols)};
        const auto bytes = std::as_bytes(std::span(shape));
        return {{1, {kept.rbegin(), kept.rend()}}, {2, {bytes.begin(), bytes.end()}}};
    }
    std::string quantizationConfig(std::span<const std::string> floatModules, std::string_view dtype) const override
    {
        nlohmann::ordered_json json;
        json["zeta"] = std::string(dtype);
        json["ignore"] = std::vector<std::string>(floatModules.begin(), floatModules.end());
        return json.dump();
    }
    std::string_view quantizationFile() const override
    {
        return scheme().format == FolderFormat::Gptq ? "quantize_config.json" : "";
    }
};

/// Fills a view tensor by tensor.
class ToyView
{
public:
    ToyView()
    {
        view.model.path = "/models/toy";
        view.config = R"({"z_first":1,"architectures":["Toy"],"rms_norm_eps":1e-05,"name":"naïve"})";
        view.dtype = "bfloat16";
        add("model.embed_tokens", {8, 32}, TensorRole::TokenEmbedding);
        for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
            addMatrix(layer + "self_attn.q_proj", 8, 16, layer + "self_attn.qkv_proj");
            addMatrix(layer + "self_attn.k_proj", 8, 4, layer + "self_attn.qkv_proj");
            addMatrix(layer + "self_attn.v_proj", 8, 4, layer + "self_attn.qkv_proj");
            addMatrix(layer + "self_attn.o_proj", 16, 8);
            addMatrix(layer + "mlp.down_proj", 24, 8);
            add(layer + "input_layernorm", {8}, TensorRole::AttnNorm, TensorType::F32);
        }
        add("count", {}, TensorRole::Other, TensorType::I64);
        view.model.tensors.back().name = "count";
    }

    void add(const std::string &module, std::vector<std::uint64_t> dims, TensorRole role,
             TensorType type = TensorType::BF16, bool linear = false)
    {
        ModelTensor &tensor = view.model.tensors.emplace_back();
        tensor.name = module + ".weight";
        tensor.dims = std::move(dims);
        tensor.type = type;
        tensor.role = role;
        ExportTensor &facts = view.tensors.emplace_back();
        facts.module = module;
        facts.linear = linear;
    }
    void addMatrix(const std::string &module, std::uint64_t cols, std::uint64_t rows, const std::string &siblings = {})
    {
        add(module, {cols, rows}, TensorRole::Other, TensorType::BF16, /*linear=*/true);
        view.tensors.back().quantizable = true;
        view.tensors.back().siblings = siblings.empty() ? module : siblings;
    }

    ExportView view;
};

} // namespace snug::test
