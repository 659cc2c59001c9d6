// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A small model to quantize on the processor and on a device that misbehaves, and what tests ask of the reports.

#pragma once

#include "core/backends/backends.h"
#include "core/backends/cpu/cpubackend.h"
#include "core/jobs/run.h"
#include "tests/backends/bentbackend.h"
#include "tests/jobs/smallmodel.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

namespace snug::test {

struct DeviceBench
{
    QTemporaryDir folder;
    JobSpec spec;
    std::uint64_t sliceWeights = 16 * 1024;

    explicit DeviceBench(const SmallModel &model = {}, std::vector<std::string> levels = {"Q4_K_M", "Q5_0"})
    {
        writeSmallModel(path("in.gguf"), model);
        spec.model = path("in.gguf");
        spec.output = path("out/");
        spec.levels = std::move(levels);
        spec.overwrite = true;
        spec.device = "vulkan";
    }
    std::string path(const char *name) const { return folder.filePath(name).toStdString(); }

    JobReport onProcessor() const
    {
        JobSpec plain = spec;
        plain.device = "cpu";
        plain.vramLimitBytes.reset();
        JobContext context;
        return run(plain, context);
    }

    JobReport onDevice(const Bend &bend) const
    {
        const SnugBackend *const tables[] = {&cpuBackend(), &bentBackend(bend)};
        const Backends backends{tables};
        JobContext context;
        context.backends = &backends;
        context.sliceWeights = sliceWeights;
        return run(spec, context);
    }
};

inline std::vector<std::string> hashes(const JobReport &report)
{
    std::vector<std::string> all;
    for (const OutputReport &output : report.outputs)
        all.push_back(output.sha256);
    return all;
}

inline bool says(const JobReport &report, const char *words)
{
    return std::ranges::any_of(report.notes, [&](const std::string &note) { return note.find(words) != note.npos; });
}

inline QByteArray trouble(const JobReport &report)
{
    return report.error ? QByteArray::fromStdString(report.error->message) : QByteArray("no error");
}

inline bool leavesNothing(const DeviceBench &bench)
{
    return QDir(QString::fromStdString(bench.spec.output)).entryList(QDir::Files | QDir::Hidden).isEmpty();
}

} // namespace snug::test

#define MUST_EQUAL(report, expected)                                                                                   \
    do {                                                                                                               \
        QVERIFY2((report).outcome == Outcome::Succeeded, ::snug::test::trouble(report));                               \
        QCOMPARE(::snug::test::hashes(report), ::snug::test::hashes(expected));                                        \
    } while (false)
