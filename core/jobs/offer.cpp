// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/offer.h"

#include "core/exporters/scheme.h"
#include "core/quant/filetype.h"
#include "core/quant/levelnote.h"
#include "core/quant/typekernel.h"

#include <algorithm>

namespace snug {

namespace {

LevelOffer offerOf(const FileType &type)
{
    const LevelNote note = levelNote(type);
    return {std::string(type.name),     std::string(type.description),
            std::string(note.sentence), note.bits,
            note.needsImportance,       false};
}

} // namespace

std::vector<LevelOffer> offeredLevels(std::string_view method, std::string_view format)
{
    std::vector<LevelOffer> levels;
    for (const SchemeOffer &scheme : offeredSchemes(method, format))
        levels.push_back({scheme.level, scheme.description, scheme.sentence, scheme.bits, false, scheme.usual});
    if (method != "gguf")
        return levels;
    for (const FileType &type : fileTypes())
        if (type.available)
            levels.push_back(offerOf(type));
    if (const FileType *copy = findFileType("COPY")) // no member of the list: its size is that of the source
        levels.push_back(offerOf(*copy));
    return levels;
}

std::vector<MethodOffer> offeredMethods()
{
    return {{"gguf", "GGUF", "One file of mixed types, for programs on llama.cpp.", "llama.cpp, LM Studio, Ollama", {}},
            {"bnb",
             "bitsandbytes",
             "4- and 8-bit weights without calibration, also the base of QLoRA training.",
             "transformers, vLLM",
             {"bitsandbytes"}},
            {"rtn",
             "Round to nearest",
             "Integers and small floats without calibration, for fast kernels on a GPU.",
             "vLLM, transformers",
             {"compressed-tensors", "gptq"}}};
}

std::vector<TensorTypeOffer> offeredTensorTypes()
{
    constexpr std::uint32_t kPastAllNumbers = 64; // of types the format has given so far, with room for more
    std::vector<TensorTypeOffer> types;
    for (std::uint32_t number = 0; number < kPastAllNumbers; ++number)
        if (const TensorTypeInfo *info = findTensorType(number); info && kernelFor(info->type))
            types.push_back(
                {info->type, std::string(info->name), 8.0 * info->blockBytes / info->blockLength, info->blockLength});
    std::ranges::stable_sort(types, std::ranges::greater(), &TensorTypeOffer::bitsPerWeight);
    return types;
}

} // namespace snug
