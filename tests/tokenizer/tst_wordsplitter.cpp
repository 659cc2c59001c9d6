// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every name in tokenizer.ggml.pre has patterns that compile, and those split as their families do.

#include "core/tokenizer/splitpatterns.h"
#include "core/tokenizer/wordsplitter.h"

#include <QTest>

using namespace snug;

namespace {

QStringList split(const char *rule, std::string_view text)
{
    const SplitRule *found = findSplitRule(rule);
    if (!found)
        return {"no such rule"};
    const auto splitter = WordSplitter::create(found->patterns);
    if (!splitter)
        return {QString::fromStdString(splitter.error().message)};
    std::vector<std::string_view> words;
    splitter->split(text, words);
    QStringList list;
    for (const std::string_view word : words)
        list << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    return list;
}

} // namespace

class TestWordSplitter : public QObject
{
    Q_OBJECT

private slots:
    void splits_data();
    void splits();
    void losesNothing_data();
    void losesNothing();
    void knowsWhatItKnows();
};

void TestWordSplitter::splits_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *rule, const char *what, const QString &text, const QStringList &words) {
        QTest::newRow(qPrintable(QString("%1: %2").arg(rule, what))) << rule << text << words;
    };
    row("gpt-2", "words", "it's 123 a,b  c\n", {"it", "'s", " 123", " a", ",", "b", " ", " c", "\n"});
    row("gpt-2", "no upper case", "IT'S", {"IT", "'", "S"});
    row("smollm", "digits", "a 123", {"a", " ", "1", "2", "3"});
    row("llama-bpe", "digits by three", "1234 IT'S\n\n x", {"123", "4", " IT", "'S", "\n\n", " x"});
    row("qwen2", "single digits", "12(a)", {"1", "2", "(a", ")"});
    row("qwen35", "marks stay with letters", QString("a\u0301b"), {QString("a\u0301b")});
    row("qwen2", "marks part words", QString("a\u0301b"), {"a", QString("\u0301b")});
    row("tekken", "case", "aBCd eF", {"a", "BCd", " e", "F"});
    row("gpt-4o", "case", "HelloWorld's 1234/\n", {"Hello", "World's", " ", "123", "4", "/\n"});
    row("deepseek-coder", "lines and digits", "a b\n12", {"a", " b", "\n", "1", "2"});
    row("deepseek-llm", "blanks at the end", QString("a  b  "), {"a", " ", " b", "  "});
    row("deepseek-llm", "Greek and Chinese", QString("\u03B1 \u4E2D\u6587 12"),
        {QString("\u03B1"), " ", QString("\u4E2D\u6587"), " ", "12"});
    row("deepseek-v3", "symbols begin words", "(ab) 1234", {"(ab", ")", " ", "123", "4"});
    row("falcon", "digits by three", "a+b 12345", {"a", "+", "b", " ", "123", "45"});
    row("bloom", "sentences", "a b,c", {"a", " b", ",", "c"});
    row("gpt-2", "only White_Space is blank", QString("a\u180E\u3000b"),
        {"a", QString("\u180E"), QString("\u3000"), "b"});
}

void TestWordSplitter::splits()
{
    QFETCH(QString, rule);
    QFETCH(QString, text);
    QFETCH(QStringList, words);
    QCOMPARE(split(qPrintable(rule), text.toStdString()), words);
}

void TestWordSplitter::losesNothing_data()
{
    QTest::addColumn<QString>("rule");
    for (const char *rule : {"default",    "llama-bpe",  "dbrx",           "qwen2",        "qwen35",      "gpt-2",
                             "mpt",        "phi-2",      "starcoder",      "refact",       "command-r",   "smollm",
                             "tekken",     "gpt-4o",     "deepseek-coder", "deepseek-llm", "deepseek-v3", "falcon",
                             "bailingmoe", "seed-coder", "bloom",          "viking"})
        QTest::newRow(rule) << rule;
}

// Long runs too: a pattern that looks at each place of a run anew would take hours.
void TestWordSplitter::losesNothing()
{
    QFETCH(QString, rule);
    const SplitRule *found = findSplitRule(rule.toStdString());
    QVERIFY(found);
    const auto splitter = WordSplitter::create(found->patterns);
    QVERIFY2(splitter, splitter ? "" : splitter.error().message.c_str());
    for (const std::string &text :
         {std::string("x\xFFy\xE4\xBD\xA0\xE4\xBD\xC0\x80 '\xF0\x9F\x98\x80S\r\n\t 1\xED\xA0\x80"),
          std::string(300000, ' ') + "x", std::string(300000, 'a'), std::string(300000, '\n') + " ",
          std::string(300000, '\xFF'), std::string(300000, '7')}) {
        std::vector<std::string_view> words;
        splitter->split(text, words);
        std::string joined;
        for (const std::string_view word : words) {
            QVERIFY(!word.empty());
            joined += word;
        }
        QVERIFY(joined == text);
    }
}

void TestWordSplitter::knowsWhatItKnows()
{
    QVERIFY(!findSplitRule("") && !findSplitRule("gpt") && !findSplitRule("gpt-2 phi-2") && !findSplitRule("bert-bge"));
    QVERIFY(findSplitRule("llama-bpe")->wholeWords && findSplitRule("llama-bpe")->addBos);
    const std::string_view wrong[] = {"("};
    QVERIFY(!WordSplitter::create(wrong));
}

QTEST_APPLESS_MAIN(TestWordSplitter)
#include "tst_wordsplitter.moc"
