// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Folders that Snug wrote, opened to be computed with: every weight is what its codes are worth, bit by bit; they are
// measured and write text; they are still no source to quantize.

#include "core/base/inputfile.h"
#include "core/exporters/scheme.h"
#include "core/formats/safetensors.h"
#include "core/jobs/generate.h"
#include "core/jobs/inspect.h"
#include "core/jobs/measure/compare.h"
#include "core/jobs/measure/evaluate.h"
#include "core/jobs/plan.h"
#include "core/jobs/run.h"
#include "core/weights/tensorreader.h"
#include "tests/exporters/plainreader.h"
#include "tests/exporters/requestof.h"
#include "tests/model/familycheckpoint.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <set>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

using Tensors = std::map<std::string, TestTensor>;

/// All tensors of a folder with their bytes.
Tensors readFolder(const fs::path &folder)
{
    Tensors tensors;
    const auto set = openSafetensorsFolder(folder);
    if (!set)
        return tensors;
    for (const SafetensorsTensor &from : set->tensors) {
        TestTensor tensor{from.dtype, from.shape, std::vector<std::byte>(from.sizeBytes)};
        const auto file = InputFile::open(set->files[from.fileIndex]);
        if (!file || !file->readAt(from.offset, tensor.bytes))
            return {};
        tensors[from.name] = std::move(tensor);
    }
    return tensors;
}

/// What stands for a matrix, as plainreader takes it.
Assembled partsOf(const Tensors &folder, const std::string &module)
{
    Assembled parts;
    for (const auto &[name, tensor] : folder)
        if (name.starts_with(module + "."))
            parts.tensors.push_back({{name, tensor.dtype, tensor.shape}, tensor.bytes});
    return parts;
}

TestTensor floatsAs(const std::vector<float> &values, std::vector<std::uint64_t> shape)
{
    TestTensor tensor{"F32", std::move(shape), std::vector<std::byte>(values.size() * sizeof(float))};
    std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
    return tensor;
}

TestTensor widened(const TestTensor &bfloats)
{
    std::vector<float> values(bfloats.bytes.size() / 2);
    for (std::size_t i = 0; i < values.size(); ++i)
        std::memcpy(reinterpret_cast<std::byte *>(&values[i]) + 2, bfloats.bytes.data() + 2 * i, 2);
    return floatsAs(values, bfloats.shape);
}

/// Names of matrices as they were before: "a.weight" of "a.qweight".
std::set<std::string> modulesIn(const Tensors &folder)
{
    std::set<std::string> modules;
    for (const auto &[name, tensor] : folder)
        for (const std::string ending : {".weight_packed", ".qweight", ".weight"})
            if (name.ends_with(ending))
                modules.insert(name.substr(0, name.size() - ending.size()));
    return modules;
}

bool isFloat(const TestTensor &tensor)
{
    return tensor.dtype == "F32" || tensor.dtype == "F16" || tensor.dtype == "BF16";
}

/// Rows and columns of a coded matrix by the tensors of the source; experts may have been in one there.
std::vector<std::uint64_t> shapeOf(const std::string &module, const Tensors &source)
{
    if (const auto found = source.find(module + ".weight"); found != source.end())
        return found->second.shape;
    const bool down = module.ends_with("down_proj");
    for (const auto &[name, tensor] : source)
        if (name.ends_with(down ? "experts.down_proj" : "experts.gate_up_proj"))
            return {tensor.shape[1] / (down ? 1 : 2), tensor.shape[2]};
    return {};
}

/// The folder with plain floats for codes.
Tensors decodedPlainly(const Tensors &folder, const Tensors &source, const Scheme &scheme, int &coded)
{
    Tensors plain;
    for (const std::string &module : modulesIn(folder)) {
        const auto stored = folder.find(module + ".weight");
        if (stored != folder.end() && isFloat(stored->second))
            continue;
        const std::vector<std::uint64_t> shape = shapeOf(module, source);
        const Matrix matrix{module, shape.at(0), shape.at(1), TensorType::BF16};
        plain[module + ".weight"] = floatsAs(readPlainly(scheme, matrix, partsOf(folder, module)), shape);
        ++coded;
    }
    for (const auto &[name, tensor] : folder)
        if (isFloat(tensor) && (source.contains(name) || name.ends_with(".weight")))
            plain[name] = tensor;
    return plain;
}

/// All weights of a model as they are read, in slices of some rows.
std::map<std::string, std::vector<float>> readAll(const Model &model, std::uint64_t rowsAtOnce)
{
    std::map<std::string, std::vector<float>> all;
    const auto reader = TensorReader::open(model, false);
    for (std::size_t t = 0; reader && t < model.tensors.size(); ++t) {
        const ModelTensor &tensor = model.tensors[t];
        std::vector<float> &values = all[tensor.name];
        const std::uint64_t rows = tensor.dims.size() < 2 ? 1 : tensor.rows(), cols = tensor.weightCount() / rows;
        for (std::uint64_t row = 0; row < rows; row += rowsAtOnce) {
            const std::uint64_t some = std::min(rowsAtOnce, rows - row);
            const Slice slice{t, row * cols, some * cols, row + some == rows};
            std::vector<std::byte> bytes(reader->bytesFor(slice), std::byte{0xEE});
            if (tensor.source.type != TensorType::F32 || !reader->read(slice, bytes))
                return {};
            const std::size_t before = values.size();
            values.resize(before + some * cols);
            std::memcpy(values.data() + before, bytes.data(), some * cols * sizeof(float));
        }
    }
    return all;
}

QString firstDifference(const std::map<std::string, std::vector<float>> &found,
                        const std::map<std::string, std::vector<float>> &expected, float most)
{
    if (found.empty())
        return "nothing could be read";
    for (const auto &[name, values] : found) {
        const auto &wanted = expected.at(name);
        if (values.size() != wanted.size())
            return QString("%1 has %2 weights").arg(name.c_str()).arg(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!(std::abs(values[i] - wanted[i]) <= most * std::abs(wanted[i])))
                return QString("%1 [%2]: %3, expected %4")
                    .arg(name.c_str())
                    .arg(i)
                    .arg(values[i], 0, 'g', 9)
                    .arg(wanted[i], 0, 'g', 9);
    }
    return {};
}

QByteArray levelLabel(const std::string &method, const std::string &format, const std::string &level, bool asymmetric)
{
    return QByteArray::fromStdString(method + ' ' + format + ' ' + level + (asymmetric ? " asym" : ""));
}

const char *why(const std::optional<Error> &error) { return error ? error->message.c_str() : ""; }

} // namespace

class TestMeasuredFolders : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void everyWeightIsItsCodes_data();
    void everyWeightIsItsCodes();
    void everyFamily_data();
    void everyFamily();
    void shardsAndTiedEmbeddings();
    void fewerBitsDivergeMore();
    void weightsAreCompared();
    void foldersWriteText();
    void foldersAreNoSource();

private:
    fs::path path(const std::string &name) const { return fs::path(m_folder->path().toStdString()) / name; }
    JobSpec specOf(const SchemeRequest &request) const
    {
        JobSpec spec;
        spec.model = path("model").string();
        spec.method = request.method;
        spec.levels = {request.level};
        spec.format = request.format;
        spec.asymmetric = request.asymmetric;
        spec.output = path("out").string();
        spec.threads = 2;
        return spec;
    }
    void writePlainly(const FamilyCheckpoint &checkpoint, const Scheme &scheme);
    void readsWhatIsStored(const FamilyCheckpoint &checkpoint, const SchemeRequest &request,
                           std::optional<std::uint64_t> splitSize = {});
    std::string folderOfSample(const char *method, const char *level, const char *format = "");

    std::unique_ptr<QTemporaryDir> m_folder;
    QTemporaryDir m_samples;
};

void TestMeasuredFolders::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    fs::create_directory(path("model"));
    fs::create_directory(path("plain"));
}

/// The folder again with floats for codes, as plainreader makes them.
void TestMeasuredFolders::writePlainly(const FamilyCheckpoint &checkpoint, const Scheme &scheme)
{
    FamilyCheckpoint plain = checkpoint;
    int coded = 0;
    plain.tensors = decodedPlainly(readFolder(path("out")), checkpoint.tensors, scheme, coded);
    QVERIFY(coded >= 8);
    for (auto &[name, tensor] : plain.tensors)
        if (tensor.dtype == "BF16")
            tensor = widened(tensor);
    QVERIFY(plain.write(path("plain")));
}

/// Both folders have the same tensors and weights.
void TestMeasuredFolders::readsWhatIsStored(const FamilyCheckpoint &checkpoint, const SchemeRequest &request,
                                            std::optional<std::uint64_t> splitSize)
{
    QVERIFY(checkpoint.write(path("model")));
    JobSpec spec = specOf(request);
    spec.splitSizeBytes = splitSize;
    JobContext context;
    const JobReport report = run(spec, context);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report.error));
    const auto scheme = schemeFor(request);
    QVERIFY(scheme);
    writePlainly(checkpoint, *scheme);

    auto model = openModel(path("out"), TokenizerFiles::Read, QuantizedFolders::Decode);
    QVERIFY2(model && model->supported, model ? model->unsupportedReason.c_str() : model.error().message.c_str());
    const auto reference = openModel(path("plain"));
    QVERIFY2(reference && reference->supported, reference ? reference->unsupportedReason.c_str() : "");
    QCOMPARE(model->tensors.size(), reference->tensors.size());
    std::erase_if(model->tensors, [](const ModelTensor &tensor) { return tensor.source.type != TensorType::F32; });
    const auto expected = readAll(*reference, 1000);
    QCOMPARE(expected.size(), reference->tensors.size());
    // Multiplied and divided in another order than by plainreader.
    const float most = scheme->coding == Coding::Int8Rows || scheme->coding == Coding::Nvfp4 ? 3e-7F : 0.0F;
    for (const std::uint64_t rowsAtOnce : {1, 37, 1000})
        QCOMPARE(firstDifference(readAll(*model, rowsAtOnce), expected, most), QString());
}

void TestMeasuredFolders::everyWeightIsItsCodes_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("level");
    QTest::addColumn<bool>("asymmetric");
    const auto add = [](const char *method, const char *format) {
        for (const SchemeOffer &offer : offeredSchemes(method, format))
            for (const bool asymmetric : {false, true})
                if (schemeFor(requestOf(method, offer.level, format, asymmetric)))
                    QTest::newRow(levelLabel(method, format, offer.level, asymmetric))
                        << method << format << QString::fromStdString(offer.level) << asymmetric;
    };
    add("bnb", "bitsandbytes");
    add("rtn", "compressed-tensors");
    add("rtn", "gptq");
}

void TestMeasuredFolders::everyWeightIsItsCodes()
{
    QFETCH(QString, method);
    QFETCH(QString, format);
    QFETCH(QString, level);
    QFETCH(bool, asymmetric);
    const std::string names[] = {method.toStdString(), level.toStdString(), format.toStdString()};
    readsWhatIsStored(familyCheckpoint("llama", Stored::Bf16), requestOf(names[0], names[1], names[2], asymmetric));
}

void TestMeasuredFolders::everyFamily_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("level");
    QTest::addColumn<QString>("format");
    for (const char *family : familyNames()) {
        if (std::string_view(family) == "gpt-oss")
            continue; // quantized already
        QTest::newRow(qPrintable(QString("%1 nf4-dq").arg(family))) << family << "bnb"
                                                                    << "nf4-dq"
                                                                    << "";
        QTest::newRow(qPrintable(QString("%1 fp8-block").arg(family))) << family << "rtn"
                                                                       << "fp8-block"
                                                                       << "";
        QTest::newRow(qPrintable(QString("%1 gptq").arg(family))) << family << "rtn"
                                                                  << "4bit-g64"
                                                                  << "gptq";
    }
}

void TestMeasuredFolders::everyFamily()
{
    QFETCH(QString, family);
    QFETCH(QString, method);
    QFETCH(QString, level);
    QFETCH(QString, format);
    const std::string names[] = {method.toStdString(), level.toStdString(), format.toStdString()};
    readsWhatIsStored(familyCheckpoint(family.toStdString(), Stored::Bf16), requestOf(names[0], names[1], names[2]));
}

void TestMeasuredFolders::shardsAndTiedEmbeddings()
{
    FamilyCheckpoint checkpoint = familyCheckpoint("llama", Stored::Bf16);
    checkpoint.config["tie_word_embeddings"] = true;
    checkpoint.tensors.erase("lm_head.weight");
    readsWhatIsStored(checkpoint, requestOf("rtn", "4bit-g32"), 300'000);
    QVERIFY(fs::exists(path("out") / "model.safetensors.index.json"));
}

/// The sample model quantized, once for each level.
std::string TestMeasuredFolders::folderOfSample(const char *method, const char *level, const char *format)
{
    const fs::path folder = fs::path(m_samples.path().toStdString()) / (std::string(method) + level + format);
    if (fs::exists(folder))
        return folder.string();
    JobSpec spec = specOf(requestOf(method, level, format));
    spec.model = sourcePath("resources/sample").string();
    spec.output = folder.string();
    JobContext context;
    const JobReport report = run(spec, context);
    if (report.outcome != Outcome::Succeeded)
        qFatal("%s", why(report.error));
    return folder.string();
}

void TestMeasuredFolders::fewerBitsDivergeMore()
{
    EvaluateSpec spec;
    spec.base = sourcePath("resources/sample").string();
    spec.models = {folderOfSample("bnb", "int8"),     folderOfSample("rtn", "8bit-g128", "gptq"),
                   folderOfSample("bnb", "nf4"),      folderOfSample("rtn", "4bit-g64", "gptq"),
                   folderOfSample("rtn", "4bit-g64"), folderOfSample("rtn", "2bit-g32")};
    spec.text = sourcePath("resources/sample/heldout.txt").string();
    spec.context = 256;
    spec.chunks = 4;
    spec.threads = 2;
    MeasureContext context;
    const EvaluateReport report = evaluate(spec, context);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report.error));
    std::vector<double> kl;
    for (const EvaluatedModel &model : report.models)
        kl.push_back(model.divergence->kl.value);
    for (const double value : kl)
        QVERIFY(std::isfinite(value) && value > 0);
    for (const std::size_t eight : {0, 1})
        for (const std::size_t four : {2, 3, 4}) {
            QVERIFY2(kl[eight] * 10 < kl[four], qPrintable(QString("%1, %2").arg(kl[eight]).arg(kl[four])));
            QVERIFY2(kl[four] < 0.5, qPrintable(QString::number(kl[four])));
        }
    QVERIFY(kl[5] > 3 * kl[4]);
    QCOMPARE(report.notes.size(), std::size_t(1)); // int8 of bitsandbytes
    QVERIFY(report.notes[0].find("round activations as well") != std::string::npos);
    QVERIFY(report.ramMeasuredBytes == 0 || report.ramPredictedBytes > 0);
}

void TestMeasuredFolders::weightsAreCompared()
{
    CompareSpec spec;
    spec.base = sourcePath("resources/sample").string();
    spec.models = {folderOfSample("bnb", "nf4"), folderOfSample("bnb", "int8")};
    spec.layerErrors = true;
    spec.threads = 2;
    MeasureContext context;
    const CompareReport report = compare(spec, context);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report.error));
    QCOMPARE(report.models.size(), std::size_t(3));
    QCOMPARE(QString::fromStdString(report.models[1].type), QString("NF4"));
    QCOMPARE(QString::fromStdString(report.models[2].type), QString("INT8"));
    QVERIFY(!report.models[1].layers.empty() && report.models[1].layers.size() == report.models[2].layers.size());
}

void TestMeasuredFolders::foldersWriteText()
{
    GenerateSpec spec;
    spec.model = folderOfSample("rtn", "8bit-g128", "gptq");
    spec.prompt = "Once upon a time";
    spec.maxTokens = 12;
    spec.temperature = 0;
    spec.threads = 2;
    JobContext context;
    const auto folder = generate(spec, context, {});
    QVERIFY2(folder, folder ? "" : folder.error().message.c_str());
    spec.model = sourcePath("resources/sample").string();
    JobContext again;
    const auto source = generate(spec, again, {});
    QVERIFY(source);
    QCOMPARE(QString::fromStdString(folder->text), QString::fromStdString(source->text));
}

void TestMeasuredFolders::foldersAreNoSource()
{
    const std::string folder = folderOfSample("bnb", "nf4");
    for (const char *method : {"gguf", "bnb"}) {
        JobSpec spec;
        spec.model = folder;
        spec.method = method;
        spec.levels = {method == std::string_view("gguf") ? "Q8_0" : "int8"};
        spec.output = path("again").string();
        const auto planned = plan(spec, currentMachine());
        QVERIFY(!planned);
        QVERIFY2(planned.error().message.find("already quantized (bitsandbytes)") != std::string::npos,
                 planned.error().message.c_str());
        JobContext context;
        const JobReport report = run(spec, context);
        QVERIFY(report.error);
        QVERIFY2(report.error->message.find("already quantized (bitsandbytes)") != std::string::npos,
                 why(report.error));
    }
}

QTEST_GUILESS_MAIN(TestMeasuredFolders)
#include "tst_measuredfolders.moc"
