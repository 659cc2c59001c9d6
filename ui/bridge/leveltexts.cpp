// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The words core uses for levels and keeps in English, listed here so that translators see them.

#include "ui/bridge/format.h"

#include <QCoreApplication>

namespace snug::ui {

namespace {

// Words that are not in this list stay English.
[[maybe_unused]] constexpr const char *kKnownDescriptions[] = {
    QT_TRANSLATE_NOOP("snug::ui::Level", "32-bit floats, full size"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "16-bit floats"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "16-bit floats, wide range"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "6-bit"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5-bit, simple, with offsets"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5-bit, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5-bit, mixed, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5-bit, simple"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, simple, with offsets"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, mixed, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, non-linear, short blocks"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, simple"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, non-linear"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit floats for experts, 8-bit elsewhere"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, mixed, large"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, codebook, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, codebook"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, mixed, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, codebook, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, codebook, smallest"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, mixed, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, codebook, mixed"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, codebook"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, simple"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, codebook, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "three values, 2 bits each"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, codebook, smallest"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "under 2-bit, codebook"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "three values, packed tightly"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "under 2-bit, codebook, small"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "1-bit"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "tensors as they are"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit, groups of 32"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit, groups of 64"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit, groups of 128"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit, a scale per row"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, groups of 32"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, groups of 64"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, groups of 128"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, a scale per row"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, groups of 32"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, groups of 64"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, groups of 128"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3-bit, a scale per row"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, groups of 32"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, groups of 64"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, groups of 128"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2-bit, a scale per row"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit weights and activations"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit floats, a scale per row"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit floats, a scale per 128 x 128 block"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit floats, one scale per matrix"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit floats, groups of 16"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit floats, groups of 32"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8-bit rows (LLM.int8)"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, uneven steps"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit, uneven steps, small scales"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit floats"),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit floats, small scales"),
};
[[maybe_unused]] constexpr const char *kKnownSentences[] = {
    QT_TRANSLATE_NOOP("snug::ui::Level", "32-bit floats: nothing is lost, at twice the size of most originals."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "16-bit floats: close to nothing is lost; for programs that cannot read BF16."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "16-bit floats as most models are trained in: nothing is lost, nothing is saved."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8 bits: hardly to be told from the original at half its size."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "6 bits: very close to the original, where memory allows."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5 bits, mixed: a little better than 4 bits, where memory allows."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5 bits, mixed, smaller: nearly as good as Q5_K_M."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5 bits, older form: larger than Q5_K_M and no better; for old programs."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "5 bits, older form: as large as Q5_K_S and no better; for old programs."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits, mixed: the usual choice for laptops."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits, mixed, smaller: when Q4_K_M just misses."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits, older form: larger than Q4_K_M and no better; for old programs."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits, older form: runs fast on phones and ARM processors."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits, uneven steps: for models whose rows do not suit IQ4_XS."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits, uneven steps: smaller than Q4_K_S and nearly as good."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4-bit floats for experts, 8 bits elsewhere: for mixture-of-experts models."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3 bits, mixed, larger: when 4 bits just miss."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3 bits, mixed: a loss you may notice, for models that do not fit at 4 bits."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3 bits, smaller: a clear loss, when nothing larger fits."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "3 bits from a table, mixed: smaller than Q3_K_M and better, slower on processors."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3 bits from a table: better than Q3_K_S at its size, slower on processors."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3 bits from a table, smaller: for large models that just miss."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "3 bits from a table, smallest: for large models in little memory."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2 bits, mixed: a heavy loss, for large models in little memory."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2 bits, smaller: a heavy loss, for large models in little memory."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2 bits from a table, mixed: the best of the 2-bit levels."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2 bits from a table: a heavy loss, for very large models."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2 bits from a table, smaller: a heavy loss, for very large models."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2 bits from a table, smallest: a heavy loss, for the very largest models."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2 bits, simple: for models trained to live with so few."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "Three values, 2 bits each: for models trained with three values, such as BitNet."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "Three values, packed tightly: for models trained with three values, such as BitNet."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "Under 2 bits: answers suffer badly; to try the very largest models at all."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "About 1.6 bits: the smallest for models as they are; answers suffer badly."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "1 bit: for models trained with one bit a weight."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "Every tensor as it is: to split or join files or to change header values."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "8 bits, hardly to be told from the original; vLLM and transformers read it."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "3 bits without calibration: a clear loss, to try what fits at all; transformers reads it."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "2 bits without calibration: answers suffer badly, to try what fits at all; transformers reads it."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "4 bits with one scale per row: smallest and clearly worse than groups; vLLM and transformers read it."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits: the usual choice for graphics cards; vLLM and transformers read it."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "4 bits in smaller groups: a little better and larger than groups of 128; vLLM and transformers read it."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "8 bits, hardly to be told from the original; vLLM, GPTQModel and transformers read it."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "3 bits without calibration: a clear loss, to try what fits at all; vLLM, GPTQModel and transformers read it."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "2 bits without calibration: answers suffer badly, to try what fits at all; "
                                         "vLLM, GPTQModel and transformers read it."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits with one scale per row: smallest and clearly worse than groups; vLLM, "
                                         "GPTQModel and transformers read it."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "4 bits: the usual choice for graphics cards; vLLM, GPTQModel and transformers read it."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits in smaller groups: a little better and larger than groups of 128; "
                                         "vLLM, GPTQModel and transformers read it."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "8 bits, hardly to be told from the original; transformers and vLLM read it with bitsandbytes."),
    QT_TRANSLATE_NOOP("snug::ui::Level", "4 bits whose steps suit bell-shaped weights; the usual start for QLoRA "
                                         "training, read by transformers and vLLM."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "nf4 with its scales quantized too: a tenth smaller and nearly as good; read by transformers and vLLM."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "4-bit floats: as large as nf4 and a little worse; for comparison, read by transformers and vLLM."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "fp4 with its scales quantized too: a tenth smaller; for comparison, read by transformers and vLLM."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "8 bits with 8-bit arithmetic at run time; fast in vLLM on NVIDIA cards since Turing, read by transformers."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "8-bit floats, very close to the original; fast in vLLM on NVIDIA cards since Ada and Hopper."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "8-bit floats as DeepSeek ships them; fast in vLLM on NVIDIA cards since Hopper."),
    QT_TRANSLATE_NOOP(
        "snug::ui::Level",
        "8-bit floats in their oldest form, a little worse than fp8; for vLLM and programs that read nothing else."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "4-bit floats for vLLM on NVIDIA Blackwell cards; others unpack them as they go."),
    QT_TRANSLATE_NOOP("snug::ui::Level",
                      "4-bit floats of the open MX standard, smaller than nvfp4 and clearly worse; for vLLM."),
};

} // namespace

QString levelWords(const std::string &english)
{
    return QCoreApplication::translate("snug::ui::Level", english.c_str());
}

} // namespace snug::ui
