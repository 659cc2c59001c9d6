// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The reference's own samples: texts and the ids they have to become, for every vocabulary that is there.

#include "tests/support/shareddata.h"
#include "tests/tokenizer/vocabularies.h"

#include <QTest>

using namespace snug;

class TestTokenizerPairs : public QObject
{
    Q_OBJECT

private slots:
    void encodesAsTheReference_data();
    void encodesAsTheReference();
};

void TestTokenizerPairs::encodesAsTheReference_data()
{
    QTest::addColumn<QString>("place");
    for (const char *name : {"bert-bge", "deepseek-coder", "falcon", "gpt-2", "llama-spm", "mpt", "phi-3"})
        QTest::newRow(name) << QString("gguf-vocab/ggml-vocab-%1.gguf").arg(name);
    QTest::newRow("qwen2") << QString("qwen2.5");
}

void TestTokenizerPairs::encodesAsTheReference()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    QFETCH(QString, place);
    const auto tokenizer = test::loadTokenizer(place);
    QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.c_str());
    const auto samples = test::readSamples(QTest::currentDataTag());
    QCOMPARE(samples.size(), std::size_t(46));
    for (const test::Sample &sample : samples) {
        const auto ids = tokenizer->encode(sample.text, {.addBos = false, .parseSpecial = false});
        QStringList got, wanted;
        for (const std::int32_t id : ids)
            got << QString("%1(%2)").arg(id).arg(QString::fromStdString(tokenizer->piece(id)));
        for (const std::int32_t id : sample.ids)
            wanted << QString("%1(%2)").arg(id).arg(QString::fromStdString(tokenizer->piece(id)));
        QVERIFY2(ids == sample.ids, qPrintable("\"" + QString::fromStdString(sample.text) + "\"\n got    " +
                                               got.join(' ') + "\n wanted " + wanted.join(' ')));
    }
}

QTEST_APPLESS_MAIN(TestTokenizerPairs)
#include "tst_tokenizerpairs.moc"
