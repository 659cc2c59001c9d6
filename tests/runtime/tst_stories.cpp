// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A small trained model tells the story it is known for: token by token through the cache, and all at once.

#include "core/backends/backends.h"
#include "core/runtime/forwardpass.h"
#include "tests/support/shareddata.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>
#include <fstream>

using namespace snug;
using namespace snug::test;

namespace {

constexpr float kTolerance = 1e-4F; // of logits

struct Known
{
    TokenSequence ids;
    std::vector<float> firstLogits;
};

Known known()
{
    std::ifstream file(sharedData("models/stories260K/expected_greedy_ids.json"));
    const auto json = nlohmann::json::parse(file);
    return {json.at("ids"), json.at("first_step_logits_first8")};
}

std::int32_t mostLikely(std::span<const float> logits)
{
    return static_cast<std::int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

} // namespace

class TstStories : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        SNUG_REQUIRE_SHARED("models/stories260K/hf");
        auto model = openModel(sharedData("models/stories260K/hf"), TokenizerFiles::Skip);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        m_model = std::move(*model);
        auto device = Backends::ofProgram().open("cpu");
        QVERIFY(device);
        ForwardOptions options;
        options.threads = 2;
        options.keepBytes = options.headBytes = options.storeBytes = 1 << 30;
        options.contextLength = 512;
        auto pass = ForwardPass::open(m_model, *device, m_ledger, options);
        QVERIFY2(pass, pass ? "" : pass.error().message.c_str());
        m_pass = std::move(*pass);
    }

    void goesOnGreedily()
    {
        const Known expected = known();
        auto cache = m_pass->cache(512);
        QVERIFY(cache);
        TokenSequence ids = {expected.ids.front()};
        while (ids.size() < expected.ids.size()) {
            const auto logits = m_pass->step(std::span(ids).last(1), ids.size() - 1, *cache);
            QVERIFY2(logits, logits ? "" : logits.error().message.c_str());
            if (ids.size() == 1)
                for (std::size_t i = 0; i < expected.firstLogits.size(); ++i)
                    QVERIFY2(std::abs((*logits)[i] - expected.firstLogits[i]) < kTolerance,
                             qPrintable(QString("%1: %2").arg(i).arg((*logits)[i])));
            ids.push_back(mostLikely(*logits));
        }
        QCOMPARE(ids, expected.ids);
    }

    void allAtOnceGivesTheSame()
    {
        const Known expected = known();
        const TokenSequence one(expected.ids.begin(), expected.ids.end() - 1);
        const std::vector<TokenSequence> sequences = {one, TokenSequence(one.begin(), one.begin() + 20), one};
        const auto swept = m_pass->sweep(sequences, {});
        QVERIFY2(swept, swept ? "" : swept.error().message.c_str());
        const std::uint64_t vocabulary = m_pass->shape().vocabulary;
        for (std::size_t i = 0; i < sequences.size(); ++i) {
            const std::uint64_t rows = sequences[i].size();
            QVERIFY(m_pass->logits(*swept, swept->starts()[i], rows));
            const auto logits = m_pass->runner().valuesOf<float>(Activation::Logits);
            for (std::uint64_t row = 0; row < rows; ++row)
                QCOMPARE(mostLikely(logits.subspan(row * vocabulary, vocabulary)), expected.ids[row + 1]);
        }
    }

private:
    Model m_model;
    Ledger m_ledger;
    std::unique_ptr<ForwardPass> m_pass;
};

QTEST_GUILESS_MAIN(TstStories)
#include "tst_stories.moc"
