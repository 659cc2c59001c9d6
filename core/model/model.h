// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The inventory of a model: what it is, which tensors it has, where their bytes lie, and what a GGUF of it says in its
// header. Made from headers only. From here on nobody needs to know which format the source was in.

#pragma once

#include "core/base/result.h"
#include "core/formats/ggufvalue.h"
#include "core/formats/tensortype.h"
#include "core/model/codedmatrix.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

enum class SourceFormat { Gguf, Checkpoint, Safetensors };

// clang-format off
enum class TensorRole {
    TokenEmbedding, Output, OutputNorm, AttnNorm, AttnQ, AttnK, AttnV, AttnQkv, AttnOutput,
    FfnNorm, FfnGate, FfnUp, FfnDown, Router, RopeFactors, Other,
};
// clang-format on

/// How rows of the output follow from rows of the source.
enum class RowOrder {
    AsStored,
    RotaryInterleaved, ///< q and k of a Hugging Face checkpoint: per head, halves become pairs
    RotaryHalves,      ///< the inverse, for a GGUF: per head, pairs become halves
};

/// How stored bytes become weights of TensorSource::type.
enum class Encoding {
    Plain,
    PlusOne,    ///< plain weights, to each of which one is added; given as F32
    MinusOne,   ///< the inverse, exact but for what the sum lost: bits below 2^-24
    Fp8,        ///< F8_E4M3, one byte a weight, times the scale of its block; given as F32
    Mxfp4,      ///< 16 bytes for 32 weights in order, exponents apart; given as MXFP4 blocks
    Transposed, ///< plain weights, rows of the tensor are columns of the piece
    Coded,      ///< a matrix of a quantized checkpoint, see SourceLayout::coded; given as F32
};

/// Stored bytes that give some units of a tensor, the next piece the units behind them.
struct SourcePiece
{
    std::uint64_t firstUnit = 0; ///< of the tensor, in stored order
    std::size_t fileIndex = 0;   ///< into Model::files
    std::uint64_t offset = 0;    ///< where its first unit begins
    std::size_t scaleFile = 0;   ///< Fp8, Mxfp4: where its scales are
    std::uint64_t scaleOffset = 0;
};

/// How a tensor is made where its bytes do not lie in one place as they are. Bounded by what one unit needs: a tensor
/// is never put together in memory.
struct SourceLayout
{
    std::vector<SourcePiece> pieces; ///< by firstUnit, from 0; empty where TensorSource says it all
    Encoding encoding = Encoding::Plain;
    TensorType storedType = TensorType::F32; ///< of plain weights
    std::uint64_t unitWeights = 0;           ///< what is moved as one: a row, or one weight
    std::uint64_t unitStep = 1;              ///< stored units from one that counts to the next
    std::uint64_t storedRowWeights = 0;      ///< Transposed: length of a row of the piece
    TensorType scaleType = TensorType::F32;  ///< Fp8
    std::uint64_t scaleRows = 0;             ///< Fp8: rows of a block
    std::uint64_t scaleCols = 0;             ///< Fp8: columns of a block
    std::vector<CodedMatrix> coded;          ///< Coded: one for each piece

    bool inPieces() const { return !pieces.empty(); }
    /// The piece that holds a unit.
    const SourcePiece &pieceOf(std::uint64_t unit) const;
};

/// Where a tensor's bytes lie. Rows are contiguous, row-major.
struct TensorSource
{
    std::size_t fileIndex = 0; ///< into Model::files
    std::uint64_t offset = 0;
    std::uint64_t sizeBytes = 0;
    TensorType type = TensorType::F32; ///< as stored, or as it comes out of `layout`
    RowOrder rowOrder = RowOrder::AsStored;
    std::uint32_t headCount = 0; ///< for the rotary orders
    /// Values of a tensor that no file holds because it is computed from the configuration (rope_freqs.weight). When
    /// not empty, these are the tensor (type F32), and fileIndex and offset mean nothing.
    std::vector<float> values = {};
    /// Where the tensor is no plain run of bytes; fileIndex and offset then are those of its first piece, and sizeBytes
    /// is what all its bytes in the files come to.
    SourceLayout layout = {};
};

struct ModelTensor
{
    std::string name;                ///< GGUF name, "blk.0.attn_q.weight"
    std::string sourceName;          ///< name in the source
    std::vector<std::uint64_t> dims; ///< dims[0] is the row length
    /// Type in a plain conversion: equals the stored type except that vectors of a checkpoint become F32.
    TensorType type = TensorType::F32;
    TensorRole role = TensorRole::Other;
    int layer = -1; ///< -1 outside the layers
    TensorSource source;

    std::uint64_t cols() const { return dims.empty() ? 1 : dims[0]; } ///< 1 for a scalar
    std::uint64_t rows() const;                                       ///< product of all other dimensions
    std::uint64_t weightCount() const { return cols() * rows(); }
};

struct Hyperparameters
{
    std::uint32_t layerCount = 0;
    std::uint32_t embeddingLength = 0;
    std::uint32_t feedForwardLength = 0;
    std::uint32_t headCount = 0;   ///< of the first layer where layers differ; 0 for models without attention
    std::uint32_t headCountKv = 0; ///< as headCount; 0 is possible: never divide by it unchecked
    std::uint32_t keyLength = 0;   ///< per head
    std::uint32_t valueLength = 0; ///< per head
    std::uint32_t expertCount = 0;
    std::uint32_t vocabularySize = 0;
    std::uint64_t contextLength = 0;
    /// Key-value heads of each layer where they differ; empty where all layers have headCountKv.
    std::vector<std::uint32_t> layerHeadCountKv;

    /// Bytes of KV cache per token over all layers with `bytesPerElement` (2 for f16, 34/32 for q8_0, 18/32 for q4_0).
    double kvBytesPerToken(double bytesPerElement) const;
};

struct Model
{
    std::filesystem::path path; ///< as opened
    std::string name;           ///< "Qwen2.5-7B-Instruct"; never empty, printable, safe as part of a file name
    SourceFormat format = SourceFormat::Gguf;
    std::string architecture;     ///< GGUF spelling, "llama"
    std::string architectureName; ///< for people, "Llama"
    bool supported = true;        ///< false: inspect works, quantize does not
    std::string unsupportedReason;
    Hyperparameters hyper;
    std::vector<std::filesystem::path> files;
    std::vector<ModelTensor> tensors; ///< in output order: outside the layers by name, then layer by layer by name
    GgufMetadata metadata;            ///< keys a plain conversion carries, in order
    std::string mainType;             ///< type of most weights, "BF16"
    bool activationsToo = false;      ///< a decoded folder whose programs round activations, too
    std::uint64_t parameterCount = 0;
    std::uint64_t sourceBytes = 0;  ///< bytes of all tensors in the source
    std::vector<std::string> notes; ///< things worth telling, one sentence each

    const ModelTensor *find(std::string_view tensorName) const;
};

/// Whether a checkpoint's vocabulary is read. A list of models does without, for it is most of the time it takes to
/// open one; so do methods that carry the files over as they are.
enum class TokenizerFiles { Read, Skip };

/// What becomes of checkpoint folders that are quantized already: methods that would quantize once more refuse them,
/// whoever computes with weights has them decoded as they are read, see core/model/codedtensors.
enum class QuantizedFolders { Refuse, Decode };

/// Opens a GGUF file, the first file of a split GGUF, a checkpoint folder, a folder with one GGUF model, a Hugging Face
/// repo id in the local cache, or (for inspecting) a lone safetensors file. Reads headers, config and tokenizer files
/// only. With TokenizerFiles::Skip the metadata of a checkpoint has no tokenizer keys: no GGUF may be made of it. With
/// QuantizedFolders::Decode a quantized folder is a model like its source, with F32 weights: what its codes are worth.
///
/// Errors: BadInput, Unsupported, Io, Usage (nothing there) as the command-line contract says.
Result<Model> openModel(const std::filesystem::path &modelOrRepoId, TokenizerFiles tokenizer = TokenizerFiles::Read,
                        QuantizedFolders quantized = QuantizedFolders::Refuse);

/// Source row that becomes row `outputRow` of the tensor, rowCount / headCount rows forming a head.
std::uint64_t sourceRow(const TensorSource &source, std::uint64_t rowCount, std::uint64_t outputRow);

} // namespace snug
