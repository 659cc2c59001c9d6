// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The example pipelines of packaging/ci: their steps are run as they stand, on the sample model.

#include "tests/cli/snugcli.h"
#include "tests/support/shareddata.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace snug;
using Json = nlohmann::json;

namespace {

/// What of a workflow is tested: its variables, and the lines of its steps by name.
struct Workflow
{
    QMap<QString, QString> variables, steps;
};

Workflow readWorkflow(const QString &path)
{
    QFile file(path);
    Workflow workflow;
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return workflow;
    static const QRegularExpression variable("^  ([A-Z]+): ([^#]*[^# ])( +#.*)?$"), named("^      - name: (.*)$"),
        runs("^        run: \\|$");
    QString step;
    bool inRun = false;
    for (const QString &line : QString::fromUtf8(file.readAll()).split('\n')) {
        if (const auto match = variable.match(line); match.hasMatch())
            workflow.variables[match.captured(1)] = match.captured(2);
        else if (const auto name = named.match(line); name.hasMatch())
            step = name.captured(1);
        if (inRun && line.startsWith("          "))
            workflow.steps[step] += line.mid(10) + "\n";
        else
            inRun = runs.match(line).hasMatch();
    }
    return workflow;
}

} // namespace

class TestPipelines : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theStepsPass();
    void aGateEndsThem();

private:
    int runStep(const QString &name);

    std::unique_ptr<QTemporaryDir> m_folder;
    Workflow m_workflow;
};

void TestPipelines::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_workflow =
        readWorkflow(QString::fromStdString(test::sourcePath("packaging/ci/github-quantize-gate.yml").string()));
    QCOMPARE(m_workflow.steps.size(), 4);
    const QString sample = QString::fromStdString(test::sourcePath("resources/sample").string());
    for (const char *name : {"MODEL", "TEXT", "LEVELS", "GATE", "CONTEXT", "CHUNKS"})
        QVERIFY2(m_workflow.variables.contains(name), name);
    m_workflow.variables["MODEL"] = sample;
    m_workflow.variables["TEXT"] = sample + "/heldout.txt";
    m_workflow.variables["CHUNKS"] = "8";
    m_workflow.variables["GITHUB_STEP_SUMMARY"] = m_folder->filePath("summary.md");
}

/// As the runner does it: bash, which ends at the first command that fails.
int TestPipelines::runStep(const QString &name)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto variable = m_workflow.variables.cbegin(); variable != m_workflow.variables.cend(); ++variable)
        environment.insert(variable.key(), variable.value());
    environment.insert("PATH", QFileInfo(test::snugCliPath()).path() + ":" + environment.value("PATH"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder->path());
    process.start("bash", {"-e", "-o", "pipefail", "-c", m_workflow.steps.value(name)});
    if (!process.waitForFinished(600000))
        process.kill();
    const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    if (code != 0)
        qInfo("%s ended with %d: %s", qUtf8Printable(name), code, process.readAllStandardError().constData());
    return code;
}

void TestPipelines::theStepsPass()
{
    QCOMPARE(runStep("Quantize"), 0);
    QCOMPARE(QDir(m_folder->filePath("out")).entryList({"*.gguf"}).size(), 2);
    QCOMPARE(runStep("Hold the levels to the gate"), 0);
    QFile report(m_folder->filePath("report.json"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const Json json = Json::parse(report.readAll().toStdString());
    QCOMPARE(json["gates"].size(), std::size_t(6));
    for (const Json &gate : json["gates"])
        QVERIFY(gate["passed"].get<bool>());
    QCOMPARE(runStep("Show what a level costs"), 0);
    QFile summary(m_folder->filePath("summary.md"));
    QVERIFY(summary.open(QIODevice::ReadOnly));
    QCOMPARE(summary.readAll().count('\n'), 5);
}

void TestPipelines::aGateEndsThem()
{
    m_workflow.variables["GATE"] = "kl_mean<0.000000001";
    QCOMPARE(runStep("Quantize"), 0);
    QCOMPARE(runStep("Hold the levels to the gate"), 7);
    QVERIFY(QFileInfo(m_folder->filePath("report.json")).size() > 0);
}

QTEST_GUILESS_MAIN(TestPipelines)
#include "tst_pipelines.moc"
