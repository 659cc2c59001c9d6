// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/exportview.h"

#include "core/model/checkpointview.h"
#include "core/model/ggufview.h"

namespace snug {

Result<ExportView> exportView(const Model &model)
{
    switch (model.format) {
    case SourceFormat::Checkpoint:
        return checkpointView(model);
    case SourceFormat::Gguf:
        return ggufView(model);
    case SourceFormat::Safetensors:
        break;
    }
    return fail(ErrorCode::Unsupported, model.unsupportedReason, model.path.string());
}

} // namespace snug
