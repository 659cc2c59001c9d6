// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What tests of exporters ask for, in one line.

#pragma once

#include "core/exporters/scheme.h"

namespace snug::test {

/// "" for the method's default level or format.
inline SchemeRequest requestOf(std::string_view method, std::string_view level, std::string_view format = {},
                               bool asymmetric = false)
{
    SchemeRequest request;
    request.method = method;
    request.level = level;
    request.format = format;
    request.asymmetric = asymmetric;
    return request;
}

} // namespace snug::test
