// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Bounded reads: exact bytes, and a sentence instead of a crash for every file that is not what it should be.

#include "core/base/inputfile.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>
#include <limits>
#include <thread>
#include <vector>

using namespace snug;

class TstInputFile : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsWhereAsked();
    void refusesToReadPastTheEnd_data();
    void refusesToReadPastTheEnd();
    void refusesFileThatShrank();
    void refusesMissingFile();
    void refusesWhatIsNoFile_data();
    void refusesWhatIsNoFile();
    void movesItsDescriptor();
    void readsFromManyThreads();
    void hintsNeverFail();

private:
    std::filesystem::path path(const char *name) const { return m_folder->filePath(name).toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::vector<std::byte> m_content;
};

void TstInputFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_content.resize(100'000);
    for (std::size_t i = 0; i < m_content.size(); ++i)
        m_content[i] = static_cast<std::byte>(i * 31 + i / 256);
    std::ofstream(path("data"), std::ios::binary)
        .write(reinterpret_cast<const char *>(m_content.data()), static_cast<std::streamsize>(m_content.size()));
}

void TstInputFile::readsWhereAsked()
{
    const auto file = InputFile::open(path("data"));
    QVERIFY(file.has_value());
    QCOMPARE(file->sizeBytes(), std::uint64_t(m_content.size()));
    QCOMPARE(file->path(), path("data"));
    for (const auto &[offset, size] :
         {std::pair<std::size_t, std::size_t>{0, 1}, {0, 100'000}, {99'999, 1}, {4095, 2}, {100'000, 0}}) {
        std::vector<std::byte> got(size);
        QVERIFY(file->readAt(offset, got).has_value());
        QVERIFY(std::equal(got.begin(), got.end(), m_content.begin() + std::ptrdiff_t(offset)));
    }
}

void TstInputFile::refusesToReadPastTheEnd_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<quint64>("size");
    QTest::newRow("one byte too many") << quint64(0) << quint64(100'001);
    QTest::newRow("last byte and one") << quint64(99'999) << quint64(2);
    QTest::newRow("at the end") << quint64(100'000) << quint64(1);
    QTest::newRow("past the end, nothing") << quint64(100'001) << quint64(0);
    QTest::newRow("offset of all bits") << std::numeric_limits<quint64>::max() << quint64(1);
    QTest::newRow("sum overflows") << std::numeric_limits<quint64>::max() - 1 << quint64(100);
}

void TstInputFile::refusesToReadPastTheEnd()
{
    QFETCH(quint64, offset);
    QFETCH(quint64, size);
    const auto file = InputFile::open(path("data"));
    QVERIFY(file.has_value());
    std::vector<std::byte> got(size);
    const auto read = file->readAt(offset, got);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, ErrorCode::BadInput);
    QCOMPARE(read.error().offset, std::optional<std::uint64_t>(100'000));
    QCOMPARE(read.error().file, path("data").string());
}

void TstInputFile::refusesFileThatShrank()
{
    const auto file = InputFile::open(path("data"));
    QVERIFY(file.has_value());
    std::filesystem::resize_file(path("data"), 50'000);
    std::vector<std::byte> got(60'000);
    const auto read = file->readAt(0, got);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, ErrorCode::BadInput);
    QCOMPARE(read.error().offset, std::optional<std::uint64_t>(50'000));
    QVERIFY(file->readAt(0, std::span(got).first(50'000)).has_value());
}

void TstInputFile::refusesMissingFile()
{
    const auto file = InputFile::open(path("absent"));
    QVERIFY(!file.has_value());
    QCOMPARE(file.error().code, ErrorCode::Io);
    QVERIFY(file.error().message.find("No such file or directory. Check the path.") != std::string::npos);
    QVERIFY(file.error().message.find(path("absent").string()) != std::string::npos);
}

void TstInputFile::refusesWhatIsNoFile_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("folder") << "/";
    QTest::newRow("device") << "/dev/zero";
    QTest::newRow("pipe nobody writes to") << "pipe";
}

void TstInputFile::refusesWhatIsNoFile()
{
    QFETCH(QString, name);
    std::string place = name.toStdString();
    if (place == "pipe") {
        place = path("pipe").string();
        QCOMPARE(::mkfifo(place.c_str(), 0600), 0);
    }
    const auto file = InputFile::open(place);
    QVERIFY(!file.has_value());
    QCOMPARE(file.error().code, ErrorCode::BadInput);
}

void TstInputFile::movesItsDescriptor()
{
    auto first = InputFile::open(path("data"));
    QVERIFY(first.has_value());
    InputFile second = std::move(*first);
    std::array<std::byte, 4> got{};
    QVERIFY(second.readAt(8, got).has_value());
    QVERIFY(!first->readAt(8, got).has_value()); // moved from: empty, not broken
    *first = std::move(second);
    QVERIFY(first->readAt(8, got).has_value());
    QVERIFY(std::equal(got.begin(), got.end(), m_content.begin() + 8));
}

void TstInputFile::readsFromManyThreads()
{
    const auto file = InputFile::open(path("data"));
    QVERIFY(file.has_value());
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            std::vector<std::byte> got(1000);
            for (std::size_t at = std::size_t(t) * 1000; at + 1000 <= m_content.size(); at += 4000) {
                if (!file->readAt(at, got) ||
                    !std::equal(got.begin(), got.end(), m_content.begin() + std::ptrdiff_t(at)))
                    ++wrong;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

void TstInputFile::hintsNeverFail()
{
    const auto file = InputFile::open(path("data"));
    QVERIFY(file.has_value());
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t offset : {std::uint64_t(0), std::uint64_t(99'999), std::uint64_t(1) << 63, kMost}) {
        for (const std::uint64_t size : {std::uint64_t(0), std::uint64_t(1), kMost}) {
            file->willNeed(offset, size);
            file->doneWith(offset, size);
        }
    }
    std::vector<std::byte> got(m_content.size());
    QVERIFY(file->readAt(0, got).has_value());
    QVERIFY(got == m_content);
}

QTEST_APPLESS_MAIN(TstInputFile)
#include "tst_inputfile.moc"
