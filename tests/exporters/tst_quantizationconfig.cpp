// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What config.json says of each format: the objects that readers document, key by key.

#include "core/exporters/exporter.h"
#include "tests/exporters/requestof.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace snug;
using namespace snug::test;

namespace {

using Json = nlohmann::ordered_json;

Json configOf(const SchemeRequest &request, const std::vector<std::string> &floatModules = {"lm_head"})
{
    return Json::parse(makeExporter(*schemeFor(request))->quantizationConfig(floatModules, "bfloat16"));
}

/// The whole object around what differs.
Json compressedTensors(const char *format, const char *weights, const char *activations)
{
    Json json = Json::parse(R"({"quant_method": "compressed-tensors", "version": "0.12.2", "format": "",
        "quantization_status": "compressed", "global_compression_ratio": null, "ignore": ["lm_head"],
        "kv_cache_scheme": null, "sparsity_config": {}, "transform_config": {},
        "config_groups": {"group_0": {"targets": ["Linear"], "format": "", "weights": null,
                                      "input_activations": null, "output_activations": null}}})");
    json["format"] = format;
    Json &group = json["config_groups"]["group_0"];
    group["format"] = format;
    group["weights"] = Json::parse(weights);
    group["input_activations"] = Json::parse(activations);
    return json;
}

} // namespace

class TestQuantizationConfig : public QObject
{
    Q_OBJECT

private slots:
    void compressedTensors_data();
    void compressedTensors();
    void bitsAndBytes();
    void bitsAndBytesEightBits();
    void gptq();
    void modulesThatStay();
    void filesBesides();
};

void TestQuantizationConfig::compressedTensors_data()
{
    QTest::addColumn<QString>("level");
    QTest::addColumn<bool>("asymmetric");
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("weights");
    QTest::addColumn<QString>("activations");
    const auto row = [](const char *level, bool asymmetric, const char *format, const char *weights,
                        const char *activations) {
        QTest::addRow("%s%s", level, asymmetric ? " asymmetric" : "")
            << level << asymmetric << format << weights << activations;
    };
    row("4bit-g128", false, "pack-quantized",
        R"({"num_bits": 4, "type": "int", "symmetric": true, "strategy": "group", "group_size": 128,
            "block_structure": null, "dynamic": false, "actorder": null, "observer": "minmax", "observer_kwargs": {}})",
        "null");
    row("8bit-g-1", true, "pack-quantized",
        R"({"num_bits": 8, "type": "int", "symmetric": false, "strategy": "channel", "group_size": null,
            "block_structure": null, "dynamic": false, "actorder": null, "observer": "minmax", "observer_kwargs": {}})",
        "null");
    row("int8", false, "int-quantized",
        R"({"num_bits": 8, "type": "int", "symmetric": true, "strategy": "channel", "group_size": null,
            "block_structure": null, "dynamic": false, "actorder": null, "observer": "minmax", "observer_kwargs": {}})",
        R"({"num_bits": 8, "type": "int", "symmetric": true, "strategy": "token", "group_size": null,
            "block_structure": null, "dynamic": true, "actorder": null, "observer": null, "observer_kwargs": {}})");
    const char *tokens =
        R"({"num_bits": 8, "type": "float", "symmetric": true, "strategy": "token", "group_size": null,
            "block_structure": null, "dynamic": true, "actorder": null, "observer": null, "observer_kwargs": {}})";
    row("fp8", false, "float-quantized",
        R"({"num_bits": 8, "type": "float", "symmetric": true, "strategy": "channel", "group_size": null,
            "block_structure": null, "dynamic": false, "actorder": null, "observer": "minmax", "observer_kwargs": {}})",
        tokens);
    row("fp8-tensor", false, "float-quantized",
        R"({"num_bits": 8, "type": "float", "symmetric": true, "strategy": "tensor", "group_size": null,
            "block_structure": null, "dynamic": false, "actorder": null, "observer": "minmax", "observer_kwargs": {}})",
        tokens);
    row("fp8-block", false, "float-quantized",
        R"({"num_bits": 8, "type": "float", "symmetric": true, "strategy": "block", "group_size": null,
            "block_structure": [128, 128], "dynamic": false, "actorder": null, "observer": "minmax",
            "observer_kwargs": {}})",
        R"({"num_bits": 8, "type": "float", "symmetric": true, "strategy": "group", "group_size": 128,
            "block_structure": null, "dynamic": true, "actorder": null, "observer": null, "observer_kwargs": {}})");
    row("nvfp4", false, "nvfp4-pack-quantized",
        R"({"num_bits": 4, "type": "float", "symmetric": true, "strategy": "tensor_group", "group_size": 16,
            "block_structure": null, "dynamic": false, "actorder": null, "observer": "minmax", "observer_kwargs": {}})",
        "null");
    row("mxfp4", false, "mxfp4-pack-quantized",
        R"({"num_bits": 4, "type": "float", "symmetric": true, "strategy": "group", "group_size": 32,
            "block_structure": null, "dynamic": false, "actorder": null, "scale_dtype": "torch.uint8",
            "observer": "minmax", "observer_kwargs": {}})",
        "null");
}

void TestQuantizationConfig::compressedTensors()
{
    QFETCH(QString, level);
    QFETCH(bool, asymmetric);
    QFETCH(QString, format);
    QFETCH(QString, weights);
    QFETCH(QString, activations);
    const Json found = configOf(requestOf("rtn", qPrintable(level), "", asymmetric));
    const Json expected = ::compressedTensors(qPrintable(format), qPrintable(weights), qPrintable(activations));
    QCOMPARE(QString::fromStdString(found.dump(1)), QString::fromStdString(expected.dump(1)));
}

void TestQuantizationConfig::bitsAndBytes()
{
    const Json expected = Json::parse(R"({"quant_method": "bitsandbytes", "_load_in_4bit": true,
        "_load_in_8bit": false, "load_in_4bit": true, "load_in_8bit": false, "bnb_4bit_quant_type": "nf4",
        "bnb_4bit_use_double_quant": true, "bnb_4bit_compute_dtype": "bfloat16", "bnb_4bit_quant_storage": "uint8",
        "llm_int8_threshold": 6.0, "llm_int8_skip_modules": null, "llm_int8_enable_fp32_cpu_offload": false,
        "llm_int8_has_fp16_weight": false})");
    const Json found = configOf(requestOf("bnb", "nf4-dq"), {});
    QCOMPARE(QString::fromStdString(found.dump(1)), QString::fromStdString(expected.dump(1)));
    QVERIFY(found.at("llm_int8_threshold").is_number_float()); // readers refuse 6
    QCOMPARE(configOf(requestOf("bnb", "fp4")).at("bnb_4bit_quant_type").get<std::string>(), std::string("fp4"));
    QVERIFY(!configOf(requestOf("bnb", "fp4")).at("bnb_4bit_use_double_quant").get<bool>());
}

void TestQuantizationConfig::bitsAndBytesEightBits()
{
    const Json found = configOf(requestOf("bnb", "int8"));
    QVERIFY(found.at("load_in_8bit").get<bool>() && found.at("_load_in_8bit").get<bool>());
    QVERIFY(!found.at("load_in_4bit").get<bool>() && !found.at("_load_in_4bit").get<bool>());
    QVERIFY(!found.at("bnb_4bit_use_double_quant").get<bool>());
}

void TestQuantizationConfig::gptq()
{
    const Json expected = Json::parse(R"({"bits": 4, "group_size": 128, "damp_percent": 0.01, "desc_act": false,
        "static_groups": false, "sym": true, "true_sequential": true, "model_name_or_path": null,
        "model_file_base_name": null, "quant_method": "gptq", "checkpoint_format": "gptq"})");
    const Json found = configOf(requestOf("rtn", "4bit-g128", "gptq"));
    QCOMPARE(QString::fromStdString(found.dump(1)), QString::fromStdString(expected.dump(1)));
    const Json other = configOf(requestOf("rtn", "8bit-g-1", "gptq", true));
    QCOMPARE(other.at("group_size").get<int>(), -1);
    QCOMPARE(other.at("bits").get<int>(), 8);
    QVERIFY(!other.at("sym").get<bool>());
}

void TestQuantizationConfig::modulesThatStay()
{
    const std::vector<std::string> modules{"lm_head", "model.layers.0.mlp.gate"};
    QCOMPARE(configOf(requestOf("rtn", "fp8"), modules).at("ignore").get<std::vector<std::string>>(), modules);
    QVERIFY(configOf(requestOf("rtn", "fp8"), {}).at("ignore") == Json::array());
    QCOMPARE(configOf(requestOf("bnb", "nf4"), modules).at("llm_int8_skip_modules").get<std::vector<std::string>>(),
             modules);
    const auto rules = [](const std::vector<std::string> &names) {
        return configOf(requestOf("rtn", "4bit-g128", "gptq"), names).at("dynamic");
    };
    QVERIFY(rules(modules) == Json::parse(R"({"-:^model\\.layers\\.0\\.mlp\\.gate$": {}})"));
    QVERIFY(rules({"a_1+(b)|[c]"}) == Json::parse(R"({"-:^a_1\\+\\(b\\)\\|\\[c\\]$": {}})"));
    QVERIFY(rules({"naïve*"}) == Json::parse(R"({"-:^naïve\\*$": {}})"));
}

void TestQuantizationConfig::filesBesides()
{
    for (const auto &[request, name] : {std::pair{requestOf("rtn", "4bit-g128", "gptq"), "quantize_config.json"},
                                        {requestOf("rtn", "4bit-g128"), ""},
                                        {requestOf("bnb", "nf4"), ""}})
        QCOMPARE(makeExporter(*schemeFor(request))->quantizationFile(), std::string_view(name));
}

QTEST_APPLESS_MAIN(TestQuantizationConfig)
#include "tst_quantizationconfig.moc"
