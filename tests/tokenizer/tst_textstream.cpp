// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Text token by token: whole characters only, and which tokens end it.

#include "core/tokenizer/endtokens.h"
#include "core/tokenizer/textstream.h"
#include "tests/tokenizer/smallvocabulary.h"

#include <QTest>

using namespace snug;
using Ids = std::vector<std::int32_t>;

namespace {

Tokenizer make(const GgufMetadata &metadata)
{
    auto tokenizer = Tokenizer::fromMetadata(metadata);
    if (!tokenizer)
        qFatal("%s", tokenizer.error().message.c_str());
    return *std::move(tokenizer);
}

/// What is shown with each token, then the rest.
std::vector<std::string> shown(const GgufMetadata &metadata, const Ids &before, const Ids &ids)
{
    TextStream stream(make(metadata), before);
    std::vector<std::string> texts;
    for (const std::int32_t id : ids)
        texts.push_back(stream.next(id));
    texts.push_back(stream.rest());
    return texts;
}

using Texts = std::vector<std::string>;

} // namespace

class TestTextStream : public QObject
{
    Q_OBJECT

private slots:
    void waitsForWholeCharacters();
    void replacesWhatIsNoCharacter();
    void takesTheFirstSpaceAway();
    void leavesControlTokensOut();
    void knowsWhatEndsAText();
};

void TestTextStream::waitsForWholeCharacters()
{
    const GgufMetadata keys = test::byteLevelKeys();
    QCOMPARE(shown(keys, {}, {'a', 0xC3, 0xA9, 'b'}), (Texts{"a", "", "\u00E9", "b", ""}));
    QCOMPARE(shown(keys, {}, {0xF0, 0x9F, 0x98, 0x80}), (Texts{"", "", "", "\U0001F600", ""}));
    QCOMPARE(shown(keys, {}, {'a', 0xF0, 0x9F}), (Texts{"a", "", "", "\uFFFD"}));
}

void TestTextStream::replacesWhatIsNoCharacter()
{
    const GgufMetadata keys = test::byteLevelKeys();
    QCOMPARE(shown(keys, {}, {0x80, 'a'}), (Texts{"\uFFFD", "a", ""}));
    QCOMPARE(shown(keys, {}, {0xC3, 'a'}), (Texts{"", "\uFFFDa", ""}));
    QCOMPARE(shown(keys, {}, {0xFF}), (Texts{"\uFFFD", ""}));
}

void TestTextStream::takesTheFirstSpaceAway()
{
    const GgufMetadata keys = test::sentencePieceKeys();
    QCOMPARE(shown(keys, {1}, {264, 262}), (Texts{"ab", " a", ""}));         // behind <s> alone
    QCOMPARE(shown(keys, {1, 262}, {264, 262}), (Texts{" ab", " a", ""}));   // behind a text
    QCOMPARE(shown(keys, {1}, {2, 264, 264}), (Texts{"", "ab", " ab", ""})); // the first text counts
}

void TestTextStream::leavesControlTokensOut()
{
    QCOMPARE(shown(test::byteLevelKeys(), {259, 'x'}, {'a', 259, 260}), (Texts{"a", "", "<tool>", ""}));
}

void TestTextStream::knowsWhatEndsAText()
{
    GgufMetadata keys = test::byteLevelKeys();
    QCOMPARE(endTokens(keys), Ids{259}); // by its text
    keys.set("tokenizer.ggml.eos_token_id", GgufValue::u32(7));
    keys.set("tokenizer.ggml.eot_token_id", GgufValue::u32(259));
    keys.set("tokenizer.ggml.eom_token_id", GgufValue::u32(100000)); // beyond
    QCOMPARE(endTokens(keys), (Ids{7, 259}));
    QCOMPARE(endTokens(GgufMetadata()), Ids());
}

QTEST_APPLESS_MAIN(TestTextStream)
#include "tst_textstream.moc"
