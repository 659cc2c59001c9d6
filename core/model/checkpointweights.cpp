// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointweights.h"

#include "core/formats/tensortype.h"

#include <algorithm>

namespace snug {

namespace {

constexpr std::string_view kFp8 = "F8_E4M3";
constexpr std::uint64_t kMxfp4Weights = 32; // of a block, which has 16 bytes and an exponent
constexpr std::uint64_t kMxfp4Bytes = 16;

struct DtypeName
{
    std::string_view dtype;
    TensorType type;
};

constexpr DtypeName kDtypes[] = {
    {"F32", TensorType::F32}, {"F16", TensorType::F16}, {"BF16", TensorType::BF16}, {"F64", TensorType::F64},
    {"I64", TensorType::I64}, {"I32", TensorType::I32}, {"I16", TensorType::I16},   {"I8", TensorType::I8},
};

bool isMxfp4(Change change)
{
    return change == Change::Mxfp4 || change == Change::Mxfp4Even || change == Change::Mxfp4Odd;
}

bool isTransposed(Change change)
{
    return change == Change::Transposed || change == Change::TransposedEven || change == Change::TransposedOdd;
}

// Rules that take half of what is stored: which half, the first or the second.
bool isHalf(Change change)
{
    switch (change) {
    case Change::StackedFirstHalf:
    case Change::StackedSecondHalf:
    case Change::TransposedEven:
    case Change::TransposedOdd:
    case Change::Mxfp4Even:
    case Change::Mxfp4Odd:
    case Change::ExpertVectorsEven:
    case Change::ExpertVectorsOdd:
        return true;
    default:
        return false;
    }
}

bool isSecondHalf(Change change)
{
    return change == Change::StackedSecondHalf || change == Change::TransposedOdd || change == Change::Mxfp4Odd ||
           change == Change::ExpertVectorsOdd;
}

std::uint64_t blocksIn(std::uint64_t length, std::uint64_t blockLength)
{
    return (length + blockLength - 1) / blockLength;
}

// As the reference's converter: vectors, biases and routers are kept in full.
bool staysF32(const ModelTensor &tensor)
{
    return tensor.dims.size() < 2 || !tensor.name.ends_with(".weight") || tensor.name.ends_with("_norm.weight") ||
           tensor.name.ends_with("ffn_gate_inp.weight");
}

// Lays out the pieces of one tensor.
class Layouter
{
public:
    Layouter(TensorSource &source, const TensorRule &rule, const CheckpointConfig &config,
             std::span<const StoredTensor> parts)
        : m_source(source), m_layout(source.layout), m_rule(rule), m_config(config), m_parts(parts),
          m_rows(lengthOf(rule.rows, config)), m_cols(std::max<std::uint64_t>(1, lengthOf(rule.cols, config))),
          m_second(isSecondHalf(rule.change) ? 1 : 0), m_half(isHalf(rule.change) ? 2 : 1)
    {
    }

    void run()
    {
        const SafetensorsTensor &first = *m_parts.front().weights;
        for (const StoredTensor &part : m_parts)
            m_source.sizeBytes += (part.weights->sizeBytes + (part.scales ? part.scales->sizeBytes : 0)) / m_half;
        m_source.fileIndex = first.fileIndex;
        m_source.offset = first.offset;
        if (m_parts.front().coded)
            return layCoded();
        if (isMxfp4(m_rule.change))
            return layMxfp4();
        const auto stored = typeOfDtype(first.dtype);
        m_source.type = stored.value_or(TensorType::F32);
        m_layout.storedType = m_source.type;
        if (!stored)
            layFp8();
        else if (isTransposed(m_rule.change))
            layTransposed();
        else
            layPlain();
        if (m_layout.inPieces())
            m_source.offset = m_layout.pieces.front().offset;
    }

private:
    void piece(std::uint64_t firstUnit, const SafetensorsTensor &tensor, std::uint64_t behind)
    {
        m_layout.pieces.push_back({firstUnit, tensor.fileIndex, tensor.offset + behind, 0, 0});
    }

    void layPlain()
    {
        const SafetensorsTensor &first = *m_parts.front().weights;
        const std::uint64_t weightBytes = tensorTypeInfo(m_source.type).blockBytes;
        const std::uint64_t experts = m_config.hyper.expertCount;
        const std::uint64_t matrix = m_rows * m_cols * weightBytes;
        m_layout.unitWeights = m_cols;
        switch (m_rule.change) {
        case Change::PlusOne:
            m_layout.encoding = Encoding::PlusOne;
            m_source.type = TensorType::F32;
            m_layout.unitWeights = 1;
            return piece(0, first, 0);
        case Change::PerExpert:
            for (std::size_t e = 0; e < m_parts.size(); ++e)
                piece(e * m_rows, *m_parts[e].weights, 0);
            return;
        case Change::StackedFirstHalf:
        case Change::StackedSecondHalf:
            for (std::uint64_t e = 0; e < experts; ++e)
                piece(e * m_rows, first, (2 * e + m_second) * matrix);
            return;
        case Change::ExpertVectorsEven:
        case Change::ExpertVectorsOdd:
            m_layout.unitWeights = 1;
            m_layout.unitStep = 2;
            return piece(0, first, m_second * weightBytes);
        default:
            return; // bytes as they lie
        }
    }

    void layTransposed()
    {
        const SafetensorsTensor &first = *m_parts.front().weights;
        const std::uint64_t weightBytes = tensorTypeInfo(m_source.type).blockBytes;
        m_layout.encoding = Encoding::Transposed;
        m_layout.unitWeights = m_cols;
        m_layout.unitStep = m_half;
        m_layout.storedRowWeights = m_rows * m_half;
        for (std::uint64_t e = 0; e < m_config.hyper.expertCount; ++e)
            piece(e * m_rows, first, (e * m_cols * m_layout.storedRowWeights + m_second) * weightBytes);
    }

    void layMxfp4()
    {
        const StoredTensor &part = m_parts.front();
        const std::uint64_t blocks = m_cols / kMxfp4Weights;
        m_source.type = TensorType::MXFP4;
        m_layout.encoding = Encoding::Mxfp4;
        m_layout.unitWeights = m_cols;
        m_layout.unitStep = m_half;
        piece(0, *part.weights, m_second * blocks * kMxfp4Bytes);
        m_layout.pieces.back().scaleFile = part.scales->fileIndex;
        m_layout.pieces.back().scaleOffset = part.scales->offset + m_second * blocks;
        m_source.offset = m_layout.pieces.back().offset;
    }

    void layCoded()
    {
        m_source.type = TensorType::F32;
        m_layout.encoding = Encoding::Coded;
        m_layout.unitWeights = m_cols;
        for (std::size_t e = 0; e < m_parts.size(); ++e) {
            piece(e * m_rows, *m_parts[e].weights, 0);
            m_layout.coded.push_back(*m_parts[e].coded);
        }
    }

    void layFp8()
    {
        const bool whole = m_config.fp8->rows == 0; // one scale for all
        m_layout.encoding = Encoding::Fp8;
        m_layout.unitWeights = m_cols;
        m_layout.scaleType = typeOfDtype(m_parts.front().scales->dtype).value_or(TensorType::F32);
        m_layout.scaleRows = whole ? m_rows : m_config.fp8->rows;
        m_layout.scaleCols = whole ? m_cols : m_config.fp8->cols;
        for (std::size_t e = 0; e < m_parts.size(); ++e) {
            piece(e * m_rows, *m_parts[e].weights, 0);
            m_layout.pieces.back().scaleFile = m_parts[e].scales->fileIndex;
            m_layout.pieces.back().scaleOffset = m_parts[e].scales->offset;
        }
    }

    TensorSource &m_source;
    SourceLayout &m_layout;
    const TensorRule &m_rule;
    const CheckpointConfig &m_config;
    std::span<const StoredTensor> m_parts;
    std::uint64_t m_rows, m_cols;
    std::uint64_t m_second, m_half;
};

} // namespace

std::optional<TensorType> typeOfDtype(std::string_view dtype)
{
    for (const DtypeName &row : kDtypes)
        if (row.dtype == dtype)
            return row.type;
    return std::nullopt;
}

std::uint64_t lengthOf(Extent extent, const CheckpointConfig &config)
{
    const Hyperparameters &hyper = config.hyper;
    const std::uint64_t head = config.headLength, feedForward = hyper.feedForwardLength;
    switch (extent) {
    case Extent::None:
        return 0;
    case Extent::Hidden:
        return hyper.embeddingLength;
    case Extent::FeedForward:
        return feedForward;
    case Extent::ExpertFeedForward:
        return config.expertFeedForward;
    case Extent::QueryRows:
        return hyper.headCount * head;
    case Extent::KeyRows:
        return hyper.headCountKv * head;
    case Extent::FusedQkvRows:
        return (hyper.headCount + 2 * static_cast<std::uint64_t>(hyper.headCountKv)) * head;
    case Extent::FusedGateUpRows:
        return 2 * feedForward;
    case Extent::HeadLength:
        return head;
    case Extent::Heads:
        return hyper.headCount;
    case Extent::Experts:
        return hyper.expertCount;
    case Extent::Vocabulary:
        return hyper.vocabularySize;
    }
    return 0;
}

std::vector<std::uint64_t> storedShape(const TensorRule &rule, const CheckpointConfig &config)
{
    const std::uint64_t rows = lengthOf(rule.rows, config) * (isHalf(rule.change) ? 2 : 1);
    const std::uint64_t cols = lengthOf(rule.cols, config);
    std::vector<std::uint64_t> shape;
    if (holdsExperts(rule.change) && rule.change != Change::PerExpert)
        shape.push_back(config.hyper.expertCount);
    if (isMxfp4(rule.change))
        shape.insert(shape.end(), {rows, cols / kMxfp4Weights, kMxfp4Bytes});
    else if (isTransposed(rule.change))
        shape.insert(shape.end(), {cols, rows});
    else if (rule.cols == Extent::None)
        shape.push_back(rows);
    else
        shape.insert(shape.end(), {rows, cols});
    return shape;
}

std::vector<std::uint64_t> scaleShape(const TensorRule &rule, const CheckpointConfig &config)
{
    std::vector<std::uint64_t> shape = storedShape(rule, config);
    if (isMxfp4(rule.change)) {
        shape.pop_back();
        return shape;
    }
    if (!config.fp8 || config.fp8->rows == 0)
        return {};
    return {blocksIn(shape.front(), config.fp8->rows), blocksIn(shape.back(), config.fp8->cols)};
}

std::string scaleName(const SafetensorsTensor &tensor)
{
    constexpr std::string_view kBlocks = "_blocks";
    if (tensor.dtype == kFp8)
        return tensor.name + "_scale_inv";
    if (tensor.name.ends_with(kBlocks))
        return tensor.name.substr(0, tensor.name.size() - kBlocks.size()) + "_scales";
    return {};
}

bool canTakeCodes(const TensorRule &rule)
{
    return rule.cols != Extent::None && rule.change <= Change::PerExpert && rule.change != Change::PlusOne;
}

bool canTake(const TensorRule &rule, std::string_view dtype, const CheckpointConfig &config)
{
    if (isMxfp4(rule.change))
        return dtype == "U8" && lengthOf(rule.cols, config) % kMxfp4Weights == 0;
    if (dtype == kFp8)
        return config.fp8 && canTakeCodes(rule);
    return dtype == "F32" || dtype == "F16" || dtype == "BF16";
}

void fillWeights(ModelTensor &tensor, const TensorRule &rule, const CheckpointConfig &config,
                 std::span<const StoredTensor> parts)
{
    tensor.dims = {lengthOf(rule.rows, config)};
    if (rule.cols != Extent::None)
        tensor.dims.insert(tensor.dims.begin(), lengthOf(rule.cols, config));
    if (holdsExperts(rule.change))
        tensor.dims.push_back(config.hyper.expertCount);
    Layouter(tensor.source, rule, config, parts).run();
    if (rule.change == Change::RotaryQuery || rule.change == Change::RotaryKey) {
        tensor.source.rowOrder = RowOrder::RotaryInterleaved;
        tensor.source.headCount =
            rule.change == Change::RotaryQuery ? config.hyper.headCount : config.hyper.headCountKv;
    }
    const bool fp8 = tensor.source.layout.encoding == Encoding::Fp8;
    tensor.type = staysF32(tensor) ? TensorType::F32 : fp8 ? TensorType::BF16 : tensor.source.type;
}

} // namespace snug
