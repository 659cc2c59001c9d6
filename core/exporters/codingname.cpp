// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/codingname.h"

namespace snug {

std::string codingName(const Scheme &scheme)
{
    switch (scheme.coding) {
    case Coding::Integer:
        return "INT" + std::to_string(scheme.bits);
    case Coding::Int8Rows:
        return "INT8";
    case Coding::Nf4:
        return "NF4";
    case Coding::Fp4:
        return "FP4";
    case Coding::Fp8:
        return "FP8";
    case Coding::Nvfp4:
        return "NVFP4";
    case Coding::Mxfp4:
        return "MXFP4";
    }
    return {};
}

} // namespace snug
