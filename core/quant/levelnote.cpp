// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which level is better than which at its size follows the perplexities published with the reference quantizer.

#include "core/quant/levelnote.h"

#include <algorithm>
#include <iterator>

namespace snug {

namespace {

// clang-format off
constexpr LevelNote kNotes[] = {
    {"F32",       32, false, "32-bit floats: nothing is lost, at twice the size of most originals."},
    {"F16",       16, false, "16-bit floats: close to nothing is lost; for programs that cannot read BF16."},
    {"BF16",      16, false, "16-bit floats as most models are trained in: nothing is lost, nothing is saved."},
    {"Q8_0",       8, false, "8 bits: hardly to be told from the original at half its size."},
    {"Q6_K",       6, false, "6 bits: very close to the original, where memory allows."},
    {"Q5_K_M",     5, false, "5 bits, mixed: a little better than 4 bits, where memory allows."},
    {"Q5_K_S",     5, false, "5 bits, mixed, smaller: nearly as good as Q5_K_M."},
    {"Q5_1",       5, false, "5 bits, older form: larger than Q5_K_M and no better; for old programs."},
    {"Q5_0",       5, false, "5 bits, older form: as large as Q5_K_S and no better; for old programs."},
    {"Q4_K_M",     4, false, "4 bits, mixed: the usual choice for laptops."},
    {"Q4_K_S",     4, false, "4 bits, mixed, smaller: when Q4_K_M just misses."},
    {"Q4_1",       4, false, "4 bits, older form: larger than Q4_K_M and no better; for old programs."},
    {"Q4_0",       4, false, "4 bits, older form: runs fast on phones and ARM processors."},
    {"IQ4_NL",     4, false, "4 bits, uneven steps: for models whose rows do not suit IQ4_XS."},
    {"IQ4_XS",     4, false, "4 bits, uneven steps: smaller than Q4_K_S and nearly as good."},
    {"MXFP4_MOE",  4, false, "4-bit floats for experts, 8 bits elsewhere: for mixture-of-experts models."},
    {"Q3_K_L",     3, false, "3 bits, mixed, larger: when 4 bits just miss."},
    {"Q3_K_M",     3, false, "3 bits, mixed: a loss you may notice, for models that do not fit at 4 bits."},
    {"Q3_K_S",     3, false, "3 bits, smaller: a clear loss, when nothing larger fits."},
    {"IQ3_M",      3, false, "3 bits from a table, mixed: smaller than Q3_K_M and better, slower on processors."},
    {"IQ3_S",      3, false, "3 bits from a table: better than Q3_K_S at its size, slower on processors."},
    {"IQ3_XS",     3, true,  "3 bits from a table, smaller: for large models that just miss."},
    {"IQ3_XXS",    3, true,  "3 bits from a table, smallest: for large models in little memory."},
    {"Q2_K",       2, false, "2 bits, mixed: a heavy loss, for large models in little memory."},
    {"Q2_K_S",     2, true,  "2 bits, smaller: a heavy loss, for large models in little memory."},
    {"IQ2_M",      2, true,  "2 bits from a table, mixed: the best of the 2-bit levels."},
    {"IQ2_S",      2, true,  "2 bits from a table: a heavy loss, for very large models."},
    {"IQ2_XS",     2, true,  "2 bits from a table, smaller: a heavy loss, for very large models."},
    {"IQ2_XXS",    2, true,  "2 bits from a table, smallest: a heavy loss, for the very largest models."},
    {"Q2_0",       2, false, "2 bits, simple: for models trained to live with so few."},
    {"TQ2_0",      2, false, "Three values, 2 bits each: for models trained with three values, such as BitNet."},
    {"TQ1_0",      1, false, "Three values, packed tightly: for models trained with three values, such as BitNet."},
    {"IQ1_M",      1, true,  "Under 2 bits: answers suffer badly; to try the very largest models at all."},
    {"IQ1_S",      1, true,  "About 1.6 bits: the smallest for models as they are; answers suffer badly."},
    {"Q1_0",       1, false, "1 bit: for models trained with one bit a weight."},
    {"COPY",       0, false, "Every tensor as it is: to split or join files or to change header values."},
};
// clang-format on

int wholeBits(TensorType type)
{
    const TensorTypeInfo &info = tensorTypeInfo(type);
    return std::max(1, static_cast<int>(info.blockBytes * 8 / info.blockLength));
}

} // namespace

LevelNote levelNote(const FileType &fileType)
{
    const auto *found = std::ranges::find(kNotes, fileType.name, &LevelNote::level);
    return found == std::end(kNotes) ? LevelNote{fileType.name, wholeBits(fileType.base), false, {}} : *found;
}

} // namespace snug
