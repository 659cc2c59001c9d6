// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/inspect.h"

#include "core/jobs/json.h"

namespace snug {

Result<Inspection> inspect(const std::string &path)
{
    auto model = openModel(path);
    SNUG_TRY(model);
    Inspection inspection;
    inspection.model = summarize(*model);
    inspection.supported = model->supported;
    inspection.unsupportedReason = model->unsupportedReason;
    for (const auto &file : model->files)
        inspection.files.push_back(file.string());
    for (const ModelTensor &tensor : model->tensors)
        inspection.tensors.push_back(
            {tensor.name, tensor.sourceName, tensor.dims, tensor.source.type, tensor.source.sizeBytes});
    return inspection;
}

std::string toJson(const Inspection &inspection)
{
    Json json{{"model", modelJson(inspection.model)},
              {"supported", inspection.supported},
              {"unsupported_reason", inspection.unsupportedReason},
              {"files", inspection.files},
              {"tensors", Json::array()}};
    for (const Inspection::Tensor &tensor : inspection.tensors)
        json["tensors"].push_back({{"name", tensor.name},
                                   {"source_name", tensor.sourceName},
                                   {"shape", tensor.shape},
                                   {"type", tensorTypeName(tensor.type)},
                                   {"bytes", tensor.sizeBytes}});
    return printed(json);
}

} // namespace snug
