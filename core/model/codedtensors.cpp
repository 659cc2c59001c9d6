// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/codedtensors.h"

#include "core/model/matrixparts.h"

#include <algorithm>
#include <utility>

namespace snug {

namespace {

/// How the codes of a format are told from other tensors, and who knows what belongs to them.
struct CodesRow
{
    StoredFormat format;
    std::string_view ending;
    std::string_view dtype;
    bool always; ///< a tensor of this name holds codes whatever its type
    Result<CodedMatrix> (*gather)(MatrixParts &parts);
};

constexpr CodesRow kCodes[] = {
    {StoredFormat::PackQuantized, ".weight_packed", "I32", true, packedMatrix},
    {StoredFormat::IntQuantized, ".weight", "I8", false, byteMatrix},
    {StoredFormat::FloatQuantized, ".weight", "F8_E4M3", false, byteMatrix},
    {StoredFormat::Nvfp4, ".weight_packed", "U8", true, nvfp4Matrix},
    {StoredFormat::Mxfp4, ".weight_packed", "U8", true, mxfp4Matrix},
    {StoredFormat::Gptq, ".qweight", "I32", true, gptqMatrix},
    {StoredFormat::BnbMaps, ".weight", "U8", false, bnbMapMatrix},
    {StoredFormat::BnbRows, ".weight", "I8", false, bnbRowMatrix},
};

constexpr std::uint64_t kMostWeights = std::uint64_t{1} << 48; // so that no size of them leaves 64 bits

bool holdsCodes(const SafetensorsTensor &tensor, const CodesRow &row)
{
    return tensor.name.ends_with(row.ending) && (row.always || tensor.dtype == row.dtype);
}

SafetensorsTensor wholeTensor(const MatrixParts &parts, const CodedMatrix &matrix)
{
    SafetensorsTensor whole;
    whole.name = parts.module() + ".weight";
    whole.dtype = parts.coding().name;
    whole.shape = {matrix.rows, matrix.cols};
    whole.offset = parts.codes().offset;
    whole.sizeBytes = parts.sizeBytes();
    whole.fileIndex = parts.codes().fileIndex;
    return whole;
}

Result<SafetensorsTensor> gather(CodedTensors &coded, CodeShelf &shelf, const StoredCoding &coding,
                                 const SafetensorsTensor &codes, const CodesRow &row)
{
    MatrixParts parts(shelf, coding, codes, codes.name.substr(0, codes.name.size() - row.ending.size()));
    if (codes.dtype != row.dtype)
        return parts.bad(codes, "is stored as " + codes.dtype + ", expected " + std::string(row.dtype));
    const std::string name = parts.module() + ".weight";
    if (name != codes.name && shelf.find(name))
        return parts.bad(codes, "stands for the same weights as " + name + ", expected one of them");
    auto matrix = row.gather(parts);
    SNUG_TRY(matrix);
    if (matrix->rows > kMostWeights / matrix->cols)
        return parts.bad(codes, "stands for more weights than any model has");
    parts.takeRest();
    SafetensorsTensor whole = wholeTensor(parts, *matrix);
    coded.matrices.emplace(whole.name, *matrix);
    return whole;
}

} // namespace

Result<CodedTensors> gatherCodes(SafetensorsSet set, const StoredCoding &coding)
{
    const CodesRow &row = *std::ranges::find(kCodes, coding.format, &CodesRow::format);
    CodedTensors coded;
    CodeShelf shelf(set);
    std::vector<SafetensorsTensor> tensors;
    for (const SafetensorsTensor &tensor : set.tensors) {
        if (!holdsCodes(tensor, row))
            continue;
        auto whole = gather(coded, shelf, coding, tensor, row);
        SNUG_TRY(whole);
        tensors.push_back(std::move(*whole));
    }
    for (const SafetensorsTensor &tensor : set.tensors)
        if (!shelf.isTaken(tensor.name))
            tensors.push_back(tensor);
    std::ranges::sort(tensors, {},
                      [](const SafetensorsTensor &tensor) { return std::pair(tensor.fileIndex, tensor.offset); });
    coded.set = {std::move(set.files), std::move(tensors), std::move(set.unnamed), std::move(set.notes)};
    return coded;
}

} // namespace snug
