// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The same ids as the SentencePiece library for every tokenizer.model that is there, BPE and unigram.

#include "tests/support/shareddata.h"
#include "tests/tokenizer/vocabularies.h"

#include <sentencepiece_processor.h>

#include <QTest>

#include <algorithm>

using namespace snug;

class TestSentencePieceOracle : public QObject
{
    Q_OBJECT

private slots:
    void sameIds_data();
    void sameIds();
    void sameText_data() { sameIds_data(); }
    void sameText();

private:
    std::vector<std::string> texts() const;
    const std::string m_text = test::readText(test::sharedData("text/wikitext-2-raw/wiki.test.raw"));
};

void TestSentencePieceOracle::sameIds_data()
{
    QTest::addColumn<QString>("place");
    for (const char *place :
         {"open_llama_3b/tokenizer.model", "tinyllama-1.1b-chat/tokenizer.model", "mistral/tokenizer.model.v1",
          "mistral/mistral_instruct_tokenizer_240323.model.v3", "sentencepiece-test/test_model.model"})
        QTest::newRow(place) << place;
}

// The library takes long for a whole file in one piece, so it gets every fourth line, and the samples of the pairs.
std::vector<std::string> TestSentencePieceOracle::texts() const
{
    std::vector<std::string> texts = {"",
                                      " ",
                                      "   ",
                                      " a",
                                      "a ",
                                      "a  b   c",
                                      "\n",
                                      "\t x",
                                      "\u3000ideographic\u00A0spaces ",
                                      "<s>",
                                      "<unk>",
                                      "[INST] x",
                                      "<0x0A>",
                                      "\uFF21\uFF22 \u2460 \uFB01",
                                      "a\u0301e\u0301",
                                      std::string("a\0b", 3),
                                      "\U0001F600\U0001F468\u200D\U0001F469",
                                      "\u2581\u2581x"};
    for (const test::Sample &sample : test::readSamples("llama-spm"))
        texts.push_back(sample.text);
    for (std::size_t at = 0, line = 0; at < m_text.size(); ++line) {
        const std::size_t end = m_text.find('\n', at);
        if (line % 4 == 1)
            texts.push_back(m_text.substr(at, end - at));
        at = end == std::string::npos ? m_text.size() : end + 1;
    }
    return texts;
}

void TestSentencePieceOracle::sameIds()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    QFETCH(QString, place);
    const auto tokenizer = test::loadTokenizer(place);
    QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.c_str());
    sentencepiece::SentencePieceProcessor oracle;
    QVERIFY(oracle.Load(test::sharedData("tokenizers/" + place.toStdString()).string()).ok());
    QCOMPARE(tokenizer->size(), static_cast<std::size_t>(oracle.GetPieceSize()));
    for (const std::string &text : texts()) {
        std::vector<int> wanted;
        QVERIFY(oracle.Encode(text, &wanted).ok());
        const auto ids = tokenizer->encode(text, {.addBos = false});
        QVERIFY2(ids == wanted, qPrintable(QString::fromStdString(text)));
    }
}

void TestSentencePieceOracle::sameText()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    QFETCH(QString, place);
    const auto tokenizer = test::loadTokenizer(place);
    QVERIFY(tokenizer);
    sentencepiece::SentencePieceProcessor oracle;
    QVERIFY(oracle.Load(test::sharedData("tokenizers/" + place.toStdString()).string()).ok());
    for (const std::string &text : texts()) {
        const auto ids = tokenizer->encode(text, {.addBos = false});
        // The library has its own sign for unknown tokens, and takes marks written in the text for spaces put there.
        if (std::ranges::find(ids, oracle.unk_id()) != ids.end() || text.starts_with("\u2581"))
            continue;
        std::string wanted;
        QVERIFY(oracle.Decode(ids, &wanted).ok());
        QCOMPARE(QString::fromStdString(tokenizer->decode(ids)), QString::fromStdString(wanted));
    }
}

QTEST_APPLESS_MAIN(TestSentencePieceOracle)
#include "tst_sentencepieceoracle.moc"
