// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "app/cli/joboptions.h"

#include "core/base/sizes.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <sstream>

namespace snug::cli {

namespace {

Result<std::optional<std::uint64_t>> sizeOption(const std::string &text, const char *option)
{
    if (text.empty())
        return std::optional<std::uint64_t>();
    const auto size = parseBytes(text);
    if (!size || *size == 0)
        return fail(ErrorCode::Usage,
                    fmt::format("{} is given \"{}\", a size is needed. Write it like 900M or 6GiB.", option, text));
    return std::optional<std::uint64_t>(*size);
}

} // namespace

Result<JobSpec> JobOptions::jobSpec() const
{
    JobSpec job = spec;
    std::stringstream stream(levels);
    for (std::string level; std::getline(stream, level, ',');)
        if (!level.empty())
            job.levels.push_back(level);
    auto ramLimit = sizeOption(ram, "--ram");
    SNUG_TRY(ramLimit);
    job.ramLimitBytes = *ramLimit;
    auto vramLimit = sizeOption(vram, "--vram");
    SNUG_TRY(vramLimit);
    job.vramLimitBytes = *vramLimit;
    return job;
}

void addJobOptions(CLI::App &command, JobOptions &options, NeedsOutput needsOutput)
{
    command.add_option("MODEL", options.spec.model, "GGUF file, checkpoint folder, or repo id in the local cache")
        ->required();
    command.add_option("--method", options.spec.method, "gguf")->capture_default_str();
    command.add_option("--level", options.levels, "One level or several: Q4_K_M,Q8_0")->required();
    auto *output = command.add_option("-o,--output", options.spec.output, "File for one level, folder for several");
    if (needsOutput == NeedsOutput::Yes)
        output->required();
    command.add_option("--device", options.spec.device, "auto or cpu")->capture_default_str();
    command.add_option("--threads", options.spec.threads, "Threads; 0 takes all processors")->capture_default_str();
    command.add_option("--ram", options.ram, "RAM the run must stay within, such as 900M");
    command.add_option("--vram", options.vram, "VRAM the run must stay within");
    command.add_flag("--pure", options.spec.pure, "One type for all tensors, no mix");
    command.add_flag("--leave-output-tensor", options.spec.leaveOutputTensor, "Keep output.weight as it is");
    command.add_option("--output-tensor-type", options.spec.outputTensorType, "Type of output.weight");
    command.add_option("--token-embedding-type", options.spec.tokenEmbeddingType, "Type of token_embd.weight");
    command.add_flag("--allow-requantize", options.spec.allowRequantize, "Accept a source that is already quantized");
    command.add_flag("--overwrite", options.spec.overwrite, "Replace outputs that exist");
    command.add_flag("--json", options.json, "One JSON object on standard output");
}

} // namespace snug::cli
