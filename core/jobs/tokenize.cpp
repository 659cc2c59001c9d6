// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/tokenize.h"

#include "core/jobs/json.h"
#include "core/tokenizer/tokenizer.h"

namespace snug {

namespace {

Result<Tokenizer> openTokenizer(const std::string &path)
{
    std::error_code error;
    if (std::filesystem::path(path).extension() == ".model" && std::filesystem::is_regular_file(path, error))
        return Tokenizer::fromSentencePiece(path);
    auto model = openModel(path);
    SNUG_TRY(model);
    auto tokenizer = Tokenizer::fromMetadata(model->metadata);
    if (!tokenizer)
        return fail(std::move(tokenizer).error().inFile(model->path.string()));
    return tokenizer;
}

} // namespace

Result<Tokenization> tokenize(const TokenizeRequest &request)
{
    auto tokenizer = openTokenizer(request.model);
    SNUG_TRY(tokenizer);
    Tokenization tokenization;
    tokenization.ids =
        tokenizer->encode(request.text, {.addBos = request.addBos, .parseSpecial = request.parseSpecial});
    for (const std::int32_t id : tokenization.ids)
        tokenization.pieces.push_back(tokenizer->piece(id));
    return tokenization;
}

std::string toJson(const Tokenization &tokenization)
{
    // One line: there may be a million of them.
    const Json json{{"ids", tokenization.ids}, {"pieces", tokenization.pieces}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace snug
