// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/formats.h"

namespace snug {

std::unique_ptr<Exporter> makeExporter(const Scheme &scheme)
{
    switch (scheme.coding) {
    case Coding::Nf4:
    case Coding::Fp4:
        return makeBitsAndBytes4bit(scheme);
    case Coding::Int8Rows:
        return makeBitsAndBytes8bit(scheme);
    case Coding::Fp8:
        return makeFloatQuantized(scheme);
    case Coding::Nvfp4:
        return makeNvfp4(scheme);
    case Coding::Mxfp4:
        return makeMxfp4(scheme);
    case Coding::Integer:
        break;
    }
    if (scheme.format == FolderFormat::Gptq)
        return makeGptq(scheme);
    if (scheme.quantizedActivations)
        return makeIntQuantized(scheme);
    return makePackQuantized(scheme);
}

} // namespace snug
