// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/base/folderwatch.h"

#ifdef __linux__

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace snug {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kQuiet{300};    // a change is reported when nothing followed it for so long
constexpr std::chrono::milliseconds kLongest{3000}; // or when it is so old
constexpr std::uint32_t kEvents =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

// What of a watched folder matters: everything, or the coming of these names.
struct Wanted
{
    bool everything = false;
    std::set<std::string> names;
};

// The folder itself, or the nearest one above that is there and the name awaited in it.
std::pair<fs::path, std::string> watchable(const fs::path &folder)
{
    std::error_code error;
    fs::path there = folder;
    std::string awaited;
    while (!there.empty() && !fs::is_directory(there, error) && there != there.parent_path()) {
        awaited = there.filename().string();
        there = there.parent_path();
    }
    return {there, awaited};
}

} // namespace

struct FolderWatch::State
{
    std::function<void()> changed;
    int events = -1;  ///< inotify
    int ending = -1;  ///< becomes readable when the thread is to end
    std::mutex mutex; // guards watched
    std::map<int, Wanted> watched;
    std::thread thread;

    bool matters(const inotify_event &event, const char *name)
    {
        if (event.mask & IN_IGNORED)
            return false; // the watch's own end, which DELETE_SELF told before or watch() wanted
        if (event.mask & IN_Q_OVERFLOW)
            return true;
        std::lock_guard lock(mutex);
        const auto found = watched.find(event.wd);
        if (found == watched.end())
            return true; // watch() is just adding it
        const bool self = event.mask & (IN_DELETE_SELF | IN_MOVE_SELF);
        return self || found->second.everything || found->second.names.contains(name);
    }

    // Reads all that has come in. True when something of it matters.
    bool drain()
    {
        alignas(inotify_event) std::array<char, 16384> buffer;
        bool any = false;
        for (;;) {
            const ssize_t size = ::read(events, buffer.data(), buffer.size());
            if (size <= 0)
                return any;
            for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(size);) {
                inotify_event event;
                std::memcpy(&event, buffer.data() + at, sizeof event);
                const char *name = buffer.data() + at + sizeof event; // ends with a zero where there is one
                any |= matters(event, event.len > 0 ? name : "");
                at += sizeof event + event.len;
            }
        }
    }

    void work()
    {
        bool pending = false; // there are changes that were not reported yet
        Clock::time_point first{}, last{};
        const auto due = [&] { return std::min(last + kQuiet, first + kLongest); };
        for (;;) {
            std::array<pollfd, 2> waits{{{events, POLLIN, 0}, {ending, POLLIN, 0}}};
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(due() - Clock::now());
            const int timeout = pending ? static_cast<int>(std::max<std::int64_t>(0, left.count())) : -1;
            if (::poll(waits.data(), waits.size(), timeout) < 0 && errno != EINTR)
                return;
            if (waits[1].revents != 0)
                return;
            if (waits[0].revents != 0 && drain()) {
                last = Clock::now();
                first = pending ? first : last;
                pending = true;
            }
            if (pending && Clock::now() >= due()) {
                pending = false;
                changed();
            }
        }
    }
};

FolderWatch::FolderWatch(std::function<void()> changed) : m_state(std::make_unique<State>())
{
    m_state->changed = std::move(changed);
    m_state->events = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    m_state->ending = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (m_state->events >= 0 && m_state->ending >= 0)
        m_state->thread = std::thread([state = m_state.get()] { state->work(); });
}

FolderWatch::~FolderWatch()
{
    const std::uint64_t one = 1;
    if (m_state->thread.joinable() && ::write(m_state->ending, &one, sizeof one) == sizeof one)
        m_state->thread.join();
    for (const int descriptor : {m_state->events, m_state->ending})
        if (descriptor >= 0)
            ::close(descriptor);
}

bool FolderWatch::watch(const std::vector<fs::path> &folders)
{
    if (!m_state->thread.joinable())
        return false;
    std::map<int, Wanted> wanted; // adding a folder that is watched gives its number again
    for (const fs::path &folder : folders) {
        const auto [there, awaited] = watchable(folder);
        const int number = there.empty() ? -1 : ::inotify_add_watch(m_state->events, there.c_str(), kEvents);
        if (number < 0)
            continue;
        Wanted &what = wanted[number];
        if (awaited.empty())
            what.everything = true;
        else
            what.names.insert(awaited);
    }
    bool isNew = false;
    std::lock_guard lock(m_state->mutex);
    for (const auto &[number, what] : wanted) {
        const auto old = m_state->watched.find(number);
        isNew |= old == m_state->watched.end() || (what.everything && !old->second.everything);
    }
    for (const auto &[number, what] : m_state->watched)
        if (!wanted.contains(number))
            ::inotify_rm_watch(m_state->events, number);
    m_state->watched = std::move(wanted);
    return isNew;
}

} // namespace snug

#else

namespace snug {

struct FolderWatch::State
{
};

FolderWatch::FolderWatch(std::function<void()>) {}
FolderWatch::~FolderWatch() = default;
bool FolderWatch::watch(const std::vector<std::filesystem::path> &) { return false; }

} // namespace snug

#endif
