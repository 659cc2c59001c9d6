// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/jobs/goldencase.h"

#include "tests/support/shareddata.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace snug::test {

namespace {

using Json = nlohmann::json;

std::vector<std::string> wordsOf(const std::string &fileName)
{
    std::ifstream file(sharedData("golden/files/" + fileName));
    std::vector<std::string> words;
    for (std::string word; file >> word;)
        words.push_back(word);
    return words;
}

/// Puts an option into the spec; false when it takes no value.
bool addOption(JobSpec &spec, const std::string &option, const std::string &value)
{
    const std::map<std::string, bool JobSpec::*> flags{{"--pure", &JobSpec::pure},
                                                       {"--leave-output-tensor", &JobSpec::leaveOutputTensor},
                                                       {"--allow-requantize", &JobSpec::allowRequantize},
                                                       {"--keep-split", &JobSpec::keepSplit}};
    const std::map<std::string, std::string JobSpec::*> texts{{"--output-tensor-type", &JobSpec::outputTensorType},
                                                              {"--token-embedding-type", &JobSpec::tokenEmbeddingType},
                                                              {"--imatrix", &JobSpec::imatrix},
                                                              {"--prune-layers", &JobSpec::pruneLayers}};
    const std::map<std::string, std::vector<std::string> JobSpec::*> lists{
        {"--tensor-type", &JobSpec::tensorTypes},
        {"--override-kv", &JobSpec::overrideKv},
        {"--include-weights", &JobSpec::includeWeights},
        {"--exclude-weights", &JobSpec::excludeWeights}};
    if (const auto flag = flags.find(option); flag != flags.end()) {
        spec.*flag->second = true;
        return false;
    }
    if (const auto text = texts.find(option); text != texts.end())
        spec.*text->second = value;
    else if (const auto list = lists.find(option); list != lists.end())
        (spec.*list->second).push_back(value);
    else if (option == "--tensor-type-file")
        spec.tensorTypes = wordsOf(value);
    else if (option == "--max-buffer-size") // sizes change no bytes; none at all is a limit nothing fits
        spec.ramLimitBytes = value == "0" ? std::optional<std::uint64_t>(0) : std::nullopt;
    else {
        std::fprintf(stderr, "the golden option %s is not known to this test\n", option.c_str());
        std::abort();
    }
    return true;
}

std::vector<GoldenFile> filesOf(const Json &one)
{
    std::vector<GoldenFile> files;
    if (one.contains("outputs"))
        for (const Json &output : one["outputs"])
            files.push_back({output["name"], output["sha256"], output["size"]});
    else if (one.contains("sha256"))
        files.push_back({"o.gguf", one["sha256"], one["size"]});
    return files;
}

GoldenCase caseOf(const Json &one)
{
    GoldenCase made;
    made.id = one["id"];
    made.title = one["input"].get<std::string>() + " " + one["type"].get<std::string>();
    made.spec.model = one["input"];
    made.spec.levels = {one["type"].get<std::string>()};
    made.succeeds = one["exit"] == 0;
    made.unreadable = one.contains("reference_output_unreadable");
    made.files = filesOf(one);
    if (one.contains("tensors"))
        made.types = one["tensors"].get<std::map<std::string, std::string>>();
    const auto options = one["options"].get<std::vector<std::string>>();
    for (std::size_t i = 0; i < options.size(); ++i) {
        made.title += " " + options[i];
        const std::string value = i + 1 < options.size() ? options[i + 1] : "";
        if (addOption(made.spec, options[i], value)) {
            made.title += " " + value.substr(0, 40);
            ++i;
        }
    }
    return made;
}

} // namespace

const std::vector<GoldenCase> &goldenCases()
{
    static const std::vector<GoldenCase> cases = [] {
        std::vector<GoldenCase> made;
        std::ifstream file(sharedData("golden/files/manifest.json"));
        if (!file)
            return made;
        const Json manifest = Json::parse(file);
        for (const Json &one : manifest["cases"])
            made.push_back(caseOf(one));
        return made;
    }();
    return cases;
}

} // namespace snug::test
