// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Holds the rules of the house over all sources, and over small wrong ones to show that it would notice.

#include "tests/architecture/rules.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <fstream>

using namespace snug::test;

namespace {

const QString kHead = "// SPDX-FileCopyrightText: Snug contributors\n// SPDX-License-Identifier: MIT\n";
const QString kPurpose = "// Says what the file is for.\n";

} // namespace

class TstArchitecture : public QObject
{
    Q_OBJECT

private slots:
    void theHouseKeepsItsRules();
    void noticesWhatIsWrong_data();
    void noticesWhatIsWrong();
    void letsPassWhatIsRight_data();
    void letsPassWhatIsRight();
    void theHeaderOfAPairSpeaksForBoth();
    void findsFilesInATree();
};

void TstArchitecture::theHouseKeepsItsRules()
{
    const auto files = readTree(sourcePath(""), {"core", "ui", "app", "tests"});
    QVERIFY2(files.size() > 50, "the sources were not found");
    int count = 0;
    for (const SourceFile &file : files) {
        for (const Finding &finding : checkFile(file)) {
            std::fprintf(stderr, "%s\n", finding.text().c_str());
            ++count;
        }
    }
    QVERIFY2(count == 0, "the lines above break the rules of the house");
}

void TstArchitecture::noticesWhatIsWrong_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const QString &path, const QString &text, int line, const QString &message) {
        QTest::newRow(name) << path << text << line << message;
    };
    const QString head = kHead + kPurpose;
    row("Qt in core", "core/base/a.cpp", head + "#include <QString>\n", 4, "core includes Qt: QString");
    row("Qt module in core", "core/base/a.cpp", head + "\n#include <QtCore/QString>\n", 5, "core includes Qt");
    row("Qt of old spelling", "core/jobs/a.h", head + "#include <qglobal.h>\n", 4, "core includes Qt");
    row("upward", "core/formats/a.h", head + "#include \"core/model/model.h\"\n", 4, "core/formats includes upward");
    row("far upward", "core/base/a.cpp", head + "#  include   \"core/jobs/run.h\"\n", 4, "core/base includes upward");
    row("out of core", "core/jobs/a.cpp", head + "#include \"ui/main/window.h\"\n", 4, "not core: ui/main/window.h");
    row("unknown room", "core/attic/a.cpp", head, 1, "core/attic is not in the order of rooms");
    row("unknown room included", "core/jobs/a.cpp", head + "#include \"core/attic/a.h\"\n", 4, "includes upward");
    row("room in kernels", "core/kernels/a.h", head + "#include \"core/base/result.h\"\n", 4, "nothing but themselves");
    row("library in kernels", "core/kernels/a.h", head + "#include <vector>\n", 4, "kernels use no library");
    row("std in kernels", "core/kernels/x/a.cpp", head + "\nint f() { return std::min(1, 2); }\n", 5,
        "std:: in a kernel");
    row("std with blanks", "core/kernels/a.cpp", head + "using std :: swap;\n", 4, "std:: in a kernel");
    row("std behind a comment", "core/kernels/a.cpp", head + "/* 1 */ std::size_t a; // 2\n", 4, "std:: in a kernel");
    row("ui in core's rooms", "ui/pages/a.cpp", head + "#include \"core/formats/gguf.h\"\n", 4, "plain values only");
    row("ui beyond its values", "ui/pages/a.cpp", head + "#include \"core/base/threadpool.h\"\n", 4,
        "plain values only");
    row("ui in app", "ui/pages/a.cpp", head + "#include \"app/gui/main.h\"\n", 4, "ui includes upward");
    row("JSON in a header", "core/model/a.h", head + "#include <nlohmann/json.hpp>\n", 4, "shows a library");
    row("JSON helper in a header", "core/model/a.h", head + "#include \"core/base/json.h\"\n", 4, "shows a library");
    row("another room's JSON helper", "core/jobs/pipeline/a.h", head + "#include \"core/jobs/json.h\"\n", 4,
        "shows a library");
    row("fmt in a header", "core/model/a.h", head + "#include <fmt/format.h>\n", 4, "shows a library");
    row("spdlog in a header", "core/base/log.h", head + "#include <spdlog/spdlog.h>\n", 4, "shows a library");
    row("OpenSSL in a header", "core/base/a.h", head + "#include <openssl/evp.h>\n", 4, "shows a library");
    row("not rooted", "core/base/a.cpp", head + "#include \"error.h\"\n", 4, "not named from the root");
    row("own header in angles", "ui/a.cpp", head + "#include <core/jobs/run.h>\n", 4, "wants quotes");
    row("no licence", "core/base/a.cpp", "// Says what the file is for.\n\nint a;\n", 1, "SPDX-FileCopyrightText");
    row("other licence", "tests/a.cpp", QString(kHead).replace("MIT", "GPL-3.0-or-later") + kPurpose, 2, "MIT");
    row("licence of a CMake file", "core/base/CMakeLists.txt", "add_library(a)\n", 1, "# SPDX-FileCopyrightText");
    row("no purpose", "ui/a.h", kHead + "\n#pragma once\n", 3, "what the file is for");
    row("no purpose in a lone .cpp", "ui/a.cpp", kHead + "\nint a;\n", 3, "what the file is for");
    row("empty purpose", "ui/a.h", kHead + "// x\n", 3, "what the file is for");
    row("empty file", "app/a.cpp", "", 1, "SPDX-FileCopyrightText");
    row("too long", "ui/a.cpp", head + QString("\n").repeated(498), 501, "501 lines");
}

void TstArchitecture::noticesWhatIsWrong()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    QFETCH(int, line);
    QFETCH(QString, message);
    const auto findings = checkFile(parseSource(path.toStdString(), text.toStdString()));
    QVERIFY(!findings.empty());
    QCOMPARE(findings.front().line, line);
    QCOMPARE(QString::fromStdString(findings.front().path), path);
    const QString said = QString::fromStdString(findings.front().text());
    QVERIFY2(said.startsWith(path + ":" + QString::number(line) + ": ") && said.contains(message), qPrintable(said));
}

void TstArchitecture::letsPassWhatIsRight_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QString &path, const QString &text) {
        QTest::newRow(name) << path << text;
    };
    const QString head = kHead + kPurpose;
    row("downward", "core/jobs/a.h",
        head + "#include \"core/base/result.h\"\n#include \"core/kernels/blockkernel.h\"\n");
    row("own room", "core/kernels/x/a.cpp", head + "#include \"core/kernels/row.h\"\n#include <stdint.h>\n");
    row("std in a kernel's comment", "core/kernels/a.h", head + "/* no std:: here\nstd:: */ int a; // std::\n");
    row("include in a comment", "core/base/a.h", head + "// #include <QString>\n/*\n#include <QString>\n*/\n");
    row("slashes in a string", "core/kernels/a.h", head + "const char *a = \"//\"; int b = 1'000; // std::\n");
    row("libraries in a .cpp", "core/base/a.cpp", head + "#include <fmt/format.h>\n#include \"core/base/json.h\"\n");
    row("the JSON helper", "core/base/json.h", head + "#include <nlohmann/json.hpp>\n");
    row("values in ui", "ui/a.h",
        head + "#include \"core/memory/ledger.h\"\n#include \"core/jobs/run.h\"\n#include <QWidget>\n");
    row("moc", "tests/base/tst_a.cpp", head + "#include <QtTest>\n#include \"tst_a.moc\"\n");
    row("a name that only begins like Qt's", "core/base/a.cpp", head + "#include <queue>\n#include <quadmath>\n");
    row("500 lines", "ui/a.cpp", head + QString("\n").repeated(497));
    row("a long table", "core/kernels/gridtables.h", head + QString("\n").repeated(2000));
    row("CMake", "core/cmake/SnugTargets.cmake", QString(kHead).replace("//", "#") + "\nadd_library(a)\n");
}

void TstArchitecture::letsPassWhatIsRight()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    for (const Finding &finding : checkFile(parseSource(path.toStdString(), text.toStdString())))
        QFAIL(finding.text().c_str());
}

void TstArchitecture::theHeaderOfAPairSpeaksForBoth()
{
    SourceFile file = parseSource("ui/a.cpp", (kHead + "\n#include \"ui/a.h\"\n").toStdString());
    QCOMPARE(checkFile(file).size(), std::size_t(1));
    file.hasHeader = true;
    QVERIFY(checkFile(file).empty());
    file.path = "ui/a.h";
    QCOMPARE(checkFile(file).size(), std::size_t(1));
}

void TstArchitecture::findsFilesInATree()
{
    QTemporaryDir root;
    const std::filesystem::path at = root.path().toStdString();
    for (const char *name :
         {"core/base/a.h", "core/base/deep/b.cpp", "ui/CMakeLists.txt", "ui/notes.md", "build/c.cpp"}) {
        std::filesystem::create_directories((at / name).parent_path());
        std::ofstream(at / name) << "#include <QString>\n";
    }
    const auto files = readTree(at, {"core", "ui", "absent"});
    QCOMPARE(files.size(), std::size_t(3));
    QCOMPARE(files[0].path, std::string("core/base/a.h"));
    QCOMPARE(files[1].path, std::string("core/base/deep/b.cpp"));
    QCOMPARE(files[2].path, std::string("ui/CMakeLists.txt"));
    QCOMPARE(files[1].room(), std::string("base"));
    QVERIFY(!files[1].hasHeader);
    QCOMPARE(checkFile(files[0]).back().message, std::string("core includes Qt: QString"));
}

QTEST_APPLESS_MAIN(TstArchitecture)
#include "tst_architecture.moc"
