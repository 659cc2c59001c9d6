// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/ui/window/fakeimatrix.h"

#include <chrono>
#include <thread>

namespace snug::ui::test {

namespace {

constexpr std::uint64_t kWindows = 64, kStep = 16;

void tell(MeasureContext &context, std::uint64_t done)
{
    context.update([done](MeasureSnapshot &now) {
        now.phase = MeasurePhase::Text;
        now.layer = 3;
        now.layers = 4;
        now.partsDone = done;
        now.partsTotal = kWindows;
        now.fraction = static_cast<double>(done) / kWindows;
        now.secondsLeft = 2.0 * static_cast<double>(kWindows - done);
        now.tokensPerSecond = 900;
    });
}

} // namespace

ImatrixReport fakeMakeImatrix(FakeState &state, const ImatrixSpec &spec, MeasureContext &context)
{
    state.makeSpecs.push_back(spec);
    ImatrixReport report;
    if (state.makeMode == RunMode::Failing) {
        report.error = Error{ErrorCode::DoesNotFit, "The disk is full: 0 bytes are free.", spec.output, {}, {}};
        return report;
    }
    if (spec.restart)
        state.windowsKept = 0;
    report.resumedWindows = state.windowsKept;
    std::uint64_t done = state.windowsKept;
    for (;; done += kStep) {
        tell(context, done);
        while (state.makeMode == RunMode::Held && !state.makeReleased && done == kStep && !context.stop.requested()) {
            context.goOn(); // waits while paused
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        if (done == kWindows || !context.goOn())
            break;
    }
    report.windows = done;
    report.outcome = done == kWindows ? Outcome::Succeeded : Outcome::Cancelled;
    state.windowsKept = done == kWindows ? 0 : done;
    if (done == kWindows)
        report.output = spec.output;
    return report;
}

Result<ImatrixNeeds> fakeLookAtImatrix(FakeState &state, const ImatrixSpec &spec)
{
    if (state.notComputable)
        return fail(ErrorCode::Unsupported, "Models of the kind \"odd\" cannot be computed yet.", spec.model);
    ImatrixNeeds needs;
    if (spec.text.empty())
        return needs;
    if (spec.text.ends_with("short.txt"))
        return fail(ErrorCode::BadInput, "short.txt has 100 tokens, one window needs 512. Take a longer text.");
    if (spec.output.starts_with("/blocked"))
        return fail(ErrorCode::Io, spec.output + ": The file cannot be written, /blocked is not a folder.");
    needs.windows = spec.samples ? std::min(*spec.samples, kWindows) : kWindows;
    needs.resumedWindows = state.windowsKept;
    needs.ramBytes = 3ull << 30;
    needs.outputExists = state.matrixExists;
    needs.foreignResume = state.foreignResume;
    return needs;
}

} // namespace snug::ui::test
