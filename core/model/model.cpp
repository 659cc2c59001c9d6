// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/model.h"

#include "core/formats/missingfile.h"
#include "core/model/checkpoint.h"
#include "core/model/ggufmodel.h"
#include "core/model/ggufparts.h"
#include "core/model/huggingface.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

std::uint64_t ModelTensor::rows() const
{
    std::uint64_t product = 1;
    for (std::size_t i = 1; i < dims.size(); ++i)
        product *= dims[i]; // the readers have checked the product of all dimensions
    return product;
}

double Hyperparameters::kvBytesPerToken(double bytesPerElement) const
{
    double heads = static_cast<double>(headCountKv) * layerCount;
    if (!layerHeadCountKv.empty()) {
        heads = 0;
        for (const std::uint32_t count : layerHeadCountKv)
            heads += count;
    }
    return heads * (static_cast<double>(keyLength) + valueLength) * bytesPerElement;
}

const ModelTensor *Model::find(std::string_view tensorName) const
{
    const auto found = std::find_if(tensors.begin(), tensors.end(),
                                    [&](const ModelTensor &tensor) { return tensor.name == tensorName; });
    return found == tensors.end() ? nullptr : &*found;
}

const SourcePiece &SourceLayout::pieceOf(std::uint64_t unit) const
{
    const auto after =
        std::upper_bound(pieces.begin(), pieces.end(), unit,
                         [](std::uint64_t at, const SourcePiece &piece) { return at < piece.firstUnit; });
    return after == pieces.begin() ? pieces.front() : *(after - 1);
}

std::uint64_t sourceRow(const TensorSource &source, std::uint64_t rowCount, std::uint64_t outputRow)
{
    if (source.rowOrder == RowOrder::AsStored || source.headCount == 0)
        return outputRow;
    const std::uint64_t rowsPerHead = rowCount / source.headCount;
    const std::uint64_t half = rowsPerHead / 2;
    if (half == 0)
        return outputRow;
    const std::uint64_t head = outputRow / rowsPerHead;
    const std::uint64_t inHead = outputRow % rowsPerHead;
    if (inHead >= 2 * half) // the last of an odd number has no partner
        return outputRow;
    // Rows 2i and 2i + 1 of a head in GGUF's order are a rotated pair; a checkpoint keeps them half a head apart.
    const bool toPairs = source.rowOrder == RowOrder::RotaryInterleaved;
    return head * rowsPerHead + (toPairs ? (inHead % 2) * half + inHead / 2 : (inHead % half) * 2 + inHead / half);
}

namespace {

// A folder is a checkpoint, or holds one GGUF model, as repositories of quantized models do.
Result<Model> openFolder(const std::filesystem::path &folder, TokenizerFiles tokenizer, QuantizedFolders quantized)
{
    std::error_code error;
    const std::vector<std::filesystem::path> ggufs = ggufModelsIn(folder);
    if (ggufs.empty() || std::filesystem::exists(folder / "config.json", error))
        return openCheckpoint(folder, tokenizer, quantized);
    if (ggufs.size() > 1)
        return fail(ErrorCode::Usage,
                    fmt::format("The folder has {} GGUF models; choose one of them, such as {}.", ggufs.size(),
                                printable(ggufs.front().filename().string())),
                    folder.string());
    return openGguf(ggufs.front());
}

Result<Model> openPath(const std::filesystem::path &path, TokenizerFiles tokenizer, QuantizedFolders quantized)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return openFolder(path, tokenizer, quantized);
    if (isDownloadName(path.filename().string())) // its header may be there already, its tensors are not
        return fail(ErrorCode::BadInput,
                    "The file is a download that has not ended; let it end, or start it again, and choose the file "
                    "that it makes.",
                    path.string());
    if (path.extension() == ".safetensors")
        return openLoneSafetensors(path);
    return openGguf(path);
}

// A message stands alone on a terminal, so it has to say which file it is about.
Error named(Error error)
{
    if (!error.file.empty() && error.message.find(error.file) == std::string::npos)
        error.message = printable(error.file, 1000) + ": " + error.message;
    return error;
}

} // namespace

Result<Model> openModel(const std::filesystem::path &modelOrRepoId, TokenizerFiles tokenizer,
                        QuantizedFolders quantized)
{
    std::filesystem::path path = modelOrRepoId;
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        const auto snapshot = findInHuggingFaceCache(modelOrRepoId);
        if (!snapshot)
            return fail(snapshot.error());
        path = *snapshot;
    }
    auto model = openPath(path, tokenizer, quantized);
    if (!model)
        return fail(named(std::move(model).error()));
    return model;
}

} // namespace snug
