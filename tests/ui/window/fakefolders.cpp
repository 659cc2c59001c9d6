// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/ui/window/fakefolders.h"

#include <algorithm>

namespace snug::ui::test {

namespace {

struct FakeFolder
{
    const char *method;
    const char *level;
    const char *description;
    double bits;
    bool usual;
    bool gptq; ///< also in that format
};
constexpr FakeFolder kFolders[] = {{"bnb", "int8", "8-bit rows (LLM.int8)", 8.0, true, false},
                                   {"bnb", "nf4", "4-bit, uneven steps", 4.5, true, false},
                                   {"bnb", "nf4-dq", "4-bit, uneven steps, small scales", 4.13, true, false},
                                   {"bnb", "fp4", "4-bit floats", 4.5, false, false},
                                   {"rtn", "fp8", "8-bit floats, a scale per row", 8.0, true, false},
                                   {"rtn", "4bit-g32", "4-bit, groups of 32", 4.5, true, true},
                                   {"rtn", "4bit-g128", "4-bit, groups of 128", 4.13, true, true},
                                   {"rtn", "2bit-g128", "2-bit, groups of 128", 2.13, false, true}};

bool has(const FakeFolder &folder, const std::string &method, const std::string &format)
{
    return method == folder.method && (format != "gptq" || folder.gptq);
}

/// vLLM refuses groups of 32, so that there is a mark of each kind.
std::vector<ReaderPlan> readersOf(const FakeFolder &folder, const std::string &path)
{
    const bool bnb = std::string_view(folder.method) == "bnb";
    ReaderPlan vllm{"vLLM", bnb ? "works" : "fast", "Runs on its fast kernels.", {}, "vllm serve " + path};
    if (std::string_view(folder.level) == "4bit-g32")
        vllm = {"vLLM", "refuses", "Groups of 32 do not divide 27648 over its kernels.", "Groups of 128.", {}};
    return {
        vllm,
        {"transformers", "works", "Loads with transformers 4.50 or newer.", {}, "python3 -c 'load(\"" + path + "\")'"}};
}

/// As core leaves a level with which an option does not go: nothing is known of it but why.
VariantPlan refusedVariant(const std::string &level, const std::string &why)
{
    VariantPlan plan;
    plan.level = level;
    plan.refusal = plan.verdictReason = why;
    return plan;
}

} // namespace

std::vector<MethodOffer> fakeMethods()
{
    return std::vector<MethodOffer>{
        {"gguf", "GGUF", "One file.", "llama.cpp, LM Studio", {}},
        {"bnb", "bitsandbytes", "Without calibration.", "transformers, vLLM", {"bitsandbytes"}},
        {"rtn", "Round to nearest", "Integers.", "vLLM, transformers", {"compressed-tensors", "gptq"}}};
}

std::vector<LevelOffer> folderLevels(const std::string &method, const std::string &format)
{
    std::vector<LevelOffer> levels;
    for (const FakeFolder &folder : kFolders)
        if (has(folder, method, format))
            levels.push_back({folder.level, folder.description, std::string(folder.description) + ", for somebody.",
                              folder.description[0] - '0', false, folder.usual});
    return levels;
}

std::optional<Error> folderFaultIn(const JobSpec &spec)
{
    for (const std::string &module : spec.ignore)
        if (module.find('(') != std::string::npos)
            return Error{ErrorCode::Usage, "The pattern \"" + module + "\" is no regular expression.", {}, {}, {}};
    return std::nullopt;
}

VariantPlan folderVariant(VariantPlan plan, const std::string &level, const JobSpec &spec)
{
    if (spec.asymmetric && level == "fp8")
        return refusedVariant(level, "The level fp8 has no asymmetric form; levels such as 4bit-g128 have.");
    plan.recommended = level == "4bit-g128" || level == "nf4-dq";
    for (const FakeFolder &folder : kFolders)
        if (level == folder.level && has(folder, spec.method, spec.format)) {
            plan.level = level;
            plan.description = folder.description;
            plan.outputPath = (spec.output.empty() ? "/models/" : spec.output) + "Fake-7B-" +
                              (spec.format.empty() ? "" : spec.format + "-") + level;
            plan.bitsPerWeight = folder.bits;
            plan.outputBytes = static_cast<std::uint64_t>(7.62e9 * folder.bits / 8);
            plan.readers = readersOf(folder, plan.outputPath);
        }
    for (TensorPlan &tensor : plan.tensors)
        if (!tensor.copied) {
            tensor.to = spec.method == "bnb" ? "NF4" : "INT4";
            tensor.toType.reset();
        }
    return plan;
}

} // namespace snug::ui::test
