// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the quantization_config of a quantized checkpoint says about its codes.

#pragma once

#include "core/model/jsontree.h"

#include <cstdint>
#include <string>

namespace snug {

enum class StoredFormat {
    PackQuantized,  ///< compressed-tensors, as the next four
    IntQuantized,   ///< signed bytes
    FloatQuantized, ///< FP8
    Nvfp4,
    Mxfp4,
    Gptq,
    BnbMaps, ///< bitsandbytes in 4 bits
    BnbRows, ///< bitsandbytes in 8 bits
};

/// Which weights share a scale.
enum class ScaleShare { Tensor, Channel, Group, Block };

struct StoredCoding
{
    StoredFormat format = StoredFormat::PackQuantized;
    std::string name; ///< "INT4", "NF4": the type of most weights, for people
    int bits = 8;
    bool symmetric = true;
    ScaleShare share = ScaleShare::Channel;
    std::uint64_t blockRows = 1, blockCols = 1; ///< of a Block; of a Group the columns
    std::uint8_t zeroStep = 0;                  ///< Gptq: what stored zeros lack
    bool activationsToo = false;                ///< programs that run it round activations, too
};

/// Reads quantization_config of a config.json.
/// Errors: Unsupported with a sentence about what Snug cannot compute with, BadInput for numbers that cannot be.
Result<StoredCoding> readStoredCoding(const JsonTree &config);

} // namespace snug
