// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What names of models say.

#include "core/model/modelname.h"

#include <QtTest>

using namespace snug;

class TestModelName : public QObject
{
    Q_OBJECT
private slots:
    void findsParts_data();
    void findsParts();
    void makesTitles_data();
    void makesTitles();
    void survivesAnything();
};

namespace {

struct Row
{
    const char *name;
    std::uint64_t parameterCount;
    const char *baseName, *fineTune, *version, *sizeLabel;
};

} // namespace

void TestModelName::findsParts_data()
{
    QTest::addColumn<qulonglong>("parameterCount");
    QTest::addColumn<QStringList>("parts");
    // As the function of the reference's gguf package 0.19 answers.
    // clang-format off
    static constexpr Row kRows[] = {
        {"Mixtral-8x7B-Instruct-v0.1", 0, "Mixtral", "Instruct", "v0.1", "8x7B"},
        {"Mixtral-v0.1", 0, "Mixtral", "", "v0.1", ""},
        {"Mixtral", 0, "", "", "", ""},
        {"Meta-Llama-3-8B", 0, "Meta-Llama-3", "", "", "8B"},
        {"Qwen2.5-0.5B-Instruct", 494032768, "Qwen2.5", "Instruct", "", "0.5B"},
        {"Qwen3-30B-A3B-Instruct-2507", 30532122624, "Qwen3", "Instruct", "2507", "30B-A3B"},
        {"Qwen1.5-MoE-A2.7B-Chat", 0, "Qwen1.5-MoE", "Chat", "", "A2.7B"},
        {"Phi-3-mini-4k-instruct", 3821079552, "Phi-3", "4k-instruct", "", "mini"},
        {"Phi-3.5-mini-instruct", 3821079552, "Phi-3.5", "instruct", "", "mini"},
        {"phi-4", 14659507200, "phi", "", "4", ""},
        {"gemma-2-2b-it", 2614341888, "gemma-2", "it", "", "2B"},
        {"Llama-3.2-1B", 1235814400, "Llama-3.2", "", "", "1B"},
        {"SmolLM2-135M-Instruct", 134515008, "SmolLM2", "Instruct", "", "135M"},
        {"TinyLlama-1.1B-Chat-v1.0", 1100048384, "TinyLlama", "Chat", "v1.0", "1.1B"},
        {"Yi-34B", 34388917248, "Yi", "", "", "34B"},
        {"gpt-oss-20b", 20914757184, "gpt-oss", "", "", "20B"},
        {"Mistral-Nemo-Instruct-2407", 12247782400, "Mistral-Nemo", "Instruct", "2407", ""},
        {"CodeLlama-34b-Instruct-hf", 33743970304, "CodeLlama", "Instruct-hf", "", "34B"},
        {"stories-llama2-50k", 50000, "stories-llama2", "", "", "50K"},
        {"llama-161M-100B", 161000000, "llama", "100b", "", "161M"},
        {"relu-100B", 1340000000, "relu", "100b", "", ""},
        {"bloom-7b1-petals", 0, "bloom", "petals", "", "7.1B"},
        {"Refact-1_6B-fim", 0, "Refact", "fim", "", "1.6B"},
        {"Gemma-2-9B-It-SPPO-Iter3", 0, "Gemma-2", "It-SPPO", "Iter3", "9B"},
        {"DeepSeek-V2-Chat-0628", 0, "DeepSeek-V2", "Chat", "0628", ""},
        {"GreenNode-mini-7B-multilingual-v1olet-Mistral-7B-Instruct-v0.1", 0, "GreenNode-mini", "multilingual-v1olet-Mistral-Instruct", "v0.1", "7B"},
        {"Mini-InternVL-Chat-2B-V1-5", 0, "Mini-InternVL", "Chat", "V1-5", "2B"},
        {"jamba-900M-v0.13-KIx2", 0, "jamba", "KIx2", "v0.13", "900M"},
        {"-Mistral--Nemo-Base-2407-", 0, "Mistral-Nemo-Base", "", "2407", ""},
        {"hermes-2-pro-llama-3-8b-DPO", 0, "hermes-2-pro-llama-3", "DPO", "", "8B"},
        {"Florence-2-base", 0, "", "", "", ""},
        {"bagel-dpo-2.8b-v0.2", 0, "bagel-dpo", "", "v0.2", "2.8B"},
        {"internlm2_5-7b-chat-1m", 7000000000, "internlm2_5", "chat-1m", "", "7B"},
        {"a sentence about 7B", 0, "", "", "", ""},
        {"tiny-llama-v2-1B-Chat", 0, "tiny-llama-v2", "Chat", "", "1B"},
        {"tiny-llama-v2-1B-Chat", 20000, "tiny-llama-v2", "1b-Chat", "", ""},
        {"Model-Q4_K_M", 0, "", "", "", ""},
        {"x-bf16", 0, "", "", "", ""},
        {"", 0, "", "", "", ""},
        {"7B", 0, "", "7B", "", ""},
        {"v1", 0, "", "", "v1", ""},
        {"2.0-x", 0, "", "", "", ""},
        {"Llama-2-7b-hf", 6738415616, "Llama-2", "hf", "", "7B"},
    };
    // clang-format on
    for (const Row &row : kRows)
        QTest::newRow(qPrintable(QString("%1 %2").arg(row.name).arg(row.parameterCount)))
            << qulonglong(row.parameterCount)
            << QStringList{row.name, row.baseName, row.fineTune, row.version, row.sizeLabel};
}

void TestModelName::findsParts()
{
    QFETCH(qulonglong, parameterCount);
    QFETCH(QStringList, parts);
    const NameParts found = partsOfName(parts[0].toStdString(), parameterCount);
    const QStringList all{parts[0], found.baseName.c_str(), found.fineTune.c_str(), found.version.c_str(),
                          found.sizeLabel.c_str()};
    QCOMPARE(all, parts);
}

void TestModelName::makesTitles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("title");
    QTest::newRow("plain") << "Qwen2.5-7B-Instruct"
                           << "Qwen2.5 7B Instruct";
    QTest::newRow("lower") << "tiny-llama-v2-chat"
                           << "Tiny Llama v2 Chat";
    QTest::newRow("size") << "phi-3-7b"
                          << "Phi 3 7b";
    QTest::newRow("empty parts") << "--a--b-"
                                 << "A B";
    QTest::newRow("letters after others") << "open_llama-v2beta"
                                          << "Open_Llama V2Beta";
}

void TestModelName::makesTitles()
{
    QFETCH(QString, name);
    QTEST(QString::fromStdString(titleOfName(name.toStdString())), "title");
}

void TestModelName::survivesAnything()
{
    const std::string long1(100000, '-'), long2(100000, '7');
    QCOMPARE(partsOfName(long1).baseName, std::string());
    QCOMPARE(partsOfName("x-" + long2 + "B", 1).fineTune, std::string());
    QVERIFY(!partsOfName("x-" + long2 + "B", 1).sizeLabel.empty());
    for (int a = 0; a < 256; ++a)
        for (const char *rest : {"", "b", "-b", "7-b1"}) {
            const std::string name = std::string(1, static_cast<char>(a)) + rest;
            QVERIFY(partsOfName(name).baseName.size() <= name.size());
            QVERIFY(partsOfName("x-" + name).sizeLabel.size() <= name.size() + 1);
        }
}

QTEST_APPLESS_MAIN(TestModelName)
#include "tst_modelname.moc"
