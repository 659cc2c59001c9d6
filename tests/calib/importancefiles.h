// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small importance matrices in files, for the tests of this room.

#pragma once

#include "core/calib/importancefile.h"
#include "tests/formats/testfiles.h"

#include <QTemporaryDir>

namespace snug::test {

inline const std::string kQuery = "blk.0.attn_q.weight";
inline const std::string kExperts = "blk.0.ffn_up_exps.weight";

inline ImportanceRecord recordOf(std::uint64_t chunks) { return {{"wiki.txt"}, chunks, 4, 0, "model-1", "text-1"}; }

/// One chunk of four rows: the more chunks there are, the more digits sums need.
inline bool addChunk(ImportanceSums &sums, int number)
{
    const float value = 1.0F / static_cast<float>(3 + number);
    return sums.declare(kQuery, 3) && sums.declare(kExperts, 2, 4) && sums.declare("blk.1.attn_q.weight", 3) &&
           sums.add(kQuery, 0, std::vector<float>{value, 1000 * value, 0}, 4) &&
           sums.add(kExperts, static_cast<std::uint64_t>(number % 3), std::vector<float>{value, 7}, 3);
}

/// A folder of files, and the memory they are read into.
struct ImportanceFiles
{
    QTemporaryDir folder;
    Ledger ledger;

    std::filesystem::path at(const char *name) const { return folder.filePath(name).toStdString(); }
    Bytes bytes(const char *name) const { return readWhole(at(name)); }
    /// Chunks first .. last in a file of their own.
    bool write(const char *name, int first, int last, ImportanceRecord record)
    {
        ImportanceSums sums(ledger);
        for (int i = first; i < last; ++i)
            if (!addChunk(sums, i))
                return false;
        record.chunkCount = static_cast<std::uint64_t>(last - first);
        return writeImportance(at(name), record, sums, Overwrite::Yes).has_value();
    }
    Result<ImportanceMatrix> read(const char *name) { return readImportance(at(name), ledger); }
};

inline bool says(const Error &error, const std::string &part) { return error.message.find(part) != std::string::npos; }

} // namespace snug::test
