// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every format over whole matrices: what a reader finds in the tensors is what decode() says, however a matrix is cut.

#include "tests/exporters/plainreader.h"
#include "tests/exporters/requestof.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <set>

using namespace snug;
using namespace snug::test;

namespace {

thread_local std::size_t allocations = 0;

constexpr TensorType kTypes[] = {TensorType::BF16, TensorType::F16, TensorType::F32};

/// Every level in every format, integers also asymmetric and without search.
std::vector<SchemeRequest> allRequests()
{
    std::vector<SchemeRequest> requests;
    for (const auto &[method, format] : {std::pair{"rtn", "compressed-tensors"}, {"rtn", "gptq"}, {"bnb", ""}})
        for (const SchemeOffer &offer : offeredSchemes(method, format)) {
            SchemeRequest request = requestOf(method, offer.level, format);
            requests.push_back(request);
            if (offer.level.find("bit-g") == std::string::npos)
                continue;
            request.minMax = true;
            requests.push_back(request);
            request.asymmetric = true;
            requests.push_back(request);
        }
    return requests;
}

/// Whether scales of least squared error are looked for, which takes most of the time of all there is here.
bool isSearched(const SchemeRequest &request)
{
    return request.level.find("bit-g") != std::string::npos && !request.minMax;
}

/// Of all requests those that `wanted` says yes to.
template <class Wanted> void addRows(Wanted wanted)
{
    QTest::addColumn<SchemeRequest>("request");
    for (const SchemeRequest &request : allRequests())
        if (wanted(request))
            QTest::addRow("%s %s%s%s", request.level.c_str(), request.format.c_str(), request.minMax ? " min-max" : "",
                          request.asymmetric ? " asymmetric" : "")
                << request;
}

void addRows()
{
    addRows([](const SchemeRequest &) { return true; });
}

/// Rows of these suit every format; the number of rows suits the words of all, but is no multiple of a slice.
constexpr std::uint64_t kRows = 160, kCols = 384;

/// Of what a reader finds and what decode() says. Double quantization changes largest magnitudes after decode(), at
/// most by half a step of its map: 0.9 / 128 of the largest nested magnitude.
std::string differs(const Scheme &scheme, const Matrix &matrix, const Assembled &made)
{
    float most = 0;
    if (scheme.doubleQuantized) {
        const std::vector<std::byte> &nested = made.named(".nested_absmax").bytes;
        for (std::size_t at = 0; at < nested.size(); at += sizeof(float)) {
            float magnitude;
            std::memcpy(&magnitude, nested.data() + at, sizeof(magnitude));
            most = std::max(most, magnitude * 0.9f / 128 * 1.001f);
        }
    }
    const std::vector<float> found = readPlainly(scheme, matrix, made);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const float expected = made.decoded[i];
        if (!(std::fabs(found[i] - expected) <= 1e-6f * std::fabs(expected) + most))
            return "weight " + std::to_string(i) + " is " + std::to_string(found[i]) + " instead of " +
                   std::to_string(expected);
    }
    return {};
}

/// Root of the mean square error over that of the weights.
double relativeError(const std::vector<float> &found, const std::vector<float> &weights)
{
    double noise = 0, signal = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        noise += std::pow(static_cast<double>(found[i]) - static_cast<double>(weights[i]), 2);
        signal += std::pow(static_cast<double>(weights[i]), 2);
    }
    return std::sqrt(noise / signal);
}

/// Steps of a whole row are wider, for its farthest weight's sake.
double mostError(const Scheme &scheme)
{
    const double most = scheme.bits == 8 ? 0.05 : scheme.bits == 4 ? 0.3 : scheme.bits == 3 ? 0.6 : 1.0;
    return scheme.coding == Coding::Integer && scheme.groupLength == 0 ? most * 1.25 : most;
}

} // namespace

// Counts what encode() asks for.
void *operator new(std::size_t size)
{
    ++allocations;
    if (void *memory = std::malloc(size ? size : 1))
        return memory;
    throw std::bad_alloc();
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    ++allocations;
    return std::malloc(size > 0 ? size : 1);
}

void operator delete(void *memory, const std::nothrow_t &) noexcept { std::free(memory); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

class TestExporters : public QObject
{
    Q_OBJECT

private slots:
    void placedTensorsReadBack_data() { addRows(); }
    void placedTensorsReadBack();
    void cutsChangeNothing_data();
    void cutsChangeNothing();
    void encodeAllocatesNothing_data() { addRows(); }
    void encodeAllocatesNothing();
    void zerosStayZeros_data() { addRows(); }
    void zerosStayZeros();
    void longRows_data();
    void longRows();
    void refusals_data();
    void refusals();
    void blocksRunOverRows();
    void zerosOfGptqAreNeverZero();
    void scalesBeyondTheirType();
    void tinyWeightsKeepFiniteCodes();
};

void TestExporters::placedTensorsReadBack()
{
    QFETCH(SchemeRequest, request);
    const Result<Scheme> scheme = schemeFor(request);
    QVERIFY(scheme);
    const std::unique_ptr<Exporter> exporter = makeExporter(*scheme);
    for (const TensorType type : kTypes) {
        const std::vector<float> values = someWeights(kRows * kCols, type);
        const Matrix matrix = matrixOf(kRows, kCols, type, values);
        QCOMPARE(exporter->whyNot(matrix), std::string());
        const Assembled made = assemble(*exporter, matrix, values);
        QCOMPARE(made.fault, std::string());
        QCOMPARE(differs(*scheme, matrix, made), std::string());
        const double error = relativeError(made.decoded, values);
        QVERIFY2(error > 0 && error < mostError(*scheme), qPrintable(QString::number(error)));
        std::set<std::string> names;
        for (const AssembledTensor &tensor : made.tensors) {
            QVERIFY(tensor.info.name.starts_with(matrix.module + "."));
            QVERIFY(names.insert(tensor.info.name).second);
        }
    }
}

/// Where codes go has nothing to do with how they are chosen, and the matrices of GPTQ are large.
void TestExporters::cutsChangeNothing_data()
{
    addRows([](const SchemeRequest &request) { return request.format != "gptq" || !isSearched(request); });
}

void TestExporters::cutsChangeNothing()
{
    QFETCH(SchemeRequest, request);
    const std::unique_ptr<Exporter> exporter = makeExporter(*schemeFor(request));
    // Slices of GPTQ have many rows where rows are short.
    const bool gptq = request.format == "gptq";
    const std::uint64_t cols = gptq ? 16384 : kCols;
    const std::vector<float> values = someWeights(kRows * cols, TensorType::F16, 7);
    const Matrix matrix = matrixOf(kRows, cols, TensorType::F16, values);
    const std::uint64_t granule = exporter->granule(matrix), all = values.size();
    QVERIFY(granule < all);
    const Assembled whole = assemble(*exporter, matrix, values);
    QCOMPARE(whole.fault, std::string());
    for (const std::uint64_t step : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{5}}) {
        std::vector<std::uint64_t> cuts;
        for (std::uint64_t cut = granule * step; cut < all; cut += granule * step)
            cuts.push_back(cut);
        const Assembled sliced = assemble(*exporter, matrix, values, cuts);
        QCOMPARE(sliced.fault, std::string());
        QVERIFY(sliced.decoded == whole.decoded);
        for (std::size_t i = 0; i < whole.tensors.size(); ++i)
            QVERIFY2(sliced.tensors[i].bytes == whole.tensors[i].bytes, whole.tensors[i].info.name.c_str());
    }
}

void TestExporters::encodeAllocatesNothing()
{
    QFETCH(SchemeRequest, request);
    const std::unique_ptr<Exporter> exporter = makeExporter(*schemeFor(request));
    const std::vector<float> values = someWeights(kRows * kCols, TensorType::BF16);
    const Matrix matrix = matrixOf(kRows, kCols, TensorType::BF16, values);
    const MatrixSlice slice{&matrix, 0, values.size()};
    std::vector<std::byte> out(exporter->encodedBytes(slice)), room(Exporter::roomBytes(values.size()));
    std::vector<float> decoded(values.size());
    const std::size_t before = allocations;
    const bool encoded = exporter->encode(slice, values.data(), out, room);
    exporter->decode(slice, out, decoded.data(), room);
    QCOMPARE(allocations, before);
    QVERIFY(encoded);
}

void TestExporters::zerosStayZeros()
{
    QFETCH(SchemeRequest, request);
    const Scheme scheme = *schemeFor(request);
    const std::vector<float> values(kRows * kCols);
    const Matrix matrix = matrixOf(kRows, kCols, TensorType::F16, values);
    const Assembled made = assemble(*makeExporter(scheme), matrix, values);
    QCOMPARE(made.fault, std::string());
    QVERIFY(made.decoded == values);
    QVERIFY(readPlainly(scheme, matrix, made) == values);
}

/// A search knows groups, not rows: only where a group is a whole row it has something long before it.
void TestExporters::longRows_data()
{
    addRows([](const SchemeRequest &request) { return !isSearched(request) || request.level.ends_with("g-1"); });
}

void TestExporters::longRows()
{
    QFETCH(SchemeRequest, request);
    const std::uint64_t rows = 32, cols = 102400; // as wide as any model
    const std::unique_ptr<Exporter> exporter = makeExporter(*schemeFor(request));
    const std::vector<float> values = someWeights(rows * cols, TensorType::BF16);
    const Matrix matrix = matrixOf(rows, cols, TensorType::BF16, values);
    const Assembled made = assemble(*exporter, matrix, values);
    QCOMPARE(made.fault, std::string());
    QVERIFY(relativeError(made.decoded, values) < 1.0);
}

void TestExporters::refusals_data()
{
    QTest::addColumn<SchemeRequest>("request");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("cols");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *level, const char *format, int rows, int cols, const char *why) {
        QTest::addRow("%s %s %d x %d", level, format, rows, cols)
            << requestOf("rtn", level, format) << rows << cols << why;
    };
    row("4bit-g128", "", 64, 2880, "rows of 2880 weights do not divide into groups of 128; groups of 64 would");
    row("4bit-g128", "", 64, 1440, "rows of 1440 weights do not divide into groups of 128; groups of 32 would");
    row("4bit-g32", "", 64, 1000, "rows of 1000 weights do not divide into groups of 32; rows of 992 or 1024 would");
    row("4bit-g128", "", 64, 100, "rows of 100 weights do not divide into groups of 128; rows of 128 would");
    row("4bit-g-1", "", 64, 16, "rows of 16 weights are too short to be worth a scale; 32 is the least");
    row("4bit-g-1", "", 63, 1001, "");
    row("fp8", "", 0, 64, "a matrix without weights has nothing to quantize");
    row("int8", "", 63, 1001, "");
    row("fp8-block", "", 63, 1001, "");
    row("nvfp4", "", 64, 1000, "rows of 1000 weights do not divide into groups of 16; rows of 992 or 1008 would");
    row("mxfp4", "", 64, 1008, "rows of 1008 weights do not divide into groups of 32; rows of 992 or 1024 would");
    row("4bit-g32", "gptq", 60, 64, "60 rows do not fill whole words; a multiple of 8 would");
    row("4bit-g-1", "gptq", 64, 60, "rows of 60 weights do not fill whole words; a multiple of 8 would");
    row("3bit-g-1", "gptq", 64, 72, "rows of 72 weights do not fill whole words; a multiple of 32 would");
    row("8bit-g-1", "gptq", 60, 60, "");
}

void TestExporters::refusals()
{
    QFETCH(SchemeRequest, request);
    QFETCH(int, rows);
    QFETCH(int, cols);
    QFETCH(QString, why);
    const Scheme scheme = *schemeFor(request);
    const std::unique_ptr<Exporter> exporter = makeExporter(scheme);
    const auto height = static_cast<std::uint64_t>(rows), width = static_cast<std::uint64_t>(cols);
    const std::vector<float> values = someWeights(height * width, TensorType::BF16);
    const Matrix matrix = matrixOf(height, width, TensorType::BF16, values);
    QCOMPARE(QString::fromStdString(exporter->whyNot(matrix)), why);
    if (!why.isEmpty())
        return;
    const Assembled made = assemble(*exporter, matrix, values);
    QCOMPARE(made.fault, std::string());
    QCOMPARE(differs(scheme, matrix, made), std::string());
}

void TestExporters::blocksRunOverRows()
{
    for (const char *level : {"nf4", "fp4-dq"}) {
        const Scheme scheme = *schemeFor(requestOf("bnb", level));
        const std::unique_ptr<Exporter> exporter = makeExporter(scheme);
        const std::uint64_t rows = 301, cols = 101; // odd: the last byte holds one code
        const std::vector<float> values = someWeights(rows * cols, TensorType::BF16);
        const Matrix matrix = matrixOf(rows, cols, TensorType::BF16, values);
        const Assembled made = assemble(*exporter, matrix, values, {64 * 100, 64 * 101, 64 * 301});
        QCOMPARE(made.fault, std::string());
        QCOMPARE(made.named(".weight").info.shape.front(), (rows * cols + 1) / 2);
        QCOMPARE(differs(scheme, matrix, made), std::string());
    }
}

void TestExporters::zerosOfGptqAreNeverZero()
{
    for (const char *level : {"2bit-g32", "3bit-g32", "4bit-g32", "8bit-g32"}) {
        const Scheme scheme = *schemeFor(requestOf("rtn", level, "gptq", true));
        std::vector<float> values = someWeights(64 * 64, TensorType::F16);
        for (float &value : values)
            value = std::fabs(value); // the zero of such a group would be 0
        const Matrix matrix = matrixOf(64, 64, TensorType::F16, values);
        const Assembled made = assemble(*makeExporter(scheme), matrix, values);
        QCOMPARE(made.fault, std::string());
        // All that readers make of a stored zero agree where it is not all ones.
        const unsigned wrapped = (1u << scheme.bits) - 1;
        for (std::uint64_t i = 0; i < 64 * 2; ++i)
            QVERIFY(bitField(made.named(".qzeros").bytes, i, scheme.bits) != wrapped);
        QCOMPARE(differs(scheme, matrix, made), std::string());
    }
}

void TestExporters::scalesBeyondTheirType()
{
    const std::vector<float> values(32 * 32, 1e9f);
    const Matrix matrix = matrixOf(32, 32, TensorType::F32, values);
    const auto refuses = [&](const char *method, const char *level, const char *format) {
        const Scheme scheme = *schemeFor(requestOf(method, level, format));
        return assemble(*makeExporter(scheme), matrix, values).fault == "encode() refuses";
    };
    QVERIFY(refuses("rtn", "4bit-g32", "gptq"));
    QVERIFY(refuses("bnb", "int8", ""));
    QVERIFY(!refuses("rtn", "4bit-g32", "compressed-tensors"));
    QVERIFY(!refuses("rtn", "fp8", ""));
}

void TestExporters::tinyWeightsKeepFiniteCodes()
{
    for (const char *level : {"fp8", "fp8-block", "fp8-tensor", "nvfp4"})
        for (const float size : {1e-7f, 1e-30f, 1e-38f, 1e-44f}) {
            const Scheme scheme = *schemeFor(requestOf("rtn", level));
            std::vector<float> values = someWeights(64 * 64, TensorType::F32);
            for (float &value : values)
                value *= size;
            for (const TensorType type : kTypes) {
                const Matrix matrix = matrixOf(64, 64, type, values);
                const Assembled made = assemble(*makeExporter(scheme), matrix, values);
                QCOMPARE(made.fault, std::string());
                const std::vector<float> read = readPlainly(scheme, matrix, made);
                QVERIFY(std::ranges::all_of(read, [](float value) { return std::isfinite(value); }));
            }
        }
}

QTEST_APPLESS_MAIN(TestExporters)
#include "tst_exporters.moc"
