// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// tokenizerbench PLACE TEXT [IDS]: time to encode TEXT with a tokenizer of the shared data (see vocabularies.h), the
// best of five, in one thread; the ids go to IDS. tests/bench/tokenizer/compare runs it.

#include "tests/tokenizer/vocabularies.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const auto tokenizer = snug::test::loadTokenizer(argv[1]);
    if (!tokenizer) {
        std::fprintf(stderr, "error: %s\n", tokenizer.error().message.c_str());
        return 3;
    }
    const std::string text = snug::test::readText(argv[2]);
    std::vector<std::int32_t> ids;
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        ids = tokenizer->encode(text, {.addBos = false});
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::printf("%.4f\n", best);
    if (argc > 3) {
        std::ofstream file(argv[3]);
        for (const std::int32_t id : ids)
            file << id << '\n';
    }
    return 0;
}
