// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// WikiText-2's test set there and back through every tokenizer that is there.

#include "tests/support/shareddata.h"
#include "tests/tokenizer/vocabularies.h"

#include <QTest>

#include <algorithm>
#include <thread>

using namespace snug;

class TestRoundTrip : public QObject
{
    Q_OBJECT

private slots:
    void givesTheTextBack_data();
    void givesTheTextBack();
    void normalizesOnce_data();
    void normalizesOnce();
    void threadsShareOne();

private:
    const std::string m_text = test::readText(test::sharedData("text/wikitext-2-raw/wiki.test.raw"));
};

namespace {

/// These ask for normalization in their own files.
bool normalizes(const QString &place) { return place.contains("bert-bge") || place == "open_llama_3b/tokenizer.model"; }

void addRows(bool normalizing)
{
    QTest::addColumn<QString>("place");
    for (const QString &place : test::tokenizerPlaces())
        if (normalizes(place) == normalizing)
            QTest::newRow(qPrintable(place)) << place;
}

} // namespace

void TestRoundTrip::givesTheTextBack_data() { addRows(false); }

void TestRoundTrip::givesTheTextBack()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    SNUG_REQUIRE_SHARED("text/wikitext-2-raw/wiki.test.raw");
    QFETCH(QString, place);
    const auto tokenizer = test::loadTokenizer(place);
    QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.c_str());
    for (const bool addBos : {false, true}) {
        const auto ids = tokenizer->encode(m_text, {.addBos = addBos});
        QVERIFY(ids.size() > m_text.size() / 8 && ids.size() < m_text.size() / 2);
        const std::string back = tokenizer->decode(ids, {.skipSpecial = true});
        const auto differs = std::ranges::mismatch(back, m_text);
        const auto at = static_cast<std::size_t>(differs.in1 - back.begin());
        QVERIFY2(back == m_text,
                 qPrintable(QString("at byte %1: ...%2").arg(at).arg(QString::fromStdString(back.substr(at, 60)))));
    }
}

void TestRoundTrip::normalizesOnce_data() { addRows(true); }

// What is lost is lost the first time: the text that comes back is its own normal form.
void TestRoundTrip::normalizesOnce()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    SNUG_REQUIRE_SHARED("text/wikitext-2-raw/wiki.test.raw");
    QFETCH(QString, place);
    const auto tokenizer = test::loadTokenizer(place);
    QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.c_str());
    const auto ids = tokenizer->encode(m_text, {.addBos = false});
    QVERIFY(ids.size() > m_text.size() / 8);
    const std::string once = tokenizer->decode(ids);
    QVERIFY(once.size() > m_text.size() * 8 / 10);
    // Unknown tokens are written out, and special tokens are found in this text.
    const auto again = tokenizer->encode(once, {.addBos = false, .parseSpecial = true});
    QCOMPARE(again.size(), ids.size());
    QVERIFY(again == ids);
}

void TestRoundTrip::threadsShareOne()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    const auto tokenizer = test::loadTokenizer("gguf-vocab/ggml-vocab-gpt-2.gguf");
    QVERIFY(tokenizer);
    const std::string text = m_text.substr(0, 50000);
    const auto wanted = tokenizer->encode(text);
    std::vector<std::vector<std::int32_t>> got(4);
    {
        std::vector<std::jthread> threads;
        for (auto &ids : got)
            threads.emplace_back([&ids, &text, copy = *tokenizer] { ids = copy.encode(text); });
    }
    for (const auto &ids : got)
        QVERIFY(ids == wanted);
}

QTEST_APPLESS_MAIN(TestRoundTrip)
#include "tst_roundtrip.moc"
