// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli tokenize: the token ids of a text.

#include "app/cli/answer.h"
#include "app/cli/command.h"
#include "core/base/inputfile.h"
#include "core/base/sizes.h"
#include "core/jobs/tokenize.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace snug::cli {

namespace {

constexpr std::uint64_t kMostTextBytes = std::uint64_t(1) << 30;

struct Words
{
    std::string file, prompt;
    TokenizeRequest request;
    bool noBos = false, json = false;
};

Result<std::string> readText(const std::string &path)
{
    auto file = InputFile::open(path);
    SNUG_TRY(file);
    if (file->sizeBytes() > kMostTextBytes)
        return fail(ErrorCode::BadInput,
                    fmt::format("The text has {}, expected at most {}; split it.", formatBytes(file->sizeBytes()),
                                formatBytes(kMostTextBytes)),
                    path);
    std::string text(static_cast<std::size_t>(file->sizeBytes()), '\0');
    SNUG_TRY(file->readAt(0, std::as_writable_bytes(std::span(text))));
    return text;
}

int tokenizeCommand(Words words)
{
    const Format format = words.json ? Format::Json : Format::Text;
    words.request.text = words.prompt;
    words.request.addBos = !words.noBos;
    if (!words.file.empty()) {
        auto text = readText(words.file);
        if (!text)
            return answerError(text.error(), format);
        words.request.text = *std::move(text);
    }
    const auto tokenization = tokenize(words.request);
    if (!tokenization)
        return answerError(tokenization.error(), format);
    if (words.json)
        return answer(toJson(*tokenization) + "\n");
    return answer(fmt::format("{}\n", fmt::join(tokenization->ids, " ")));
}

} // namespace

void addTokenize(CLI::App &app, Action &action)
{
    auto words = std::make_shared<Words>();
    CLI::App *command = app.add_subcommand("tokenize", "Show the token ids of a text");
    command->add_option("MODEL", words->request.model, "GGUF, checkpoint folder, cached repo id, or tokenizer.model")
        ->required();
    CLI::Option_group *text = command->add_option_group("text");
    text->add_option("--text", words->file, "File with the text");
    text->add_option("--prompt", words->prompt, "The text itself");
    text->require_option(1);
    command->add_flag("--no-bos", words->noBos, "Put no BOS, EOS or the like around the text");
    command->add_flag("--special", words->request.parseSpecial, "Control tokens written in the text count as such");
    command->add_flag("--json", words->json, "One JSON object on standard output, with the text of each token");
    command->callback([words, &action] { action = [words] { return tokenizeCommand(*words); }; });
}

} // namespace snug::cli
