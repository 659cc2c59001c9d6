// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/scheme.h"

#include "core/exporters/schemetable.h"
#include "core/quant/nearnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace snug {

namespace {

constexpr std::uint64_t kLeastBlock = 32, kMostBlock = 4096;

std::string listed(const std::vector<std::string_view> &names) { return fmt::format("{}", fmt::join(names, ", ")); }

Result<FolderFormat> formatOf(const SchemeRequest &request)
{
    const std::vector<std::string_view> formats = formatsOfMethod(request.method);
    const std::string_view wanted = request.format.empty() ? formats.front() : std::string_view(request.format);
    for (const FolderFormat format :
         {FolderFormat::BitsAndBytes, FolderFormat::CompressedTensors, FolderFormat::Gptq}) {
        const std::string_view name = folderFormatName(format);
        if (name == wanted && std::ranges::find(formats, name) != formats.end())
            return format;
    }
    return fail(ErrorCode::Usage, fmt::format("The method {} has no format \"{}\"; its formats are {}.", request.method,
                                              request.format, listed(formats)));
}

/// The level by its name, ignoring case.
const KnownLevel *findLevel(std::string_view method, FolderFormat format, std::string_view name)
{
    for (const KnownLevel &level : knownLevels())
        if (level.scheme.method == method && level.scheme.format == format &&
            sameIgnoringCase(level.scheme.level, name))
            return &level;
    return nullptr;
}

tl::unexpected<Error> unknownLevel(const SchemeRequest &request, FolderFormat format)
{
    std::vector<std::string_view> names;
    for (const KnownLevel &known : knownLevels()) {
        const Scheme &scheme = known.scheme;
        if (scheme.method != request.method)
            continue;
        if (scheme.format != format && sameIgnoringCase(scheme.level, request.level))
            return fail(ErrorCode::Usage,
                        fmt::format("The level {} is not one of the format {}; it is one of {}.", scheme.level,
                                    folderFormatName(format), folderFormatName(scheme.format)));
        if (scheme.format == format)
            names.push_back(scheme.level);
    }
    return fail(ErrorCode::Usage, fmt::format("The method {} has no level \"{}\"; the nearest are {}.", request.method,
                                              request.level, nearestNames(request.level, names)));
}

/// Why the options do not go with the level, or "".
std::string badOption(const SchemeRequest &request, const Scheme &scheme)
{
    const bool integers = scheme.coding == Coding::Integer;
    if (request.asymmetric && (!integers || scheme.quantizedActivations))
        return fmt::format("The level {} has no asymmetric form; levels such as 4bit-g128 have.", scheme.level);
    if (request.minMax && !integers)
        return fmt::format("The level {} has nothing to search, so there is no min-max form of it.", scheme.level);
    if (request.blockSize == 0)
        return {};
    if (scheme.coding != Coding::Nf4 && scheme.coding != Coding::Fp4)
        return fmt::format("The level {} has no block size; nf4 and fp4 have.", scheme.level);
    if (request.blockSize < kLeastBlock || request.blockSize > kMostBlock || !std::has_single_bit(request.blockSize))
        return fmt::format("A block of {} weights is none of 32, 64, 128, 256, 512, 1024, 2048 and 4096.",
                           request.blockSize);
    return {};
}

} // namespace

std::string_view folderFormatName(FolderFormat format)
{
    switch (format) {
    case FolderFormat::BitsAndBytes:
        return "bitsandbytes";
    case FolderFormat::CompressedTensors:
        return "compressed-tensors";
    case FolderFormat::Gptq:
        return "gptq";
    }
    return "";
}

double bitsPerWeight(const Scheme &scheme)
{
    constexpr double kScale = 16, kBlock = kFp8Block * kFp8Block;
    switch (scheme.coding) {
    case Coding::Nf4:
    case Coding::Fp4: {
        const auto block = static_cast<double>(scheme.blockLength);
        return scheme.doubleQuantized ? 4 + 8 / block + 32 / (256 * block) : 4 + 32 / block;
    }
    case Coding::Integer: {
        if (scheme.groupLength == 0)
            return scheme.bits;
        const bool zeros = !scheme.symmetric || scheme.format == FolderFormat::Gptq;
        return scheme.bits + (kScale + (zeros ? scheme.bits : 0)) / static_cast<double>(scheme.groupLength);
    }
    case Coding::Fp8:
        return scheme.fp8Scales == ScaleReach::Block ? 8 + kScale / kBlock : 8;
    case Coding::Nvfp4:
    case Coding::Mxfp4:
        return 4 + 8 / static_cast<double>(scheme.groupLength);
    case Coding::Int8Rows:
        break;
    }
    return 8;
}

Result<Scheme> schemeFor(const SchemeRequest &request)
{
    if (formatsOfMethod(request.method).empty())
        return fail(ErrorCode::Usage, fmt::format("The method \"{}\" is not one that makes folders; those are rtn and "
                                                  "bnb.",
                                                  request.method));
    const Result<FolderFormat> format = formatOf(request);
    SNUG_TRY(format);
    const std::string_view name =
        request.level.empty() ? defaultLevel(request.method) : std::string_view(request.level);
    const KnownLevel *level = findLevel(request.method, *format, name);
    if (!level)
        return unknownLevel(request, *format);

    Scheme scheme = level->scheme;
    if (const std::string why = badOption(request, scheme); !why.empty())
        return fail(ErrorCode::Usage, why);
    scheme.symmetric = !request.asymmetric;
    scheme.search = scheme.search && !request.minMax;
    if (request.blockSize != 0)
        scheme.blockLength = request.blockSize;
    return scheme;
}

std::vector<SchemeOffer> offeredSchemes(std::string_view method, std::string_view format)
{
    const std::vector<std::string_view> formats = formatsOfMethod(method);
    std::vector<SchemeOffer> offers;
    if (formats.empty())
        return offers;
    const std::string_view wanted = format.empty() ? formats.front() : format;
    for (const KnownLevel &level : knownLevels()) {
        const Scheme &scheme = level.scheme;
        if (scheme.method != method || folderFormatName(scheme.format) != wanted)
            continue;
        offers.push_back(
            {scheme.level, level.description, level.sentence, scheme.bits, bitsPerWeight(scheme), level.usual});
    }
    std::ranges::stable_sort(offers, std::ranges::greater{}, &SchemeOffer::bitsPerWeight);
    return offers;
}

} // namespace snug
