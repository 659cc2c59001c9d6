// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sources: GGUF specification, version 3; the older form of importance matrices as the reference writes it.

#include "ui/main/screenshotfiles.h"

#include <QDataStream>
#include <QDir>
#include <QFile>

namespace snug::ui {

namespace {

constexpr quint64 kRow = 896, kFeedForward = 4864, kKeys = 128, kWords = 32'000;
constexpr quint32 kLayers = 24, kHeads = 14, kKvHeads = 2, kContext = 32'768;
constexpr quint32 kBf16 = 30, kF32 = 0;             // numbers of types
constexpr quint32 kTextValue = 8, kUInt32Value = 4; // numbers of kinds of value
constexpr quint64 kAlignment = 32;

/// A GGUF header put together from its parts.
class HeaderWriter
{
public:
    HeaderWriter()
    {
        for (QDataStream *stream : {&m_values, &m_tensors})
            stream->setByteOrder(QDataStream::LittleEndian);
    }
    void addText(const QByteArray &key, const QByteArray &text)
    {
        put(m_values, key);
        m_values << kTextValue;
        put(m_values, text);
        ++m_valueCount;
    }
    void addNumber(const QByteArray &key, quint32 number)
    {
        put(m_values, key);
        m_values << kUInt32Value << number;
        ++m_valueCount;
    }
    void addTensor(const QByteArray &name, std::initializer_list<quint64> lengths)
    {
        put(m_tensors, name);
        m_tensors << static_cast<quint32>(lengths.size());
        quint64 weights = 1;
        for (const quint64 length : lengths) {
            m_tensors << length;
            weights *= length;
        }
        const bool vector = lengths.size() == 1;
        m_tensors << (vector ? kF32 : kBf16) << m_dataBytes;
        m_dataBytes += weights * (vector ? 4 : 2); // all of them multiples of the alignment
        ++m_tensorCount;
    }
    bool write(const QString &path) const
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return false;
        QDataStream stream(&file);
        stream.setByteOrder(QDataStream::LittleEndian);
        stream.writeRawData("GGUF", 4);
        stream << quint32(3) << m_tensorCount << m_valueCount;
        stream.writeRawData(m_valueBytes.constData(), static_cast<int>(m_valueBytes.size()));
        stream.writeRawData(m_tensorBytes.constData(), static_cast<int>(m_tensorBytes.size()));
        const auto header = static_cast<quint64>(file.pos());
        const quint64 data = (header + kAlignment - 1) / kAlignment * kAlignment;
        return stream.status() == QDataStream::Ok && file.resize(static_cast<qint64>(data + m_dataBytes));
    }

private:
    static void put(QDataStream &stream, const QByteArray &text)
    {
        stream << static_cast<quint64>(text.size());
        stream.writeRawData(text.constData(), static_cast<int>(text.size()));
    }

    QByteArray m_valueBytes, m_tensorBytes;
    QDataStream m_values{&m_valueBytes, QIODevice::WriteOnly}, m_tensors{&m_tensorBytes, QIODevice::WriteOnly};
    quint64 m_valueCount = 0, m_tensorCount = 0, m_dataBytes = 0;
};

void addLayer(HeaderWriter &writer, quint32 layer)
{
    const QByteArray prefix = "blk." + QByteArray::number(layer) + '.';
    for (const char *norm : {"attn_norm.weight", "ffn_norm.weight"})
        writer.addTensor(prefix + norm, {kRow});
    for (const char *square : {"attn_q.weight", "attn_output.weight"})
        writer.addTensor(prefix + square, {kRow, kRow});
    for (const char *narrow : {"attn_k.weight", "attn_v.weight"})
        writer.addTensor(prefix + narrow, {kRow, kKeys});
    for (const char *wide : {"ffn_gate.weight", "ffn_up.weight"})
        writer.addTensor(prefix + wide, {kRow, kFeedForward});
    writer.addTensor(prefix + "ffn_down.weight", {kFeedForward, kRow});
}

} // namespace

bool writeOddModel(const QString &path)
{
    HeaderWriter writer;
    writer.addText("general.architecture", "qwen2");
    writer.addText("general.name", "Odd rows 0.5B");
    writer.addNumber("qwen2.block_count", kLayers);
    writer.addNumber("qwen2.embedding_length", static_cast<quint32>(kRow));
    writer.addNumber("qwen2.feed_forward_length", static_cast<quint32>(kFeedForward));
    writer.addNumber("qwen2.attention.head_count", kHeads);
    writer.addNumber("qwen2.attention.head_count_kv", kKvHeads);
    writer.addNumber("qwen2.context_length", kContext);
    writer.addTensor("token_embd.weight", {kRow, kWords});
    writer.addTensor("output_norm.weight", {kRow});
    for (quint32 layer = 0; layer < kLayers; ++layer)
        addLayer(writer, layer);
    return writer.write(path);
}

bool writeKeptModels(const QString &home, const QString &ollama, const QString &hub)
{
    const auto odd = [](const QString &folder, const QString &name) {
        return QDir().mkpath(folder) && writeOddModel(folder + QLatin1Char('/') + name);
    };
    const auto text = [](const QString &folder, const QString &name, const QByteArray &content) {
        QFile file(folder + QLatin1Char('/') + name);
        return QDir().mkpath(folder) && file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    };
    const QByteArray digest(64, 'a');
    const QByteArray manifest =
        R"({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:)" + digest + R"("}]})";
    const QString half = hub + QStringLiteral("/models--Qwen--Qwen2.5-7B-Instruct");
    return odd(home + QStringLiteral("/.lmstudio/models/Qwen/Odd-0.5B-GGUF"), QStringLiteral("Odd-0.5B-BF16.gguf")) &&
           odd(ollama + QStringLiteral("/blobs"), QStringLiteral("sha256-") + QString::fromLatin1(digest)) &&
           text(ollama + QStringLiteral("/manifests/registry.ollama.ai/library/odd"), QStringLiteral("0.5b"),
                manifest) &&
           odd(hub + QStringLiteral("/models--Qwen--Odd-GGUF/snapshots/main"), QStringLiteral("Odd-0.5B.gguf")) &&
           text(half + QStringLiteral("/snapshots/main"), QStringLiteral("config.json"), "{}") &&
           text(half + QStringLiteral("/blobs"), QStringLiteral("weights.incomplete"), QByteArray(2'000'000, 'x'));
}

bool writeEvenImportance(const QString &path, const std::vector<std::pair<QString, std::uint64_t>> &tensors)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    QDataStream stream(&file);
    stream.setByteOrder(QDataStream::LittleEndian);
    stream.setFloatingPointPrecision(QDataStream::SinglePrecision);
    constexpr qint32 kPieces = 125;
    stream << static_cast<qint32>(tensors.size());
    for (const auto &[name, columns] : tensors) {
        const QByteArray text = name.toUtf8();
        stream << static_cast<qint32>(text.size());
        stream.writeRawData(text.constData(), static_cast<int>(text.size()));
        stream << kPieces << static_cast<qint32>(columns);
        for (std::uint64_t i = 0; i < columns; ++i)
            stream << static_cast<float>(kPieces);
    }
    const QByteArray text = "calibration.txt";
    stream << kPieces << static_cast<qint32>(text.size());
    stream.writeRawData(text.constData(), static_cast<int>(text.size()));
    return stream.status() == QDataStream::Ok;
}

} // namespace snug::ui
