// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A pass over a tiny model: its ways agree, and bad weights and bad texts are told.

#include "tests/runtime/tinymodel.h"

#include <QTemporaryDir>
#include <QtTest>

#include <limits>

using namespace snug;
using namespace snug::test;

namespace {

const TokenSequence kText = {1, 5, 0, 11, 7, 7, 3, 2, 9};

std::vector<float> values(std::span<const float> from) { return {from.begin(), from.end()}; }

bool mentions(const Error &error, std::string_view part) { return error.message.find(part) != std::string::npos; }

bool near(const std::vector<float> &a, const std::vector<float> &b)
{
    return std::ranges::equal(a, b, [](float x, float y) { return std::abs(x - y) < 1e-5F; });
}

} // namespace

class TstForwardPass : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_options = {};
        m_options.threads = 2;
        m_options.keepBytes = m_options.headBytes = m_options.storeBytes = 1 << 20;
    }

    /// Experts, and a store and output matrix that do not fit, give what plain ways give.
    void waysAgree_data()
    {
        QTest::addColumn<bool>("experts");
        QTest::newRow("dense") << false;
        QTest::newRow("experts") << true;
    }

    void waysAgree()
    {
        QFETCH(bool, experts);
        const Model model = tinyModel("llama", experts);
        const std::vector<float> whole = lastLogits(model);
        QVERIFY(!whole.empty());
        m_options = {}; // keeps nothing
        m_options.scratchFolder = m_folder.path().toStdString();
        QCOMPARE(lastLogits(model), whole);
        m_options.batchTokens = 4;
        const std::vector<float> apart = lastLogits(model);
        QVERIFY(near(apart, whole));
        if (!experts) // how many tokens an expert gets together decides how its products are added up
            QCOMPARE(apart, whole);
        const auto pass = open(model);
        QVERIFY(pass);
        auto cache = (*pass)->cache(kText.size());
        QVERIFY(cache);
        QVERIFY((*pass)->step(std::span(kText).first(4), 0, *cache));
        const auto last = (*pass)->step(std::span(kText).subspan(4), 4, *cache);
        QVERIFY(last);
        QVERIFY(near(values(*last), whole));
    }

    void namesTheLayerOfBadWeights_data()
    {
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<float>("value");
        const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
        QTest::newRow("no number in queries") << "blk.1.attn_q.weight" << nan;
        QTest::newRow("infinite value") << "blk.1.attn_v.weight" << infinite;
        QTest::newRow("no number in a norm") << "blk.1.attn_norm.weight" << nan;
        QTest::newRow("no number in the feed-forward part") << "blk.1.ffn_down.weight" << nan;
    }

    void namesTheLayerOfBadWeights()
    {
        QFETCH(QString, tensor);
        QFETCH(float, value);
        Model model = tinyModel();
        for (float &weight : tensorOf(model, tensor.toStdString()).source.values)
            weight = value;
        const auto pass = open(model);
        QVERIFY(pass);
        const auto swept = (*pass)->sweep(std::vector<TokenSequence>{kText}, {});
        QVERIFY(!swept);
        QCOMPARE(swept.error().code, ErrorCode::BadInput);
        QVERIFY2(mentions(swept.error(), "layer 1 of 2"), swept.error().message.c_str());
        QVERIFY2(mentions(swept.error(), "tiny.gguf"), swept.error().message.c_str());
        auto cache = (*pass)->cache(kText.size());
        QVERIFY(cache);
        const auto stepped = (*pass)->step(kText, 0, *cache);
        QVERIFY(!stepped);
        QVERIFY2(mentions(stepped.error(), "layer 1 of 2"), stepped.error().message.c_str());
    }

    void namesTheLayerWhenARouterIsBad()
    {
        Model model = tinyModel("llama", true);
        for (float &weight : tensorOf(model, "blk.0.ffn_gate_inp.weight").source.values)
            weight = std::numeric_limits<float>::quiet_NaN();
        const auto pass = open(model);
        QVERIFY(pass);
        const auto swept = (*pass)->sweep(std::vector<TokenSequence>{kText}, {});
        QVERIFY(!swept);
        QVERIFY2(mentions(swept.error(), "layer 0 of 2"), swept.error().message.c_str());
    }

    void refusesBadTexts()
    {
        const Model model = tinyModel();
        const auto pass = open(model);
        QVERIFY(pass);
        auto cache = (*pass)->cache(4);
        QVERIFY(cache);
        for (const TokenSequence &text : {TokenSequence{}, TokenSequence{1, 12}, TokenSequence{-1}}) {
            const auto swept = (*pass)->sweep(std::vector<TokenSequence>{kText, text}, {});
            QVERIFY(!swept);
            QCOMPARE(swept.error().code, ErrorCode::Usage);
            const auto stepped = (*pass)->step(text, 0, *cache);
            QVERIFY(!stepped);
            QCOMPARE(stepped.error().code, ErrorCode::Usage);
        }
        QVERIFY(!(*pass)->sweep({}, {}));
        for (const std::uint64_t first : {std::uint64_t{2}, std::uint64_t{5}, ~std::uint64_t{0}}) {
            const auto stepped = (*pass)->step(std::span(kText).first(3), first, *cache);
            QVERIFY(!stepped);
            QCOMPARE(stepped.error().code, ErrorCode::Usage);
        }
    }

    void stopsWhenAsked()
    {
        const Model model = tinyModel();
        const auto pass = open(model);
        QVERIFY(pass);
        const auto swept = (*pass)->sweep(std::vector<TokenSequence>{kText},
                                          [](std::size_t layer, std::size_t) { return layer == 0; });
        QVERIFY(swept);
        QVERIFY(swept->starts().empty());
    }

private:
    Result<std::unique_ptr<ForwardPass>> open(const Model &model)
    {
        auto device = Backends::ofProgram().open("cpu");
        return ForwardPass::open(model, *device, m_ledger, m_options);
    }

    /// Of the last token of the text, beside other texts; empty where something failed.
    std::vector<float> lastLogits(const Model &model)
    {
        const auto pass = open(model);
        if (!pass)
            return {};
        const std::vector<TokenSequence> texts = {TokenSequence(kText.rbegin(), kText.rend()), kText, {3}};
        const auto swept = (*pass)->sweep(texts, {});
        if (!swept || !(*pass)->logits(*swept, swept->starts()[2] - 1, 1))
            return {};
        return values((*pass)->runner().valuesOf<float>(Activation::Logits).first(kTinyVocabulary));
    }

    Ledger m_ledger;
    ForwardOptions m_options;
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TstForwardPass)
#include "tst_forwardpass.moc"
