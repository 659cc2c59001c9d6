// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Task files of every form, the published ones whole, and bad ones with the line they are bad in.

#include "core/metrics/taskfile.h"
#include "tests/support/shareddata.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace snug;

namespace {

const QByteArray kChoices = R"({"query": "Two and two make", "choices": ["four", "five"], "gold": 0})";
const QByteArray kHeader = "question,choice0,choice1,choice2,choice3,answer\n";

/// Five rows of a table, as examples.
QByteArray shots()
{
    QByteArray rows;
    for (int i = 0; i < 5; ++i)
        rows += "Shot " + QByteArray::number(i) + "?,p,q,r,s," + QByteArray::number(i % 4) + "\n";
    return rows;
}

} // namespace

class TstTaskFile : public QObject
{
    Q_OBJECT

private slots:
    void readsPublishedFiles_data();
    void readsPublishedFiles();
    void readsMmluWhole();
    void readsHellaSwag();
    void readsChoices();
    void readsQuestions();
    void readsContextOptions();
    void readsLastWords();
    void namesUnknownTasks();
    void readsMmlu();
    void countsCharacters();
    void refuses_data();
    void refuses();
    void refusesMmlu_data();
    void refusesMmlu();
    void refusesPackedFiles();
    void keepsAsManyOfEverySubject();

private:
    std::filesystem::path write(const QString &name, const QByteArray &bytes)
    {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        [&] { QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()); }();
        return path.toStdString();
    }

    QTemporaryDir m_folder;
};

void TstTaskFile::readsPublishedFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("name");
    QTest::addColumn<TaskKind>("kind");
    QTest::addColumn<int>("items");
    QTest::addColumn<int>("choices");
    const auto row = [](const char *file, const char *name, TaskKind kind, int items, int choices) {
        QTest::newRow(file) << file << name << kind << items << choices;
    };
    row("hellaswag_val_first1000.txt", "hellaswag", TaskKind::HellaSwag, 1000, 4);
    row("arc_easy.jsonl", "arc_easy", TaskKind::ArcEasy, 2376, 4);
    row("arc_challenge.jsonl", "arc_challenge", TaskKind::ArcChallenge, 1172, 4);
    row("piqa.jsonl", "piqa", TaskKind::Piqa, 1838, 2);
    row("openbook_qa.jsonl", "openbook_qa", TaskKind::OpenBookQa, 500, 4);
    row("copa.jsonl", "copa", TaskKind::Copa, 100, 2);
    row("winogrande.jsonl", "winogrande", TaskKind::Winogrande, 1267, 2);
    row("lambada_openai.jsonl", "lambada", TaskKind::Lambada, 5153, 1);
}

void TstTaskFile::readsPublishedFiles()
{
    QFETCH(QString, file);
    QFETCH(QString, name);
    QFETCH(TaskKind, kind);
    QFETCH(int, items);
    QFETCH(int, choices);
    const std::string path = "tasks/" + file.toStdString();
    SNUG_REQUIRE_SHARED(path);
    const auto set = readTasks(test::sharedData(path));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(QString::fromStdString(set->name), name);
    QCOMPARE(set->kind, kind);
    QCOMPARE(set->items.size(), static_cast<std::size_t>(items));
    std::size_t line = 0;
    for (const TaskItem &item : set->items) {
        QCOMPARE(item.kind, kind);
        QCOMPARE(item.choiceCount(), static_cast<std::size_t>(choices));
        QVERIFY(item.gold < item.choiceCount() && item.line > line);
        line = item.line;
        for (std::size_t i = 0; i < item.choiceCount(); ++i) {
            const std::string context = set->context(item, i);
            const std::string_view continuation = set->continuation(item, i);
            QVERIFY(!context.empty() && context.back() != ' ' && context.back() != '\n');
            QVERIFY(continuation.size() > 1 && continuation[0] == ' ' && continuation[1] != ' ');
            QVERIFY(continuationCharacters(continuation) > 0);
        }
    }
}

void TstTaskFile::readsMmluWhole()
{
    SNUG_REQUIRE_SHARED("tasks/mmlu");
    const auto set = readTasks(test::sharedData("tasks/mmlu"));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->name, std::string("mmlu"));
    QCOMPARE(set->groups.size(), std::size_t{57});
    QCOMPARE(set->items.size(), std::size_t{14042});
    for (const TaskGroup &group : set->groups) {
        int shots = 0;
        for (std::size_t at = 0; (at = group.prefix.find("\nAnswer: ", at)) != std::string::npos; ++at)
            ++shots;
        QCOMPARE(shots, 5);
    }
    const TaskItem &anatomy = *std::find_if(set->items.begin(), set->items.end(), [&](const TaskItem &item) {
        return set->groups[item.group].name == "anatomy";
    });
    const std::string context = set->context(anatomy, 0);
    QVERIFY(context.starts_with("The following are multiple choice questions (with answers) about anatomy.\n\n"
                                "What is the embryological origin of the hyoid bone?\nA. The first pharyngeal arch\n"
                                "B. The first and second pharyngeal arches\nC. The second pharyngeal arch\n"
                                "D. The second and third pharyngeal arches\nAnswer: D\n\n"));
    QVERIFY(
        context.ends_with("\nC. paralysis of the facial muscles, loss of taste and lacrimation.\nD. paralysis of the "
                          "facial muscles, loss of taste, lacrimation and decreased salivation.\nAnswer:"));
    QCOMPARE(anatomy.gold, std::size_t{0});
    QCOMPARE(set->continuation(anatomy, 2), std::string_view(" C"));
}

void TstTaskFile::readsHellaSwag()
{
    const QByteArray text = "Cooking: He cuts \n2\nan onion.\nthe air.\n a tomato. \nit.\r\n"
                            "Running: She\r\n0\r\nruns.\r\nflies.\r\nsings.\r\nsits.\r\n\n";
    const auto set = readTasks(write("some.txt", text));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->items.size(), std::size_t{2});
    const TaskItem &first = set->items[0];
    QCOMPARE(first.gold, std::size_t{2});
    QCOMPARE(set->context(first, 3), std::string("Cooking: He cuts"));
    QCOMPARE(set->continuation(first, 2), std::string_view(" a tomato."));
    QCOMPARE(set->items[1].line, std::size_t{7});
    QCOMPARE(set->continuation(set->items[1], 3), std::string_view(" sits."));
}

void TstTaskFile::readsChoices()
{
    const auto set = readTasks(write("copa_mine.jsonl", kChoices + "\n\n" + kChoices + "\n"));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->name, std::string("copa"));
    QCOMPARE(set->items.size(), std::size_t{2});
    QCOMPARE(set->items[1].line, std::size_t{3});
    QCOMPARE(set->context(set->items[0], 1), std::string("Two and two make"));
    QCOMPARE(set->continuation(set->items[0], 1), std::string_view(" five"));
}

void TstTaskFile::readsQuestions()
{
    const QByteArray line =
        R"({"query": "Question: Why?\n", "choices": ["so", "b\u00e9cause", "no"], "gold": 2, "id": [1]})";
    const auto set = readTasks(write("piqa.jsonl", line));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    const TaskItem &item = set->items[0];
    QCOMPARE(set->context(item, 0), std::string("Question: Why?\nAnswer:"));
    QCOMPARE(set->continuation(item, 1), std::string_view(" b\xC3\xA9"
                                                          "cause"));
    QCOMPARE(continuationCharacters(set->continuation(item, 1)), std::uint64_t{7});
    QCOMPARE(item.gold, std::size_t{2});
}

void TstTaskFile::readsContextOptions()
{
    const QByteArray line =
        R"({"context_options": ["The ball hit the wall as the ball", "The ball hit the wall as the wall"], "continuation": "flew.", "gold": 0})";
    const auto set = readTasks(write("winogrande.jsonl", line));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    const TaskItem &item = set->items[0];
    QCOMPARE(item.kind, TaskKind::Winogrande);
    QCOMPARE(item.choiceCount(), std::size_t{2});
    QCOMPARE(set->context(item, 1), std::string("The ball hit the wall as the wall"));
    QCOMPARE(set->continuation(item, 0), set->continuation(item, 1));
}

void TstTaskFile::readsLastWords()
{
    const auto set = readTasks(write("words.jsonl", R"({"context": "Call me", "continuation": "Ishmael "})"));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->kind, TaskKind::Lambada);
    QCOMPARE(set->name, std::string("words"));
    QCOMPARE(set->items[0].choiceCount(), std::size_t{1});
    QCOMPARE(set->continuation(set->items[0], 0), std::string_view(" Ishmael"));
}

void TstTaskFile::namesUnknownTasks()
{
    const auto set = readTasks(write("My Task-2.jsonl", kChoices));
    QVERIFY(set);
    QCOMPARE(set->name, std::string("my_task_2"));
    QCOMPARE(set->kind, TaskKind::Choices);
    // A known name with another form is not that task.
    const auto other = readTasks(write("winogrande_as_choices.jsonl", kChoices));
    QVERIFY(other);
    QCOMPARE(other->kind, TaskKind::Choices);
}

void TstTaskFile::readsMmlu()
{
    write("mmlu/dev/number_theory_dev.csv", kHeader + shots());
    write("mmlu/test/number_theory_test.csv", kHeader + "\" 2+2?\",3,4,\"5, or 6\",7,1\n");
    write("mmlu/dev/art_dev.csv", shots()); // the original has no header, and letters
    write("mmlu/test/art_test.csv", "Who?,w,x,y,z,D\n");
    const auto set = readTasks(m_folder.filePath("mmlu").toStdString());
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->groups.size(), std::size_t{2});
    QCOMPARE(set->items.size(), std::size_t{2});
    QCOMPARE(set->items[0].gold, std::size_t{3});
    QCOMPARE(set->groups[set->items[1].group].name, std::string("number_theory"));
    const std::string context = set->context(set->items[1], 0);
    QVERIFY(context.starts_with("The following are multiple choice questions (with answers) about number theory.\n\n"
                                "Shot 0?\nA. p\nB. q\nC. r\nD. s\nAnswer: A\n\nShot 1?\n"));
    QVERIFY(context.ends_with("Answer: A\n\n2+2?\nA. 3\nB. 4\nC. 5, or 6\nD. 7\nAnswer:"));
    QCOMPARE(set->items[1].line, std::size_t{2});
}

void TstTaskFile::countsCharacters()
{
    QCOMPARE(continuationCharacters(" four"), std::uint64_t{4});
    QCOMPARE(continuationCharacters("four"), std::uint64_t{4});
    QCOMPARE(continuationCharacters(" \xF0\x9F\x98\x80\xE2\x82\xAC"), std::uint64_t{2});
    QCOMPARE(continuationCharacters(""), std::uint64_t{0});
}

void TstTaskFile::refuses_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *title, const QString &name, const QByteArray &bytes, const QString &message) {
        QTest::newRow(title) << name << bytes << message;
    };
    const auto second = [&](const char *title, const QByteArray &line, const QString &message) {
        row(title, "t.jsonl", kChoices + "\n" + line + "\n", "t.jsonl, line 2: " + message);
    };
    second("no gold", R"({"query": "a", "choices": ["b", "c"]})", "the field \"gold\" is missing");
    second("no query", R"({"choices": ["b", "c"], "gold": 0})", "the field \"query\" is missing");
    second("another form", R"({"context": "a", "continuation": "b"})", "the field \"query\" is missing");
    second("gold too large", R"({"query": "a", "choices": ["b", "c"], "gold": 2})",
           "\"gold\" is 2, with 2 choices a number from 0 to 1 is needed");
    second("gold negative", R"({"query": "a", "choices": ["b", "c"], "gold": -1})", "\"gold\" is -1");
    second("gold as text", R"({"query": "a", "choices": ["b", "c"], "gold": "1"})", "\"gold\" is string");
    second("gold as a float", R"({"query": "a", "choices": ["b", "c"], "gold": 1.0})", "\"gold\" is 1.0");
    second("gold huge", R"({"query": "a", "choices": ["b", "c"], "gold": 18446744073709551615})", "\"gold\" is 1844");
    second("query a number", R"({"query": 7, "choices": ["b", "c"], "gold": 0})",
           "\"query\" is number, text is needed");
    second("query blank", R"({"query": " \n", "choices": ["b", "c"], "gold": 0})", "\"query\" is empty");
    second("choices text", R"({"query": "a", "choices": "b", "gold": 0})", "\"choices\" is string, a list of 2 to 64");
    second("one choice", R"({"query": "a", "choices": ["b"], "gold": 0})", "\"choices\" is a list of 1");
    second("choice null", R"({"query": "a", "choices": ["b", null], "gold": 0})", "\"choices[1]\" is null");
    second("choice empty", R"({"query": "a", "choices": ["b", ""], "gold": 0})", "\"choices[1]\" is empty");
    second("a list", "[1, 2]", "it is array, a JSON object is needed");
    second("cut", R"({"query": "a", "cho)", "it is not a JSON object, the fault is at byte 19 of the line");
    second("two objects", kChoices + kChoices, "it is not a JSON object");
    second("words", "hello", "it is not a JSON object");
    second("nested", QByteArray(100, '[') + QByteArray(100, ']'), "it holds more");
    row("no form", "t.jsonl", R"({"prompt": "a"})", "t.jsonl, line 1: it has none of the fields of a task");
    row("Winogrande without continuation", "w.jsonl", R"({"context_options": ["a", "b"], "gold": 0})",
        "w.jsonl, line 1: the field \"continuation\" is missing");
    row("words without continuation", "l.jsonl", R"({"context": "a"})",
        "l.jsonl, line 1: the field \"continuation\" is missing");
    row("written answers", "gsm8k.jsonl", R"({"context": "a", "chain_of_thought": "b", "answer": "3"})",
        "gsm8k.jsonl asks for written answers, which Snug does not judge");
    row("not UTF-8", "t.jsonl", kChoices + "\n{\"query\": \"caf\xE9 au lait\"}",
        "t.jsonl is not UTF-8: byte 0xE9 in line 2");
    row("UTF-16", "t.txt", QByteArray("\xFF\xFE{\0", 4), "t.txt is encoded in UTF-16");
    row("empty", "t.txt", "", "t.txt is empty");
    row("blanks", "t.jsonl", " \n\n", "t.jsonl holds no task");
    row("HellaSwag cut", "h.txt", "a\n0\nb\nc\nd\ne\nf\n1\ng\n", "h.txt, line 7: the last task has 3 of six lines");
    row("HellaSwag without number", "h.txt", "a\n0\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n",
        "h.txt, line 8: found \"g\", the number of the right ending, 0 to 3, is needed");
    row("HellaSwag beyond", "h.txt", "a\n4\nb\nc\nd\ne\n", "h.txt, line 2: found \"4\"");
    row("HellaSwag empty ending", "h.txt", "a\n0\nb\n\nd\ne\n", "h.txt, line 4: the line is empty");
    row("a table", "t.csv", kHeader, "t.csv is one table; MMLU is read from the folder");
}

void TstTaskFile::refuses()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    const auto path = write(name, bytes);
    const auto set = readTasks(path);
    QVERIFY(!set);
    QCOMPARE(set.error().file, path.string());
    const QString said = QString::fromStdString(set.error().message);
    QVERIFY2(said.startsWith(m_folder.filePath(message)), qPrintable(said));
    QVERIFY2(said.endsWith('.') || said.endsWith('"'), qPrintable(said));
}

void TstTaskFile::refusesMmlu_data()
{
    QTest::addColumn<QByteArray>("dev");
    QTest::addColumn<QByteArray>("test");
    QTest::addColumn<QString>("message");
    const QByteArray good = "Who?,w,x,y,z,3\n";
    QTest::newRow("no test") << shots() << QByteArray() << "is not a folder of MMLU";
    QTest::newRow("no dev") << QByteArray() << good << "Cannot open";
    QTest::newRow("few shots") << shots().left(shots().indexOf("Shot 3")) << good
                               << "s_dev.csv has 3 questions, the examples before each question take 5";
    QTest::newRow("no question") << shots() << kHeader << "s_test.csv holds no question";
    QTest::newRow("fields") << shots() << kHeader + good + "Who?,w,x,y,z\n"
                            << "s_test.csv, line 3: it has 5 fields, six are needed";
    QTest::newRow("answer") << shots() << kHeader + good + "Who?,w,x,y,z,4\n"
                            << "s_test.csv, line 3: the answer is \"4\", 0 to 3 or A to D is needed";
    QTest::newRow("header twice") << shots() << kHeader + kHeader << "s_test.csv, line 2: the answer is \"answer\"";
    QTest::newRow("empty question") << shots() << good + " ,w,x,y,z,0\n"
                                    << "s_test.csv, line 2: the question is empty";
    QTest::newRow("empty choice") << shots() << good + "Who?,w,x,,z,0\n"
                                  << "s_test.csv, line 2: choice 2 is empty";
    QTest::newRow("quote") << shots() << good + "\"Who?,w,x,y,z,0\n"
                           << "s_test.csv, line 2: a quote begins here";
    QTest::newRow("shots damaged") << "Who?\n" + shots() << good << "s_dev.csv, line 1: it has 1 fields";
    QTest::newRow("encoding") << shots() << good + "Qu\xE9?,w,x,y,z,0\n"
                              << "s_test.csv is not UTF-8";
}

void TstTaskFile::refusesMmlu()
{
    QFETCH(QByteArray, dev);
    QFETCH(QByteArray, test);
    QFETCH(QString, message);
    QTemporaryDir root;
    const auto put = [&](const QString &name, const QByteArray &bytes) {
        if (bytes.isEmpty())
            return;
        QDir(root.path()).mkpath(QFileInfo(name).path());
        QFile file(root.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    put("dev/s_dev.csv", dev);
    put("test/s_test.csv", test);
    const auto set = readTasks(root.path().toStdString());
    QVERIFY(!set);
    QVERIFY2(set.error().message.find(message.toStdString()) != std::string::npos, set.error().message.c_str());
    QVERIFY2(set.error().message.find(root.path().toStdString()) != std::string::npos, set.error().message.c_str());
}

void TstTaskFile::keepsAsManyOfEverySubject()
{
    TaskSet set;
    set.groups.resize(3);
    const std::vector<std::size_t> groups = {0, 0, 0, 0, 1, 2, 2, 2};
    for (std::size_t i = 0; i < groups.size(); ++i) {
        TaskItem item;
        item.group = groups[i];
        item.line = i;
        set.items.push_back(item);
    }
    const auto kept = [&](std::uint64_t most) {
        TaskSet some = set;
        keepEvenly(some, most);
        std::vector<std::size_t> lines;
        for (const TaskItem &item : some.items)
            lines.push_back(item.line);
        return lines;
    };
    using Lines = std::vector<std::size_t>;
    QCOMPARE(kept(2), (Lines{0, 4}));
    QCOMPARE(kept(3), (Lines{0, 4, 5}));
    QCOMPARE(kept(5), (Lines{0, 1, 4, 5, 6})); // the second subject has no second
    QCOMPARE(kept(7), (Lines{0, 1, 2, 4, 5, 6, 7}));
    QCOMPARE(kept(8).size(), std::size_t{8});
    QCOMPARE(kept(100).size(), std::size_t{8});
}

void TstTaskFile::refusesPackedFiles()
{
    const auto refused = [&](const QByteArray &bytes) {
        const auto set = readTasks(write("packed", bytes));
        return set ? QString() : QString::fromStdString(set.error().message);
    };
    QVERIFY(refused("BZh91AY&SY")
                .endsWith("packed with bzip2, plain text is needed. Unpack it first: \"bunzip2 -k FILE\"."));
    QVERIFY(refused("\x1F\x8B\x08").contains("packed with gzip"));
    QVERIFY(refused("\xFD"
                    "7zXZ")
                .contains("packed with xz"));
    QVERIFY(refused("PK\x03\x04").contains("a zip archive"));
    QVERIFY(refused("PAR1").contains("a Parquet table"));
    SNUG_REQUIRE_SHARED("tasks/hellaswag_val_full.txt.bz2");
    const auto set = readTasks(test::sharedData("tasks/hellaswag_val_full.txt.bz2"));
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::Unsupported);
}

QTEST_APPLESS_MAIN(TstTaskFile)
#include "tst_taskfile.moc"
