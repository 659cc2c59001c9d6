// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes, words and bytes worked out by hand for each format, found in the tensors that exporters make.

#include "core/exporters/formats.h"
#include "core/exporters/scales.h"
#include "tests/exporters/plainreader.h"
#include "tests/exporters/requestof.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cstring>

using namespace snug;
using namespace snug::test;

namespace {

Scheme schemeOf(const char *method, const char *level, const char *format = "", bool minMax = false,
                bool asymmetric = false)
{
    SchemeRequest request = requestOf(method, level, format, asymmetric);
    request.minMax = minMax;
    return *schemeFor(request);
}

template <class T> std::vector<T> valuesIn(const AssembledTensor &tensor)
{
    std::vector<T> values(tensor.bytes.size() / sizeof(T));
    std::memcpy(values.data(), tensor.bytes.data(), values.size() * sizeof(T));
    return values;
}

using Words = QList<std::uint32_t>;

Words wordsIn(const AssembledTensor &tensor)
{
    const std::vector<std::uint32_t> words = valuesIn<std::uint32_t>(tensor);
    return Words(words.begin(), words.end());
}

/// `some` over and over.
template <class T> std::vector<T> repeated(const std::vector<T> &some, std::size_t count)
{
    std::vector<T> values;
    while (values.size() < count)
        values.insert(values.end(), some.begin(), some.end());
    return values;
}

/// Bytes of the first tensor when every row has these codes, all scales 1.
std::vector<std::uint32_t> packed(const IntegerExporter &exporter, std::uint64_t rows, std::vector<std::uint8_t> codes,
                                  std::uint8_t zero, std::size_t tensor)
{
    const Matrix matrix{"m", rows, codes.size(), TensorType::F16};
    const MatrixSlice slice{&matrix, 0, rows * codes.size()};
    std::vector<std::uint8_t> all = repeated(codes, rows * codes.size());
    std::vector<float> scales(rows * exporter.groupsPerRow(matrix), 1.0f);
    std::vector<std::uint8_t> zeros(scales.size(), zero);
    std::vector<std::byte> out(exporter.encodedBytes(slice));
    exporter.pack(slice, {rows, matrix.cols, exporter.groupsPerRow(matrix), all.data(), scales.data(), zeros.data()},
                  out);
    std::size_t at = 0;
    for (const Placement &placement : exporter.placements(slice)) {
        if (placement.tensor == tensor) {
            std::vector<std::uint32_t> words(placement.sizeBytes() / 4);
            std::memcpy(words.data(), out.data() + at, words.size() * 4);
            return words;
        }
        at += placement.sizeBytes();
    }
    return {};
}

std::vector<float> column(std::initializer_list<float> values) { return values; }

} // namespace

class TestWorkedVectors : public QObject
{
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void symmetricZerosOfGptq_data();
    void symmetricZerosOfGptq();
    void zeroPointsOfEightRows();
    void gptqSymmetric();
    void gptqAsymmetric();
    void nvfp4();
    void fourBits_data();
    void fourBits();
    void doubleQuantization();
    void int8Rows();
    void stateText();
};

void TestWorkedVectors::words_data()
{
    QTest::addColumn<int>("bits");
    QTest::addColumn<QList<int>>("codes");
    QTest::addColumn<Words>("words");
    QTest::newRow("4 bits, rising") << 4 << QList<int>{0, 1, 2, 3, 4, 5, 6, 7} << Words{0x76543210};
    QTest::newRow("4 bits") << 4 << QList<int>{15, 8, 7, 1, 0, 9, 12, 3} << Words{0x3C90178F};
    QTest::newRow("4 bits, signed") << 4 << QList<int>{0, 7, 8, 15, 11, 3, 12, 6} << Words{0x6C3BF870};
    QTest::newRow("8 bits") << 8 << QList<int>{0, 127, 128, 255} << Words{0xFF807F00};
    QTest::newRow("2 bits") << 2 << QList<int>{0, 1, 2, 3} << Words{0xE4E4E4E4};
    QTest::newRow("3 bits, rising") << 3 << QList<int>{0, 1, 2, 3, 4, 5, 6, 7}
                                    << Words{0x88FAC688, 0xC688FAC6, 0xFAC688FA};
    QTest::newRow("3 bits, falling") << 3 << QList<int>{7, 6, 5, 4, 3, 2, 1, 0}
                                     << Words{0x77053977, 0x39770539, 0x05397705};
}

void TestWorkedVectors::words()
{
    QFETCH(int, bits);
    QFETCH(QList<int>, codes);
    QFETCH(Words, words);
    const std::vector<std::uint8_t> row = repeated(std::vector<std::uint8_t>(codes.begin(), codes.end()), 32);
    const std::string level = std::to_string(bits) + "bit-g32";
    const auto zero = static_cast<std::uint8_t>(1 << (bits - 1));

    const auto along = packed(*makePackQuantized(schemeOf("rtn", level.c_str())), 1, row, zero, 0);
    QCOMPARE(along.size(), static_cast<std::size_t>(bits));
    for (std::size_t i = 0; i < along.size(); ++i)
        QCOMPARE(along[i], words[static_cast<qsizetype>(i) % words.size()]);

    // In GPTQ a row runs down a column; all rows are alike here.
    const std::uint64_t rows = 32;
    const auto down = packed(*makeGptq(schemeOf("rtn", level.c_str(), "gptq")), rows, row, zero, 0);
    QCOMPARE(down.size(), rows * static_cast<std::size_t>(bits));
    for (std::size_t i = 0; i < down.size(); ++i)
        QCOMPARE(down[i], words[static_cast<qsizetype>(i / rows) % words.size()]);
}

void TestWorkedVectors::symmetricZerosOfGptq_data()
{
    QTest::addColumn<int>("bits");
    QTest::addColumn<Words>("words");
    QTest::newRow("2") << 2 << Words{0x55555555};
    QTest::newRow("3") << 3 << Words{0xDB6DB6DB, 0xB6DB6DB6, 0x6DB6DB6D};
    QTest::newRow("4") << 4 << Words{0x77777777};
    QTest::newRow("8") << 8 << Words{0x7F7F7F7F};
}

void TestWorkedVectors::symmetricZerosOfGptq()
{
    QFETCH(int, bits);
    QFETCH(Words, words);
    const std::string level = std::to_string(bits) + "bit-g32";
    const std::vector<float> values = someWeights(32 * 64, TensorType::F16);
    const Matrix matrix = matrixOf(32, 64, TensorType::F16, values);
    const Assembled made = assemble(*makeExporter(schemeOf("rtn", level.c_str(), "gptq")), matrix, values);
    const Words found = wordsIn(made.named(".qzeros"));
    QCOMPARE(found.size(), 2 * bits);
    for (qsizetype i = 0; i < found.size(); ++i)
        QCOMPARE(found[i], words[i % words.size()]);
}

void TestWorkedVectors::zeroPointsOfEightRows()
{
    const auto exporter = makePackQuantized(schemeOf("rtn", "4bit-g32", "", true, true));
    const Matrix matrix{"m", 8, 32, TensorType::F16};
    const MatrixSlice slice{&matrix, 0, 8 * 32};
    std::vector<std::uint8_t> codes(8 * 32), zeros;
    for (const int zero : {-8, -3, 0, 7, 1, 2, -1, -4})
        zeros.push_back(static_cast<std::uint8_t>(zero + 8));
    std::vector<float> scales(8, 1.0f);
    std::vector<std::byte> out(exporter->encodedBytes(slice));
    exporter->pack(slice, {8, 32, 1, codes.data(), scales.data(), zeros.data()}, out);
    std::uint32_t word = 0;
    std::memcpy(&word, out.data() + out.size() - 4, 4);
    QCOMPARE(word, 0x47A9F850u);
}

void TestWorkedVectors::gptqSymmetric()
{
    const std::vector<float> eight = column({.12f, -.30f, .05f, 0, .29f, -.11f, .21f, -.02f});
    const std::vector<float> values = repeated(eight, 8 * 32);
    const Matrix matrix = matrixOf(8, 32, TensorType::F32, values);
    const Assembled made = assemble(*makeExporter(schemeOf("rtn", "4bit-g32", "gptq", true)), matrix, values);
    QCOMPARE(wordsIn(made.named(".qweight")), Words(4 * 8, 0x8D5F891B));
    QCOMPARE(wordsIn(made.named(".qzeros")), Words{0x77777777});
    for (const std::uint16_t scale : valuesIn<std::uint16_t>(made.named(".scales")))
        QCOMPARE(scale, std::uint16_t{0x291F});
    QCOMPARE(wordsIn(made.named(".g_idx")), Words(32, 0));
    QCOMPARE(made.decoded[1], roundScale(kernels::ScaleFormat::F16, .04f) * -7);
}

void TestWorkedVectors::gptqAsymmetric()
{
    const std::vector<float> eight = column({.12f, -.30f, .05f, 0, .29f, -.11f, .21f, -.02f});
    const std::vector<float> values = repeated(eight, 8 * 32);
    const Matrix matrix = matrixOf(8, 32, TensorType::F32, values);
    const Assembled made = assemble(*makeExporter(schemeOf("rtn", "4bit-g32", "gptq", true, true)), matrix, values);
    QCOMPARE(wordsIn(made.named(".qweight")), Words(4 * 8, 0x7D5F890B));
    QCOMPARE(wordsIn(made.named(".qzeros")), Words{0x77777777});
    for (const std::uint16_t scale : valuesIn<std::uint16_t>(made.named(".scales")))
        QCOMPARE(scale, std::uint16_t{0x2909});
}

void TestWorkedVectors::nvfp4()
{
    // A matrix whose largest is 6 has the global scale 448, and a group whose largest is 6 the scale 448.
    std::vector<float> values = column({0.5f, -1.5f, 6, -0.0f, 3, -4});
    values.resize(32);
    values[16] = 6;
    const Matrix matrix = matrixOf(1, 32, TensorType::BF16, values);
    const Assembled made = assemble(*makeExporter(schemeOf("rtn", "nvfp4")), matrix, values);
    const std::vector<std::uint8_t> bytes = valuesIn<std::uint8_t>(made.named(".weight_packed"));
    QCOMPARE((std::vector<std::uint8_t>(bytes.begin(), bytes.begin() + 3)),
             (std::vector<std::uint8_t>{0xB1, 0x87, 0xE5}));
    QCOMPARE(valuesIn<float>(made.named(".weight_global_scale")), std::vector<float>{448});
    QCOMPARE(valuesIn<std::uint8_t>(made.named(".weight_scale")), (std::vector<std::uint8_t>{0x7E, 0x7E}));

    values.assign(32, 1.7f);
    const Matrix other = matrixOf(1, 32, TensorType::BF16, values);
    const Assembled second = assemble(*makeExporter(schemeOf("rtn", "nvfp4")), other, values);
    QCOMPARE(valuesIn<float>(second.named(".weight_global_scale")).front(), 1581.1765f);
}

void TestWorkedVectors::fourBits_data()
{
    QTest::addColumn<QList<int>>("bytes");
    QTest::addColumn<QList<float>>("read");
    QTest::newRow("nf4") << QList<int>{0xA2, 0x97, 0xF5, 0xD0}
                         << QList<float>{.4922246f, -1.0501461f, .3218604f, 0, 2, -.3695469f, 1.125234f, -2};
    QTest::newRow("fp4") << QList<int>{0x7D, 0x60, 0x3E, 0x5B}
                         << QList<float>{.5f, -1, .3333333f, 0, 2, -.3333333f, 1, -2};
}

void TestWorkedVectors::fourBits()
{
    QFETCH(QList<int>, bytes);
    QFETCH(QList<float>, read);
    const std::vector<float> values = column({.5f, -1, .25f, 0, 2, -.3f, 1.1f, -2});
    const Matrix matrix = matrixOf(1, 8, TensorType::F32, values);
    const Assembled made = assemble(*makeExporter(schemeOf("bnb", QTest::currentDataTag())), matrix, values);
    QCOMPARE(valuesIn<std::uint8_t>(made.named(".weight")), std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
    QCOMPARE(valuesIn<float>(made.named(".absmax")), std::vector<float>{2});
    for (std::size_t i = 0; i < 8; ++i)
        QVERIFY(std::abs(made.decoded[i] - read[static_cast<qsizetype>(i)]) < 2e-7f);
}

void TestWorkedVectors::doubleQuantization()
{
    std::vector<float> values(4 * 64);
    values[0] = 1;
    values[64] = -2;
    values[128] = 3.5f;
    values[255] = .5f;
    const Matrix matrix = matrixOf(4, 64, TensorType::BF16, values);
    const Scheme scheme = schemeOf("bnb", "nf4-dq");
    const Assembled made = assemble(*makeExporter(scheme), matrix, values);
    QCOMPARE(valuesIn<std::uint8_t>(made.named(".absmax")), (std::vector<std::uint8_t>{40, 194, 255, 20}));
    QCOMPARE(valuesIn<float>(made.named(".nested_absmax")), std::vector<float>{1.75f});
    const std::vector<float> read = readPlainly(scheme, matrix, made);
    QVERIFY(std::abs(read[0] - .99667972f) < 1e-6f);
    QVERIFY(std::abs(read[64] + 2.01113272f) < 1e-6f);
    QCOMPARE(read[128], 3.5f);
    QVERIFY(std::abs(read[255] - .50449216f) < 1e-6f);
}

void TestWorkedVectors::int8Rows()
{
    const std::vector<float> values = column({.5f, -1, .25f, .003f});
    const Matrix matrix = matrixOf(1, 4, TensorType::F32, values);
    const Assembled made = assemble(*makeExporter(schemeOf("bnb", "int8")), matrix, values);
    QCOMPARE(valuesIn<std::int8_t>(made.named(".weight")), (std::vector<std::int8_t>{64, -127, 32, 0}));
    QCOMPARE(valuesIn<float>(made.named(".SCB")), std::vector<float>{1});
    QCOMPARE(valuesIn<std::uint8_t>(made.named(".weight_format")), std::vector<std::uint8_t>{0});
    QVERIFY(made.named(".weight_format").info.shape.empty());
}

void TestWorkedVectors::stateText()
{
    const std::vector<float> values = someWeights(64 * 96, TensorType::BF16);
    const Matrix matrix = matrixOf(64, 96, TensorType::BF16, values);
    const auto textOf = [&](const char *level, const char *name) {
        const Assembled made = assemble(*makeExporter(schemeOf("bnb", level)), matrix, values);
        const std::vector<char> text = valuesIn<char>(made.named(name));
        return std::string(text.begin(), text.end());
    };
    QCOMPARE(textOf("fp4", "quant_state.bitsandbytes__fp4"),
             std::string(R"({"quant_type": "fp4", "blocksize": 64, "dtype": "bfloat16", "shape": [64, 96]})"));
    const std::string text = textOf("nf4-dq", "quant_state.bitsandbytes__nf4");
    const std::string head = R"({"quant_type": "nf4", "blocksize": 64, "dtype": "bfloat16", "shape": [64, 96], )"
                             R"("nested_blocksize": 256, "nested_dtype": "float32", "nested_offset": )";
    QVERIFY2(text.starts_with(head), text.c_str());
    const auto json = nlohmann::json::parse(text);
    const double offset = json.at("nested_offset").get<double>();
    QVERIFY(offset > 0.01 && offset < 0.3);
    QCOMPARE(static_cast<double>(static_cast<float>(offset)), offset); // a float, written whole
    QCOMPARE(text.size(), head.size() + 25);
}

QTEST_APPLESS_MAIN(TestWorkedVectors)
#include "tst_workedvectors.moc"
