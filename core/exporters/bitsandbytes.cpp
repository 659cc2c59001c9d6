// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/bitsandbytes.h"

#include <nlohmann/json.hpp>

namespace snug {

std::string bitsAndBytesConfig(const Scheme &scheme, std::span<const std::string> floatModules, std::string_view dtype)
{
    const bool eight = scheme.coding == Coding::Int8Rows;
    nlohmann::ordered_json json;
    json["quant_method"] = "bitsandbytes";
    json["_load_in_4bit"] = !eight;
    json["_load_in_8bit"] = eight;
    json["load_in_4bit"] = !eight;
    json["load_in_8bit"] = eight;
    json["bnb_4bit_quant_type"] = scheme.coding == Coding::Nf4 ? "nf4" : "fp4"; // "fp4" is what 8 bits say upstream
    json["bnb_4bit_use_double_quant"] = scheme.doubleQuantized;
    json["bnb_4bit_compute_dtype"] = eight ? "float32" : dtype;
    json["bnb_4bit_quant_storage"] = "uint8";
    json["llm_int8_threshold"] = 6.0;
    json["llm_int8_skip_modules"] = nullptr;
    for (const std::string &module : floatModules)
        json["llm_int8_skip_modules"].push_back(module);
    json["llm_int8_enable_fp32_cpu_offload"] = false;
    json["llm_int8_has_fp16_weight"] = false;
    return json.dump();
}

} // namespace snug
