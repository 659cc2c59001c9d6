// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Places bytes of slices in shards; the folder's name is AtomicFolder's business, files are SafetensorsWriter's.

#include "core/exporters/folderwriter.h"

#include "core/base/writesteps.h"
#include "core/exporters/carryfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

namespace snug {

namespace {

constexpr std::string_view kOwnFile = "snug.json";

} // namespace

struct FolderWriter::State
{
    State(const FolderPlan &planned, AtomicFolder made) : plan(planned), folder(std::move(made)) {}

    const FolderPlan &plan;
    AtomicFolder folder; // declared before the shards, which close first
    std::vector<SafetensorsWriter> shards;
    std::vector<std::uint64_t> writtenWeights; ///< by tensor of the plan
    HostBuffer kept;
    std::optional<std::size_t> keeping; ///< the tensor whose bytes `kept` has
    std::vector<std::string> notes;

    Result<void> carryFiles();
    Result<void> createShards();
    Result<void> copy(const FolderTensor &tensor, std::uint64_t firstWeight, std::uint64_t weightCount,
                      std::span<const std::byte> bytes);
    Result<void> placeSlice(std::size_t index, const MatrixSlice &slice, std::span<const std::byte> bytes);
    Result<void> place(std::size_t index, const Placement &placement, std::span<const std::byte> bytes);
    Result<void> keep(std::size_t index, std::uint64_t offset, std::span<const std::byte> bytes);
    Result<void> finishMatrix(std::size_t index);
    tl::unexpected<Error> failTensor(std::size_t index, std::string_view what) const;
};

tl::unexpected<Error> FolderWriter::State::failTensor(std::size_t index, std::string_view what) const
{
    return fail(ErrorCode::Internal, fmt::format("Tensor {} of {} {}.", index, folder.target().string(), what),
                folder.target().string());
}

Result<void> FolderWriter::State::carryFiles()
{
    for (const CarriedFile &file : plan.files) {
        const bool taken = file.name == kOwnFile || std::ranges::any_of(plan.shards, [&](const ShardPlan &shard) {
                               return shard.fileName == file.name;
                           });
        if (taken) // what the source has of that name says nothing of this folder
            continue;
        Result<std::string> note = carryFile(file, folder.path());
        if (!note)
            return fail(std::move(note).error());
        if (!note->empty())
            notes.push_back(*std::move(note));
    }
    return {};
}

Result<void> FolderWriter::State::createShards()
{
    for (const ShardPlan &shard : plan.shards) {
        Result<SafetensorsWriter> writer = SafetensorsWriter::create(folder.path() / shard.fileName, shard.tensors);
        if (!writer)
            return fail(std::move(writer).error());
        shards.push_back(*std::move(writer));
    }
    return {};
}

Result<void> FolderWriter::State::copy(const FolderTensor &tensor, std::uint64_t firstWeight, std::uint64_t weightCount,
                                       std::span<const std::byte> bytes)
{
    const std::uint64_t elementBytes = tensor.weightCount == 0 ? 0 : tensor.sizeBytes / tensor.weightCount;
    if (bytes.size() != weightCount * elementBytes)
        return failTensor(static_cast<std::size_t>(&tensor - plan.tensors.data()),
                          fmt::format("got {} bytes for {} weights", bytes.size(), weightCount));
    return shards[tensor.shard].writeAt(tensor.firstTensor, firstWeight * elementBytes, bytes);
}

Result<void> FolderWriter::State::keep(std::size_t index, std::uint64_t offset, std::span<const std::byte> bytes)
{
    const std::uint64_t most = plan.exporter->keptBytes(*plan.tensors[index].matrix);
    if (keeping.value_or(index) != index)
        return failTensor(index, "came while another one is not finished that keeps bytes");
    if (most > kept.bytes().size() || offset > most || bytes.size() > most - offset)
        return failTensor(index, "keeps more bytes than was planned");
    keeping = index;
    std::memcpy(kept.bytes().data() + offset, bytes.data(), bytes.size());
    return {};
}

Result<void> FolderWriter::State::place(std::size_t index, const Placement &placement, std::span<const std::byte> bytes)
{
    const FolderTensor &tensor = plan.tensors[index];
    if (placement.tensor != Placement::kKept && placement.tensor >= tensor.tensorCount)
        return failTensor(index, "has bytes for more tensors than was planned");
    const bool oneRun = placement.runCount == 1 || placement.stride == placement.runBytes;
    const std::uint64_t runCount = oneRun ? 1 : placement.runCount;
    const std::size_t runBytes = bytes.size() / static_cast<std::size_t>(std::max<std::uint64_t>(1, runCount));
    for (std::uint64_t run = 0; run < runCount; ++run) {
        const std::uint64_t offset = placement.offset + run * placement.stride;
        const auto part = bytes.subspan(static_cast<std::size_t>(run) * runBytes, runBytes);
        if (placement.tensor == Placement::kKept)
            SNUG_TRY(keep(index, offset, part));
        else
            SNUG_TRY(shards[tensor.shard].writeAt(tensor.firstTensor + placement.tensor, offset, part));
    }
    return {};
}

Result<void> FolderWriter::State::placeSlice(std::size_t index, const MatrixSlice &slice,
                                             std::span<const std::byte> bytes)
{
    for (const Placement &placement : plan.exporter->placements(slice)) {
        if (placement.sizeBytes() > bytes.size())
            return failTensor(index, "got fewer bytes than its slice has");
        const auto sizeBytes = static_cast<std::size_t>(placement.sizeBytes());
        SNUG_TRY(place(index, placement, bytes.first(sizeBytes)));
        bytes = bytes.subspan(sizeBytes);
    }
    return bytes.empty() ? Result<void>() : failTensor(index, "got more bytes than its slice has");
}

Result<void> FolderWriter::State::finishMatrix(std::size_t index)
{
    const FolderTensor &tensor = plan.tensors[index];
    const ShardPlan &shard = plan.shards[tensor.shard];
    std::span<const std::byte> keptOfIt;
    if (keeping == index)
        keptOfIt = kept.bytes().first(static_cast<std::size_t>(plan.exporter->keptBytes(*tensor.matrix)));
    for (const FinishedTensor &made : plan.exporter->finish(*tensor.matrix, keptOfIt)) {
        if (made.tensor >= tensor.tensorCount ||
            made.bytes.size() != shard.tensors[tensor.firstTensor + made.tensor].sizeBytes())
            return failTensor(index, "is finished otherwise than was planned");
        SNUG_TRY(shards[tensor.shard].writeAt(tensor.firstTensor + made.tensor, 0, made.bytes));
    }
    if (keeping == index)
        keeping.reset();
    return {};
}

namespace {

namespace fs = std::filesystem;

/// What an entry is itself: a link is a link, wherever it leads. Snug makes none.
fs::file_type kindOf(const fs::directory_entry &entry)
{
    std::error_code fault; // of an entry that is gone, or not to be looked at: none of the kinds asked for
    return entry.symlink_status(fault).type();
}

bool mayBeTemplate(const fs::directory_entry &entry)
{
    return kindOf(entry) == fs::file_type::regular && entry.path().extension() == ".jinja";
}

/// Whether a folder can be looked at and every entry is one that `mayBe` says yes to.
template <class MayBe> bool holdsOnly(const fs::path &folder, MayBe mayBe)
{
    std::error_code fault;
    for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault))
        if (!mayBe(*at))
            return false;
    return !fault;
}

/// What Snug puts into a folder. Anything else is somebody's own.
bool mayBeOurs(const fs::directory_entry &entry)
{
    const std::string name = entry.path().filename().string(), ending = entry.path().extension().string();
    if (kindOf(entry) == fs::file_type::directory)
        return name == "additional_chat_templates" && holdsOnly(entry.path(), mayBeTemplate);
    if (kindOf(entry) != fs::file_type::regular)
        return false;
    for (const char *known : {".safetensors", ".json", ".jinja", ".model"})
        if (ending == known)
            return true;
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char *beginning : {"merges.txt", "license", "licence", "notice", "use_policy"})
        if (lower.starts_with(beginning))
            return true;
    return false;
}

} // namespace

bool isOwnFolder(const std::filesystem::path &folder)
{
    std::error_code fault;
    return fs::symlink_status(folder / kOwnFile, fault).type() == fs::file_type::regular &&
           holdsOnly(folder, mayBeOurs);
}

Result<FolderWriter> FolderWriter::create(const FolderPlan &plan, Overwrite overwrite, Ledger &ledger)
{
    Result<AtomicFolder> folder = AtomicFolder::create(plan.folder, overwrite, isOwnFolder);
    if (!folder)
        return fail(std::move(folder).error());
    auto state = std::make_unique<State>(plan, *std::move(folder));
    state->writtenWeights.resize(plan.tensors.size());
    if (const std::uint64_t keptBytes = plan.keptBytes(); keptBytes > 0) {
        Result<HostBuffer> kept = HostBuffer::take(ledger, Component::Output, static_cast<std::size_t>(keptBytes));
        if (!kept)
            return fail(std::move(kept).error());
        state->kept = *std::move(kept);
    }
    // Shards reserve their space one by one; the sum is asked for first, so that the message has it.
    SNUG_TRY(checkFree(state->folder.path(), plan.outputBytes()));
    SNUG_TRY(state->carryFiles());
    SNUG_TRY(state->createShards());
    return FolderWriter(std::move(state));
}

FolderWriter::FolderWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}
FolderWriter::FolderWriter(FolderWriter &&) noexcept = default;
FolderWriter &FolderWriter::operator=(FolderWriter &&) noexcept = default;
FolderWriter::~FolderWriter() = default;

Result<void> FolderWriter::write(std::size_t tensor, std::uint64_t firstWeight, std::uint64_t weightCount,
                                 std::span<const std::byte> bytes)
{
    State &state = *m_state;
    if (tensor >= state.plan.tensors.size())
        return state.failTensor(tensor, "is not in the plan");
    const FolderTensor &planned = state.plan.tensors[tensor];
    if (firstWeight > planned.weightCount || weightCount > planned.weightCount - firstWeight ||
        weightCount > planned.weightCount - state.writtenWeights[tensor])
        return state.failTensor(
            tensor, fmt::format("has no weights {} to {} left to write", firstWeight, firstWeight + weightCount));
    SNUG_TRY(planned.matrix ? state.placeSlice(tensor, {&*planned.matrix, firstWeight, weightCount}, bytes)
                            : state.copy(planned, firstWeight, weightCount, bytes));
    state.writtenWeights[tensor] += weightCount;
    return {};
}

Result<void> FolderWriter::finishTensor(std::size_t tensor)
{
    State &state = *m_state;
    if (tensor >= state.plan.tensors.size())
        return state.failTensor(tensor, "is not in the plan");
    const FolderTensor &planned = state.plan.tensors[tensor];
    if (state.writtenWeights[tensor] != planned.weightCount)
        return state.failTensor(tensor, fmt::format("has {} weights, of which {} were written", planned.weightCount,
                                                    state.writtenWeights[tensor]));
    if (planned.matrix)
        SNUG_TRY(state.finishMatrix(tensor));
    for (std::size_t i = 0; i < planned.tensorCount; ++i)
        SNUG_TRY(state.shards[planned.shard].complete(planned.firstTensor + i));
    return {};
}

Result<void> FolderWriter::finish()
{
    for (SafetensorsWriter &shard : m_state->shards)
        SNUG_TRY(shard.finish());
    return {};
}

Result<void> FolderWriter::commit(std::string_view snugJson)
{
    SNUG_TRY(finish());
    const std::filesystem::path own = m_state->folder.path() / kOwnFile;
    std::error_code fault; // of a commit that failed before
    std::filesystem::remove(own, fault);
    SNUG_TRY(writeSmallFile(own, snugJson));
    return m_state->folder.commit();
}

std::vector<FolderFile> FolderWriter::files() const
{
    std::vector<FolderFile> files;
    for (std::size_t i = 0; i < m_state->shards.size(); ++i)
        files.push_back(
            {m_state->plan.shards[i].fileName, m_state->shards[i].sizeBytes(), m_state->shards[i].sha256()});
    return files;
}

const std::vector<std::string> &FolderWriter::notes() const { return m_state->notes; }

} // namespace snug
