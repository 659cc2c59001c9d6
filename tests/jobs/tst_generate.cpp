// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Jobs that write text: a known story, chat templates and without, stops, limits, what cannot be.

#include "core/jobs/generate.h"
#include "tests/support/shareddata.h"
#include "tests/support/storiesmodel.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace snug;
using namespace snug::test;

namespace {

/// Answers with the name of the role and what was said, and refuses to hear of dragons.
constexpr const char *kTemplate =
    "{{ bos_token }}{% for m in messages %}{% if 'dragon' in m.content %}{{ raise_exception('No dragons') }}"
    "{% endif %}{{ m.role }}: {{ m.content }} {% endfor %}assistant:";

} // namespace

class TstGenerate : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void tellsItsStory();
    void seedsAreReported();
    void templatesAreUsedWhereTunedFor();
    void refusedTemplatesSayWhatToDo();
    void systemTextNeedsATemplate();
    void stopKeepsWhatThereIs();
    void limitsAreKept();
    void longContextsAreTold();
    void saysWhatIsWrong();

private:
    GenerateSpec spec(const std::string &prompt, std::uint64_t tokens = 20) const
    {
        GenerateSpec spec;
        spec.model = m_path;
        spec.prompt = prompt;
        spec.maxTokens = tokens;
        spec.temperature = 0;
        spec.threads = 2;
        return spec;
    }
    GenerateReport generated(const GenerateSpec &spec)
    {
        JobContext context;
        auto report = generate(spec, context);
        if (!report)
            qFatal("%s", report.error().message.c_str());
        return *std::move(report);
    }
    /// A copy of the model with a chat template, under this name.
    std::string withTemplate(const char *name, const char *source = kTemplate) const
    {
        const auto folder = std::filesystem::path(m_folder.path().toStdString()) / name;
        writeStoriesModel(folder);
        const nlohmann::json config{{"tokenizer_class", "LlamaTokenizer"}, {"chat_template", source}};
        std::ofstream(folder / "tokenizer_config.json") << config;
        return folder.string();
    }

    QTemporaryDir m_folder;
    std::string m_path;
};

void TstGenerate::initTestCase()
{
    SNUG_REQUIRE_SHARED(kStories);
    m_path = (m_folder.path() + "/stories").toStdString();
    writeStoriesModel(m_path);
}

void TstGenerate::tellsItsStory()
{
    JobContext context;
    std::string shown;
    const auto report =
        generate(spec("", 200), context, {.note = {}, .text = [&](std::string_view text) { shown += text; }});
    QVERIFY2(report, report ? "" : report.error().message.c_str());
    QCOMPARE(report->text, knownStory());
    QCOMPARE(shown, report->text);
    QCOMPARE(report->ids.size(), std::size_t(200));
    QCOMPARE(report->textStarts.size(), report->ids.size());
    QCOMPARE(report->text.substr(report->textStarts[1], report->textStarts[2] - report->textStarts[1]),
             std::string(" upon"));
    QCOMPARE(report->promptTokens, std::uint64_t(1));
    QCOMPARE(report->stoppedBy, StoppedBy::TokenCount);
    QVERIFY(!report->chat && report->notes.empty());
    QVERIFY(report->tokensPerSecond > 0 && report->peaks.ledgerBytes > 0);
    QVERIFY(report->peaks.ramPredictedBytes > report->peaks.ledgerBytes);
    const auto json = nlohmann::json::parse(toJson(*report));
    QCOMPARE(json.at("text").get<std::string>(), report->text);
    QCOMPARE(json.at("stopped_by").get<std::string>(), std::string("token_count"));
}

void TstGenerate::seedsAreReported()
{
    GenerateSpec drawn = spec("Once");
    drawn.temperature = 1;
    const GenerateReport first = generated(drawn);
    drawn.seed = first.seed;
    drawn.threads = 3;
    QCOMPARE(generated(drawn).ids, first.ids);
}

void TstGenerate::templatesAreUsedWhereTunedFor()
{
    GenerateSpec tuned = spec("Hello", 4);
    tuned.model = withTemplate("Stories-Instruct");
    QVERIFY(generated(tuned).chat);
    GenerateSpec written = spec("user: Hello assistant:", 4);
    QCOMPARE(generated(tuned).ids, generated(written).ids);
    tuned.system = "Be brief";
    written.prompt = "system: Be brief user: Hello assistant:";
    QCOMPARE(generated(tuned).ids, generated(written).ids);
    tuned.system.clear();
    tuned.chat = ChatUse::Never;
    QVERIFY(!generated(tuned).chat);

    GenerateSpec base = spec("Hello", 4);
    base.model = withTemplate("Stories-Base");
    const GenerateReport raw = generated(base);
    QVERIFY(!raw.chat);
    QCOMPARE(raw.notes.size(), std::size_t(1));
    QVERIFY2(raw.notes.front().find("--chat") != std::string::npos, raw.notes.front().c_str());
    base.chat = ChatUse::Always;
    QVERIFY(generated(base).chat);
}

void TstGenerate::refusedTemplatesSayWhatToDo()
{
    GenerateSpec refused = spec("Where is the dragon?");
    refused.model = withTemplate("Stories-Chat");
    JobContext context;
    const auto report = generate(refused, context);
    QVERIFY(!report);
    QVERIFY2(report.error().message.ends_with("No dragons. Give the prompt as it is (--raw)."),
             report.error().message.c_str());
    for (const char *source : {"", "{% if false %}x{% endif %}", "{{ 0x10 }}"}) {
        GenerateSpec bent = spec("Hello");
        bent.chat = ChatUse::Always;
        bent.model = withTemplate("Bent-Chat", source);
        const auto answer = generate(bent, context);
        QVERIFY(!answer);
        const std::string &said = answer.error().message;
        QVERIFY2(said.find("The chat template of") == 0 && said.ends_with(". Give the prompt as it is (--raw)."),
                 said.c_str());
        QVERIFY2(said.find("plain prompt") == std::string::npos, said.c_str());
    }
    GenerateSpec none = spec("Hello");
    none.chat = ChatUse::Always;
    const auto without = generate(none, context);
    QVERIFY(!without);
    QCOMPARE(without.error().code, ErrorCode::Unsupported);
}

void TstGenerate::systemTextNeedsATemplate()
{
    GenerateSpec system = spec("Hello");
    system.system = "Be brief";
    JobContext context;
    QCOMPARE(generate(system, context).error().code, ErrorCode::Usage);
}

void TstGenerate::stopKeepsWhatThereIs()
{
    JobContext context;
    int pieces = 0;
    const auto report = generate(spec("", 200), context, {.note = {}, .text = [&](std::string_view) {
                                                              if (++pieces == 5)
                                                                  context.stop.request();
                                                          }});
    QVERIFY(report);
    QCOMPARE(report->stoppedBy, StoppedBy::Caller);
    QCOMPARE(report->ids.size(), std::size_t(5));
    QCOMPARE(report->text, knownStory().substr(0, report->text.size()));
}

void TstGenerate::limitsAreKept()
{
    GenerateSpec limited = spec("Once");
    limited.ramLimitBytes = 1 << 20;
    JobContext context;
    const auto refused = generate(limited, context);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::DoesNotFit);
    limited.ramLimitBytes = std::uint64_t(4) << 30;
    QVERIFY(generate(limited, context));
    QVERIFY(context.ledger.limit(Place::Host));
}

void TstGenerate::longContextsAreTold()
{
    GenerateSpec longer = spec("", 600);
    longer.context = 560;
    std::vector<std::string> told;
    JobContext context;
    const auto report = generate(longer, context, {.note = [&](const std::string &note) { told.push_back(note); }});
    QVERIFY2(report, report ? "" : report.error().message.c_str());
    QCOMPARE(report->stoppedBy, StoppedBy::Context);
    QCOMPARE(report->ids.size(), std::size_t(559));
    QCOMPARE(told.size(), std::size_t(1));
    QCOMPARE(told, report->notes);
    QVERIFY2(told.front().find("longer than the 512") != std::string::npos, told.front().c_str());
}

void TstGenerate::saysWhatIsWrong()
{
    JobContext context;
    GenerateSpec wrong = spec("Once");
    wrong.model = m_path + "-absent";
    QCOMPARE(generate(wrong, context).error().code, ErrorCode::Usage);
    wrong = spec("Once");
    wrong.topP = 2;
    QCOMPARE(generate(wrong, context).error().code, ErrorCode::Usage);
    wrong = spec("Once upon a time there was a girl");
    wrong.context = 3;
    const auto noRoom = generate(wrong, context);
    QCOMPARE(noRoom.error().code, ErrorCode::Usage);
    QVERIFY2(noRoom.error().message.find("--context") != std::string::npos, noRoom.error().message.c_str());
}

QTEST_GUILESS_MAIN(TstGenerate)
#include "tst_generate.moc"
