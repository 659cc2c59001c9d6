// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is planned is what is held, and limits are kept by giving way in the order promised.

#include "core/backends/backends.h"
#include "core/runtime/contextnote.h"
#include "core/runtime/generation.h"
#include "core/runtime/generationmemory.h"
#include "tests/support/shareddata.h"

#include <QtTest>

using namespace snug;
using namespace snug::test;

namespace {

constexpr int kThreads = 2;
constexpr std::uint64_t kPrompt = 100, kTokens = 130;

} // namespace

class TstGenerationMemory : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void holdsWhatWasPlanned_data();
    void holdsWhatWasPlanned();
    void givesWayInOrder();
    void saysWhatDoesNotFit();
    void tellsOfLongContexts();

private:
    Result<GenerationMemory> planned(std::optional<std::uint64_t> limit)
    {
        const auto stream = m_device->stream(kThreads);
        return planGenerationMemory(m_shape, *stream, kPrompt, kTokens, limit);
    }
    Model m_model;
    ModelShape m_shape;
    std::optional<BackendDevice> m_device;
};

void TstGenerationMemory::initTestCase()
{
    SNUG_REQUIRE_SHARED("models/stories260K");
    auto model = openModel(sharedData("models/stories260K/hf"), TokenizerFiles::Skip);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    m_model = std::move(*model);
    auto shape = modelShape(m_model);
    QVERIFY(shape);
    m_shape = std::move(*shape);
    m_device = *Backends::ofProgram().open("cpu");
}

void TstGenerationMemory::holdsWhatWasPlanned_data()
{
    QTest::addColumn<int>("percent"); // of what all would take
    QTest::newRow("all") << 100;
    QTest::newRow("less") << 70;
    QTest::newRow("streamed") << 45;
    QTest::newRow("little") << 35;
}

void TstGenerationMemory::holdsWhatWasPlanned()
{
    QFETCH(int, percent);
    const std::uint64_t limit = planned({})->totalBytes() * static_cast<std::uint64_t>(percent) / 100;
    const auto memory = planned(limit);
    QVERIFY2(memory, memory ? "" : memory.error().message.c_str());
    Ledger ledger;
    ledger.setLimit(Place::Host, limit);
    ForwardOptions options;
    options.threads = kThreads;
    options.keepBytes = memory->streams ? 0 : memory->layerBytes;
    options.headBytes = memory->headBytes;
    options.contextLength = 512;
    auto pass = ForwardPass::open(m_model, *m_device, ledger, options);
    QVERIFY2(pass, pass ? "" : pass.error().message.c_str());
    const TokenSequence prompt(kPrompt, 300);
    const auto done = generateTokens(**pass, prompt,
                                     {.sampling = {.temperature = 0},
                                      .maxTokens = kTokens - kPrompt,
                                      .context = 512,
                                      .chunkTokens = memory->chunkTokens});
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    QCOMPARE(done->ids.size(), std::size_t(kTokens - kPrompt));
    const std::uint64_t peak = ledger.figures().peakBytes[static_cast<std::size_t>(Place::Host)];
    QVERIFY2(peak <= memory->totalBytes(), qPrintable(QString("%1 of %2").arg(peak).arg(memory->totalBytes())));
    QVERIFY2(peak * 10 >= memory->totalBytes() * 9,
             qPrintable(QString("%1 of %2").arg(peak).arg(memory->totalBytes())));
}

void TstGenerationMemory::givesWayInOrder()
{
    const auto all = planned({});
    QVERIFY(all && !all->streams && all->streamedBytes == 0);
    QCOMPARE(all->chunkTokens, kPrompt);
    const auto shorter = planned(all->totalBytes() - 1);
    QVERIFY(shorter && !shorter->streams);
    QVERIFY(shorter->chunkTokens < kPrompt);
    std::uint64_t limit = shorter->totalBytes();
    while (!planned(limit)->streams)
        limit = limit * 9 / 10;
    const auto streams = planned(limit);
    QVERIFY(streams->streams && streams->headBytes == all->headBytes);
    QCOMPARE(streams->streamedBytes, all->layerBytes - m_shape.embedding * 4); // but for the last norm
    QVERIFY(streams->totalBytes() <= limit);
}

void TstGenerationMemory::saysWhatDoesNotFit()
{
    const auto refused = planned(10000);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::DoesNotFit);
    QVERIFY2(refused.error().message.find("130 tokens") != std::string::npos, refused.error().message.c_str());
}

void TstGenerationMemory::tellsOfLongContexts()
{
    QCOMPARE(contextNote(m_shape, 512), std::string());
    const std::string note = contextNote(m_shape, 600);
    for (const char *part : {"600 tokens", "the 512", "base 10000", "no scaling"})
        QVERIFY2(note.find(part) != std::string::npos, note.c_str());
}

QTEST_GUILESS_MAIN(TstGenerationMemory)
#include "tst_generationmemory.moc"
