// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/generate.h"

#include "core/backends/backends.h"
#include "core/base/sizes.h"
#include "core/base/threadpool.h"
#include "core/jobs/promptids.h"
#include "core/runtime/contextnote.h"
#include "core/runtime/generationmemory.h"
#include "core/tokenizer/endtokens.h"
#include "core/tokenizer/textstream.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <random>

namespace snug {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kUnknownContext = 4096;     // of models whose header has none
constexpr std::uint64_t kFixedBytes = 16 << 20;     // threads, the matrix library's own buffers, the allocator's slack
constexpr std::uint64_t kUsableTenths = 9;          // of free memory, where no limit is given
constexpr std::uint64_t kMostContext = 1ULL << 31U; // tokens are counted in 32 bits elsewhere

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double perSecond(std::uint64_t count, double seconds) { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }

/// What buffers may hold: what a limit leaves beside the program, or most of what is free.
Result<std::uint64_t> roomBytes(const GenerateSpec &spec)
{
    MemorySnapshot memory;
    memory.process = readProcessMemory();
    const std::uint64_t base = memory.process.residentBytes + kFixedBytes;
    if (spec.ramLimitBytes) {
        if (*spec.ramLimitBytes <= base)
            return fail(
                ErrorCode::DoesNotFit,
                fmt::format("The RAM limit is {}, the program itself and the model's header and vocabulary need "
                            "{}. Raise the RAM limit.",
                            formatBytes(*spec.ramLimitBytes), formatBytes(base)));
        return *spec.ramLimitBytes - base;
    }
    memory.system = readSystemMemory();
    memory.cgroup = readCgroupMemory();
    return memory.ramAvailableBytes() / 10 * kUsableTenths;
}

class Writing
{
public:
    Writing(const GenerateSpec &spec, JobContext &context, const GenerateWatch &watch)
        : m_spec(spec), m_context(context), m_watch(watch)
    {
    }

    Result<GenerateReport> run()
    {
        const auto start = Clock::now();
        const bool peakIsOurs = resetPeakResident();
        m_context.ledger.resetPeaks();
        m_report.model = m_spec.model;
        SNUG_TRY(open());
        SNUG_TRY(plan());
        SNUG_TRY(write());
        m_report.seconds = secondsSince(start);
        m_report.peaks.ramMeasuredBytes = readProcessMemory().peakResidentBytes;
        m_report.peaks.ledgerBytes = m_context.ledger.figures().peakBytes[static_cast<std::size_t>(Place::Host)];
        if (!peakIsOurs)
            m_report.notes.push_back("The measured RAM peak is that of the whole program since it started.");
        return std::move(m_report);
    }

private:
    void note(std::string text)
    {
        if (m_watch.note)
            m_watch.note(text);
        m_report.notes.push_back(std::move(text));
    }

    /// Model, tokenizer, prompt: all that is known from headers.
    Result<void> open()
    {
        auto model = openModel(m_spec.model, TokenizerFiles::Read, QuantizedFolders::Decode);
        SNUG_TRY(model);
        m_model = std::move(*model);
        if (!m_model.supported)
            return fail(ErrorCode::Unsupported, m_model.unsupportedReason, m_model.path.string());
        m_report.modelName = m_model.name;
        auto tokenizer = Tokenizer::fromMetadata(m_model.metadata);
        if (!tokenizer)
            return fail(std::move(tokenizer).error().inFile(m_model.path.string()));
        m_tokenizer = std::move(*tokenizer);
        auto prompt = promptIds(m_spec, m_model, *m_tokenizer);
        SNUG_TRY(prompt);
        m_prompt = std::move(prompt->ids);
        m_report.chat = prompt->chat;
        m_report.promptTokens = m_prompt.size();
        for (std::string &one : prompt->notes)
            note(std::move(one));
        return {};
    }

    /// Options and memory.
    Result<void> plan()
    {
        const std::uint64_t own = m_model.hyper.contextLength ? m_model.hyper.contextLength : kUnknownContext;
        m_options.context = std::min(m_spec.context ? m_spec.context : own, kMostContext);
        m_options.contextMayGrow = m_spec.contextMayGrow;
        m_options.maxTokens = m_spec.maxTokens;
        m_options.endTokens = endTokens(m_model.metadata);
        m_report.seed = m_spec.seed ? *m_spec.seed : std::random_device()();
        m_options.sampling = {m_spec.temperature, m_spec.topK, m_spec.topP, m_spec.minP, m_report.seed};
        SNUG_TRY(checkGeneration(m_prompt.size(), m_options));
        auto shape = modelShape(m_model);
        SNUG_TRY(shape);
        if (std::string text = contextNote(*shape, m_options.context); !text.empty())
            note(std::move(text));
        auto device = backends().open("cpu");
        if (!device)
            return fail(deviceError(device.error()));
        m_device = std::move(*device);
        auto stream = m_device->stream(threads());
        if (!stream)
            return fail(deviceError(stream.error()));
        return planMemory(*shape, *stream);
    }

    Result<void> planMemory(const ModelShape &shape, const DeviceStream &stream)
    {
        const auto room = roomBytes(m_spec);
        SNUG_TRY(room);
        auto memory =
            planGenerationMemory(shape, stream, m_prompt.size(), cacheTokens(m_prompt.size(), m_options), *room);
        SNUG_TRY(memory);
        m_memory = *memory;
        m_options.chunkTokens = m_memory.chunkTokens;
        m_report.streamedBytes = m_memory.streamedBytes;
        m_report.peaks.ramPredictedBytes = readProcessMemory().residentBytes + kFixedBytes + m_memory.totalBytes();
        if (m_spec.ramLimitBytes)
            m_context.ledger.setLimit(Place::Host, *room);
        if (m_memory.streamedBytes > 0)
            note(fmt::format("The weights of {} do not fit the memory that may be taken ({} for text and weights), so "
                             "{} of them are read again for every token; that is slow.",
                             m_model.name, formatBytes(*room), formatBytes(m_memory.streamedBytes)));
        return {};
    }

    Result<void> write()
    {
        ForwardOptions options;
        options.threads = threads();
        options.keepBytes = m_memory.streams ? 0 : m_memory.layerBytes;
        options.headBytes = m_memory.headBytes;
        options.contextLength = m_options.context;
        auto pass = ForwardPass::open(m_model, *m_device, m_context.ledger, options);
        SNUG_TRY(pass);
        TextStream stream(*m_tokenizer, m_prompt);
        const auto show = [&](std::string text) {
            if (!text.empty() && m_watch.text)
                m_watch.text(text);
            m_report.text += text;
        };
        const StepWatch goOn = [&] {
            m_context.pause.wait(m_context.stop);
            return !m_context.stop.requested();
        };
        auto done = generateTokens(
            **pass, m_prompt, m_options,
            [&](std::int32_t token) {
                m_report.textStarts.push_back(m_report.text.size());
                show(stream.next(token));
                return !m_context.stop.requested();
            },
            goOn);
        SNUG_TRY(done);
        show(stream.rest());
        m_report.ids = std::move(done->ids);
        m_report.stoppedBy = done->stoppedBy;
        m_report.promptTokensPerSecond = perSecond(done->promptTokens, done->promptSeconds);
        m_report.tokensPerSecond = perSecond(done->singleSteps, done->generationSeconds);
        return {};
    }

    int threads() const { return m_spec.threads > 0 ? m_spec.threads : usableProcessorCount(); }
    const Backends &backends() const { return m_context.backends ? *m_context.backends : Backends::ofProgram(); }

    const GenerateSpec &m_spec;
    JobContext &m_context;
    const GenerateWatch &m_watch;
    GenerateReport m_report;
    Model m_model;
    std::optional<Tokenizer> m_tokenizer;
    std::vector<std::int32_t> m_prompt;
    GenerationOptions m_options;
    std::optional<BackendDevice> m_device;
    GenerationMemory m_memory;
};

} // namespace

Result<GenerateReport> generate(const GenerateSpec &spec, JobContext &context, const GenerateWatch &watch)
{
    try {
        return Writing(spec, context, watch).run();
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::DoesNotFit,
                    "The system gave no more memory. Close other programs or set a lower RAM limit.");
    } catch (const std::exception &unexpected) {
        return fail(ErrorCode::Internal,
                    fmt::format("Snug met a fault of its own: {}. Please report it.", unexpected.what()));
    }
}

} // namespace snug
