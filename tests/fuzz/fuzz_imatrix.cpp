// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Fuzzes the reader of importance matrices, both forms. Values it gives have to be finite and not negative.

#include "core/formats/bytesource.h"
#include "core/formats/imatrix.h"
#include "core/formats/names.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace snug;

namespace {

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

void useEntry(const ByteSource &source, const ImatrixEntry &entry)
{
    require(!entry.name.empty() && isPlainText(entry.name), "a name can be shown");
    require(entry.valueCount > 0 && entry.valueCount <= source.sizeBytes() / sizeof(float), "values lie in the file");
    require(entry.countCount > 0 && entry.valueCount % entry.countCount == 0, "experts have equally many columns");
    std::vector<float> values(entry.valueCount);
    const auto read = readImatrixValues(source, entry, 0, values);
    require(read || !read.error().message.empty(), "a refusal says what");
    for (const float value : values)
        require(!read || (std::isfinite(value) && value >= 0), "a value makes sense");
    std::vector<double> sums(entry.valueCount);
    const auto readSums = readImatrixSums(source, entry, 0, sums);
    require(readSums || !readSums.error().message.empty(), "a refusal says what");
    for (const double sum : sums)
        require(!readSums || (std::isfinite(sum) && sum >= 0), "a sum makes sense");
    const auto counts = readImatrixCounts(source, entry);
    require(!counts || counts->size() == entry.countCount, "there is a count for every expert");
    std::vector<float> last(1);
    if (read)
        require(readImatrixValues(source, entry, entry.valueCount - 1, last) && last[0] == values.back(),
                "a part is that part");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const MemorySource source(std::as_bytes(std::span(data, size)));
    const auto matrix = readImatrix(source);
    if (!matrix) {
        require(!matrix.error().message.empty(), "a refusal says what");
        return 0;
    }
    require(!matrix->entries.empty(), "a matrix has entries");
    for (std::size_t i = 0; i < matrix->entries.size(); ++i) {
        require(i == 0 || matrix->entries[i - 1].name < matrix->entries[i].name, "entries come by name, each once");
        useEntry(source, matrix->entries[i]);
    }
    return 0;
}
