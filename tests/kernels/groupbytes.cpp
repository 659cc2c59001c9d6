// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A program for tests/interop/group_same_bytes.py: reads float32 from the standard input and writes what the kernels of
// compressed-tensors' formats make of them to the standard output.
// usage: groupbytes SET integers LENGTH BITS symmetric|asymmetric f32|f16|bf16, or SET e4m3 SCALE, or SET nvfp4 SCALE,
// or SET mxfp4, or sets

#include "core/kernels/checkpoint/bitstream.h"
#include "core/kernels/checkpoint/groupkernels.h"
#include "core/kernels/kernelset.h"
#include "tests/kernels/rawvalues.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace snug::kernels;
using namespace snug::test;

namespace {

using Bytes = std::vector<unsigned char>;

/// Words of codes, scales, zeros one a byte, and the values read back.
bool writeIntegers(const GroupKernels &kernels, const std::vector<float> &values, std::size_t length,
                   const IntegerCoding &coding)
{
    if (length == 0 || values.size() % length != 0)
        return false;
    const std::size_t groups = values.size() / length;
    const auto count = static_cast<long long>(values.size());
    Bytes codes(values.size()), zeros(groups);
    std::vector<float> scales(groups), back(values.size());
    std::vector<std::uint32_t> words(static_cast<std::size_t>(packedWords(count, coding.bits)));
    if (!kernels.toIntegers(values.data(), static_cast<long long>(groups), static_cast<long long>(length), coding,
                            codes.data(), scales.data(), zeros.data()) ||
        !packCodes(codes.data(), count, coding.bits, words.data()))
        return false;
    kernels.fromIntegers(codes.data(), static_cast<long long>(groups), static_cast<long long>(length), scales.data(),
                         zeros.data(), back.data());
    write(words);
    write(scales);
    write(zeros);
    write(back);
    return true;
}

/// Codes, scales of groups where there are any, and the values read back.
bool writeFloats(const GroupKernels &kernels, const std::string &kind, const std::vector<float> &values, float scale)
{
    const auto count = static_cast<long long>(values.size());
    Bytes codes(kind == "e4m3" ? values.size() : values.size() / 2);
    Bytes scales(kind == "e4m3" ? 0 : values.size() / (kind == "nvfp4" ? 16 : 32));
    std::vector<float> back(values.size());
    if (kind == "e4m3") {
        kernels.toE4M3(values.data(), count, scale, codes.data());
        kernels.fromE4M3(codes.data(), count, scale, back.data());
    } else if (kind == "nvfp4" && count % 16 == 0) {
        kernels.toNvfp4(values.data(), count / 16, scale, codes.data(), scales.data());
        kernels.fromNvfp4(codes.data(), count / 16, scale, scales.data(), back.data());
    } else if (kind == "mxfp4" && count % 32 == 0) {
        kernels.toMxfp4(values.data(), count / 32, codes.data(), scales.data());
        kernels.fromMxfp4(codes.data(), count / 32, scales.data(), back.data());
    } else {
        return false;
    }
    write(codes);
    write(scales);
    write(back);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 1 && words[0] == "sets")
        return listSets();
    const KernelSet *set = words.size() >= 2 ? findKernelSet(words[0].c_str()) : nullptr;
    if (!set)
        return EXIT_FAILURE;
    const std::vector<float> values = readFloats();
    bool done = false;
    if (words[1] == "integers" && words.size() == 6) {
        IntegerCoding coding;
        coding.bits = std::atoi(words[3].c_str());
        coding.symmetric = words[4] == "symmetric";
        coding.search = false;
        coding.scaleFormat = words[5] == "f32"   ? ScaleFormat::F32
                             : words[5] == "f16" ? ScaleFormat::F16
                                                 : ScaleFormat::BF16;
        done = writeIntegers(*set->groups, values, std::strtoul(words[2].c_str(), nullptr, 10), coding);
    } else {
        done = writeFloats(*set->groups, words[1], values,
                           words.size() > 2 ? std::strtof(words[2].c_str(), nullptr) : 1.0f);
    }
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
