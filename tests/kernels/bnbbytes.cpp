// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A program for tests/interop/bnb_same_bytes.py: reads float32 from the standard input and writes what the kernels of
// bitsandbytes' formats make of them to the standard output.
// usage: bnbbytes SET nf4|fp4 BLOCK, or SET dynamic BLOCK, or SET int8 COLUMNS, or SET mean, or sets

#include "core/kernels/checkpoint/bnbkernels.h"
#include "core/kernels/kernelset.h"
#include "tests/kernels/rawvalues.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace snug::kernels;
using namespace snug::test;

namespace {

/// Codes, scales, and the values read back.
void writeFourBits(const BnbKernels &bnb, FourBitMap map, const std::vector<float> &values, long long block)
{
    const auto count = static_cast<long long>(values.size());
    std::vector<unsigned char> packed((values.size() + 1) / 2);
    std::vector<float> absmax(static_cast<std::size_t>((count + block - 1) / block));
    std::vector<float> back(values.size());
    bnb.toFourBits(map, values.data(), count, block, packed.data(), absmax.data());
    bnb.fromFourBits(map, packed.data(), count, block, absmax.data(), back.data());
    write(packed);
    write(absmax);
    write(back);
}

void writeDynamic(const BnbKernels &bnb, const std::vector<float> &values, long long block)
{
    const auto count = static_cast<long long>(values.size());
    std::vector<unsigned char> codes(values.size());
    std::vector<float> absmax(static_cast<std::size_t>((count + block - 1) / block));
    std::vector<float> back(values.size());
    bnb.toDynamic(values.data(), count, block, codes.data(), absmax.data());
    bnb.fromDynamic(codes.data(), count, block, absmax.data(), back.data());
    write(codes);
    write(absmax);
    write(back);
}

bool writeInt8(const BnbKernels &bnb, const std::vector<float> &values, long long cols)
{
    const long long rows = static_cast<long long>(values.size()) / cols;
    std::vector<signed char> codes(values.size());
    std::vector<float> absmax(static_cast<std::size_t>(rows));
    std::vector<float> back(values.size());
    if (!bnb.toInt8Rows(values.data(), rows, cols, codes.data(), absmax.data()))
        return false;
    bnb.fromInt8Rows(codes.data(), rows, cols, absmax.data(), back.data());
    write(codes);
    write(absmax);
    write(back);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "sets") == 0)
        return listSets();
    const KernelSet *set = argc >= 3 ? findKernelSet(argv[1]) : nullptr;
    if (!set)
        return EXIT_FAILURE;
    const std::string kind = argv[2];
    const long long length = argc > 3 ? std::atoll(argv[3]) : 1;
    const std::vector<float> values = readFloats();
    if (length <= 0 || (kind == "int8" && static_cast<long long>(values.size()) % length != 0))
        return EXIT_FAILURE;
    if (kind == "nf4" || kind == "fp4")
        writeFourBits(*set->bnb, kind == "nf4" ? FourBitMap::Nf4 : FourBitMap::Fp4, values, length);
    else if (kind == "dynamic")
        writeDynamic(*set->bnb, values, length);
    else if (kind == "mean")
        write(std::vector<float>{meanOfAbsmax(values.data(), static_cast<long long>(values.size()))});
    else if (kind != "int8" || !writeInt8(*set->bnb, values, length))
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
