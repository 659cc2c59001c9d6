// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A graphics card for pictures: it is listed, its memory moves while a job runs, and it can be given up half way. The
// work itself is done by the processor.

#pragma once

#include "ui/bridge/engine.h"

#include <memory>

namespace snug::ui {

/// GUI thread, but for the engine it makes, which any thread may use.
class MadeUpCard
{
public:
    MadeUpCard();
    ~MadeUpCard();
    /// The same engine on a machine with this card, while it is plugged in.
    Engine pluggedInto(const Engine &engine) const;
    void plug(bool in);
    /// Whether the next job runs out of its memory and goes on on the processor.
    void setTooSmall(bool tooSmall);

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace snug::ui
