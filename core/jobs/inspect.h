// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A look at a model for people and scripts: what it is and what it holds, from headers alone.

#pragma once

#include "core/base/result.h"
#include "core/jobs/plan.h"

#include <string>

namespace snug {

struct Inspection
{
    ModelSummary model;
    bool supported = true;
    std::string unsupportedReason;
    std::vector<std::string> files;
    struct Tensor
    {
        std::string name, sourceName;
        std::vector<std::uint64_t> shape; ///< row length first
        TensorType type = TensorType::F32;
        std::uint64_t sizeBytes = 0;
    };
    std::vector<Tensor> tensors;
};

/// Errors: those of openModel().
Result<Inspection> inspect(const std::string &model);

/// {"model":{…},"supported",…,"tensors":[{"name","source_name","shape","type","bytes"}]}
std::string toJson(const Inspection &inspection);

} // namespace snug
