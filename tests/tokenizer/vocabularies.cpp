// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/tokenizer/vocabularies.h"

#include "core/formats/gguf.h"
#include "core/model/json.h"
#include "core/model/tokenizerkeys.h"
#include "tests/support/shareddata.h"

#include <fstream>
#include <iterator>
#include <sstream>

namespace snug::test {

std::uint32_t vocabularySize(const QString &place)
{
    const std::pair<const char *, std::uint32_t> kSizes[] = {
        {"qwen2.5", 151936},           {"gpt2", 50257},         {"phi-2", 51200},
        {"phi-3-mini", 32064},         {"gpt-neox-20b", 50432}, {"open_llama_3b", 32000},
        {"tinyllama-1.1b-chat", 32000}};
    for (const auto &[name, size] : kSizes)
        if (place == name)
            return size;
    return 0;
}

Result<Tokenizer> loadTokenizer(const QString &place)
{
    const std::filesystem::path path = sharedData("tokenizers/" + place.toStdString());
    if (place.endsWith(".gguf")) {
        auto file = InputFile::open(path);
        SNUG_TRY(file);
        auto header = readGgufHeader(*file);
        SNUG_TRY(header);
        return Tokenizer::fromMetadata(header->metadata);
    }
    if (place.contains(".model"))
        return Tokenizer::fromSentencePiece(path);
    auto keys = readTokenizerKeys(path, JsonTree({nlohmann::json::object()}), vocabularySize(place));
    SNUG_TRY(keys);
    if (!keys->missing.empty())
        return fail(ErrorCode::Unsupported, keys->missing);
    if (place == "gpt2") // no tokenizer_config.json is there to say so
        keys->metadata.set("tokenizer.ggml.pre", GgufValue::string("gpt-2"));
    return Tokenizer::fromMetadata(keys->metadata);
}

QStringList tokenizerPlaces()
{
    QStringList places;
    for (const char *name : {"bert-bge", "deepseek-coder", "falcon", "gpt-2", "llama-spm", "mpt", "phi-3"})
        places += QString("gguf-vocab/ggml-vocab-%1.gguf").arg(name);
    return places + QStringList{"qwen2.5",
                                "gpt2",
                                "phi-2",
                                "phi-3-mini",
                                "gpt-neox-20b",
                                "open_llama_3b",
                                "tinyllama-1.1b-chat",
                                "open_llama_3b/tokenizer.model",
                                "tinyllama-1.1b-chat/tokenizer.model",
                                "mistral/tokenizer.model.v1",
                                "mistral/mistral_instruct_tokenizer_240323.model.v3"};
}

std::string readText(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Sample> readSamples(const QString &name)
{
    const std::string base = "tokenizers/gguf-vocab/ggml-vocab-" + name.toStdString() + ".gguf";
    const std::string separator = "\n__ggml_vocab_test__\n";
    std::string texts = readText(sharedData(base + ".inp"));
    std::istringstream lines(readText(sharedData(base + ".out")));
    std::vector<Sample> samples;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t end = texts.find(separator);
        std::istringstream numbers(line);
        samples.push_back({texts.substr(0, end), {std::istream_iterator<std::int32_t>(numbers), {}}});
        texts.erase(0, end == std::string::npos ? texts.size() : end + separator.size());
    }
    return samples;
}

} // namespace snug::test
