// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/ui/window/fakeengine.h"

#include "tests/ui/window/fakefolders.h"
#include "tests/ui/window/fakeimatrix.h"
#include "tests/ui/window/fakemeasure.h"

#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <thread>

namespace snug::ui::test {

namespace {

constexpr std::uint64_t kGiB = 1ull << 30;
constexpr int kLayers = 4;
const Error kEndsEarly{
    ErrorCode::BadInput, "The header of model.gguf ends early: 12 bytes found, 24 expected.", "model.gguf", 12, {}};

struct FakeLevel
{
    const char *name;
    const char *description;
    double bits;
};
constexpr FakeLevel kLevels[] = {{"IQ2_XS", "2-bit, codebook, small", 2.6},
                                 {"Q2_K", "2-bit, mixed", 2.96},
                                 {"Q3_K_M", "3-bit, mixed", 4.0},
                                 {"IQ4_XS", "4-bit, non-linear", 4.43},
                                 {"Q4_K_M", "4-bit, mixed", 4.91},
                                 {"Q5_K_S", "5-bit, mixed, small", 5.58},
                                 {"Q5_K_M", "5-bit, mixed", 5.72},
                                 {"Q6_K", "6-bit", 6.56},
                                 {"Q8_0", "8-bit", 8.5}};

struct RoleName
{
    TensorRole role;
    const char *name;
};
constexpr RoleName kRoles[] = {{TensorRole::AttnQ, "attn_q"},     {TensorRole::AttnK, "attn_k"},
                               {TensorRole::AttnV, "attn_v"},     {TensorRole::AttnOutput, "attn_output"},
                               {TensorRole::FfnGate, "ffn_gate"}, {TensorRole::FfnUp, "ffn_up"},
                               {TensorRole::FfnDown, "ffn_down"}};

const FakeLevel &levelOf(const std::string &name)
{
    for (const FakeLevel &level : kLevels)
        if (name == level.name)
            return level;
    return kLevels[3];
}

std::string tensorName(int layer, TensorRole role)
{
    for (const RoleName &known : kRoles)
        if (known.role == role)
            return "blk." + std::to_string(layer) + "." + known.name + ".weight";
    return "token_embd.weight";
}

bool found(const std::string &pattern, const std::string &name)
{
    return QRegularExpression(QString::fromStdString(pattern)).match(QString::fromStdString(name)).hasMatch();
}

/// The first entry whose pattern is found in the name decides, as in core.
void applyTensorTypes(VariantPlan &plan, const JobSpec &spec)
{
    for (TensorPlan &tensor : plan.tensors)
        for (const std::string &entry : spec.tensorTypes) {
            const std::size_t at = entry.rfind('=');
            const TensorTypeInfo *type = findTensorType(std::string_view(entry).substr(at + 1));
            if (tensor.fixed || !type || !found(entry.substr(0, at), tensor.name))
                continue;
            std::uint64_t weights = 1;
            for (const std::uint64_t length : tensor.shape)
                weights *= length;
            const std::uint64_t before = tensor.sizeBytes;
            tensor.to = type->name;
            tensor.why = "As asked.";
            tensor.sizeBytes = weights / type->blockLength * type->blockBytes;
            plan.outputBytes = plan.outputBytes + tensor.sizeBytes - before;
            break;
        }
}

void applyRefusals(VariantPlan &plan, const JobSpec &spec)
{
    plan.needsImportance = plan.level == "IQ2_XS";
    if (plan.needsImportance && spec.imatrix.empty())
        plan.refusal = "It needs an importance matrix.";
    if (plan.level == "Q3_K_M")
        plan.fallbackNote = "12 % of weights will be Q4_0 instead of Q3_K: row length 288 is not a multiple of 256.";
    if (plan.level == "Q3_K_M" && spec.noFallback)
        plan.refusal = "Rows of 288 cannot be Q3_K.";
    if (plan.refusal.empty())
        return;
    plan.recommended = false;
    plan.verdict = Verdict::Unknown;
}

/// What core says of settings that do not hold together.
std::optional<Error> faultIn(const JobSpec &spec)
{
    for (const std::string &entry : spec.tensorTypes)
        if (entry.find('(') != std::string::npos)
            return Error{ErrorCode::Usage, "The pattern \"" + entry + "\" is no regular expression.", {}, {}, {}};
    for (const std::string &entry : spec.overrideKv)
        if (entry.find('=') == std::string::npos)
            return Error{ErrorCode::Usage, "The header value \"" + entry + "\" has no \"=\".", {}, {}, {}};
    if (spec.pruneLayers == "99")
        return Error{ErrorCode::Usage, "Layer 99 is not there, the model has 4.", {}, {}, {}};
    if (spec.imatrix == "/m/other.dat")
        return Error{ErrorCode::BadInput, "The importance matrix is that of another model.", {}, {}, {}};
    return std::nullopt;
}

ModelSummary fakeModel(const std::string &path)
{
    ModelSummary model;
    model.path = path;
    model.name = "Fake-7B";
    model.architectureName = "Llama";
    model.mainType = "BF16";
    model.parameterCount = 7'620'000'000;
    model.sourceBytes = static_cast<std::uint64_t>(7.62e9 * 2);
    model.hyper.layerCount = kLayers;
    model.hyper.headCount = 28;
    model.hyper.headCountKv = 4;
    model.hyper.contextLength = 32768;
    return model;
}

VariantPlan variant(const FakeLevel &level, const JobSpec &spec)
{
    VariantPlan plan;
    plan.level = level.name;
    plan.description = level.description;
    plan.outputPath = (spec.output.empty() ? "/models/Fake-7B-GGUF/" : spec.output) + "Fake-7B-" + level.name + ".gguf";
    plan.bitsPerWeight = level.bits;
    plan.outputBytes = static_cast<std::uint64_t>(7.62e9 * level.bits / 8);
    for (int layer = 0; layer < kLayers; ++layer)
        for (const RoleName &role : kRoles)
            plan.tensors.push_back({tensorName(layer, role.role),
                                    {256, 256},
                                    TensorType::BF16,
                                    "Q4_K",
                                    TensorType::Q4_K,
                                    false,
                                    36864,
                                    "because",
                                    layer,
                                    role.role,
                                    false,
                                    false});
    plan.tensors.push_back({"output.weight",
                            {256, 4096},
                            TensorType::BF16,
                            "Q6_K",
                            TensorType::Q6_K,
                            false,
                            860160,
                            "head",
                            -1,
                            TensorRole::Output,
                            false,
                            false});
    plan.tensors.push_back({"output_norm.weight",
                            {256},
                            TensorType::F32,
                            "F32",
                            TensorType::F32,
                            true,
                            1024,
                            "norm",
                            -1,
                            TensorRole::Other,
                            false,
                            true});
    plan.phases = {{{Phase::Load, kGiB / 2, 0, 0, 1},
                    {Phase::Quantize, kGiB, 0, plan.outputBytes, 120},
                    {Phase::Save, kGiB, 0, plan.outputBytes, 9}}};
    plan.seconds = 130;
    plan.ram = plan.vram = plan.disk = plan.running = plan.verdict = Verdict::Fits;
    plan.context = {27392 / 2, 27392, 27392 * 2, "RAM"};
    if (plan.level == "Q5_K_M") {
        plan.running = plan.verdict = Verdict::Tight;
        plan.verdictReason = "It runs in RAM with at most 4608 tokens of context.";
        plan.context.q8_0 = 4608;
    }
    if (plan.level == "Q6_K" && spec.threads != 1) {
        plan.ram = plan.verdict = Verdict::DoesNotFit;
        plan.verdictReason = "Making it needs 9.1 GiB of RAM, 8.0 GiB are free.";
        JobSpec change = spec;
        change.threads = 1;
        plan.remedies.push_back({"With one thread it needs 1.1 GiB.", "Use one thread", change});
    }
    if (spec.ramLimitBytes && *spec.ramLimitBytes < kGiB) {
        plan.ram = plan.verdict = Verdict::DoesNotFit;
        plan.verdictReason = "The RAM limit is too small.";
        plan.remedies.clear();
        plan.phases = {};
        plan.seconds = 0;
    }
    plan.recommended = plan.level == "Q4_K_M";
    applyTensorTypes(plan, spec);
    applyRefusals(plan, spec);
    return plan;
}

Result<ModelSummary> summarizeFor(const FakeState &state, const std::filesystem::path &path)
{
    if (state.planFails)
        return fail(kEndsEarly);
    return fakeModel(path.string());
}

Result<Plan> planFor(FakeState &state, const JobSpec &spec)
{
    ++state.planCount;
    while (state.planHeld)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (state.planFails)
        return fail(kEndsEarly);
    if (state.quantized && !makesFolders(spec) && !spec.allowRequantize)
        return fail(ErrorCode::Unsupported, "The source is quantized already.");
    if (state.quantized && makesFolders(spec))
        return fail(ErrorCode::Unsupported, "Folders are made of floats, the source is Q4_K.");
    if (const auto fault = makesFolders(spec) ? folderFaultIn(spec) : faultIn(spec))
        return fail(*fault);
    Plan plan = fakePlan(spec, state.existing);
    plan.model.fileCount = state.sourceFiles;
    plan.model.format = "GGUF";
    for (VariantPlan &one : plan.variants)
        for (TensorPlan &tensor : one.tensors)
            if (state.oddRows && tensor.name == "blk.0.ffn_up.weight")
                tensor.shape.front() = 96;
    if (std::ranges::none_of(plan.variants, [](const VariantPlan &one) { return one.refusal.empty(); }))
        return fail(ErrorCode::Unsupported, plan.variants.front().refusal);
    return plan;
}

Result<ImportanceInfo> readFakeImportance(const std::filesystem::path &path)
{
    if (path.extension() != ".dat" && path.stem().extension() != ".imatrix")
        return fail(ErrorCode::BadInput, path.string() + ": The file is no importance matrix.", path.string());
    return ImportanceInfo{"dat", 28, {"calibration.txt"}, 125};
}

bool report(FakeState &state, const JobSpec &spec, JobContext &context, JobReport &report)
{
    const std::size_t total = kLayers * std::size(kRoles) * spec.levels.size();
    std::size_t done = 0;
    context.events.push(PhaseEntered{Phase::Quantize, 0.1});
    for (int layer = 0; layer < kLayers; ++layer)
        for (const RoleName &role : kRoles) {
            context.pause.wait(context.stop);
            if (context.stop.requested())
                return false;
            context.events.push(TensorStarted{tensorName(layer, role.role), layer, role.role});
            for (const std::string &level : spec.levels) {
                report.tensors.push_back(fakeTensor(layer, role.role, level, 0.02 + 0.01 * layer));
                context.events.push(TensorFinished{report.tensors.back()});
                ++done;
            }
            context.progress.update([&](ProgressSnapshot &now) {
                now.phase = Phase::Quantize;
                now.tensorsDone = done;
                now.tensorsTotal = total;
                now.fraction = static_cast<double>(done) / static_cast<double>(total);
                now.seconds += 1;
                now.secondsLeft = static_cast<double>(total - done);
                now.weightsPerSecond = 5.1e6;
                now.currentLayer = layer;
                now.currentTensor = tensorName(layer, role.role);
            });
            if (state.mode == RunMode::Failing && layer == 1)
                return true;
            while (state.mode == RunMode::Held && !state.released && layer == 1) {
                const bool paused = context.pause.paused();
                context.progress.update([paused](ProgressSnapshot &now) { now.paused = paused; });
                if (context.stop.requested())
                    return false;
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        }
    context.events.push(PhaseEntered{Phase::Save, 28});
    return true;
}

JobReport runFor(FakeState &state, const JobSpec &spec, JobContext &context)
{
    ++state.runCount;
    state.runSpecs.push_back(spec);
    JobReport result;
    result.modelName = "Fake-7B";
    result.sourceBytes = static_cast<std::uint64_t>(7.62e9 * 2);
    result.sourceBitsPerWeight = 16;
    context.events.push(PhaseEntered{Phase::Load, 0});
    context.progress.update([&](ProgressSnapshot &now) {
        now.device = spec.device == "auto" || spec.device == "cpu" ? "cpu" : "NVIDIA GeForce RTX 3050";
        now.deviceNote = state.gaveUp ? kGaveUp : "";
    });
    if (state.gaveUp)
        result.notes.emplace_back(kGaveUp);
    result.device = spec.device == "auto" ? "cpu" : spec.device;
    result.deviceName = result.device == "cpu" ? "" : "NVIDIA GeForce RTX 3050";
    const bool finished = report(state, spec, context, result);
    result.seconds = 126;
    result.secondsPredicted = 130;
    if (!finished) {
        result.outcome = Outcome::Cancelled;
    } else if (state.mode == RunMode::Failing) {
        result.error = Error{
            ErrorCode::DoesNotFit, "The disk is full: 0 bytes are free, 4.36 GiB are needed.", "/out/x.gguf", {}, {}};
    } else {
        result.outcome = Outcome::Succeeded;
        const Plan plan = fakePlan(spec, state.existing);
        for (const VariantPlan &made : plan.variants)
            for (const std::string &file : made.outputFiles)
                result.outputs.push_back({made.level, file, "00", made.outputBytes, made.bitsPerWeight});
        result.peaks = {kGiB, kGiB * 95 / 100, 0, 0, kGiB / 2};
    }
    state.runEnded = true;
    return result;
}

} // namespace

Machine fakeMachine(bool withGpu)
{
    Machine machine;
    machine.processorCount = 4;
    machine.memory.system = {16 * kGiB, 8 * kGiB, 8 * kGiB, 7 * kGiB};
    machine.memory.process = {kGiB / 10, kGiB / 10, kGiB / 20, kGiB / 20};
    if (withGpu)
        machine.memory.gpus.push_back(
            {"cuda:0", "GPU-0", "0000:01:00.0", "NVIDIA GeForce RTX 3050", "550", 6 * kGiB, kGiB / 10, 0});
    return machine;
}

Plan fakePlan(const JobSpec &spec, const std::string &firstOutput)
{
    Plan plan;
    plan.model = fakeModel(spec.model);
    plan.spec = spec;
    for (const std::string &level : spec.levels)
        plan.variants.push_back(makesFolders(spec) ? folderVariant(variant(kLevels[4], spec), level, spec)
                                                   : variant(levelOf(level), spec));
    if (!firstOutput.empty() && !plan.variants.empty())
        plan.variants.front().outputPath = firstOutput;
    for (VariantPlan &made : plan.variants) {
        made.outputFiles = {makesFolders(spec) ? made.outputPath + "/model.safetensors" : made.outputPath};
        if (spec.splitSizeBytes)
            made.outputFiles.push_back(made.outputPath + "-2");
    }
    if (spec.tensorTypes == std::vector<std::string>{"nothing=Q6_K"})
        plan.notes = {"The pattern nothing matches no tensor."};
    for (const VariantPlan &made : plan.variants)
        plan.outputBytes += made.outputBytes;
    if (!plan.variants.empty())
        plan.phases = plan.variants.front().phases;
    plan.ramPeakBytes = kGiB;
    plan.diskFreeBytes = 211 * kGiB;
    plan.seconds = 130.0 * static_cast<double>(spec.levels.size());
    return plan;
}

Catalog fakeCatalog()
{
    Catalog catalog;
    catalog.entries = {{"/hub/qwen", "Qwen2.5-7B-Instruct", "Hugging Face cache", "7.6 B · BF16", 14 * kGiB, true},
                       {"/hub/llama", "Llama-3.2-3B-Instruct", "Hugging Face cache", "3.2 B · BF16", 6 * kGiB, true},
                       {"/models/old", "old-finetune-13b", "/models", "pickled weights, not opened", 0, false}};
    catalog.places = {
        {"Hugging Face cache", "/hub", true, 2}, {"/models", "/models", true, 1}, {"/gone", "/gone", false, 0}};
    return catalog;
}

TensorReport fakeTensor(int layer, TensorRole role, const std::string &level, double error)
{
    TensorReport tensor;
    tensor.name = tensorName(layer, role);
    tensor.level = level;
    tensor.shape = {256, 256};
    tensor.from = TensorType::BF16;
    tensor.to = "Q4_K";
    tensor.bitsPerWeight = 4.5;
    tensor.relativeError = error;
    tensor.seconds = 0.6;
    tensor.layer = layer;
    tensor.role = role;
    return tensor;
}

const char *const kGaveUp = "The GPU ran out of memory; going on on the processor.";

DeviceList fakeDevices(bool withGpu)
{
    DeviceList list;
    list.devices.push_back({"cpu", "Fake CPU, 4 usable", 16 * kGiB, 8 * kGiB, true, "instruction set avx2"});
    if (withGpu)
        list.devices.push_back({"cuda:0", "NVIDIA GeForce RTX 3050", 6 * kGiB, 5 * kGiB, true, "", "555.42"});
    if (withGpu)
        list.devices.push_back({"vulkan:0", "NVIDIA GeForce RTX 3050", 6 * kGiB, 5 * kGiB, true,
                                "may differ in the last bit on this device", "NVIDIA 555.42"});
    list.devices.push_back({"vulkan:1", "Old card", 2 * kGiB, kGiB, false, "Vulkan 1.1, 1.2 is needed"});
    list.notLoaded.emplace_back("no NVIDIA driver: libcuda.so.1 was not found");
    return list;
}

Engine fakeEngine(const std::shared_ptr<FakeState> &state)
{
    Engine engine;
    engine.plan = [state](const JobSpec &spec, const Machine &) { return planFor(*state, spec); };
    engine.summarize = [state](const std::filesystem::path &path) { return summarizeFor(*state, path); };
    engine.run = [state](const JobSpec &spec, JobContext &context) { return runFor(*state, spec, context); };
    engine.evaluate = [state](const EvaluateSpec &spec, MeasureContext &context) {
        return fakeEvaluate(*state, spec, context);
    };
    engine.compare = [state](const CompareSpec &spec, MeasureContext &context) {
        return fakeCompare(*state, spec, context);
    };
    engine.makeImatrix = [state](const ImatrixSpec &spec, MeasureContext &context) {
        return fakeMakeImatrix(*state, spec, context);
    };
    engine.lookAtImatrix = [state](const ImatrixSpec &spec) { return fakeLookAtImatrix(*state, spec); };
    engine.findModels = [](const auto &, const auto &) { return fakeCatalog(); };
    engine.currentMachine = [state] { return fakeMachine(state->withGpu); };
    engine.readMemory = [state] { return fakeMachine(state->withGpu).memory; };
    engine.findDevices = [state](bool everything) {
        state->lookedEverywhere = everything;
        ++state->lookCount;
        DeviceList list = fakeDevices(state->withGpu && !state->cardGone);
        if (state->softwareDriver)
            list.devices.push_back({"vulkan:9", "llvmpipe", 3 * kGiB, 2 * kGiB, true, "software driver", "LLVM 15"});
        return list;
    };
    engine.readImportance = readFakeImportance;
    engine.methods = fakeMethods;
    engine.levels = [](const std::string &method, const std::string &format) {
        std::vector<LevelOffer> levels;
        if (method != kGguf)
            return folderLevels(method, format);
        for (const FakeLevel &level : kLevels)
            levels.insert(levels.begin(),
                          {level.name, level.description, std::string(level.description) + ", in a sentence.",
                           level.description[0] - '0', std::string_view(level.name) == "IQ2_XS", false});
        return levels;
    };
    engine.tensorTypes = [] {
        return std::vector<TensorTypeOffer>{{TensorType::F16, "F16", 16, 1},
                                            {TensorType::Q8_0, "Q8_0", 8.5, 32},
                                            {TensorType::Q6_K, "Q6_K", 6.5625, 256},
                                            {TensorType::Q4_K, "Q4_K", 4.5, 256}};
    };
    return engine;
}

} // namespace snug::ui::test
