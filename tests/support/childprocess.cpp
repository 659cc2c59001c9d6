// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// fork, two pipes, waitpid.

#include "tests/support/childprocess.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace snug::test {

namespace {

int fromParent = -1; // in the child: its end of the pipe that letGo() writes to

void writeText(const std::string &path, const std::string &text) { std::ofstream(path) << text; }

/// A user without rights over mounts may have them in a user namespace of its own.
bool ownMounts()
{
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (::unshare(CLONE_NEWNS) != 0) {
        if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
            return false;
        writeText("/proc/self/setgroups", "deny");
        writeText("/proc/self/uid_map", "0 " + std::to_string(user) + " 1");
        writeText("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
    }
    return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

} // namespace

ChildProcess::ChildProcess(const std::function<int(const Say &say)> &body)
{
    std::array<int, 2> out{}, in{};
    if (::pipe(out.data()) != 0 || ::pipe(in.data()) != 0)
        std::abort();
    std::fflush(nullptr);
    m_pid = ::fork();
    if (m_pid < 0)
        std::abort();
    if (m_pid == 0) {
        ::close(out[0]);
        ::close(in[1]);
        fromParent = in[0];
        const int code = body([&](const std::string &line) {
            const std::string text = line + "\n";
            if (::write(out[1], text.data(), text.size()) != static_cast<ssize_t>(text.size()))
                ::_exit(99);
        });
        ::_exit(code);
    }
    ::close(out[1]);
    ::close(in[0]);
    m_fromChild = out[0];
    m_toChild = in[1];
}

ChildProcess::~ChildProcess()
{
    if (m_pid > 0) {
        kill();
        wait();
    }
}

bool ChildProcess::readMore()
{
    std::array<char, 512> piece;
    ssize_t count = 0;
    do {
        count = ::read(m_fromChild, piece.data(), piece.size());
    } while (count < 0 && errno == EINTR);
    if (count > 0)
        m_output.append(piece.data(), static_cast<std::size_t>(count));
    return count > 0;
}

bool ChildProcess::waitFor(const std::string &line)
{
    while (m_output.find(line + "\n") == std::string::npos) {
        if (!readMore())
            return false;
    }
    return true;
}

void ChildProcess::letGo()
{
    if (m_toChild >= 0)
        ::close(m_toChild);
    m_toChild = -1;
}

void ChildProcess::kill() { ::kill(m_pid, SIGKILL); }

ChildResult ChildProcess::wait()
{
    letGo();
    while (readMore()) {
    }
    ::close(m_fromChild);
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
    }
    m_pid = -1;
    ChildResult result;
    result.output = m_output;
    if (WIFEXITED(status))
        result.exitCode = WEXITSTATUS(status);
    else
        result.signal = WTERMSIG(status);
    return result;
}

void ChildProcess::awaitLetGo()
{
    char none = 0;
    while (::read(fromParent, &none, 1) < 0 && errno == EINTR) {
    }
}

ChildResult inChild(const std::function<int(const ChildProcess::Say &say)> &body) { return ChildProcess(body).wait(); }

bool mountInChild(const std::string &folder, const char *type, const char *options, bool readOnly)
{
    return ownMounts() && ::mount("none", folder.c_str(), type, readOnly ? MS_RDONLY : 0, options) == 0;
}

} // namespace snug::test
