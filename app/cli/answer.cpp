// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "app/cli/answer.h"

#include "core/jobs/report.h"

#include <cstdio>

namespace snug::cli {

int answerError(const Error &error, Format format)
{
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    if (format == Format::Json)
        answer(toJson(error) + "\n");
    return exitCode(error.code);
}

int answer(std::string_view text)
{
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written)
        std::fputs("error: The result could not be written to standard output. Check where it is redirected to.\n",
                   stderr);
    return written ? 0 : exitCode(ErrorCode::Io);
}

} // namespace snug::cli
