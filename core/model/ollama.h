// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Ollama's models on this machine: manifests/HOST/OWNER/NAME/TAG (JSON), which name GGUF files in blobs. No network.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace snug {

/// One model that a manifest describes.
struct OllamaModel
{
    std::string name;                 ///< "llama3.2:3b", "hf.co/owner/name:tag"; safe to show and to type
    std::filesystem::path path;       ///< the GGUF blob; the manifest where `problem` says why there is none
    std::vector<std::string> leftOut; ///< "adapter", "vision part": files the model has beside its weights
    std::string problem;              ///< one sentence, empty for a model that can be opened
    bool partial = false;             ///< the problem is that the download has not ended
};

struct OllamaLibrary
{
    std::vector<OllamaModel> models;            ///< by host, owner, name and tag; at most 1000
    std::vector<std::filesystem::path> folders; ///< those with manifests, whose change means other models
    bool isCut = false;                         ///< there are more models than these
};

/// Where Ollama keeps models: OLLAMA_MODELS alone where set, else ~/.ollama/models and the folder of the Linux service.
std::vector<std::filesystem::path> ollamaFolders();

/// True for a folder laid out as Ollama does: it has the folders manifests and blobs.
bool isOllamaFolder(const std::filesystem::path &folder);

/// The models of such a folder. Reads manifests only, never a blob. Never fails: what is damaged is listed with its
/// problem. Links to folders are not followed, names that Ollama could not have given are passed over.
OllamaLibrary readOllamaFolder(const std::filesystem::path &folder);

/// "llama3.2-3b" for a blob that a manifest beside it names, whose own name is a checksum; else "".
std::string ollamaNameOfBlob(const std::filesystem::path &blob);

} // namespace snug
