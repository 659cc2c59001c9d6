// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/carryfile.h"

#include "core/base/inputfile.h"
#include "core/base/sizes.h"
#include "core/base/writesteps.h"
#include "core/formats/names.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace snug {
namespace {

constexpr std::uint64_t kPieceBytes = 1024 * 1024;
// The largest tokenizers have tens of megabytes. What is beyond this is no small file, whatever it is called.
constexpr std::uint64_t kMostBytes = 1024 * 1024 * 1024;

/// A new file, removed again unless kept.
class NewFile
{
public:
    explicit NewFile(std::filesystem::path path) : m_path(std::move(path)) {}
    ~NewFile()
    {
        if (m_descriptor < 0)
            return;
        ::close(m_descriptor);
        if (!m_kept)
            ::unlink(m_path.c_str());
    }
    NewFile(const NewFile &) = delete;
    NewFile &operator=(const NewFile &) = delete;

    Result<void> open()
    {
        do {
            m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        } while (m_descriptor < 0 && errno == EINTR);
        if (m_descriptor < 0)
            return errno == EEXIST ? failExists(m_path) : failWriting("Creating", m_path, errno);
        return {};
    }
    Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes)
    {
        const int fault = writeAllAt(m_descriptor, offset, bytes);
        return fault == 0 ? Result<void>() : failWriting("Writing", m_path, fault);
    }
    Result<void> keep()
    {
        if (const int fault = syncFile(m_descriptor); fault != 0)
            return failWriting("Writing", m_path, fault);
        m_kept = true;
        return {};
    }

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    bool m_kept = false;
};

std::string notCopied(const CarriedFile &file, std::string_view reason)
{
    return fmt::format("{} is not in the result: {}", file.name, reason);
}

Result<std::string> copyFile(const CarriedFile &file, const std::filesystem::path &target)
{
    const Result<InputFile> source = InputFile::open(file.source);
    if (!source)
        return notCopied(file, source.error().message);
    if (source->sizeBytes() > kMostBytes)
        return notCopied(file, fmt::format("It has {}, and only files of up to {} are carried over.",
                                           formatBytes(source->sizeBytes()), formatBytes(kMostBytes)));
    NewFile copy(target);
    SNUG_TRY(copy.open());
    std::vector<std::byte> piece(static_cast<std::size_t>(std::min(kPieceBytes, source->sizeBytes())));
    for (std::uint64_t offset = 0; offset < source->sizeBytes(); offset += piece.size()) {
        const auto part = std::span(piece).first(
            static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), source->sizeBytes() - offset)));
        if (const Result<void> read = source->readAt(offset, part); !read)
            return notCopied(file, read.error().message);
        SNUG_TRY(copy.write(offset, part));
    }
    SNUG_TRY(copy.keep());
    return std::string();
}

Result<std::string> putFile(const CarriedFile &file, const std::filesystem::path &target)
{
    if (!file.source.empty())
        return copyFile(file, target);
    SNUG_TRY(writeSmallFile(target, file.text));
    return std::string();
}

/// Whether a relative name leads to a file in the folder it is taken from.
bool staysInside(const std::filesystem::path &name)
{
    return name.is_relative() && name.has_filename() &&
           std::ranges::none_of(name, [](const std::filesystem::path &part) { return part == "." || part == ".."; });
}

} // namespace

Result<void> writeSmallFile(const std::filesystem::path &path, std::string_view text)
{
    NewFile file(path);
    SNUG_TRY(file.open());
    SNUG_TRY(file.write(0, std::as_bytes(std::span(text))));
    return file.keep();
}

Result<std::string> carryFile(const CarriedFile &file, const std::filesystem::path &folder)
{
    const std::filesystem::path name = file.name;
    if (!staysInside(name))
        return fail(ErrorCode::Internal,
                    fmt::format("{} is no name for a file of a model folder.", quoteName(file.name)));
    const std::filesystem::path own = folderOf(folder / name);
    std::error_code fault;
    std::filesystem::create_directories(own, fault);
    if (fault)
        return failWriting("Creating the folder", own, fault.value());
    Result<std::string> note = putFile(file, folder / name);
    if (own != folder)
        syncFolder(own);
    return note;
}

} // namespace snug
