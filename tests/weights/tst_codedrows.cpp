// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Rows of coded matrices against values worked out code by code: rows that begin within bytes and blocks, columns in
// groups of any order, rows of q and k in another order, two matrices in one tensor; and what a file must not say.

#include "core/weights/tensorreader.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <random>

using namespace snug;

namespace {

/// Bytes of a file with places in it, and the weights they stand for, as they are stored.
struct Stored
{
    std::vector<std::byte> file;
    std::vector<CodedMatrix> matrices;
    std::vector<float> weights;
};

class Maker
{
public:
    explicit Maker(Stored &stored, unsigned seed) : m_stored(stored), m_random(seed) {}

    unsigned below(unsigned most) { return static_cast<unsigned>(m_random() % most); }
    std::vector<float> floats(std::size_t count)
    {
        std::vector<float> values(count);
        for (float &value : values)
            value = (static_cast<float>(below(2001)) - 1000) / 512;
        return values;
    }
    BytePlace put(const void *bytes, std::size_t size)
    {
        m_stored.file.resize(m_stored.file.size() + below(9)); // at any address
        const BytePlace place{0, m_stored.file.size()};
        m_stored.file.resize(m_stored.file.size() + size);
        std::memcpy(m_stored.file.data() + place.offset, bytes, size);
        return place;
    }
    template <class T> BytePlace put(const std::vector<T> &values)
    {
        return put(values.data(), values.size() * sizeof(T));
    }

private:
    Stored &m_stored;
    std::mt19937 m_random;
};

/// Writes a code into a stream of bits.
void putBits(std::vector<std::uint32_t> &words, std::uint64_t word, std::uint64_t wordStep, std::uint64_t bit, int bits,
             unsigned code)
{
    for (int i = 0; i < bits; ++i) {
        const std::uint64_t at = bit + static_cast<std::uint64_t>(i);
        words[word + at / 32 * wordStep] |= (code >> i & 1) << at % 32;
    }
}

std::vector<std::int32_t> groupsOf(Maker &maker, std::uint64_t cols, std::uint64_t groups)
{
    std::vector<std::int32_t> made(cols);
    for (std::int32_t &group : made)
        group = static_cast<std::int32_t>(maker.below(static_cast<unsigned>(groups)));
    return made;
}

/// Integers, a row of the matrix as a row of words or as a column of them.
void addIntegers(Stored &stored, CodeForm form, int bits, bool shuffled, std::uint8_t zeroStep, std::uint64_t rows,
                 std::uint64_t cols, unsigned seed)
{
    Maker maker(stored, seed);
    const bool across = form == CodeForm::GptqIntegers;
    const auto wide = static_cast<std::uint64_t>(bits);
    const std::uint64_t groups = 4, words = (cols * wide + 31) / 32, zeroWords = (rows * wide + 31) / 32;
    std::vector<std::uint32_t> packed(words * rows), zeros(zeroWords * groups);
    const std::vector<float> scales = maker.floats(rows * groups);
    const std::vector<std::int32_t> groupOf = groupsOf(maker, cols, groups);
    std::vector<unsigned> zeroOf(rows * groups);
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t group = 0; group < groups; ++group) {
            const unsigned zero = zeroOf[row * groups + group] = maker.below(1u << bits);
            const unsigned kept = (zero - zeroStep) & ((1u << bits) - 1);
            putBits(zeros, across ? group * zeroWords : group, across ? 1 : groups, row * wide, bits, kept);
        }
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t col = 0; col < cols; ++col) {
            const unsigned code = maker.below(1u << bits);
            putBits(packed, across ? row : row * words, across ? rows : 1, col * wide, bits, code);
            const std::uint64_t group = shuffled ? static_cast<std::uint64_t>(groupOf[col]) : col / (cols / groups);
            const float scale = scales[across ? group * rows + row : row * groups + group];
            stored.weights.push_back((static_cast<float>(code) - static_cast<float>(zeroOf[row * groups + group])) *
                                     scale);
        }
    CodedMatrix matrix;
    matrix.form = form;
    matrix.rows = rows;
    matrix.cols = cols;
    matrix.bits = bits;
    matrix.scaleCols = cols / groups;
    matrix.zeroStep = zeroStep;
    matrix.codes = maker.put(packed);
    matrix.scales = maker.put(scales);
    matrix.zeros = maker.put(zeros);
    if (shuffled)
        matrix.groupOfCol = maker.put(groupOf);
    stored.matrices.push_back(matrix);
}

void addMapped(Stored &stored, std::uint64_t block, std::uint64_t nestedBlock, std::uint64_t rows, std::uint64_t cols,
               unsigned seed)
{
    Maker maker(stored, seed);
    const std::uint64_t blocks = (rows * cols + block - 1) / block;
    std::vector<std::uint8_t> codes((rows * cols + 1) / 2), scaleCodes(blocks);
    const std::vector<float> map = maker.floats(16), nestedMap = maker.floats(256);
    std::vector<float> scales = maker.floats(blocks);
    CodedMatrix matrix;
    matrix.form = CodeForm::MappedHalves;
    matrix.rows = rows;
    matrix.cols = cols;
    matrix.scaleCols = block;
    matrix.map = maker.put(map);
    if (nestedBlock > 0) {
        const std::vector<float> nested = maker.floats((blocks + nestedBlock - 1) / nestedBlock);
        for (std::uint64_t i = 0; i < blocks; ++i) {
            scaleCodes[i] = static_cast<std::uint8_t>(maker.below(256));
            scales[i] = nestedMap[scaleCodes[i]] * nested[i / nestedBlock] + 0.375F;
        }
        matrix.nestedBlock = nestedBlock;
        matrix.nestedOffset = 0.375F;
        matrix.nestedScales = maker.put(nested);
        matrix.nestedMap = maker.put(nestedMap);
    }
    for (std::uint64_t i = 0; i < rows * cols; ++i) {
        const unsigned code = maker.below(16);
        codes[i / 2] = static_cast<std::uint8_t>(codes[i / 2] | code << (i % 2 == 0 ? 4 : 0));
        stored.weights.push_back(map[code] * scales[i / block]);
    }
    matrix.codes = maker.put(codes);
    matrix.scales = nestedBlock > 0 ? maker.put(scaleCodes) : maker.put(scales);
    stored.matrices.push_back(matrix);
}

/// Bytes with scales of blocks of 5 rows and 7 columns.
void addBytes(Stored &stored, std::uint64_t rows, std::uint64_t cols, unsigned seed)
{
    Maker maker(stored, seed);
    const std::uint64_t across = (cols + 6) / 7;
    const std::vector<float> scales = maker.floats((rows + 4) / 5 * across);
    std::vector<std::int8_t> codes(rows * cols);
    for (std::uint64_t i = 0; i < codes.size(); ++i) {
        codes[i] = static_cast<std::int8_t>(static_cast<int>(maker.below(256)) - 128);
        stored.weights.push_back(static_cast<float>(codes[i]) * scales[i / cols / 5 * across + i % cols / 7]);
    }
    CodedMatrix matrix;
    matrix.form = CodeForm::SignedBytes;
    matrix.rows = rows;
    matrix.cols = cols;
    matrix.scaleRows = 5;
    matrix.scaleCols = 7;
    matrix.codes = maker.put(codes);
    matrix.scales = maker.put(scales);
    stored.matrices.push_back(matrix);
}

using Add = void (*)(Stored &stored, unsigned seed);

struct Case
{
    const char *name;
    Add add;
    std::uint64_t rows, cols;
};

const Case kCases[] = {
    {"gptq 4", [](Stored &s, unsigned n) { addIntegers(s, CodeForm::GptqIntegers, 4, false, 1, 128, 64, n); }, 128, 64},
    {"gptq 3", [](Stored &s, unsigned n) { addIntegers(s, CodeForm::GptqIntegers, 3, false, 1, 128, 96, n); }, 128, 96},
    {"gptq 3, rows that fill no words",
     [](Stored &s, unsigned n) { addIntegers(s, CodeForm::GptqIntegers, 3, false, 1, 36, 44, n); }, 36, 44},
    {"gptq 2 by activations",
     [](Stored &s, unsigned n) { addIntegers(s, CodeForm::GptqIntegers, 2, true, 1, 96, 64, n); }, 96, 64},
    {"gptq 8, zeros as they are",
     [](Stored &s, unsigned n) { addIntegers(s, CodeForm::GptqIntegers, 8, true, 0, 96, 64, n); }, 96, 64},
    {"packed 4", [](Stored &s, unsigned n) { addIntegers(s, CodeForm::PackedIntegers, 4, false, 0, 36, 44, n); }, 36,
     44},
    {"packed 3 by activations",
     [](Stored &s, unsigned n) { addIntegers(s, CodeForm::PackedIntegers, 3, true, 0, 36, 44, n); }, 36, 44},
    {"mapped", [](Stored &s, unsigned n) { addMapped(s, 64, 0, 32, 96, n); }, 32, 96},
    {"mapped, odd rows", [](Stored &s, unsigned n) { addMapped(s, 10, 0, 36, 33, n); }, 36, 33},
    {"mapped, odd rows, nested", [](Stored &s, unsigned n) { addMapped(s, 10, 3, 36, 33, n); }, 36, 33},
    {"mapped, short rows", [](Stored &s, unsigned n) { addMapped(s, 64, 2, 36, 5, n); }, 36, 5},
    {"bytes in blocks", [](Stored &s, unsigned n) { addBytes(s, 36, 33, n); }, 36, 33},
};

} // namespace

class TestCodedRows : public QObject
{
    Q_OBJECT
private slots:
    void rowsAreTheirCodes_data();
    void rowsAreTheirCodes();
    void groupsMustBeThere();
    void cutFilesAreNamed();

private:
    Model modelOf(const Stored &stored, std::uint64_t rows, std::uint64_t cols) const
    {
        const QString path = m_folder.filePath("codes.bin");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) ||
            file.write(reinterpret_cast<const char *>(stored.file.data()), qint64(stored.file.size())) < 0)
            qFatal("cannot write");
        Model model;
        model.files = {path.toStdString()};
        ModelTensor tensor;
        tensor.name = "w";
        tensor.dims = {cols, rows, stored.matrices.size()};
        tensor.source.layout.encoding = Encoding::Coded;
        tensor.source.layout.unitWeights = cols;
        for (std::size_t i = 0; i < stored.matrices.size(); ++i)
            tensor.source.layout.pieces.push_back({i * rows, 0, stored.matrices[i].codes.offset, 0, 0});
        tensor.source.layout.coded = stored.matrices;
        model.tensors = {tensor};
        return model;
    }

    QTemporaryDir m_folder;
};

void TestCodedRows::rowsAreTheirCodes_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("reordered");
    for (int i = 0; i < int(std::size(kCases)); ++i)
        for (const bool reordered : {false, true})
            QTest::addRow("%s%s", kCases[i].name, reordered ? ", rows reordered" : "") << i << reordered;
}

void TestCodedRows::rowsAreTheirCodes()
{
    QFETCH(int, index);
    QFETCH(bool, reordered);
    const Case &one = kCases[index];
    Stored stored;
    one.add(stored, 1);
    if (!reordered) // two experts
        one.add(stored, 2);
    Model model = modelOf(stored, one.rows, one.cols);
    if (reordered) {
        model.tensors[0].dims.pop_back();
        model.tensors[0].source.rowOrder = RowOrder::RotaryInterleaved;
        model.tensors[0].source.headCount = 2;
    }
    const auto reader = TensorReader::open(model, false);
    QVERIFY(reader);
    const std::uint64_t all = model.tensors[0].rows();
    for (const std::uint64_t atOnce : {std::uint64_t{1}, std::uint64_t{7}, all})
        for (std::uint64_t row = 0; row < all; row += atOnce) {
            const Slice slice{0, row * one.cols, std::min(atOnce, all - row) * one.cols, false};
            std::vector<std::byte> bytes(reader->bytesFor(slice), std::byte{0xEE});
            const auto done = reader->read(slice, bytes);
            QVERIFY2(done, done ? "" : done.error().message.c_str());
            const auto *found = reinterpret_cast<const float *>(bytes.data());
            for (std::uint64_t i = 0; i < slice.weightCount; ++i) {
                const std::uint64_t from = sourceRow(model.tensors[0].source, all, row + i / one.cols);
                const float wanted = stored.weights[from * one.cols + i % one.cols];
                QVERIFY2(found[i] == wanted, qPrintable(QString("row %1, column %2: %3, expected %4")
                                                            .arg(row + i / one.cols)
                                                            .arg(i % one.cols)
                                                            .arg(found[i])
                                                            .arg(wanted)));
            }
        }
}

void TestCodedRows::groupsMustBeThere()
{
    for (const std::int32_t group : {4, -1}) {
        Stored stored;
        addIntegers(stored, CodeForm::GptqIntegers, 4, true, 1, 32, 32, 1);
        std::memcpy(stored.file.data() + stored.matrices[0].groupOfCol->offset + 8, &group, sizeof group);
        const Model model = modelOf(stored, 32, 32);
        const auto reader = TensorReader::open(model, false);
        const Slice slice{0, 0, 32, false};
        std::vector<std::byte> bytes(reader->bytesFor(slice));
        const auto done = reader->read(slice, bytes);
        QVERIFY(!done);
        QVERIFY2(done.error().message.find("is in group " + std::to_string(group)) != std::string::npos,
                 done.error().message.c_str());
    }
}

void TestCodedRows::cutFilesAreNamed()
{
    for (const Case &one : kCases) {
        Stored stored;
        one.add(stored, 1);
        stored.file.resize(stored.file.size() / 4);
        const Model model = modelOf(stored, one.rows, one.cols);
        const auto reader = TensorReader::open(model, false);
        const Slice slice{0, 0, one.rows * one.cols, true};
        std::vector<std::byte> bytes(reader->bytesFor(slice));
        const auto done = reader->read(slice, bytes);
        QVERIFY(!done);
        QCOMPARE(int(done.error().code), int(ErrorCode::BadInput));
    }
}

QTEST_APPLESS_MAIN(TestCodedRows)
#include "tst_codedrows.moc"
