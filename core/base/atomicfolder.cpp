// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Atomic folders on POSIX: flock on the marker, rename, fsync of the folder above.

#include "core/base/atomicfolder.h"

#include "core/base/log.h"
#include "core/base/writesteps.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace snug {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarker = ".snug-part";

enum class Kind { Nothing, Folder, Other };

/// What has this name; a link is no folder, whatever it leads to.
Kind kindOf(const fs::path &path)
{
    struct stat status;
    if (::lstat(path.c_str(), &status) != 0)
        return Kind::Nothing;
    return S_ISDIR(status.st_mode) ? Kind::Folder : Kind::Other;
}

fs::path besides(const fs::path &target, std::string_view ending)
{
    fs::path path = target;
    path += ending;
    return path;
}

fs::path asideOf(const fs::path &target) { return besides(target, ".snug-replaced"); }

Result<void> checkTarget(const fs::path &target, Overwrite overwrite, AtomicFolder::MayReplace mayReplace)
{
    const Kind kind = kindOf(target);
    if (kind == Kind::Nothing)
        return {};
    if (kind == Kind::Other)
        return fail(ErrorCode::Usage,
                    fmt::format("{} is not a folder and is not replaced. Choose another name.", target.string()),
                    target.string());
    if (overwrite == Overwrite::No)
        return failExists(target);
    std::error_code fault;
    if (fs::is_empty(target, fault) || mayReplace(target))
        return {};
    return fail(
        ErrorCode::Usage,
        fmt::format("{} is no earlier result, or has other files in it as well, so it is not replaced. Choose another "
                    "name, or remove it yourself.",
                    target.string()),
        target.string());
}

/// Removes what is in a folder except the marker. 0 or errno.
int emptyFolder(const fs::path &folder)
{
    std::error_code fault;
    for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
        if (at->path().filename() == kMarker)
            continue;
        fs::remove_all(at->path(), fault); // follows no links
        if (fault)
            break;
    }
    return fault.value();
}

/// Left by Snug: with its marker, or empty, as in the instant before the marker is made and after it is removed.
bool isOurs(const fs::path &part)
{
    std::error_code fault;
    return fs::is_regular_file(fs::symlink_status(part / kMarker, fault)) || fs::is_empty(part, fault);
}

Result<void> makePart(const fs::path &part)
{
    if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST)
        return failWriting("Creating", part, errno);
    if (kindOf(part) == Kind::Folder && !isOurs(part))
        return fail(
            ErrorCode::Io,
            fmt::format("{} is in the way and was not left by Snug. Remove it, or choose another name.", part.string()),
            part.string());
    if (kindOf(part) == Kind::Other)
        return fail(ErrorCode::Io, fmt::format("{} is in the way and is not a folder. Remove it.", part.string()),
                    part.string());
    return {};
}

/// The marker of TARGET.part, open and locked.
Result<int> openLocked(const fs::path &target, const fs::path &part)
{
    const fs::path marker = part / kMarker;
    for (int attempt = 0; attempt < 100; ++attempt) {
        SNUG_TRY(makePart(part));
        const int descriptor = ::open(marker.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
        if (descriptor < 0 && (errno == EINTR || errno == ENOENT)) // its writer took the folder away meanwhile
            continue;
        if (descriptor < 0)
            return failWriting("Creating", marker, errno);
        const int fault = lockFile(descriptor);
        if (fault == 0 && stillNames(marker, descriptor))
            return descriptor;
        ::close(descriptor);
        if (fault != 0 && fault != EWOULDBLOCK)
            return failWriting("Locking", marker, fault);
        if (fault == EWOULDBLOCK)
            break;
    }
    return failBusy(target);
}

/// Mends what a run left that was killed while it replaced the target.
Result<void> mendReplacing(const fs::path &target, AtomicFolder::MayReplace mayReplace)
{
    const fs::path aside = asideOf(target);
    if (kindOf(aside) != Kind::Folder)
        return {};
    if (kindOf(target) == Kind::Nothing && mayReplace(aside)) {
        const int fault = renameToNew(aside, target);
        if (fault != 0)
            return failWriting("Bringing back", target, fault);
        log::info("base", fmt::format("brought back {}, which an ended run had moved aside", target.string()));
        return {};
    }
    std::error_code fault;
    // Without a whole result at its place, what lies aside may be all that is left of one.
    if (!fs::is_empty(aside, fault) && (kindOf(target) != Kind::Folder || !mayReplace(target)))
        return fail(ErrorCode::Usage,
                    fmt::format("{} may be the only copy of what was {}, left by a run that ended while it replaced "
                                "it. Look into it, and rename or remove it.",
                                aside.string(), target.string()),
                    aside.string());
    fs::remove_all(aside, fault);
    if (fault)
        return failWriting("Removing", aside, fault.value());
    return {};
}

/// Without the slash that may end it. Empty for what names no folder that could be made.
fs::path withoutSlash(const fs::path &target)
{
    const fs::path normal = target.lexically_normal();
    const fs::path plain = normal.has_filename() ? normal : normal.parent_path();
    const fs::path name = plain.filename();
    return name == "." || name == ".." ? fs::path() : name.empty() ? fs::path() : plain;
}

} // namespace

Result<AtomicFolder> AtomicFolder::create(const fs::path &target, Overwrite overwrite, MayReplace mayReplace)
{
    AtomicFolder folder;
    folder.m_target = withoutSlash(target);
    if (folder.m_target.empty())
        return fail(ErrorCode::Usage, fmt::format("{} names no new folder. Add a name.", target.string()),
                    target.string());
    folder.m_part = besides(folder.m_target, ".part");
    folder.m_overwrite = overwrite;
    folder.m_mayReplace = mayReplace;
    SNUG_TRY(checkTarget(folder.m_target, overwrite, mayReplace));
    std::error_code fault;
    fs::create_directories(folderOf(folder.m_target), fault);
    if (fault)
        return failWriting("Creating the folder", folderOf(folder.m_target), fault.value());
    const Result<int> marker = openLocked(folder.m_target, folder.m_part);
    if (!marker)
        return fail(marker.error());
    folder.m_marker = *marker;
    if (const int number = emptyFolder(folder.m_part); number != 0)
        return failWriting("Emptying", folder.m_part, number);
    SNUG_TRY(mendReplacing(folder.m_target, mayReplace)); // locked first: nobody else is replacing it
    SNUG_TRY(checkTarget(folder.m_target, overwrite, mayReplace));
    return folder;
}

AtomicFolder::AtomicFolder(AtomicFolder &&other) noexcept
    : m_target(std::move(other.m_target)), m_part(std::move(other.m_part)), m_overwrite(other.m_overwrite),
      m_mayReplace(other.m_mayReplace), m_marker(std::exchange(other.m_marker, -1))
{
}

AtomicFolder &AtomicFolder::operator=(AtomicFolder &&other) noexcept
{
    if (this != &other) {
        discard();
        m_target = std::move(other.m_target);
        m_part = std::move(other.m_part);
        m_overwrite = other.m_overwrite;
        m_mayReplace = other.m_mayReplace;
        m_marker = std::exchange(other.m_marker, -1);
    }
    return *this;
}

AtomicFolder::~AtomicFolder() { discard(); }

Result<void> AtomicFolder::commit()
{
    if (m_marker < 0)
        return fail(ErrorCode::Internal, fmt::format("{} is not being filled any more.", m_target.string()));
    syncFolder(m_part);
    SNUG_TRY(checkTarget(m_target, m_overwrite, m_mayReplace));
    const bool replaces = kindOf(m_target) == Kind::Folder;
    const fs::path aside = asideOf(m_target);
    if (const int fault = replaces ? renameToNew(m_target, aside) : 0; fault != 0)
        return failWriting("Moving aside", m_target, fault);
    const int fault = renameToNew(m_part, m_target);
    if (fault != 0) {
        if (const int second = replaces ? renameToNew(aside, m_target) : 0; second != 0)
            log::error("base", fmt::format("what was {} is now {}", m_target.string(), aside.string()));
        if (fault == EEXIST || fault == ENOTEMPTY)
            return failExists(m_target);
        return failWriting("Naming", m_target, fault);
    }
    // Only now: a partial folder without its marker would be nobody's.
    ::unlink((m_target / kMarker).c_str());
    ::close(std::exchange(m_marker, -1));
    syncFolder(folderOf(m_target));
    std::error_code left;
    if (replaces)
        fs::remove_all(aside, left);
    if (left)
        log::warn("base", fmt::format("{} could not be removed: {}", aside.string(), left.message()));
    return {};
}

void AtomicFolder::discard()
{
    if (m_marker < 0)
        return;
    // Only the folder we hold: if somebody moved another one to its name, that one stays. The marker goes last, so that
    // a run killed here leaves what the next one knows as its own.
    if (stillNames(m_part / kMarker, m_marker) && emptyFolder(m_part) == 0) {
        ::unlink((m_part / kMarker).c_str());
        ::rmdir(m_part.c_str());
    }
    ::close(std::exchange(m_marker, -1));
}

} // namespace snug
