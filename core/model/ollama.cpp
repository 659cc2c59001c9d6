// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/ollama.h"

#include "core/base/sha256.h"
#include "core/model/catalogentry.h"
#include "core/model/folderentries.h"
#include "core/model/json.h"
#include "core/model/jsontree.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <set>

namespace snug {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::size_t kMaxModels = 1000;
constexpr std::size_t kMaxFolders = 4000; // of manifests
constexpr std::size_t kMaxLayers = 256;
constexpr std::uint64_t kMaxManifestBytes = 1 << 20;
constexpr std::string_view kModelLayer = "application/vnd.ollama.image.model";

// What names of hosts, owners, models and tags are made of. Others are nobody's, and a name stands in the advice.
bool isNamePart(std::string_view part)
{
    return !part.empty() && part.size() <= 128 && part.front() != '.' && part.front() != '-' &&
           std::ranges::all_of(part, [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_' || c == ':';
           });
}

// Folders or files of a folder by name. A link to a folder could lead back up, and Ollama makes none.
std::vector<fs::path> namesIn(const fs::path &folder, bool folders)
{
    std::vector<fs::path> found;
    visitEntries(folder, [&](const fs::directory_entry &entry) {
        std::error_code ignored;
        if (isNamePart(entry.path().filename().string()) &&
            (folders ? entry.is_directory(ignored) && !entry.is_symlink(ignored) : entry.is_regular_file(ignored)))
            found.push_back(entry.path());
    });
    std::ranges::sort(found);
    return found;
}

// The manifest as far as it matters here.
struct Manifest
{
    std::string digest; ///< of the weights: 64 digits, checked
    std::optional<std::uint64_t> sizeBytes;
    std::set<std::string> leftOut;
};

tl::unexpected<Error> damaged(std::string what, const std::string &name)
{
    return fail(ErrorCode::BadInput,
                fmt::format("{}: the manifest is damaged, run \"ollama pull {}\" again.", std::move(what), name));
}

Result<void> takeLayer(Manifest &manifest, const Json &layer, const std::string &name)
{
    const std::string type = asText(member(layer, "mediaType")).value_or("");
    if (type == "application/vnd.ollama.image.adapter")
        manifest.leftOut.insert("adapter");
    else if (type == "application/vnd.ollama.image.projector")
        manifest.leftOut.insert("vision part");
    if (type != kModelLayer)
        return {};
    // The digest becomes a file name, so nothing but a digest may pass.
    constexpr std::string_view kPrefix = "sha256:";
    const std::string digest = asText(member(layer, "digest")).value_or("");
    if (!digest.starts_with(kPrefix) || !isSha256Hex(std::string_view(digest).substr(kPrefix.size())))
        return damaged(fmt::format("Its weights are named \"{}\", expected sha256: and 64 hexadecimal digits",
                                   printable(digest, 80)),
                       name);
    if (!manifest.digest.empty())
        return fail(ErrorCode::Unsupported, "The manifest names several files of weights, expected one; Snug cannot "
                                            "tell which is the model.");
    manifest.digest = digest.substr(kPrefix.size());
    manifest.sizeBytes = asUnsigned(member(layer, "size"));
    return {};
}

Result<Manifest> readManifest(const fs::path &path, const std::string &name)
{
    const auto json = readJsonObject(path, kMaxManifestBytes);
    if (!json)
        return fail(json.error());
    const Json &layers = member(*json, "layers");
    if (!layers.is_array())
        return damaged("There is no list of layers", name);
    if (layers.size() > kMaxLayers)
        return damaged(fmt::format("It has {} layers, expected at most {}", layers.size(), kMaxLayers), name);
    Manifest manifest;
    for (const Json &layer : layers)
        SNUG_TRY(takeLayer(manifest, layer, name));
    if (manifest.digest.empty())
        return fail(ErrorCode::Unsupported,
                    "The manifest names no GGUF file: the model runs elsewhere or is kept in another form.");
    return manifest;
}

// Finds the weights, or says in the model what is wrong with them.
void findBlob(OllamaModel &model, const fs::path &blobs, const Manifest &manifest)
{
    std::error_code error;
    for (const char *prefix : {"sha256-", "sha256:"}) { // older versions wrote the colon
        const fs::path blob = blobs / (prefix + manifest.digest);
        if (!fs::is_regular_file(blob, error))
            continue;
        const std::uint64_t size = fs::file_size(blob, error);
        if (!error && manifest.sizeBytes.value_or(size) == size) {
            model.path = blob;
            return;
        }
        model.partial = true;
        model.problem =
            fmt::format("Not fully downloaded, the weights have {} of {} bytes: run \"ollama pull {}\" to finish it.",
                        error ? 0 : size, manifest.sizeBytes.value_or(0), model.name);
        return;
    }
    const bool begun = fs::exists(blobs / ("sha256-" + manifest.digest + "-partial"), error);
    model.partial = true;
    model.problem = fmt::format("Not fully downloaded, the weights {} (blobs/sha256-{}...): run \"ollama pull {}\" to "
                                "finish it.",
                                begun ? "are only begun" : "are missing", manifest.digest.substr(0, 12), model.name);
}

OllamaModel modelOf(const fs::path &folder, const fs::path &manifestPath, std::string name)
{
    OllamaModel model{std::move(name), manifestPath, {}, {}, false};
    const auto manifest = readManifest(manifestPath, model.name);
    if (!manifest) {
        model.problem = messageWithoutPath(manifest.error());
        return model;
    }
    model.leftOut.assign(manifest->leftOut.begin(), manifest->leftOut.end());
    findBlob(model, folder / "blobs", *manifest);
    return model;
}

// As Ollama shows it and takes it: without its own host, and without the owner of its own library.
std::string nameOf(const fs::path &tag)
{
    const fs::path model = tag.parent_path(), owner = model.parent_path(), host = owner.parent_path();
    std::string name = model.filename().string() + ':' + tag.filename().string();
    const bool own = host.filename() == "registry.ollama.ai";
    if (!own || owner.filename() != "library")
        name = owner.filename().string() + '/' + name;
    return own ? name : host.filename().string() + '/' + name;
}

} // namespace

std::vector<fs::path> ollamaFolders()
{
    if (const char *folder = std::getenv("OLLAMA_MODELS"); folder && *folder)
        return {fs::path(folder)};
    std::vector<fs::path> folders;
    if (const char *home = std::getenv("HOME"); home && *home)
        folders.push_back(fs::path(home) / ".ollama" / "models");
    folders.emplace_back("/usr/share/ollama/.ollama/models");
    return folders;
}

bool isOllamaFolder(const fs::path &folder)
{
    std::error_code error;
    return fs::is_directory(folder / "manifests", error) && fs::is_directory(folder / "blobs", error);
}

OllamaLibrary readOllamaFolder(const fs::path &folder)
{
    OllamaLibrary library{{}, {folder / "manifests"}};
    std::vector<fs::path> level = library.folders;
    for (int depth = 0; depth < 3; ++depth) { // host, owner, name
        std::vector<fs::path> below;
        for (const fs::path &parent : level)
            if (library.folders.size() + below.size() < kMaxFolders)
                std::ranges::move(namesIn(parent, true), std::back_inserter(below));
        level = std::move(below);
        library.folders.insert(library.folders.end(), level.begin(), level.end());
    }
    for (const fs::path &name : level)
        for (const fs::path &tag : namesIn(name, false))
            if (library.models.size() < kMaxModels)
                library.models.push_back(modelOf(folder, tag, nameOf(tag)));
            else
                library.isCut = true;
    return library;
}

std::string ollamaNameOfBlob(const fs::path &blob)
{
    const std::string name = blob.filename().string();
    const fs::path blobs = blob.parent_path();
    constexpr std::size_t kPrefix = std::string_view("sha256-").size();
    if (blobs.filename() != "blobs" || !name.starts_with("sha256") || name.size() <= kPrefix ||
        !isSha256Hex(std::string_view(name).substr(kPrefix)))
        return {};
    for (const OllamaModel &model : readOllamaFolder(blobs.parent_path()).models)
        if (model.problem.empty() && model.path.filename() == blob.filename())
            return fileNameSafe(model.name);
    return {};
}

} // namespace snug
