// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "app/cli/stoponsignal.h"

#include <csignal>

namespace snug::cli {

namespace {

StopFlag *g_stop = nullptr; // for the signal handler, which can reach nothing else

extern "C" void requestStop(int)
{
    if (g_stop)
        g_stop->request();
}

} // namespace

StopOnSignal::StopOnSignal(StopFlag &stop)
{
    g_stop = &stop;
    struct sigaction action = {};
    action.sa_handler = requestStop;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaction(signal, &action, nullptr);
}

StopOnSignal::~StopOnSignal() { g_stop = nullptr; }

} // namespace snug::cli
