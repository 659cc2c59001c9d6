// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/elffile.h"

#include "core/base/inputfile.h"
#include "core/base/sizes.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace snug {

namespace {

template <class T> bool read(const InputFile &file, std::uint64_t offset, T *into, std::size_t count = 1)
{
    return file.readAt(offset, {reinterpret_cast<std::byte *>(into), count * sizeof(T)}).has_value();
}

/// Where the last byte must be that the headers speak of; the largest number when they make no sense.
std::uint64_t neededBytes(const InputFile &file, const Elf64_Ehdr &header)
{
    constexpr std::uint64_t kNever = ~std::uint64_t{0};
    const auto end = [](std::uint64_t offset, std::uint64_t bytes) {
        return offset > kNever - bytes ? kNever : offset + bytes;
    };
    std::uint64_t needed = end(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize);
    std::vector<Elf64_Phdr> segments(header.e_phnum);
    if (header.e_phentsize != sizeof(Elf64_Phdr) || !read(file, header.e_phoff, segments.data(), segments.size()))
        return kNever;
    for (const Elf64_Phdr &segment : segments)
        if (segment.p_type == PT_LOAD)
            needed = std::max(needed, end(segment.p_offset, segment.p_filesz));
    return needed;
}

} // namespace

std::string whyNotWhole(const std::filesystem::path &library)
{
    const auto file = InputFile::open(library);
    if (!file)
        return file.error().message;
    Elf64_Ehdr header{};
    if (!read(*file, 0, &header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN)
        return "it is no shared library";
    if (neededBytes(*file, header) > file->sizeBytes())
        return fmt::format("it was cut short: the file ends after {}", formatBytes(file->sizeBytes()));
    return {};
}

} // namespace snug
