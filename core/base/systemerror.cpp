// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// errno values as words and kinds.

#include "core/base/systemerror.h"

#include <cerrno>
#include <system_error>

namespace snug {

std::string systemReason(int number) { return std::generic_category().message(number); }

std::string_view openingAdvice(int number)
{
    switch (number) {
    case EACCES:
    case EPERM:
        return "Ask for permission to read it, or choose another file.";
    case EMFILE:
    case ENFILE:
        return "Close other programs and try again.";
    case EIO:
        return "Check the disk.";
    default:
        return "Check the path.";
    }
}

std::string_view writingAdvice(int number)
{
    switch (number) {
    case ENOSPC:
    case EDQUOT:
        return "Free some space or choose another disk.";
    case EFBIG:
        return "Choose a disk that takes larger files, raise the limit on file sizes, or split the output.";
    case EACCES:
    case EPERM:
    case EROFS:
        return "Choose a folder that you may write to.";
    case EIO:
        return "Check the disk or choose another one.";
    default:
        return "Check the path or choose another folder.";
    }
}

ErrorCode writeErrorCode(int number)
{
    return number == ENOSPC || number == EDQUOT ? ErrorCode::DoesNotFit : ErrorCode::Io;
}

} // namespace snug
