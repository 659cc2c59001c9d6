// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/cli/snugcli.h"

#include <QProcess>

namespace snug::test {

QByteArray Answer::sentence() const
{
    const QByteArray line = err.trimmed();
    return line.startsWith("error: ") && line.count('\n') == 0 && line.size() > 20 ? line.mid(7) : QByteArray();
}

QString snugCliPath() { return QStringLiteral(SNUG_CLI); }

Answer snugCli(const QStringList &arguments)
{
    QProcess process;
    process.start(snugCliPath(), arguments);
    if (!process.waitForFinished(600000))
        process.kill();
    Answer answer;
    answer.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -process.exitCode();
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    return answer;
}

} // namespace snug::test
