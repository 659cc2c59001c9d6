# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# cmake -DSPIRV=file -DNAME=name -DOUT=file.cpp -P embedspirv.cmake: the words of a shader as C++.

file(READ "${SPIRV}" bytes HEX)
# Eight digits are a word, low byte first.
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${bytes}")
string(REGEX REPLACE "(0x........,0x........,0x........,0x........,0x........,0x........,0x........,0x........,)" "\\1\n"
       words "${words}")
file(WRITE "${OUT}" "// Made by the build.
#include \"core/backends/vulkan/spirv.h\"
namespace snug::vulkan::spirv {
extern const Spirv ${NAME};
namespace {
constexpr std::uint32_t kWords[] = {
${words}};
}
const Spirv ${NAME}{kWords, sizeof(kWords) / sizeof(kWords[0])};
}
")
