// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Logits of every position of a text, as raw floats, for tests/interop/same_logits.py.
// usage: printlogits all|chunks MODEL IDS OUT
// IDS: a file of token ids. "all": the whole text at once, beside other sequences. "chunks": through a cache, several
// tokens at a time at first; rows inside a chunk, which have no logits, are written as NaN.

#include "core/backends/backends.h"
#include "core/runtime/forwardpass.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string_view>

using namespace snug;

namespace {

constexpr std::uint64_t kChunks[] = {5, 1, 17, 3}; ///< tokens at once, again and again in the first half of the text

class Output
{
public:
    explicit Output(const char *path) : m_file(path, std::ios::binary) {}
    void add(std::span<const float> values)
    {
        m_file.write(reinterpret_cast<const char *>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
    }
    bool close()
    {
        m_file.close();
        return m_file.good();
    }

private:
    std::ofstream m_file;
};

TokenSequence readIds(const char *path)
{
    std::ifstream file(path);
    return {std::istream_iterator<std::int32_t>(file), {}};
}

/// In a batch with another of its length, and behind a shorter one.
Result<void> allAtOnce(ForwardPass &pass, const TokenSequence &ids, Output &out)
{
    const TokenSequence half(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(ids.size() / 2));
    const std::vector<TokenSequence> sequences = {half, TokenSequence(ids.rbegin(), ids.rend()), ids};
    const auto swept = pass.sweep(sequences, {});
    SNUG_TRY(swept);
    SNUG_TRY(pass.logits(*swept, swept->starts()[2], ids.size()));
    out.add(pass.runner().valuesOf<float>(Activation::Logits).first(ids.size() * pass.shape().vocabulary));
    return {};
}

Result<void> inChunks(ForwardPass &pass, const TokenSequence &ids, Output &out)
{
    auto cache = pass.cache(ids.size());
    SNUG_TRY(cache);
    const std::vector<float> none(pass.shape().vocabulary, std::numeric_limits<float>::quiet_NaN());
    std::size_t chunk = 0;
    for (std::size_t first = 0; first < ids.size();) {
        const bool several = first < ids.size() / 2;
        const std::uint64_t count =
            several ? std::min<std::uint64_t>(kChunks[chunk++ % std::size(kChunks)], ids.size() - first) : 1;
        const auto logits = pass.step(std::span(ids).subspan(first, count), first, *cache);
        SNUG_TRY(logits);
        for (std::uint64_t inner = 1; inner < count; ++inner)
            out.add(none);
        out.add(*logits);
        first += count;
    }
    return {};
}

Result<void> print(std::string_view mode, const char *path, const TokenSequence &ids, Output &out)
{
    const bool all = mode == "all";
    auto model = openModel(path, TokenizerFiles::Skip, QuantizedFolders::Decode);
    SNUG_TRY(model);
    auto device = Backends::ofProgram().open("cpu");
    if (!device)
        return fail(deviceError(device.error()));
    Ledger ledger;
    ForwardOptions options;
    options.threads = 2;
    options.contextLength = ids.size();
    options.batchTokens = 2 * ids.size();
    options.scratchFolder = std::filesystem::path(path).parent_path();
    // One mode keeps nothing: layers are read again, hidden states are in a file, the output matrix comes in pieces.
    options.keepBytes = options.storeBytes = all ? 0 : 1 << 30;
    options.headBytes = all ? 20000 : 1 << 30;
    auto pass = ForwardPass::open(*model, *device, ledger, options);
    SNUG_TRY(pass);
    return all ? allAtOnce(**pass, ids, out) : inChunks(**pass, ids, out);
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 5)
        return 2;
    const TokenSequence ids = readIds(arguments[3]);
    Output out(arguments[4]);
    const auto done = print(arguments[1], arguments[2], ids, out);
    if (!done)
        std::fprintf(stderr, "%s\n", done.error().message.c_str());
    return done && out.close() ? 0 : 1;
}
