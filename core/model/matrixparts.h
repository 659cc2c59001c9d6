// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The stored tensors of one coded matrix, looked up and checked one by one.

#pragma once

#include "core/formats/safetensors.h"
#include "core/model/codedmatrix.h"
#include "core/model/storedcoding.h"

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace snug {

/// All tensors by name, and what has been taken of them.
class CodeShelf
{
public:
    explicit CodeShelf(const SafetensorsSet &set);

    const SafetensorsTensor *find(std::string_view name) const;
    void take(const SafetensorsTensor &tensor) { m_taken.insert(tensor.name); }
    bool isTaken(std::string_view name) const { return m_taken.contains(name); }
    std::string fileOf(const SafetensorsTensor &tensor) const { return m_set->files[tensor.fileIndex].string(); }
    /// All bytes of a small tensor. Errors: those of InputFile; BadInput for a large one.
    Result<std::vector<std::byte>> bytesOf(const SafetensorsTensor &tensor);

private:
    const SafetensorsSet *m_set;
    std::unordered_map<std::string_view, const SafetensorsTensor *> m_byName;
    std::set<std::string_view> m_taken;
    std::map<std::size_t, InputFile> m_files; // those that were read
};

using Shape = std::vector<std::uint64_t>;

/// Lengths of what a matrix has one of: 1 to 2^31 - 1.
constexpr std::uint64_t kMaxMatrixLength = 0x7FFFFFFF;

class MatrixParts
{
public:
    /// `codes` is MODULE + ending.
    MatrixParts(CodeShelf &shelf, const StoredCoding &coding, const SafetensorsTensor &codes, std::string module)
        : m_shelf(shelf), m_coding(coding), m_codes(codes), m_module(std::move(module))
    {
    }

    const StoredCoding &coding() const { return m_coding; }
    const SafetensorsTensor &codes() const { return m_codes; }
    const std::string &module() const { return m_module; }
    std::uint64_t sizeBytes() const { return m_sizeBytes; }

    /// Rows and columns of the codes. Errors: BadInput when they are no matrix or empty.
    Result<void> checkCodes(std::uint64_t &rows, std::uint64_t &cols) const;
    const SafetensorsTensor *find(std::string_view ending) const
    {
        return m_shelf.find(m_module + std::string(ending));
    }
    /// A tensor that must be there, with one of these types and shapes. Errors: BadInput.
    Result<const SafetensorsTensor *> take(std::string_view ending, std::initializer_list<std::string_view> dtypes,
                                           const std::vector<Shape> &shapes);
    Result<std::vector<std::byte>> bytesOf(const SafetensorsTensor &tensor) { return m_shelf.bytesOf(tensor); }
    /// Takes the codes themselves and what nothing depends on: words about activations.
    void takeRest();
    tl::unexpected<Error> bad(const SafetensorsTensor &tensor, const std::string &what) const;

private:
    void count(const SafetensorsTensor &tensor);

    CodeShelf &m_shelf;
    const StoredCoding &m_coding;
    const SafetensorsTensor &m_codes;
    std::string m_module;
    std::uint64_t m_sizeBytes = 0;
};

inline BytePlace placeOf(const SafetensorsTensor &tensor) { return {tensor.fileIndex, tensor.offset}; }

/// How the matrices of each format are stored. Declared here for codedtensors.cpp, one for each StoredFormat.
Result<CodedMatrix> packedMatrix(MatrixParts &parts);
Result<CodedMatrix> byteMatrix(MatrixParts &parts); ///< signed or FP8
Result<CodedMatrix> nvfp4Matrix(MatrixParts &parts);
Result<CodedMatrix> mxfp4Matrix(MatrixParts &parts);
Result<CodedMatrix> gptqMatrix(MatrixParts &parts);
Result<CodedMatrix> bnbMapMatrix(MatrixParts &parts);
Result<CodedMatrix> bnbRowMatrix(MatrixParts &parts);

} // namespace snug
