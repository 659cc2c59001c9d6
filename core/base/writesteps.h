// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Steps that all outputs are written by, files and folders: errors in words, locks, reserved space, names. For .cpp
// files of whatever writes.

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace snug {

/// "DOING PATH failed: REASON. ADVICE." DoesNotFit for a full disk, else Io. `number` is an errno value.
tl::unexpected<Error> failWriting(std::string_view doing, const std::filesystem::path &path, int number);

/// Usage: something has this name already.
tl::unexpected<Error> failExists(const std::filesystem::path &target);

/// Usage: another running Snug holds the lock on an output.
tl::unexpected<Error> failBusy(const std::filesystem::path &target);

/// Past a file size limit the system sends SIGXFSZ, which ends the process. After this, writing gives an error instead.
void ignoreFileSizeSignal();

/// Locks an open file against other processes and other openings of it, without waiting. 0; EWOULDBLOCK when somebody
/// else has it; or another errno value. A file system without locks is used without.
int lockFile(int descriptor);

/// Whether `path` still names what is open as `descriptor`; it does not when it was renamed or removed meanwhile.
bool stillNames(const std::filesystem::path &path, int descriptor);

/// Reserves disk space so that a file of `presentBytes` can become one of `sizeBytes`, without showing in its size;
/// where the file system cannot, looks whether that much is free. `path` is for messages. Errors: DoesNotFit when the
/// disk is full; Io when no file may be that large.
Result<void> reserveSpace(int descriptor, const std::filesystem::path &path, std::uint64_t presentBytes,
                          std::uint64_t sizeBytes);

/// Errors: DoesNotFit when fewer than `wanted` bytes are free at `path`. Where that is not known, writing will tell.
Result<void> checkFree(const std::filesystem::path &path, std::uint64_t wanted);

/// Writes all bytes at an offset. 0 or errno.
int writeAllAt(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes);

/// Hands written pages to the disk, without waiting, once another 64 MiB came to be: so the sync at the end, which
/// nothing can interrupt, is short. `before` and `after` are the bytes written before and after the last step, one
/// after the other from the start of the file or, with `anywhere`, at whatever places.
void startWriteBack(int descriptor, std::uint64_t before, std::uint64_t after, bool anywhere = false);

/// Brings a file to the disk. 0 or errno.
int syncFile(int descriptor);

/// Renames; EEXIST where something has that name. Where neither kernel nor file system can do both in one step, what
/// appears in the last instant is replaced if it is no folder with something in it. 0 or errno.
int renameToNew(const std::filesystem::path &from, const std::filesystem::path &to);

/// The folder that a file or folder lies in.
std::filesystem::path folderOf(const std::filesystem::path &path);

/// Brings the names in a folder to the disk. Failing is only logged: data is safe by then, a power cut may take names.
void syncFolder(const std::filesystem::path &folder);

} // namespace snug
