// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// errno values as words and kinds.

#include "core/base/systemerror.h"

#include <cerrno>
#include <system_error>

namespace snug {

std::string systemReason(int number) { return std::generic_category().message(number); }

ErrorCode writeErrorCode(int number)
{
    return number == ENOSPC || number == EDQUOT ? ErrorCode::DoesNotFit : ErrorCode::Io;
}

} // namespace snug
