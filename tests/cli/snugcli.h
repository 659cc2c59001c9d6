// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs the built snug-cli and hands back all it said.

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace snug::test {

struct Answer
{
    int code = -1; ///< exit code, or minus the signal
    QByteArray out, err;

    /// The one error sentence on stderr, or empty when there is none or more than one line.
    QByteArray sentence() const;
};

QString snugCliPath();
Answer snugCli(const QStringList &arguments);

} // namespace snug::test
