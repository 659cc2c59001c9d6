// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/outputfiles.h"

namespace snug {

Result<OutputFiles> OutputFiles::create(std::span<const OutputPart> parts, Overwrite overwrite)
{
    OutputFiles made;
    for (const OutputPart &part : parts) {
        auto writer = GgufWriter::create(part.path, part.metadata, part.tensors, overwrite);
        SNUG_TRY(writer);
        made.m_files.push_back(*std::move(writer));
    }
    return made;
}

Result<void> OutputFiles::append(std::span<const std::byte> bytes)
{
    while (m_files[m_current].complete() && m_current + 1 < m_files.size())
        ++m_current;
    return m_files[m_current].append(bytes);
}

Result<void> OutputFiles::commit()
{
    for (GgufWriter &file : m_files)
        SNUG_TRY(file.finish());
    for (std::size_t i = 0; i < m_files.size(); ++i)
        if (auto done = m_files[i].commit(); !done) {
            for (std::size_t earlier = 0; earlier < i; ++earlier)
                m_files[earlier].withdraw();
            return done;
        }
    return {};
}

} // namespace snug
