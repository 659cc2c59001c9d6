// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Folders as they are written: every byte in its place, all or nothing, and nobody else's files touched.

#include "core/exporters/folderwriter.h"
#include "core/formats/safetensors.h"
#include "tests/exporters/toyfolder.h"
#include "tests/support/childprocess.h"

#include <unistd.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

namespace {

constexpr int kCannotMount = 77;

QByteArray contentOf(const fs::path &path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(nothing)");
}

void put(const fs::path &path, std::string_view text)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

int codeOf(std::size_t tensor, std::uint64_t row, std::uint64_t col)
{
    return static_cast<int>((tensor * 37 + row * 5 + col) % 100);
}

/// Writes one matrix in slices of three rows, last slice first.
Result<void> writeMatrix(FolderWriter &writer, const FolderPlan &plan, std::size_t index)
{
    const Matrix &matrix = *plan.tensors[index].matrix;
    for (std::uint64_t end = matrix.rows; end > 0;) {
        const std::uint64_t begin = end > 3 ? end - 3 : 0;
        const MatrixSlice slice{&matrix, begin * matrix.cols, (end - begin) * matrix.cols};
        std::vector<float> values;
        for (std::uint64_t row = begin; row < end; ++row)
            for (std::uint64_t col = 0; col < matrix.cols; ++col)
                values.push_back(static_cast<float>(codeOf(index, row, col)));
        Bytes out(plan.exporter->encodedBytes(slice));
        plan.exporter->encode(slice, values.data(), out, {});
        SNUG_TRY(writer.write(index, slice.firstWeight, slice.weightCount, out));
        end = begin;
    }
    return {};
}

Bytes copiedBytes(std::size_t index, std::size_t sizeBytes)
{
    return Bytes(sizeBytes, static_cast<std::byte>(index + 1));
}

Result<void> writeTensor(FolderWriter &writer, const FolderPlan &plan, std::size_t index)
{
    const FolderTensor &tensor = plan.tensors[index];
    if (tensor.matrix) {
        SNUG_TRY(writeMatrix(writer, plan, index));
    } else if (tensor.weightCount > 0) {
        const Bytes bytes = copiedBytes(index, tensor.sizeBytes);
        const std::size_t half = bytes.size() / tensor.weightCount * (tensor.weightCount / 2);
        SNUG_TRY(writer.write(index, tensor.weightCount / 2, tensor.weightCount - tensor.weightCount / 2,
                              std::span(bytes).subspan(half)));
        SNUG_TRY(writer.write(index, 0, tensor.weightCount / 2, std::span(bytes).first(half)));
    }
    return writer.finishTensor(index);
}

Result<void> writeAll(FolderWriter &writer, const FolderPlan &plan)
{
    for (std::size_t i = 0; i < plan.tensors.size(); ++i)
        SNUG_TRY(writeTensor(writer, plan, i));
    return {};
}

/// All tensors of the shards by name, read back.
std::map<std::string, QByteArray> readFolder(const fs::path &folder)
{
    std::map<std::string, QByteArray> found;
    const auto set = openSafetensorsFolder(folder);
    if (!set)
        return found;
    for (const SafetensorsTensor &tensor : set->tensors)
        found[tensor.name] = contentOf(set->files[tensor.fileIndex])
                                 .mid(static_cast<qsizetype>(tensor.offset), static_cast<qsizetype>(tensor.sizeBytes));
    return found;
}

} // namespace

class TstFolderWriter : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void writesEveryByteInPlace_data();
    void writesEveryByteInPlace();
    void hashesAreThoseOfTheFiles();
    void carriesSmallFiles();
    void missingFilesAreNoted();
    void refusesNamesThatLeadOut();
    void nothingStaysWithoutCommit();
    void refusesWrongUse();
    void oneMatrixKeepsAtATime();
    void refusesExistingFolder();
    void replacesOwnFoldersOnly();
    void failedCommitKeepsTheOldOne();
    void secondWriterIsRefused();
    void killedRunsLeaveNothingOrAll();
    void fullDisk();
    void ledgerLimit();

private:
    fs::path path(const std::string &name) const
    {
        return m_folder->filePath(QString::fromStdString(name)).toStdString();
    }
    QStringList entries() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    FolderPlan plan(std::uint64_t shardBytes = 5'000'000'000) const
    {
        FolderOptions options;
        options.folder = path("out");
        options.shardBytes = shardBytes;
        return *layOutFolder(m_toy.view, std::make_shared<ToyExporter>(), options);
    }
    /// -1, or the error's code.
    int makeWhole(const FolderPlan &plan, Overwrite overwrite = Overwrite::No)
    {
        auto writer = FolderWriter::create(plan, overwrite, m_ledger);
        if (!writer)
            return int(writer.error().code);
        const auto done = writeAll(*writer, plan);
        const auto named = done ? writer->commit(R"({"made":"by Snug"})") : done;
        return named ? -1 : int(named.error().code);
    }

    ToyView m_toy;
    Ledger m_ledger;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstFolderWriter::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_toy = ToyView();
}

void TstFolderWriter::writesEveryByteInPlace_data()
{
    QTest::addColumn<quint64>("shardBytes");
    QTest::addColumn<int>("shardCount");
    QTest::newRow("one shard") << quint64(1'000'000) << 1;
    QTest::newRow("two shards") << quint64(6000) << 2;
}

void TstFolderWriter::writesEveryByteInPlace()
{
    QFETCH(quint64, shardBytes);
    QFETCH(int, shardCount);
    m_toy.view.tiedEmbeddings = true;
    m_toy.addMatrix("model.layers.2.mlp.unfit", 18, 8);
    m_toy.add("model.empty", {8, 0}, TensorRole::Other);
    const FolderPlan planned = plan(shardBytes);
    QCOMPARE(int(planned.shards.size()), shardCount);
    QCOMPARE(makeWhole(planned), -1);
    QCOMPARE(entries(), QStringList{"out"});
    QCOMPARE(contentOf(path("out/snug.json")), QByteArray(R"({"made":"by Snug"})"));

    const auto found = readFolder(path("out"));
    std::size_t count = 0;
    for (std::size_t i = 0; i < planned.tensors.size(); ++i) {
        const FolderTensor &tensor = planned.tensors[i];
        count += tensor.tensorCount;
        if (!tensor.matrix) {
            const Bytes expected = copiedBytes(i, tensor.sizeBytes);
            QCOMPARE(found.at(m_toy.view.model.tensors[i].name),
                     QByteArray(reinterpret_cast<const char *>(expected.data()), qsizetype(expected.size())));
            continue;
        }
        const Matrix &matrix = *tensor.matrix;
        QByteArray codes(qsizetype(matrix.rows * matrix.cols), '\0'), sums(qsizetype(matrix.rows), '\0');
        for (std::uint64_t row = 0; row < matrix.rows; ++row) {
            int sum = 0;
            for (std::uint64_t col = 0; col < matrix.cols; ++col) {
                codes[qsizetype(col * matrix.rows + row)] = static_cast<char>(codeOf(i, row, col));
                sum += codeOf(i, row, col);
            }
            sums[qsizetype(matrix.rows - 1 - row)] = static_cast<char>(sum);
        }
        QCOMPARE(found.at(matrix.module + ".codes"), codes);
        QCOMPARE(found.at(matrix.module + ".sums"), sums);
        QCOMPARE(found.at(matrix.module + ".shape").size(), qsizetype(16));
    }
    QCOMPARE(found.size(), count);
    QVERIFY(!found.contains("lm_head.weight"));
    QCOMPARE(m_ledger.figures().totalBytes[int(Place::Host)], std::uint64_t(0));
}

void TstFolderWriter::hashesAreThoseOfTheFiles()
{
    const FolderPlan planned = plan(4000);
    auto writer = FolderWriter::create(planned, Overwrite::No, m_ledger);
    QVERIFY(writer.has_value());
    QVERIFY(writeAll(*writer, planned));
    QVERIFY(writer->finish());
    const std::vector<FolderFile> files = writer->files();
    QVERIFY(!fs::exists(path("out")));
    QVERIFY(writer->commit("{}"));
    QCOMPARE(files.size(), planned.shards.size());
    QVERIFY(files.size() > 2);
    std::uint64_t written = 0;
    for (const FolderFile &file : files) {
        const QByteArray content = contentOf(path("out/" + file.name));
        QCOMPARE(std::uint64_t(content.size()), file.sizeBytes);
        QCOMPARE(QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex().toStdString(), file.sha256);
    }
    for (const auto &entry : fs::directory_iterator(path("out")))
        written += entry.path().filename() == "snug.json" ? 0 : entry.file_size();
    QCOMPARE(written, planned.outputBytes());
}

void TstFolderWriter::carriesSmallFiles()
{
    put(path("blobs/one"), std::string(3'000'000, 't'));
    put(path("source/empty.txt"), "");
    fs::create_symlink(path("blobs/one"), path("source/tokenizer.json"));
    m_toy.view.files = {{"tokenizer.json", path("source/tokenizer.json"), {}},
                        {"empty.txt", path("source/empty.txt"), {}},
                        {"made.txt", {}, "made here"},
                        {"snug.json", {}, "of another folder"},
                        {"additional_chat_templates/tool.jinja", {}, "template"}};
    const FolderPlan planned = plan();
    QCOMPARE(makeWhole(planned), -1);
    QVERIFY(!fs::is_symlink(path("out/tokenizer.json")));
    QCOMPARE(contentOf(path("out/tokenizer.json")), QByteArray(3'000'000, 't'));
    QCOMPARE(contentOf(path("out/empty.txt")), QByteArray());
    QCOMPARE(contentOf(path("out/made.txt")), QByteArray("made here"));
    QCOMPARE(contentOf(path("out/snug.json")), QByteArray(R"({"made":"by Snug"})"));
    QCOMPARE(contentOf(path("out/additional_chat_templates/tool.jinja")), QByteArray("template"));
    QVERIFY(contentOf(path("out/config.json")).contains("quantization_config"));
    QVERIFY(!fs::exists(path("out/.snug-part")));
}

void TstFolderWriter::missingFilesAreNoted()
{
    put(path("folder/inside"), "");
    fs::create_symlink(path("gone"), path("dangling"));
    m_toy.view.files = {{"LICENSE", path("gone"), {}},
                        {"NOTICE", path("dangling"), {}},
                        {"vocab.json", path("folder"), {}},
                        {"there.txt", {}, "there"}};
    const FolderPlan planned = plan();
    auto writer = FolderWriter::create(planned, Overwrite::No, m_ledger);
    QVERIFY(writer.has_value());
    QCOMPARE(writer->notes().size(), std::size_t(3));
    QVERIFY2(writer->notes()[0].starts_with("LICENSE is not in the result: "), writer->notes()[0].c_str());
    QVERIFY(writeAll(*writer, planned) && writer->commit("{}"));
    QVERIFY(!fs::exists(path("out/LICENSE")) && !fs::exists(path("out/NOTICE")) && !fs::exists(path("out/vocab.json")));
    QVERIFY(fs::exists(path("out/there.txt")));
}

void TstFolderWriter::refusesNamesThatLeadOut()
{
    for (const char *name : {"../escaped", "/tmp/escaped", "a/../../escaped", "", "below/"}) {
        m_toy.view.files = {{name, {}, "text"}};
        QCOMPARE(makeWhole(plan()), int(ErrorCode::Internal));
        QCOMPARE(entries(), QStringList());
    }
}

void TstFolderWriter::nothingStaysWithoutCommit()
{
    const FolderPlan planned = plan(4000);
    {
        auto writer = FolderWriter::create(planned, Overwrite::No, m_ledger);
        QVERIFY(writer.has_value());
        QCOMPARE(entries(), QStringList{"out.part"});
        QVERIFY(writeTensor(*writer, planned, 1));
        FolderWriter moved = *std::move(writer);
        QVERIFY(writeTensor(moved, planned, 2));
    }
    QCOMPARE(entries(), QStringList());
    QCOMPARE(m_ledger.figures().totalBytes[int(Place::Host)], std::uint64_t(0));
}

void TstFolderWriter::refusesWrongUse()
{
    const FolderPlan planned = plan();
    auto writer = FolderWriter::create(planned, Overwrite::No, m_ledger);
    QVERIFY(writer.has_value());
    const Bytes sixteen(16);
    const std::size_t none = planned.tensors.size();
    for (const auto &step :
         {writer->write(none, 0, 8, sixteen), writer->finishTensor(none), writer->write(0, 250, 8, sixteen),
          writer->write(0, ~std::uint64_t{0}, 8, sixteen), writer->write(0, 0, 7, sixteen),
          writer->write(1, 0, 8, sixteen), writer->write(1, 0, 8, std::span(sixteen).first(4)), writer->finishTensor(0),
          writer->finish(), writer->commit("{}")}) {
        QVERIFY(!step.has_value());
        QCOMPARE(step.error().code, ErrorCode::Internal);
    }
    QVERIFY(writer->write(0, 0, 8, sixteen));
    const Bytes rest(512);
    QVERIFY(!writer->write(0, 0, 256, rest)); // more than are left
    QVERIFY(!fs::exists(path("out")));
}

void TstFolderWriter::oneMatrixKeepsAtATime()
{
    const FolderPlan planned = plan();
    auto writer = FolderWriter::create(planned, Overwrite::No, m_ledger);
    QVERIFY(writer.has_value());
    QCOMPARE(m_ledger.figures().totalBytes[int(Place::Host)], std::uint64_t(16));
    QVERIFY(writeMatrix(*writer, planned, 1));
    const auto second = writeMatrix(*writer, planned, 2);
    QVERIFY(!second.has_value());
    QCOMPARE(second.error().code, ErrorCode::Internal);
    QVERIFY(writer->finishTensor(1));
    QVERIFY(writeMatrix(*writer, planned, 3));
}

void TstFolderWriter::refusesExistingFolder()
{
    const FolderPlan planned = plan();
    QCOMPARE(makeWhole(planned), -1);
    QCOMPARE(makeWhole(planned), int(ErrorCode::Usage));
    QCOMPARE(makeWhole(planned, Overwrite::Yes), -1);
    QCOMPARE(entries(), QStringList{"out"});
}

void TstFolderWriter::replacesOwnFoldersOnly()
{
    const FolderPlan planned = plan();
    put(path("out/config.json"), "{}");
    put(path("out/model.safetensors"), "somebody's");
    QCOMPARE(makeWhole(planned, Overwrite::Yes), int(ErrorCode::Usage)); // a model, but none of ours
    put(path("out/snug.json"), "{}");
    put(path("out/photo.jpg"), "photo");
    QCOMPARE(makeWhole(planned, Overwrite::Yes), int(ErrorCode::Usage)); // ours, with something that is not
    QCOMPARE(contentOf(path("out/photo.jpg")), QByteArray("photo"));
    QCOMPARE(entries(), QStringList{"out"});
    fs::remove(path("out/photo.jpg"));
    for (const char *link : {"out/more", "out/merges.txt", "out/additional_chat_templates"}) {
        fs::create_symlink(path(link), path(link)); // leads to itself
        QCOMPARE(makeWhole(planned, Overwrite::Yes), int(ErrorCode::Usage));
        QVERIFY(fs::is_symlink(path(link)));
        fs::remove(path(link));
    }
    put(path("templates/chat.jinja"), "{}");
    fs::create_directory_symlink(path("templates"), path("out/additional_chat_templates"));
    QCOMPARE(makeWhole(planned, Overwrite::Yes), int(ErrorCode::Usage)); // somebody's templates
    QCOMPARE(contentOf(path("templates/chat.jinja")), QByteArray("{}"));
    fs::remove(path("out/additional_chat_templates"));
    fs::remove_all(path("templates"));
    put(path("out/additional_chat_templates/chat.jinja"), "{}");
    put(path("out/additional_chat_templates/photo.jpg"), "photo");
    QCOMPARE(makeWhole(planned, Overwrite::Yes), int(ErrorCode::Usage));
    QCOMPARE(contentOf(path("out/additional_chat_templates/photo.jpg")), QByteArray("photo"));
    fs::remove(path("out/additional_chat_templates/photo.jpg"));
    fs::create_directory(path("out/additional_chat_templates/deeper.jinja"));
    QCOMPARE(makeWhole(planned, Overwrite::Yes), int(ErrorCode::Usage));
    fs::remove(path("out/additional_chat_templates/deeper.jinja"));
    put(path("out/LICENSE.txt"), "terms");
    QCOMPARE(makeWhole(planned, Overwrite::Yes), -1);
    QVERIFY(!readFolder(path("out")).empty());
    QCOMPARE(entries(), QStringList{"out"});
}

void TstFolderWriter::failedCommitKeepsTheOldOne()
{
    put(path("out/snug.json"), "old");
    const FolderPlan planned = plan();
    {
        auto writer = FolderWriter::create(planned, Overwrite::Yes, m_ledger);
        QVERIFY(writer.has_value());
        QVERIFY(writeAll(*writer, planned));
        put(path("out.snug-replaced"), "in the way");
        QVERIFY(!writer->commit("{}").has_value());
        QCOMPARE(contentOf(path("out/snug.json")), QByteArray("old"));
        fs::remove(path("out.snug-replaced"));
        QVERIFY(writer->commit("{}")); // nothing is lost by the attempt
    }
    QCOMPARE(contentOf(path("out/snug.json")), QByteArray("{}"));
    QCOMPARE(entries(), QStringList{"out"});
}

void TstFolderWriter::secondWriterIsRefused()
{
    const FolderPlan planned = plan();
    auto first = FolderWriter::create(planned, Overwrite::No, m_ledger);
    QVERIFY(first.has_value());
    const auto second = FolderWriter::create(planned, Overwrite::No, m_ledger);
    QVERIFY(!second.has_value());
    QCOMPARE(second.error().code, ErrorCode::Usage);
    QVERIFY(writeAll(*first, planned) && first->commit("{}"));
    QVERIFY(!readFolder(path("out")).empty());
}

void TstFolderWriter::killedRunsLeaveNothingOrAll()
{
    const FolderPlan planned = plan(4000);
    put(path("out/snug.json"), "old");
    ChildProcess child([&](const ChildProcess::Say &say) {
        auto writer = FolderWriter::create(planned, Overwrite::Yes, m_ledger);
        if (!writer || !writeAll(*writer, planned) || !writer->finish())
            return 1;
        say("all but the name");
        ChildProcess::awaitLetGo();
        return 0;
    });
    QVERIFY(child.waitFor("all but the name"));
    child.kill();
    QCOMPARE(child.wait().signal, SIGKILL);
    QCOMPARE(contentOf(path("out/snug.json")), QByteArray("old"));
    QCOMPARE(entries(), (QStringList{"out", "out.part"}));
    QCOMPARE(makeWhole(planned), int(ErrorCode::Usage)); // it is there, and may not be replaced
    QCOMPARE(makeWhole(planned, Overwrite::Yes), -1);
    QVERIFY(!readFolder(path("out")).empty());
    QCOMPARE(entries(), QStringList{"out"});
}

void TstFolderWriter::fullDisk()
{
    m_toy.add("model.large", {1 << 20, 2}, TensorRole::Other);
    const FolderPlan planned = plan();
    const auto result = inChild([&](const ChildProcess::Say &say) {
        if (!mountInChild(m_folder->path().toStdString(), "tmpfs", "size=1m"))
            return kCannotMount;
        const auto writer = FolderWriter::create(planned, Overwrite::No, m_ledger);
        if (writer || fs::exists(path("out.part")))
            return 1;
        say(writer.error().message);
        return writer.error().code == ErrorCode::DoesNotFit ? 0 : 2;
    });
    if (result.exitCode == kCannotMount)
        QSKIP("this system does not let a test mount a small disk");
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.output.find("more are needed") != std::string::npos, result.output.c_str());
}

void TstFolderWriter::ledgerLimit()
{
    Ledger small;
    small.setLimit(Place::Host, 8);
    const FolderPlan planned = plan();
    const auto writer = FolderWriter::create(planned, Overwrite::No, small);
    QVERIFY(!writer.has_value());
    QCOMPARE(writer.error().code, ErrorCode::DoesNotFit);
    QCOMPARE(entries(), QStringList());
}

QTEST_APPLESS_MAIN(TstFolderWriter)
#include "tst_folderwriter.moc"
