// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The importance matrix of a job: which of its entries go with which tensors, and the values once they are read.

#pragma once

#include "core/base/result.h"
#include "core/formats/ggufvalue.h"
#include "core/formats/imatrix.h"
#include "core/jobs/jobspec.h"
#include "core/memory/ledger.h"
#include "core/model/model.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace snug {

struct PreparedJob;

/// A stretch of an entry's values; without an entry, as many ones (an expert the matrix has nothing for).
struct ImportancePiece
{
    std::optional<std::size_t> entry;
    std::uint64_t first = 0, count = 0;
};

/// What is used of a matrix. Made from headers; holds no values.
struct ImportancePlan
{
    std::filesystem::path file;
    Imatrix matrix; ///< only the entries that the filters let through
    /// Per tensor of the model: pieces in order that give one value a column, expert after expert; none without values.
    std::vector<std::vector<ImportancePiece>> tensors;
    std::set<std::string, std::less<>> removed; ///< names of the entries that the filters took away
    std::vector<std::string> notes;
};

/// Opens the spec's matrix, filters it and finds every tensor's values. `sourceNames` are the tensors' names in the
/// source. An entry goes to the tensor of its name. Where a tensor has none, an entry of merged experts serves the
/// tensors of single experts and the other way round. Nothing without a matrix, or when the filters leave no entry of
/// it. Errors: those of reading it; Usage for filters that contradict; BadInput when no entry belongs to this model or
/// the size of one is not that of its tensor (only noted for token embeddings, as in the reference).
Result<std::optional<ImportancePlan>> planImportance(const JobSpec &spec, const Model &model,
                                                     const std::vector<std::string> &sourceNames);

/// The keys that tell a file was made with a matrix: quantize.imatrix.file, .dataset (the first), .entries_count (after
/// filters) and .chunks_count (where known). Strings are cut at 127 bytes, as the reference cuts them, but not inside a
/// character. Source: reference release v0.5.0.
void setImportanceKeys(GgufMetadata &metadata, const std::string &file, const Imatrix &matrix);

/// The values, held in the ledger. Const methods are thread safe.
class ImportanceValues
{
public:
    ImportanceValues() = default;
    /// Reads the values of the tensors that some level of the job needs them for, and checks those of all other
    /// entries. Errors: those of readImatrixValues(); DoesNotFit.
    static Result<ImportanceValues> load(const PreparedJob &job, Ledger &ledger);

    /// Values of a tensor: columns, expert after expert; empty when there are none.
    std::span<const float> of(std::size_t tensorIndex) const;

private:
    struct Place
    {
        std::size_t first = 0, count = 0;
    };

    HostBuffer m_values;
    std::vector<Place> m_places;
};

} // namespace snug
