// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/matrixparts.h"

#include "core/model/modeltext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace snug {

namespace {

constexpr std::uint64_t kMaxSmallBytes = 64 * 1024;

} // namespace

CodeShelf::CodeShelf(const SafetensorsSet &set) : m_set(&set)
{
    for (const SafetensorsTensor &tensor : set.tensors)
        m_byName.emplace(tensor.name, &tensor);
}

const SafetensorsTensor *CodeShelf::find(std::string_view name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? nullptr : found->second;
}

Result<std::vector<std::byte>> CodeShelf::bytesOf(const SafetensorsTensor &tensor)
{
    if (tensor.sizeBytes > kMaxSmallBytes)
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensor {} has {} bytes, expected {} at most; the folder is damaged.",
                                printable(tensor.name), tensor.sizeBytes, kMaxSmallBytes),
                    fileOf(tensor), std::nullopt, tensor.name);
    auto known = m_files.find(tensor.fileIndex);
    if (known == m_files.end()) {
        auto file = InputFile::open(m_set->files[tensor.fileIndex]);
        SNUG_TRY(file);
        known = m_files.emplace(tensor.fileIndex, std::move(*file)).first;
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(tensor.sizeBytes));
    SNUG_TRY(known->second.readAt(tensor.offset, bytes));
    return bytes;
}

Result<void> MatrixParts::checkCodes(std::uint64_t &rows, std::uint64_t &cols) const
{
    const auto fits = [](std::uint64_t length) { return length > 0 && length <= kMaxMatrixLength; };
    if (m_codes.shape.size() != 2 || !std::ranges::all_of(m_codes.shape, fits))
        return bad(m_codes, fmt::format("has the shape [{}], expected that of a matrix with something in it",
                                        fmt::join(m_codes.shape, ", ")));
    rows = m_codes.shape[0];
    cols = m_codes.shape[1];
    return {};
}

Result<const SafetensorsTensor *> MatrixParts::take(std::string_view ending,
                                                    std::initializer_list<std::string_view> dtypes,
                                                    const std::vector<Shape> &shapes)
{
    const std::string name = m_module + std::string(ending);
    const SafetensorsTensor *tensor = m_shelf.find(name);
    if (!tensor)
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensor {} has no {}, without which its codes mean nothing; download or write the "
                                "folder again.",
                                printable(m_codes.name), printable(name)),
                    m_shelf.fileOf(m_codes), std::nullopt, m_codes.name);
    if (std::ranges::find(dtypes, tensor->dtype) == dtypes.end())
        return bad(*tensor, fmt::format("is stored as {}, expected {}", printable(tensor->dtype, 40),
                                        fmt::join(dtypes, " or ")));
    if (std::ranges::find(shapes, tensor->shape) == shapes.end())
        return bad(*tensor, fmt::format("has the shape [{}], expected [{}] by its codes",
                                        fmt::join(tensor->shape, ", "), fmt::join(shapes.front(), ", ")));
    count(*tensor);
    return tensor;
}

void MatrixParts::takeRest()
{
    count(m_codes);
    for (const char *ending : {".input_scale", ".input_zero_point", ".input_global_scale"})
        if (const SafetensorsTensor *tensor = find(ending))
            count(*tensor);
}

void MatrixParts::count(const SafetensorsTensor &tensor)
{
    m_shelf.take(tensor);
    m_sizeBytes += tensor.sizeBytes;
}

tl::unexpected<Error> MatrixParts::bad(const SafetensorsTensor &tensor, const std::string &what) const
{
    return fail(ErrorCode::BadInput,
                fmt::format("The tensor {} {}; the folder is damaged.", printable(tensor.name), what),
                m_shelf.fileOf(tensor), std::nullopt, tensor.name);
}

} // namespace snug
