// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/support/storiesmodel.h"

#include "tests/support/shareddata.h"

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace snug::test {

namespace {

std::filesystem::path partOf(const char *name) { return sharedData(kStories) / name; }

std::string readWhole(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void writeWhole(const std::filesystem::path &path, const std::string &bytes)
{
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) {
        std::fprintf(stderr, "%s cannot be written\n", path.c_str());
        std::abort();
    }
}

/// A piece of a SentencePiece model: field 1 of the file, with text (1), score (2) and kind (3).
std::string encodedPiece(const std::string &text, float score, char kind)
{
    std::string piece = std::string("\x0A") + static_cast<char>(text.size()) + text + '\x15';
    const auto bits = std::bit_cast<std::uint32_t>(score);
    for (int shift = 0; shift < 32; shift += 8)
        piece += static_cast<char>(bits >> shift & 0xFF);
    piece += std::string("\x18") + kind;
    return std::string("\x0A") + static_cast<char>(piece.size()) + piece; // all are shorter than 128 bytes
}

std::string trimmed(std::string text)
{
    const auto first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
    return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

/// From the form of llama2.c: the greatest length, then score, length and text of each piece.
std::string tokenizerModel()
{
    constexpr char kNormal = 1, kUnknown = 2, kControl = 3, kByte = 6;
    const std::string data = readWhole(partOf("tok512.bin"));
    std::string out;
    int count = 0;
    for (std::size_t at = 4; at + 8 <= data.size(); ++count) {
        float score = 0;
        std::int32_t length = 0;
        std::memcpy(&score, data.data() + at, 4);
        std::memcpy(&length, data.data() + at + 4, 4);
        std::string text = data.substr(at + 8, static_cast<std::size_t>(length));
        at += 8 + static_cast<std::size_t>(length);
        if (count < 3) { // its markers have line breaks around them
            out += encodedPiece(trimmed(text), score, count == 0 ? kUnknown : kControl);
            continue;
        }
        for (std::size_t space = text.find(' '); count >= 259 && space != std::string::npos; space = text.find(' '))
            text.replace(space, 1, "\xE2\x96\x81");
        out += encodedPiece(text, score, count < 259 ? kByte : kNormal);
    }
    return out;
}

} // namespace

void writeStoriesModel(const std::filesystem::path &folder)
{
    std::filesystem::create_directories(folder);
    for (const char *name : {"config.json", "model.safetensors"})
        writeWhole(folder / name, readWhole(partOf("hf") / name));
    writeWhole(folder / "tokenizer.model", tokenizerModel());
    writeWhole(folder / "tokenizer_config.json", R"({"tokenizer_class": "LlamaTokenizer"})");
}

std::string knownStory() { return trimmed(readWhole(partOf("expected_greedy.txt"))); }

} // namespace snug::test
