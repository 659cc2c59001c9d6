// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Names and exit codes of failures; the table follows the command-line contract.

#include "core/base/error.h"

namespace snug {

Error &Error::inFile(std::string_view path, std::optional<std::uint64_t> at)
{
    if (file.empty()) {
        file = path;
        offset = at;
    }
    return *this;
}

Error &Error::atTensor(std::string_view name)
{
    if (tensor.empty())
        tensor = name;
    return *this;
}

int exitCode(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Internal:
        return 1;
    case ErrorCode::Usage:
        return 2;
    case ErrorCode::BadInput:
    case ErrorCode::Unsupported:
        return 3;
    case ErrorCode::DoesNotFit:
        return 4;
    case ErrorCode::Io:
        return 5;
    }
    return 1;
}

std::string_view errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Internal:
        return "internal";
    case ErrorCode::Usage:
        return "usage";
    case ErrorCode::BadInput:
        return "bad_input";
    case ErrorCode::Unsupported:
        return "unsupported";
    case ErrorCode::DoesNotFit:
        return "does_not_fit";
    case ErrorCode::Io:
        return "io";
    }
    return "internal";
}

} // namespace snug
