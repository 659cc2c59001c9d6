// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "app/cli/joboptions.h"

#include "core/base/inputfile.h"
#include "core/base/sizes.h"
#include "core/quant/tensorpattern.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <span>
#include <sstream>

namespace snug::cli {

namespace {

constexpr std::uint64_t kMaxTensorTypeFileBytes = 1 << 20;

/// "Q8_0, Q4_0" without the spaces around names.
std::vector<std::string> levelNames(const std::string &list)
{
    std::vector<std::string> names;
    std::stringstream stream(list);
    for (std::string name; std::getline(stream, name, ',');) {
        const std::size_t first = name.find_first_not_of(" \t");
        if (first != std::string::npos)
            names.push_back(name.substr(first, name.find_last_not_of(" \t") + 1 - first));
    }
    return names;
}

/// The words of a --tensor-type-file, separated by any white space. Each is looked at here, where its file is known.
Result<std::vector<std::string>> wordsOfFile(const std::string &path)
{
    auto file = InputFile::open(path);
    SNUG_TRY(file);
    if (file->sizeBytes() > kMaxTensorTypeFileBytes)
        return fail(ErrorCode::Usage,
                    fmt::format("{} has {}, too much for a list of PATTERN=TYPE. Give another --tensor-type-file.",
                                path, formatBytes(file->sizeBytes())),
                    path);
    std::string text(static_cast<std::size_t>(file->sizeBytes()), '\0');
    SNUG_TRY(file->readAt(0, std::as_writable_bytes(std::span(text))));
    std::vector<std::string> words;
    std::stringstream stream(text);
    for (std::string word; stream >> word;) {
        SNUG_TRY(TensorPattern::parse(word, "--tensor-type-file " + path));
        words.push_back(word);
    }
    return words;
}

} // namespace

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

Result<JobSpec> JobOptions::jobSpec() const
{
    JobSpec job = spec;
    job.levels = levelNames(levels);
    for (const std::string &path : tensorTypeFiles) {
        auto words = wordsOfFile(path);
        SNUG_TRY(words);
        job.tensorTypes.insert(job.tensorTypes.end(), words->begin(), words->end());
    }
    auto ramLimit = sizeOption(ram, "--ram");
    SNUG_TRY(ramLimit);
    job.ramLimitBytes = *ramLimit;
    auto vramLimit = sizeOption(vram, "--vram");
    SNUG_TRY(vramLimit);
    job.vramLimitBytes = *vramLimit;
    auto split = sizeOption(splitSize, "--split-size");
    SNUG_TRY(split);
    job.splitSizeBytes = *split;
    return job;
}

namespace {

std::string notEmpty(const std::string &name) { return name.empty() ? "a file name is needed, not an empty one" : ""; }

/// An option that may be given several times, one value each.
void addRepeated(CLI::App &command, const char *name, std::vector<std::string> &values, const char *help)
{
    command.add_option(name, values, help)->allow_extra_args(false);
}

void addTypeOptions(CLI::App &command, JobOptions &options)
{
    command.add_flag("--pure", options.spec.pure, "One type for all tensors, no mix");
    command.add_flag("--leave-output-tensor", options.spec.leaveOutputTensor, "Keep output.weight as it is");
    command.add_option("--output-tensor-type", options.spec.outputTensorType, "Type of output.weight");
    command.add_option("--token-embedding-type", options.spec.tokenEmbeddingType, "Type of token_embd.weight");
    addRepeated(command, "--tensor-type", options.spec.tensorTypes,
                "PATTERN=TYPE: type of the tensors whose names the regular expression matches; the first one wins");
    addRepeated(command, "--tensor-type-file", options.tensorTypeFiles, "File with PATTERN=TYPE words");
    command.add_flag("--no-fallback", options.spec.noFallback, "Refuse where a row length would force another type");
    command.add_flag("--allow-requantize", options.spec.allowRequantize, "Accept a source that is already quantized");
}

void addImportanceOptions(CLI::App &command, JobOptions &options)
{
    command.add_option("--imatrix", options.spec.imatrix, "Importance matrix, GGUF or .dat")->check(notEmpty);
    addRepeated(command, "--include-weights", options.spec.includeWeights,
                "Use only entries of the matrix whose names contain this");
    addRepeated(command, "--exclude-weights", options.spec.excludeWeights,
                "Use no entry of the matrix whose name contains this");
}

void addFileOptions(CLI::App &command, JobOptions &options)
{
    command.add_option("--prune-layers", options.spec.pruneLayers, "Layers to leave out, such as 3,7,8");
    addRepeated(command, "--override-kv", options.spec.overrideKv, "KEY=TYPE:VALUE, TYPE int, float, bool or str");
    command.add_flag("--keep-split", options.spec.keepSplit, "As many files as the source has");
    command.add_option("--split-size", options.splitSize, "Several files of at most this size, such as 4GiB");
}

void addFolderOptions(CLI::App &command, JobOptions &options)
{
    command.add_option("--format", options.spec.format, "Folder of method rtn: compressed-tensors or gptq");
    auto *symmetric = command.add_flag("--sym")->description("Integer codes around zero; as without it");
    command.add_flag("--asym", options.spec.asymmetric, "Integer codes with a zero point")->excludes(symmetric);
    command.add_flag("--min-max", options.spec.minMax, "Integer scales from the extremes, without a search");
    command.add_option("--block-size", options.spec.blockSize, "Weights of a block of method bnb: 32 to 4096");
    addRepeated(command, "--ignore", options.spec.ignore,
                "Modules of a folder to leave as they are: a regular expression that is found in the name");
}

} // namespace

void addJobOptions(CLI::App &command, JobOptions &options, NeedsOutput needsOutput)
{
    command.add_option("MODEL", options.spec.model, "GGUF file, checkpoint folder, or repo id in the local cache")
        ->required();
    command.add_option("--method", options.spec.method, "gguf, bnb or rtn")->capture_default_str();
    command
        .add_option("--level", options.levels,
                    "One level or several: Q4_K_M,Q8_0; COPY leaves tensors as they are; nf4-dq; 4bit-g128")
        ->required();
    auto *output = command.add_option("-o,--output", options.spec.output, "File for one level, folder for several");
    output->check(notEmpty);
    if (needsOutput == NeedsOutput::Yes)
        output->required();
    command
        .add_option("--device", options.spec.device,
                    "auto (the fastest, measured), cpu, cuda[:N] or vulkan[:N]; see snug-cli devices")
        ->capture_default_str();
    command.add_option("--threads", options.spec.threads, "Threads; 0 takes all processors")->capture_default_str();
    command.add_option("--ram", options.ram, "RAM the run must stay within, such as 900M");
    command.add_option("--vram", options.vram, "VRAM the run must stay within");
    addTypeOptions(command, options);
    addImportanceOptions(command, options);
    addFileOptions(command, options);
    addFolderOptions(command, options);
    command.add_flag("--overwrite", options.spec.overwrite, "Replace outputs that exist");
    command.add_flag("--json", options.json, "One JSON object on standard output");
}

} // namespace snug::cli
