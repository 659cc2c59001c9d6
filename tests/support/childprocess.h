// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs part of a test in a forked child: for limits, rights, mounts and deaths that the test itself must not suffer.

#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace snug::test {

/// What a child came to.
struct ChildResult
{
    int exitCode = -1; ///< or -1 when a signal ended it
    int signal = 0;
    std::string output; ///< what it wrote by say()
};

/// A forked child that runs `body` and exits with what it returns. Make it while the test has one thread.
class ChildProcess
{
public:
    /// `body` gets a function that sends a line to the parent.
    using Say = std::function<void(const std::string &)>;
    explicit ChildProcess(const std::function<int(const Say &say)> &body);
    ~ChildProcess();
    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    /// Waits until the child has said `line`; false when it ended without.
    bool waitFor(const std::string &line);
    /// Lets a child go on that waits in awaitLetGo().
    void letGo();
    /// Ends it with SIGKILL.
    void kill();
    ChildResult wait();

    /// In the child only: waits for the parent's letGo() (or for its end).
    static void awaitLetGo();

private:
    bool readMore();

    pid_t m_pid = -1;
    int m_fromChild = -1, m_toChild = -1;
    std::string m_output;
};

/// Runs `body` in a child to its end.
ChildResult inChild(const std::function<int(const ChildProcess::Say &say)> &body);

/// In a child: gives it mounts of its own, and mounts a file system of `type` at `folder`. False where the system does
/// not let it.
bool mountInChild(const std::string &folder, const char *type, const char *options, bool readOnly = false);

} // namespace snug::test
