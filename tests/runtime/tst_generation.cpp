// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A small trained model writes: its known story, the same text for a seed whatever the threads, and every way to end.

#include "core/backends/backends.h"
#include "core/runtime/generation.h"
#include "core/tokenizer/endtokens.h"
#include "core/tokenizer/textstream.h"
#include "tests/support/shareddata.h"
#include "tests/support/storiesmodel.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace snug;
using namespace snug::test;

namespace {

constexpr std::uint64_t kContext = 512;
constexpr SamplingOptions kGreedy{.temperature = 0};

} // namespace

class TstGeneration : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void tellsItsStory();
    void chunksOfThePromptChangeNothing();
    void seedsGiveTheSameTextOnAnyThreads();
    void seedsDiffer();
    void ends();
    void stopsWhenAsked();
    void streamsWeightsThatDoNotFit();
    void refusesPromptsWithoutRoom();

private:
    std::unique_ptr<ForwardPass> pass(int threads, std::uint64_t keepBytes = 1 << 30);
    Generation generated(ForwardPass &pass, const GenerationOptions &options);

    QTemporaryDir m_folder;
    Model m_model;
    Ledger m_ledger;
    std::optional<Tokenizer> m_tokenizer;
    TokenSequence m_prompt;
};

void TstGeneration::initTestCase()
{
    SNUG_REQUIRE_SHARED(kStories);
    writeStoriesModel(m_folder.path().toStdString());
    auto model = openModel(m_folder.path().toStdString());
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    m_model = std::move(*model);
    auto tokenizer = Tokenizer::fromMetadata(m_model.metadata);
    QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.c_str());
    m_tokenizer = *tokenizer;
    m_prompt = m_tokenizer->encode("Once upon a time, there was a little girl");
}

std::unique_ptr<ForwardPass> TstGeneration::pass(int threads, std::uint64_t keepBytes)
{
    auto device = Backends::ofProgram().open("cpu");
    ForwardOptions options;
    options.threads = threads;
    options.keepBytes = options.headBytes = keepBytes;
    options.contextLength = kContext;
    auto pass = ForwardPass::open(m_model, *device, m_ledger, options);
    if (!pass)
        qFatal("%s", pass.error().message.c_str());
    return std::move(*pass);
}

Generation TstGeneration::generated(ForwardPass &pass, const GenerationOptions &options)
{
    auto done = generateTokens(pass, m_prompt, options);
    if (!done)
        qFatal("%s", done.error().message.c_str());
    return *std::move(done);
}

void TstGeneration::tellsItsStory()
{
    const auto model = pass(2);
    const TokenSequence begin = m_tokenizer->encode("");
    QCOMPARE(begin.size(), std::size_t(1));
    TextStream stream(*m_tokenizer, begin);
    std::string text;
    const auto done = generateTokens(*model, begin, {.sampling = kGreedy, .maxTokens = 200, .context = kContext},
                                     [&](std::int32_t token) {
                                         text += stream.next(token);
                                         return true;
                                     });
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    text += stream.rest();
    QCOMPARE(text, knownStory());
    QCOMPARE(done->stoppedBy, StoppedBy::TokenCount);
    QCOMPARE(done->singleSteps, std::uint64_t(199));
}

void TstGeneration::chunksOfThePromptChangeNothing()
{
    const auto model = pass(2);
    GenerationOptions options{.sampling = kGreedy, .maxTokens = 60, .context = kContext};
    const Generation whole = generated(*model, options);
    for (const std::uint64_t chunk : {1, 3, 7}) {
        options.chunkTokens = chunk;
        QCOMPARE(generated(*model, options).ids, whole.ids);
    }
}

void TstGeneration::seedsGiveTheSameTextOnAnyThreads()
{
    GenerationOptions options{.sampling = {.temperature = 1, .seed = 11}, .maxTokens = 80, .context = kContext};
    const Generation one = generated(*pass(1), options);
    QCOMPARE(one.ids.size(), std::size_t(80));
    for (const int threads : {2, 3, 5})
        QCOMPARE(generated(*pass(threads), options).ids, one.ids);
}

void TstGeneration::seedsDiffer()
{
    const auto model = pass(2);
    GenerationOptions options{.sampling = {.temperature = 1, .seed = 11}, .maxTokens = 40, .context = kContext};
    const Generation one = generated(*model, options);
    QCOMPARE(generated(*model, options).ids, one.ids); // nothing of the first text is left
    options.sampling.seed = 12;
    QVERIFY(generated(*model, options).ids != one.ids);
}

void TstGeneration::ends()
{
    const auto model = pass(2);
    GenerationOptions options{.sampling = kGreedy, .maxTokens = 20, .context = kContext};
    const Generation counted = generated(*model, options);
    QCOMPARE(counted.ids.size(), std::size_t(20));
    QCOMPARE(counted.stoppedBy, StoppedBy::TokenCount);

    options.endTokens = {counted.ids[5]};
    const Generation ended = generated(*model, options);
    QCOMPARE(ended.stoppedBy, StoppedBy::EndOfText);
    const auto first = std::find(counted.ids.begin(), counted.ids.end(), counted.ids[5]);
    QCOMPARE(ended.ids, TokenSequence(counted.ids.begin(), first)); // the end token is no part of it

    options.endTokens.clear();
    options.context = m_prompt.size() + 4;
    const Generation full = generated(*model, options);
    QCOMPARE(full.stoppedBy, StoppedBy::Context);
    QCOMPARE(full.ids, TokenSequence(counted.ids.begin(), counted.ids.begin() + 4));

    options.maxTokens = 0;
    QCOMPARE(generated(*model, options).ids, TokenSequence());
}

void TstGeneration::stopsWhenAsked()
{
    const auto model = pass(2);
    const GenerationOptions options{.sampling = kGreedy, .maxTokens = 20, .context = kContext};
    std::size_t seen = 0;
    const auto byWatch = generateTokens(*model, m_prompt, options, [&](std::int32_t) { return ++seen < 3; });
    QVERIFY(byWatch);
    QCOMPARE(byWatch->stoppedBy, StoppedBy::Caller);
    QCOMPARE(byWatch->ids.size(), std::size_t(3));

    const std::size_t layers = model->shape().layers.size();
    std::size_t asked = 0;
    const auto between =
        generateTokens(*model, m_prompt, options, {}, [&] { return ++asked <= 2 * layers + 1; }); // in the third step
    QVERIFY(between);
    QCOMPARE(between->stoppedBy, StoppedBy::Caller);
    QCOMPARE(between->ids.size(), std::size_t(2));
    const auto atOnce = generateTokens(*model, m_prompt, options, {}, [] { return false; });
    QVERIFY(atOnce);
    QCOMPARE(atOnce->stoppedBy, StoppedBy::Caller);
    QVERIFY(atOnce->ids.empty());
}

void TstGeneration::streamsWeightsThatDoNotFit()
{
    const GenerationOptions options{.sampling = kGreedy, .maxTokens = 30, .context = kContext};
    const Generation kept = generated(*pass(2), options);
    const auto streaming = pass(2, 10000); // no layer stays, the output matrix comes in pieces
    const std::uint64_t before = streaming->bytesRead();
    QCOMPARE(generated(*streaming, options).ids, kept.ids);
    std::uint64_t layers = 0;
    for (const LayerShape &layer : streaming->shape().layers)
        layers += layer.weightBytes;
    QVERIFY(streaming->bytesRead() - before > 25 * layers);
    QCOMPARE(m_ledger.figures().nowBytes[0][static_cast<std::size_t>(Component::KvCache)], std::uint64_t(0));
}

void TstGeneration::refusesPromptsWithoutRoom()
{
    const auto model = pass(1);
    QCOMPARE(generateTokens(*model, {}, {.context = 8}).error().code, ErrorCode::Usage);
    QCOMPARE(generateTokens(*model, m_prompt, {.context = m_prompt.size()}).error().code, ErrorCode::Usage);
    const TokenSequence beyond = {100000};
    QCOMPARE(generateTokens(*model, beyond, {.context = 8}).error().code, ErrorCode::Usage);
    QCOMPARE(generateTokens(*model, m_prompt, {.sampling = {.temperature = -1}, .context = 99}).error().code,
             ErrorCode::Usage);
}

QTEST_GUILESS_MAIN(TstGeneration)
#include "tst_generation.moc"
