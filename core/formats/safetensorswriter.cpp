// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The layout is worked out first; bytes then go where they belong, and the checksum follows behind what is complete.

#include "core/formats/safetensorswriter.h"

#include "core/base/sizes.h"
#include "core/base/writesteps.h"
#include "core/formats/littleendian.h"
#include "core/formats/names.h"
#include "core/formats/safetensors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

namespace snug {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kAlignment = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; // the format's limit
constexpr std::size_t kPieceBytes = 1024 * 1024;

struct Place
{
    std::uint64_t offset = 0; ///< from the start of the file
    std::uint64_t sizeBytes = 0;
    bool complete = false;
};

struct Layout
{
    std::vector<std::size_t> order; ///< tensors as they lie in the file
    std::vector<Place> places;      ///< by tensor
    std::string header;             ///< with its length and padding
    std::uint64_t fileBytes = 0;
};

/// Places from the start of the data; the end of the data, or nothing on overflow or for tensors that cannot be.
std::optional<std::uint64_t> placeAll(Layout &layout, std::span<const SafetensorsWriter::Tensor> tensors)
{
    std::set<std::string_view> names;
    for (const SafetensorsWriter::Tensor &tensor : tensors) {
        const std::optional<std::uint64_t> sizeBytes = tensor.sizeBytes();
        const bool named = !tensor.name.empty() && tensor.name != "__metadata__" && isPlainText(tensor.name);
        if (!sizeBytes || !named || !names.insert(tensor.name).second)
            return std::nullopt;
        layout.places.push_back({0, *sizeBytes, *sizeBytes == 0});
    }
    layout.order.resize(tensors.size());
    std::iota(layout.order.begin(), layout.order.end(), std::size_t{0});
    std::ranges::stable_sort(layout.order, {}, [&](std::size_t i) {
        const std::uint32_t bits = *safetensorsDtypeBits(tensors[i].dtype);
        return layout.places[i].sizeBytes % kAlignment == 0 ? 0 : 1000 - bits;
    });
    std::uint64_t end = 0;
    for (const std::size_t i : layout.order) {
        layout.places[i].offset = end;
        const std::optional<std::uint64_t> next = checkedAdd(end, layout.places[i].sizeBytes);
        if (!next)
            return std::nullopt;
        end = *next;
    }
    return end;
}

std::string encodeHeader(const Layout &layout, std::span<const SafetensorsWriter::Tensor> tensors)
{
    using Json = nlohmann::ordered_json;
    std::string text = R"({"__metadata__":{"format":"pt"})";
    for (const std::size_t i : layout.order) {
        const Place &place = layout.places[i];
        text += fmt::format(R"(,{}:{{"dtype":{},"shape":{},"data_offsets":[{},{}]}})", Json(tensors[i].name).dump(),
                            Json(tensors[i].dtype).dump(), Json(tensors[i].shape).dump(), place.offset,
                            place.offset + place.sizeBytes);
    }
    text += '}';
    text.resize(*alignUp(text.size(), kAlignment), ' ');
    std::vector<std::byte> length;
    appendLittle<std::uint64_t>(length, text.size());
    return std::string(reinterpret_cast<const char *>(length.data()), length.size()) + text;
}

std::optional<Layout> layOut(std::span<const SafetensorsWriter::Tensor> tensors)
{
    Layout layout;
    const std::optional<std::uint64_t> dataBytes = placeAll(layout, tensors);
    if (!dataBytes)
        return std::nullopt;
    layout.header = encodeHeader(layout, tensors);
    const std::optional<std::uint64_t> fileBytes = checkedAdd(layout.header.size(), *dataBytes);
    if (!fileBytes || layout.header.size() - kLengthBytes > kMaxHeaderBytes)
        return std::nullopt;
    layout.fileBytes = *fileBytes;
    for (Place &place : layout.places)
        place.offset += layout.header.size();
    return layout;
}

} // namespace

struct SafetensorsWriter::State
{
    std::filesystem::path path;
    std::vector<Tensor> tensors;
    Layout layout;
    int descriptor = -1;
    std::size_t hashed = 0;         ///< into Layout::order: all before it are complete and in the checksum
    std::uint64_t writtenBytes = 0; ///< all that was handed over, in whatever order
    Sha256 hash;
    std::string sha256;

    ~State()
    {
        if (descriptor >= 0)
            ::close(descriptor);
    }
    Result<void> open();
    Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes);
    Result<void> hashBack(const Place &place);
    Result<void> hashComplete();
    tl::unexpected<Error> failTensor(std::size_t tensor, std::string_view what) const
    {
        return fail(ErrorCode::Internal,
                    fmt::format("Tensor {} of {} {}.", quoteName(tensor < tensors.size() ? tensors[tensor].name : "?"),
                                path.string(), what),
                    path.string());
    }
};

Result<void> SafetensorsWriter::State::open()
{
    do {
        descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0 && errno == EEXIST)
        return failExists(path);
    if (descriptor < 0)
        return failWriting("Creating", path, errno);
    const auto prepare = [this]() -> Result<void> {
        SNUG_TRY(reserveSpace(descriptor, path, 0, layout.fileBytes));
        if (::ftruncate(descriptor, static_cast<off_t>(layout.fileBytes)) != 0)
            return failWriting("Creating", path, errno);
        return write(0, std::as_bytes(std::span(layout.header)));
    };
    const Result<void> prepared = prepare();
    if (!prepared)
        ::unlink(path.c_str());
    return prepared;
}

Result<void> SafetensorsWriter::State::write(std::uint64_t offset, std::span<const std::byte> bytes)
{
    if (const int fault = writeAllAt(descriptor, offset, bytes); fault != 0)
        return failWriting("Writing", path, fault);
    startWriteBack(descriptor, writtenBytes, writtenBytes + bytes.size(), /*anywhere=*/true);
    writtenBytes += bytes.size();
    return {};
}

Result<void> SafetensorsWriter::State::hashBack(const Place &place)
{
    // Not kept: many shards are open at once.
    std::vector<std::byte> piece(static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, place.sizeBytes)));
    std::uint64_t done = 0;
    while (done < place.sizeBytes) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, place.sizeBytes - done));
        const ssize_t count = ::pread(descriptor, piece.data(), wanted, static_cast<off_t>(place.offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return failWriting("Reading back", path, count < 0 ? errno : EIO);
        hash.update(std::span(piece).first(static_cast<std::size_t>(count)));
        done += static_cast<std::uint64_t>(count);
    }
    return {};
}

Result<void> SafetensorsWriter::State::hashComplete()
{
    for (; hashed < layout.order.size() && layout.places[layout.order[hashed]].complete; ++hashed)
        SNUG_TRY(hashBack(layout.places[layout.order[hashed]]));
    return {};
}

std::optional<std::uint64_t> SafetensorsWriter::Tensor::sizeBytes() const
{
    const std::optional<std::uint32_t> elementBits = safetensorsDtypeBits(dtype);
    if (!elementBits)
        return std::nullopt;
    // A dimension of 0 makes the product 0 whatever the others are, so it is looked for first.
    if (std::ranges::find(shape, 0U) != shape.end())
        return 0;
    std::optional<std::uint64_t> bits = *elementBits;
    for (const std::uint64_t dim : shape) {
        bits = checkedMul(*bits, dim);
        if (!bits)
            return std::nullopt;
    }
    return *bits % 8 == 0 ? std::optional(*bits / 8) : std::nullopt;
}

std::optional<std::uint64_t> SafetensorsWriter::fileBytes(std::span<const Tensor> tensors)
{
    const std::optional<Layout> layout = layOut(tensors);
    return layout ? std::optional(layout->fileBytes) : std::nullopt;
}

Result<SafetensorsWriter> SafetensorsWriter::create(const std::filesystem::path &path, std::vector<Tensor> tensors)
{
    ignoreFileSizeSignal();
    std::optional<Layout> layout = layOut(tensors);
    if (!layout)
        return fail(ErrorCode::Internal,
                    fmt::format("{} cannot be written: a name, type, shape or size of its tensors is not allowed in a "
                                "safetensors file.",
                                path.string()),
                    path.string());
    auto state = std::make_unique<State>();
    state->path = path;
    state->tensors = std::move(tensors);
    state->layout = *std::move(layout);
    SNUG_TRY(state->open());
    state->hash.update(std::as_bytes(std::span(state->layout.header)));
    SNUG_TRY(state->hashComplete()); // what is empty
    return SafetensorsWriter(std::move(state));
}

SafetensorsWriter::SafetensorsWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}
SafetensorsWriter::SafetensorsWriter(SafetensorsWriter &&) noexcept = default;
SafetensorsWriter &SafetensorsWriter::operator=(SafetensorsWriter &&) noexcept = default;
SafetensorsWriter::~SafetensorsWriter() = default;

Result<void> SafetensorsWriter::writeAt(std::size_t tensor, std::uint64_t offset, std::span<const std::byte> bytes)
{
    const std::vector<Place> &places = m_state->layout.places;
    if (tensor >= places.size() || offset > places[tensor].sizeBytes ||
        bytes.size() > places[tensor].sizeBytes - offset)
        return m_state->failTensor(tensor, fmt::format("has no room for {} bytes at {}", bytes.size(), offset));
    if (places[tensor].complete && !bytes.empty())
        return m_state->failTensor(tensor, "is complete already");
    return m_state->write(places[tensor].offset + offset, bytes);
}

Result<void> SafetensorsWriter::complete(std::size_t tensor)
{
    std::vector<Place> &places = m_state->layout.places;
    if (tensor >= places.size())
        return m_state->failTensor(tensor, "is not among its tensors");
    places[tensor].complete = true;
    return m_state->hashComplete();
}

Result<void> SafetensorsWriter::finish()
{
    State &state = *m_state;
    if (!state.sha256.empty())
        return {};
    SNUG_TRY(state.hashComplete());
    if (state.hashed < state.layout.order.size())
        return state.failTensor(state.layout.order[state.hashed], "is not complete");
    if (const int fault = syncFile(state.descriptor); fault != 0)
        return failWriting("Writing", state.path, fault);
    state.sha256 = state.hash.finishHex();
    return {};
}

const std::string &SafetensorsWriter::sha256() const { return m_state->sha256; }
std::uint64_t SafetensorsWriter::sizeBytes() const { return m_state->layout.fileBytes; }

} // namespace snug
