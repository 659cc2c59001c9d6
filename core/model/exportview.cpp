// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/exportview.h"

#include "core/model/checkpointview.h"

namespace snug {

Result<ExportView> exportView(const Model &model)
{
    switch (model.format) {
    case SourceFormat::Checkpoint:
        return checkpointView(model);
    case SourceFormat::Gguf:
        return fail(ErrorCode::Unsupported,
                    "A GGUF is not turned back into a checkpoint yet; choose the checkpoint folder it was made from.",
                    model.path.string());
    case SourceFormat::Safetensors:
        break;
    }
    return fail(ErrorCode::Unsupported, model.unsupportedReason, model.path.string());
}

} // namespace snug
