// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The words core uses for methods, and the window's own for formats of folders and verdicts of readers.

#include "ui/bridge/format.h"

#include <QCoreApplication>

namespace snug::ui {

namespace {

class Method
{
    Q_DECLARE_TR_FUNCTIONS(snug::ui::Method)
};

// Words that are not in this list stay English; GGUF and bitsandbytes are names.
[[maybe_unused]] constexpr const char *kKnownMethods[] = {
    QT_TRANSLATE_NOOP("snug::ui::Method", "Round to nearest"),
    QT_TRANSLATE_NOOP("snug::ui::Method", "One file of mixed types, for programs on llama.cpp."),
    QT_TRANSLATE_NOOP("snug::ui::Method", "4- and 8-bit weights without calibration, also the base of QLoRA training."),
    QT_TRANSLATE_NOOP("snug::ui::Method", "Integers and small floats without calibration, for fast kernels on a GPU."),
};

} // namespace

QString methodWords(const std::string &english) { return Method::tr(english.c_str()); }

QString formatTitle(const std::string &format)
{
    return format == "gptq" ? Method::tr("GPTQ layout") : QString::fromStdString(format);
}

QString formatSentence(const std::string &format)
{
    if (format == "gptq")
        return Method::tr(
            "The older layout of AutoGPTQ and GPTQModel, for programs that know no other. Integers only.");
    if (format == "compressed-tensors")
        return Method::tr("The layout of vLLM's own tools: integers and floats.");
    return {};
}

QString readerWord(const ReaderPlan &reader)
{
    if (reader.verdict == "fast")
        return Method::tr("fast", "a program runs the model at full speed");
    if (reader.verdict == "refuses")
        return Method::tr("refuses", "a program does not load the model");
    return Method::tr("works", "a program loads the model");
}

QString readerSentence(const ReaderPlan &reader)
{
    const QString sentence = QString::fromStdString(reader.sentence);
    if (reader.change.empty())
        return sentence;
    const QString change = Method::tr("Better: %1", "what would make a program run a level faster, or at all")
                               .arg(QString::fromStdString(reader.change));
    return sentence.isEmpty() ? change : sentence + QLatin1Char(' ') + change;
}

} // namespace snug::ui
