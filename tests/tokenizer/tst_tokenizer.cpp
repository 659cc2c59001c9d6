// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What holds for every tokenizer, on small ones whose ids can be told by hand.

#include "core/tokenizer/tokenizer.h"
#include "tests/tokenizer/smallvocabulary.h"

#include <QTest>

using namespace snug;
using Ids = std::vector<std::int32_t>;

class TestTokenizer : public QObject
{
    Q_OBJECT

private slots:
    void mergesByRank();
    void everyByteSurvives();
    void longRunsTakeNoLonger();
    void findsSpecialTokens();
    void stripsBlanksBesideSpecials();
    void wholeWordsSkipMerging();
    void putsWhatIsAskedAround();
    void scoresDecide();
    void fallsBackToBytes();
    void unknownTokensJoin();
    void putsASpaceBefore();
    void bestSumWins();
    void wordPiecesAreLongest();
    void idsBeyondStandForNothing();
};

namespace {

Tokenizer make(const GgufMetadata &metadata)
{
    auto tokenizer = Tokenizer::fromMetadata(metadata);
    if (!tokenizer)
        qFatal("%s", tokenizer.error().message.c_str());
    return *std::move(tokenizer);
}

constexpr EncodeOptions kPlain{.addBos = false, .parseSpecial = false};
constexpr EncodeOptions kSpecial{.addBos = false, .parseSpecial = true};

} // namespace

void TestTokenizer::mergesByRank()
{
    const Tokenizer tokenizer = make(test::byteLevelKeys());
    QCOMPARE(tokenizer.encode("aaaaa", kPlain), (Ids{257, 'a'}));
    QCOMPARE(tokenizer.encode("aaa", kPlain), (Ids{256, 'a'}));
    QCOMPARE(tokenizer.encode("a b", kPlain), (Ids{'a', 258}));
    QCOMPARE(tokenizer.encode("", kPlain), Ids());
    QCOMPARE(tokenizer.piece(258), std::string(" b"));
}

void TestTokenizer::everyByteSurvives()
{
    std::string text;
    for (int i = 0; i < 256; ++i)
        text += static_cast<char>(i);
    text += "\xF0\x9F\x98 \xED\xA0\x80\xC0\xAF ok \xE2\x82";
    for (const GgufMetadata &keys : {test::byteLevelKeys(), test::sentencePieceKeys()}) {
        const Tokenizer tokenizer = make(keys);
        QVERIFY(tokenizer.decode(tokenizer.encode(text, kPlain)) == text);
    }
}

// A million letters in one word: with quadratic merging this would take hours.
void TestTokenizer::longRunsTakeNoLonger()
{
    const std::string text(1000000, 'a');
    for (const GgufMetadata &keys : {test::byteLevelKeys(), test::sentencePieceKeys()}) {
        const Tokenizer tokenizer = make(keys);
        const Ids ids = tokenizer.encode(text, kPlain);
        QVERIFY(ids.size() >= 250000 && ids.size() <= 500002);
        QVERIFY(tokenizer.decode(ids) == text);
    }
}

void TestTokenizer::findsSpecialTokens()
{
    const Tokenizer tokenizer = make(test::byteLevelKeys());
    QCOMPARE(tokenizer.encode("a<|end|>a", kSpecial), (Ids{'a', 259, 'a'}));
    QCOMPARE(tokenizer.encode("<|end|>", kPlain).size(), std::size_t(7));
    // User-defined ones always, the longest of several.
    QCOMPARE(tokenizer.encode("a<tool><tool>sa", kPlain), (Ids{'a', 260, 261, 'a'}));
    QCOMPARE(tokenizer.encode("<tool", kPlain).size(), std::size_t(5));
    QCOMPARE(tokenizer.decode(Ids{'a', 259, 260}), std::string("a<|end|><tool>"));
    QCOMPARE(tokenizer.decode(Ids{'a', 259, 260}, {.skipSpecial = true}), std::string("a<tool>"));
    QVERIFY(tokenizer.isControl(259) && !tokenizer.isControl(260) && !tokenizer.isControl(-1));
}

void TestTokenizer::stripsBlanksBesideSpecials()
{
    GgufMetadata keys = test::byteLevelKeys();
    keys.set("general.name", GgufValue::string("Phi-3 mini"));
    QCOMPARE(make(keys).encode("a <|end|> \n\ta", kSpecial), (Ids{'a', ' ', 259, 'a'}));
    QCOMPARE(make(test::byteLevelKeys()).encode("a <|end|> a", kSpecial), (Ids{'a', ' ', 259, ' ', 'a'}));
}

void TestTokenizer::wholeWordsSkipMerging()
{
    GgufMetadata keys = test::byteLevelKeys();
    const std::vector<std::string> merges = {"a a", "\u0120 b"};
    keys.set("tokenizer.ggml.merges", GgufValue::strings(merges));
    QCOMPARE(make(keys).encode("aaaa", kPlain), (Ids{256, 256}));
    keys.set("tokenizer.ggml.pre", GgufValue::string("llama-bpe"));
    QCOMPARE(make(keys).encode("aaaa", kPlain), (Ids{257}));
}

void TestTokenizer::putsWhatIsAskedAround()
{
    GgufMetadata keys = test::byteLevelKeys();
    QCOMPARE(make(keys).encode("a"), (Ids{259, 'a'}));
    QCOMPARE(make(keys).encode(""), (Ids{259}));
    QCOMPARE(make(keys).bos(), std::optional(259));
    QVERIFY(!make(keys).eos());
    keys.set("tokenizer.ggml.add_bos_token", GgufValue::boolean(false));
    keys.set("tokenizer.ggml.add_eos_token", GgufValue::boolean(true));
    QCOMPARE(make(keys).encode("a"), (Ids{'a'}));
    keys.set("tokenizer.ggml.eos_token_id", GgufValue::u32(259));
    QCOMPARE(make(keys).encode("a"), (Ids{'a', 259}));
    // Written by some for "none".
    keys.set("tokenizer.ggml.eos_token_id", GgufValue::u32(0xFFFFFFFF));
    QCOMPARE(make(keys).encode("a"), (Ids{'a'}));
}

void TestTokenizer::scoresDecide()
{
    const Tokenizer tokenizer = make(test::sentencePieceKeys());
    // "▁a" (-4) comes before "ab" (-5), then "▁a" and "b" make "▁ab".
    QCOMPARE(tokenizer.encode("ab", kPlain), (Ids{264}));
    QCOMPARE(tokenizer.encode("aab", kPlain), (Ids{262, 263}));
    QCOMPARE(tokenizer.encode("ab  ab"), (Ids{1, 264, 259, 264}));
    // Not even where the text says so: control tokens are no text.
    QCOMPARE(tokenizer.encode("<s>", kPlain).size(), std::size_t(4));
    QCOMPARE(tokenizer.encode("<s>a", kSpecial), (Ids{1, 262}));
}

void TestTokenizer::fallsBackToBytes()
{
    const Tokenizer tokenizer = make(test::sentencePieceKeys());
    QCOMPARE(tokenizer.encode("a\u00E9", kPlain), (Ids{262, 3 + 0xC3, 3 + 0xA9}));
    QCOMPARE(tokenizer.piece(3 + 0xA9), std::string("\xA9"));
    QCOMPARE(tokenizer.decode(Ids{262, 3 + 0xC3, 3 + 0xA9}), std::string("a\u00E9"));
}

void TestTokenizer::unknownTokensJoin()
{
    const Tokenizer tokenizer = make(test::sentencePieceKeys(false));
    QCOMPARE(tokenizer.encode("a\u00E9\u00E9x b", kPlain), (Ids{262, 0, 259, 261}));
    QCOMPARE(tokenizer.decode(Ids{262, 0, 259, 261}), std::string("a<unk> b"));
    QCOMPARE(tokenizer.decode(Ids{262, 0, 259, 261}, {.skipSpecial = true}), std::string("a b"));
}

void TestTokenizer::putsASpaceBefore()
{
    GgufMetadata keys = test::sentencePieceKeys();
    QCOMPARE(make(keys).encode("a</s>a", kSpecial), (Ids{262, 2, 262}));
    QCOMPARE(make(keys).decode(Ids{1, 262, 2, 262, 262}), std::string("<s>a</s>a a"));
    keys.set("tokenizer.ggml.add_space_prefix", GgufValue::boolean(false));
    QCOMPARE(make(keys).encode("a</s> a", kSpecial), (Ids{260, 2, 262}));
    QCOMPARE(make(keys).decode(Ids{262, 2, 262}), std::string(" a</s> a"));
}

void TestTokenizer::bestSumWins()
{
    const std::vector<std::string> tokens = {"<pad>", "</s>", "<unk>", "\u2581", "a", "b", "ab", "\u2581a", "bb"};
    std::vector<TokenType> types(tokens.size(), TokenType::Normal);
    types[0] = types[1] = TokenType::Control;
    types[2] = TokenType::Unknown;
    const float scores[] = {0, 0, 0, -2, -3, -3, -4, -4.5F, -3.5F};
    GgufMetadata keys = test::metadataOf("t5", tokens, types);
    keys.set("tokenizer.ggml.scores", GgufValue::f32s(scores));
    const Tokenizer tokenizer = make(keys);
    // "▁" + "ab" is -6, "▁a" + "b" is -7.5.
    QCOMPARE(tokenizer.encode("ab", kPlain), (Ids{3, 6}));
    // "▁a" + "bb" is -8, "▁" + "ab" + "b" is -9.
    QCOMPARE(tokenizer.encode("abb"), (Ids{7, 8, 1}));
    QCOMPARE(tokenizer.encode("xyz a", kPlain), (Ids{3, 2, 7}));
    QCOMPARE(tokenizer.decode(tokenizer.encode("ab abb", kPlain)), std::string("ab abb"));
}

void TestTokenizer::wordPiecesAreLongest()
{
    const std::vector<std::string> tokens = {"[UNK]", "[CLS]", "[SEP]",   "\u2581un", "\u2581u",
                                             "able",  "a",     "\u2581e", "\u2581!"};
    std::vector<TokenType> types(tokens.size(), TokenType::Normal);
    types[0] = types[1] = types[2] = TokenType::Control;
    GgufMetadata keys = test::metadataOf("bert", tokens, types);
    keys.set("tokenizer.ggml.cls_token_id", GgufValue::u32(1));
    keys.set("tokenizer.ggml.seperator_token_id", GgufValue::u32(2));
    keys.set("tokenizer.ggml.unknown_token_id", GgufValue::u32(0));
    const Tokenizer tokenizer = make(keys);
    QCOMPARE(tokenizer.encode("UnAble \u00C9!xyz"), (Ids{1, 3, 5, 7, 8, 0, 2}));
    QCOMPARE(tokenizer.decode(Ids{1, 3, 5, 7, 8, 2}, {.skipSpecial = true}), std::string("unable e !"));
    keys.set("tokenizer.ggml.normalizer.lowercase", GgufValue::boolean(false));
    QCOMPARE(make(keys).encode("Un un", kPlain), (Ids{0, 3}));
}

void TestTokenizer::idsBeyondStandForNothing()
{
    const Tokenizer tokenizer = make(test::byteLevelKeys());
    QCOMPARE(tokenizer.decode(Ids{-1, 'a', 262, 2147483647, 'b'}), std::string("ab"));
    QCOMPARE(tokenizer.piece(-5) + tokenizer.piece(262), std::string());
    QCOMPARE(tokenizer.size(), std::size_t(262));
}

QTEST_APPLESS_MAIN(TestTokenizer)
#include "tst_tokenizer.moc"
