// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A checkpoint folder: one safetensors file, or an index with its shards.

#include "core/base/json.h"
#include "core/formats/missingfile.h"
#include "core/formats/names.h"
#include "core/formats/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>

namespace snug {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSingle = "model.safetensors";
constexpr std::string_view kIndex = "model.safetensors.index.json";
constexpr JsonLimits kIndexLimits{100'000'000, 10'000'000, /*depth=*/16, /*uniqueKeys=*/true};

bool isThere(const fs::path &path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// Which shard has which tensor, as the index says.
using WeightMap = std::map<std::string, std::string, std::less<>>;

class ShardedReader
{
public:
    explicit ShardedReader(const fs::path &folder) : m_folder(folder), m_index(folder / kIndex) {}

    Result<SafetensorsSet> read()
    {
        SNUG_TRY(readIndex());
        collectShards();
        for (std::size_t i = 0; i < m_set.files.size(); ++i)
            SNUG_TRY(readShard(i));
        for (const auto &[tensor, shard] : m_weightMap) {
            if (!m_seenIn.contains(tensor) || m_shards[m_seenIn[tensor]] != shard)
                return bad(fmt::format("It says that tensor {} is in {}, which does not have it. Copy or download the "
                                       "checkpoint again.",
                                       quoteName(tensor), shard));
        }
        noteOddities();
        return std::move(m_set);
    }

private:
    tl::unexpected<Error> bad(std::string_view message) const
    {
        return fail(ErrorCode::BadInput, fmt::format("{}: {}", m_index.string(), message), m_index.string());
    }

    Result<void> readIndex();
    Result<void> addEntry(const std::string &tensor, const nlohmann::json &shard);
    void collectShards();
    Result<void> readShard(std::size_t fileIndex);
    void noteOddities();

    const fs::path &m_folder;
    fs::path m_index;
    WeightMap m_weightMap;
    std::optional<std::uint64_t> m_saidBytes;    // of all tensors, by the index
    std::vector<std::string> m_shards;           // in the order of m_set.files
    std::map<std::string, std::size_t> m_seenIn; // tensor to file, also of tensors that the index leaves out
    SafetensorsSet m_set;
};

Result<void> ShardedReader::readIndex()
{
    const Result<InputFile> file = InputFile::open(m_index);
    if (!file)
        return fail(file.error());
    if (file->sizeBytes() > kIndexLimits.textBytes)
        return bad(fmt::format("The index has {} bytes, where at most {} are read.", file->sizeBytes(),
                               kIndexLimits.textBytes));
    std::string text(file->sizeBytes(), '\0');
    SNUG_TRY(file->readAt(0, std::as_writable_bytes(std::span(text))));
    Result<nlohmann::json> index = parseJson(text, m_index.string(), kIndexLimits);
    if (!index) {
        Error error = std::move(index).error();
        error.file = m_index.string();
        return fail(std::move(error));
    }
    const auto weightMap = index->is_object() ? index->find("weight_map") : index->end();
    if (weightMap == index->end() || !weightMap->is_object() || weightMap->empty())
        return bad("The index has no weight_map that names tensors and their shards. It is damaged.");
    for (const auto &[tensor, shard] : weightMap->items())
        SNUG_TRY(addEntry(tensor, shard));
    const auto metadata = index->find("metadata");
    if (metadata != index->end() && metadata->is_object())
        if (const auto said = metadata->find("total_size"); said != metadata->end() && said->is_number_unsigned())
            m_saidBytes = said->get<std::uint64_t>();
    return {};
}

/// A shard is a file of this folder: a name that leads elsewhere is refused, not followed.
Result<void> ShardedReader::addEntry(const std::string &tensor, const nlohmann::json &shard)
{
    const std::string name = shard.is_string() ? shard.get<std::string>() : std::string();
    if (!isPlainText(name) || name.find_first_of("/\\") != std::string::npos || !name.ends_with(".safetensors"))
        return bad(fmt::format("It names {} as the shard of tensor {}, which is not the name of a safetensors file in "
                               "this folder. The index is damaged.",
                               quoteName(name), quoteName(tensor)));
    m_weightMap.emplace(tensor, name);
    return {};
}

void ShardedReader::collectShards()
{
    for (const auto &[tensor, shard] : m_weightMap)
        m_shards.push_back(shard);
    std::ranges::sort(m_shards);
    m_shards.erase(std::unique(m_shards.begin(), m_shards.end()), m_shards.end());
    for (const std::string &shard : m_shards)
        m_set.files.push_back(m_folder / shard);
}

Result<void> ShardedReader::readShard(std::size_t fileIndex)
{
    const fs::path &path = m_set.files[fileIndex];
    if (!isThere(path)) {
        const std::string trace = traceOfMissing(path);
        return bad(trace.empty()
                       ? fmt::format("The shard {} is missing. Download it into the same folder.", m_shards[fileIndex])
                       : fmt::format("The shard {} {}.", m_shards[fileIndex], trace));
    }
    const Result<InputFile> file = openWhole(path);
    if (!file)
        return fail(file.error());
    Result<std::vector<SafetensorsTensor>> tensors = readSafetensorsHeader(*file);
    if (!tensors)
        return fail(std::move(tensors).error());
    for (SafetensorsTensor &tensor : *tensors) {
        const auto [seen, isNew] = m_seenIn.emplace(tensor.name, fileIndex);
        if (!isNew)
            return bad(fmt::format("Tensor {} is in two shards, {} and {}. Copy or download the checkpoint again.",
                                   quoteName(tensor.name), m_shards[seen->second], m_shards[fileIndex]));
        tensor.fileIndex = fileIndex;
        if (m_weightMap.contains(tensor.name))
            m_set.tensors.push_back(std::move(tensor));
        else
            m_set.unnamed.push_back(tensor.name);
    }
    return {};
}

/// The usual loaders ask for neither of the two, and both are wrong in models that work.
void ShardedReader::noteOddities()
{
    std::ranges::sort(m_set.unnamed);
    if (!m_set.unnamed.empty())
        m_set.notes.push_back(fmt::format("{} tensors of the shards are left out, since {} does not name them ({}{}).",
                                          m_set.unnamed.size(), kIndex, quoteName(m_set.unnamed.front()),
                                          m_set.unnamed.size() > 1 ? " and others" : ""));
    std::uint64_t bytes = 0;
    for (const SafetensorsTensor &tensor : m_set.tensors)
        bytes += tensor.sizeBytes;
    if (m_saidBytes && *m_saidBytes != bytes)
        m_set.notes.push_back(fmt::format("{} says that all tensors have {} bytes, but they have {}; if the model does "
                                          "not behave, download its files again.",
                                          kIndex, *m_saidBytes, bytes));
}

Result<SafetensorsSet> readSingle(const fs::path &path)
{
    const Result<InputFile> file = openWhole(path);
    if (!file)
        return fail(file.error());
    Result<std::vector<SafetensorsTensor>> tensors = readSafetensorsHeader(*file);
    if (!tensors)
        return fail(std::move(tensors).error());
    return SafetensorsSet{{path}, *std::move(tensors), {}, {}};
}

bool isPickle(const fs::path &path)
{
    const std::string name = path.filename().string();
    return (name.starts_with("pytorch_model") && name.ends_with(".bin")) || name.ends_with(".pth") ||
           name.ends_with(".pt") || name.ends_with(".ckpt");
}

/// What is wrong with a folder that has neither of the two files.
tl::unexpected<Error> noWeights(const fs::path &folder)
{
    for (const std::string_view name : {kSingle, kIndex})
        if (const std::string trace = traceOfMissing(folder / name); !trace.empty())
            return fail(ErrorCode::BadInput, fmt::format("{} {}.", (folder / name).string(), trace),
                        (folder / name).string());
    std::error_code error;
    std::string pickle;
    std::string other;
    std::string half;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (isPickle(entry->path()) && (pickle.empty() || name < pickle))
            pickle = name;
        if (isDownloadName(name) && name.find(".safetensors") != std::string::npos && (half.empty() || name < half))
            half = name;
        if (entry->path().extension() == ".safetensors" && (other.empty() || name < other))
            other = name;
    }
    if (error)
        return fail(ErrorCode::Io, fmt::format("Cannot list {}: {}.", folder.string(), error.message()),
                    folder.string());
    if (!half.empty())
        return fail(ErrorCode::BadInput, fmt::format("{} {}.", folder.string(), notDownloaded(half)), folder.string());
    if (other.starts_with("adapter"))
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} has {}, an adapter (LoRA), not a whole model; merge it into the model it was made "
                                "for and open the merged folder.",
                                folder.string(), quoteName(other)),
                    folder.string());
    if (!other.empty())
        return fail(ErrorCode::BadInput,
                    fmt::format("{} has {}, but neither {} nor {}. Download the index too, or choose the file itself.",
                                folder.string(), quoteName(other), kSingle, kIndex),
                    folder.string());
    if (!pickle.empty())
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} has its weights as a pickle only ({}). Opening one can run any code that its maker "
                                "put inside, so Snug never does; get the model as safetensors or GGUF instead.",
                                folder.string(), quoteName(pickle)),
                    folder.string());
    return fail(ErrorCode::BadInput,
                fmt::format("{} has no weights: expected {}, or {} with its shards. Choose a model's folder.",
                            folder.string(), kSingle, kIndex),
                folder.string());
}

} // namespace

Result<SafetensorsSet> openSafetensorsFolder(const fs::path &folder)
{
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        return fail(ErrorCode::Usage, fmt::format("There is no folder {}. Choose a model's folder.", folder.string()),
                    folder.string());
    if (isThere(folder / kSingle))
        return readSingle(folder / kSingle);
    if (isThere(folder / kIndex))
        return ShardedReader(folder).read();
    return noWeights(folder);
}

} // namespace snug
