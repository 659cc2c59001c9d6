// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Result<T>: a value or an Error. Expected failures travel this way; nothing in core throws past its own file.

#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace snug {

template <class T> using Result = tl::expected<T, Error>;

/// A failed Result: `return fail(ErrorCode::Io, "…", path);`
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string file = {},
                                  std::optional<std::uint64_t> offset = std::nullopt, std::string tensor = {})
{
    return fail(Error{code, std::move(message), std::move(file), offset, std::move(tensor)});
}

/// BadInput for a file that ends before what it promises.
inline tl::unexpected<Error> failCut(std::string message, std::string file,
                                     std::optional<std::uint64_t> offset = std::nullopt, std::string tensor = {})
{
    return fail(Error{ErrorCode::BadInput, std::move(message), std::move(file), offset, std::move(tensor), true});
}

} // namespace snug

/// Runs an expression giving a Result; on failure returns its error from the calling function.
#define SNUG_TRY(expression)                                                                                           \
    do {                                                                                                               \
        if (auto &&snugTryResult = (expression); !snugTryResult)                                                       \
            return tl::unexpected<::snug::Error>(std::move(snugTryResult).error());                                    \
    } while (false)
