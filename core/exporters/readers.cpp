// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The conditions are those of vLLM 0.11 to 0.14, transformers 4.56 to 5, GPTQModel 5 and bitsandbytes 0.49.

#include "core/exporters/readers.h"

#include "core/base/shellquote.h"
#include "core/exporters/readerfacts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace snug {

namespace {

using enum ReaderVerdict;

ReaderCheck vllm(ReaderVerdict verdict, std::string sentence, std::string change = {})
{
    return {"vLLM", verdict, std::move(sentence), std::move(change)};
}

/// For kernels that want float16, which vLLM has to be told.
ReaderCheck vllmInHalves(std::string sentence, std::string change)
{
    ReaderCheck check = vllm(Works, std::move(sentence) + ", in float16 only.", std::move(change));
    check.halfOnly = true;
    return check;
}

/// What all formats but bitsandbytes' and GPTQ's have in common.
ReaderCheck transformersWithPackage(const Scheme &scheme)
{
    if (scheme.coding == Coding::Mxfp4)
        return {"transformers",
                Works,
                "Loads with the package compressed-tensors 0.20 or newer; older ones cannot unpack MXFP4.",
                {}};
    // compressed-tensors 0.20.1 makes room for zero points that are not packed, other than what it writes itself.
    if (!scheme.symmetric)
        return {"transformers", Refuses,
                "The package compressed-tensors does not load packed zero points as they are, up to 0.20 at least.",
                "Symmetric groups, or load it with quantization_config=CompressedTensorsConfig(dequantize=True)."};
    if (scheme.coding == Coding::Integer && scheme.bits == 3)
        return {"transformers",
                Works,
                "Loads with the package compressed-tensors 0.13 or newer; older ones lay out 3 bits in another way.",
                {}};
    return {"transformers", Works, "Loads with the package compressed-tensors, slower than vLLM.", {}};
}

/// vLLM makes one matrix of q, k and v, of gate and up, and of all experts.
std::optional<ReaderCheck> halfFused(const ReaderFacts &facts)
{
    if (facts.halfFused.empty())
        return std::nullopt;
    return vllm(Refuses,
                fmt::format("{} stays as it is, but what it is fused with does not: vLLM wants all or none of them.",
                            facts.halfFused),
                "Leave out all of q, k and v, of gate and up, or of the experts; or choose a level that fits all.");
}

ReaderCheck vllmIntegers(const Scheme &scheme, const ReaderFacts &facts)
{
    const bool gptq = scheme.format == FolderFormat::Gptq, usual = scheme.bits == 4 || scheme.bits == 8;
    if (!usual && (!gptq || facts.experts))
        return vllm(Refuses,
                    fmt::format("vLLM reads {} at 4 and 8 bits only.", gptq ? "experts in GPTQ format" : "this format"),
                    "4 or 8 bits.");
    if (!scheme.symmetric && facts.experts)
        return vllm(Refuses, "vLLM does not read asymmetric experts.", "Symmetric groups.");
    if (!scheme.symmetric && !gptq && scheme.bits == 8)
        return vllm(Refuses, "vLLM has no kernel for asymmetric 8 bits in this format.",
                    "Symmetric groups, or 4 bits.");
    if (gptq && (!usual || !scheme.symmetric))
        return vllmInHalves("Loads, but runs on the slow GPTQ kernel", "4 or 8 bits, symmetric.");
    if (!facts.offMarlin.empty())
        return vllmInHalves(fmt::format("The fast kernels want rows in 128s and outputs in 64s, which {} has not; "
                                        "slower ones run it",
                                        facts.offMarlin),
                            fmt::format("Leave {} as it is.", facts.offMarlin));
    return vllm(Fast, "Runs on the fast Marlin and Machete kernels, on NVIDIA cards since Turing.");
}

ReaderCheck vllmEightBits(const Scheme &scheme, const ReaderFacts &facts)
{
    if (scheme.coding == Coding::Integer) {
        if (!facts.offSixteen.empty())
            return vllm(Works,
                        fmt::format("The fast kernels want sizes in 16s, which {} has not; a slower one runs it.",
                                    facts.offSixteen));
        return vllm(Fast, "Runs in 8-bit arithmetic on NVIDIA cards from Turing to Hopper; Blackwell cards want fp8.");
    }
    if (scheme.fp8Scales == ScaleReach::Block) {
        if (!facts.unevenFused.empty())
            return vllm(Refuses,
                        fmt::format("Outputs of {} do not divide into blocks of 128, and another matrix follows.",
                                    facts.unevenFused),
                        "The level fp8, with a scale for each row.");
        return vllm(Fast, "Runs in 8-bit arithmetic on NVIDIA cards since Hopper and Ada, from version 0.11 on.");
    }
    return vllm(Fast, "Runs in 8-bit arithmetic on NVIDIA cards since Ada and Hopper, as weights alone on Ampere.");
}

ReaderCheck vllmFourBitFloats(const Scheme &scheme, const ReaderFacts &facts)
{
    const bool nvidia = scheme.coding == Coding::Nvfp4;
    if (!facts.offMarlin.empty())
        return vllm(Refuses,
                    fmt::format("The kernels for 4-bit floats want rows in 128s and outputs in 64s, which {} has not.",
                                facts.offMarlin),
                    fmt::format("Leave {} as it is, or the level 4bit-g32.", facts.offMarlin));
    if (facts.experts)
        return vllm(Works, "Loads in recent versions only, as weights alone: experts in 4-bit floats are new to vLLM.");
    if (nvidia)
        return vllm(Fast, "Runs as weights alone on NVIDIA cards since Ampere; activations stay in 16 bits.");
    return vllm(Works, "Loads in recent versions only (0.14 or newer), as weights alone.", "The level nvfp4.");
}

ReaderCheck vllmCompressedTensors(const Scheme &scheme, const ReaderFacts &facts)
{
    if (scheme.coding == Coding::Nvfp4 || scheme.coding == Coding::Mxfp4)
        return vllmFourBitFloats(scheme, facts);
    return scheme.quantizedActivations ? vllmEightBits(scheme, facts) : vllmIntegers(scheme, facts);
}

void checkGptq(const Scheme &scheme, const ReaderFacts &facts, std::vector<ReaderCheck> &checks)
{
    checks.push_back(halfFused(facts).value_or(vllmIntegers(scheme, facts)));
    checks.push_back({"GPTQModel",
                      scheme.symmetric && (scheme.bits == 4 || scheme.bits == 8) ? Fast : Works,
                      "Loads; modules that stay as they are follow the rules in the configuration.",
                      {}});
    for (const char *reader : {"transformers", "AutoGPTQ"}) {
        if (facts.floatInLayer.empty())
            checks.push_back({reader,
                              Works,
                              std::string_view(reader) == "transformers"
                                  ? "Loads with the packages GPTQModel and optimum."
                                  : "Loads, but is no longer looked after; GPTQModel has taken its place.",
                              {}});
        else
            checks.push_back({reader, Refuses,
                              fmt::format("{} stays as it is, which {} cannot be told.", facts.floatInLayer,
                                          std::string_view(reader) == "transformers" ? "optimum" : "AutoGPTQ"),
                              "Load it with GPTQModel or vLLM, or choose the format compressed-tensors."});
    }
}

void checkBitsAndBytes(const Scheme &scheme, const ReaderFacts &facts, std::vector<ReaderCheck> &checks)
{
    const bool eight = scheme.coding == Coding::Int8Rows;
    if (facts.experts) // transformers 5.24 merges them while loading, and finds sizes that it does not expect
        checks.push_back({"transformers", Refuses,
                          "Version 5 makes one tensor of all experts, and cannot make it of what bitsandbytes keeps.",
                          "The format compressed-tensors, which it loads with experts; or a version before 5."});
    else
        checks.push_back({"transformers",
                          Works,
                          eight ? "Loads with bitsandbytes 0.38 or newer." : "Loads with bitsandbytes 0.41.3 or newer.",
                          {}});
    if (eight || facts.offBlock.empty())
        checks.push_back(
            {"bitsandbytes", Fast, "Takes the tensors as they are, on NVIDIA, AMD and Intel devices.", {}});
    else
        checks.push_back(
            {"bitsandbytes", Works,
             fmt::format("Rows of {} do not divide into blocks of {}: generating is slower, and fails on processors "
                         "with 16-bit arithmetic.",
                         facts.offBlock, scheme.blockLength),
             scheme.blockLength > 32 ? "Smaller blocks." : ""});
    checks.push_back(halfFused(facts).value_or(
        vllm(Works, "Loads with bitsandbytes 0.46.1 or newer, on one GPU only: no tensor parallel.")));
}

/// A JSON string is a Python one too.
std::string pythonText(std::string_view text)
{
    using nlohmann::json;
    return json(text).dump(-1, ' ', /*ensure_ascii=*/false, json::error_handler_t::replace);
}

} // namespace

std::string_view readerVerdictName(ReaderVerdict verdict)
{
    return verdict == Fast ? "fast" : verdict == Works ? "works" : "refuses";
}

std::vector<ReaderCheck> checkReaders(const FolderPlan &plan, const ExportView &view)
{
    const Scheme &scheme = plan.exporter->scheme();
    const ReaderFacts facts = readerFacts(plan, view);
    std::vector<ReaderCheck> checks;
    switch (scheme.format) {
    case FolderFormat::BitsAndBytes:
        checkBitsAndBytes(scheme, facts, checks);
        break;
    case FolderFormat::Gptq:
        checkGptq(scheme, facts, checks);
        break;
    case FolderFormat::CompressedTensors:
        checks.push_back(halfFused(facts).value_or(vllmCompressedTensors(scheme, facts)));
        checks.push_back(transformersWithPackage(scheme));
        break;
    }
    return checks;
}

std::string loadCommand(const ReaderCheck &check, std::string_view folder)
{
    const std::string_view reader = check.reader;
    if (check.verdict == Refuses)
        return {};
    if (reader == "vLLM")
        return fmt::format("vllm serve {}{}", shellQuoted(folder), check.halfOnly ? " --dtype float16" : "");
    if (reader == "GPTQModel")
        return fmt::format("from gptqmodel import GPTQModel\n\nmodel = GPTQModel.load({})\n", pythonText(folder));
    if (reader != "transformers" && reader != "bitsandbytes")
        return {};
    return fmt::format("from transformers import AutoModelForCausalLM, AutoTokenizer\n\n"
                       "folder = {}\n"
                       "tokenizer = AutoTokenizer.from_pretrained(folder)\n"
                       "model = AutoModelForCausalLM.from_pretrained(folder, dtype=\"auto\", device_map=\"auto\")\n",
                       pythonText(folder));
}

} // namespace snug
