// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One rendering in progress: what it may still spend, where in the template it is, and how it fails. All values that
// grow are made here, so that no template can take more time or memory than it is given.

#pragma once

#include "core/base/result.h"
#include "core/chat/value.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace snug::chat {

/// What one rendering may take. A conversation of a thousand messages takes less than a hundredth of each.
struct RunLimits
{
    std::size_t work = 16'000'000;        ///< an expression counts 4, 16 bytes looked at count 1
    std::size_t madeBytes = 128ull << 20; ///< of all texts and lists that come to be
    int nesting = 400;                    ///< calls and expressions in each other
    int valueDepth = 100;                 ///< lists in lists
    std::size_t rangeLength = 100'000;    ///< as in Jinja's sandbox
};

class Run
{
public:
    explicit Run(RunLimits limits = {}, std::optional<std::chrono::sys_seconds> now = std::nullopt)
        : m_limits(limits), m_now(now)
    {
    }
    ~Run();
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

    const RunLimits &limits() const { return m_limits; }
    std::optional<std::chrono::sys_seconds> now() const { return m_now; }

    int line = 1; ///< of the template, for messages

    // Each fails when the limit is passed.
    Result<void> work(std::size_t units);
    Result<void> lookAt(std::size_t bytes) { return work(bytes / 16 + 1); }
    Result<void> make(std::size_t bytes);

    Result<Value> text(std::string text);
    Result<Value> list(std::vector<Value> items, SequenceKind kind = SequenceKind::List);
    Result<Value> mapping(Mapping mapping);
    Result<Value> method(std::string_view name, const Value &self);
    Result<Value> nameSpace();

    /// Unsupported: "the filter 'batch'" becomes a sentence with the line.
    tl::unexpected<Error> refuse(std::string_view construct) const;
    /// BadInput: what the template did wrong, "'x' is undefined".
    tl::unexpected<Error> wrong(std::string_view what) const;
    /// wrong() for a value of a type that does not do: "a text is expected, not an int".
    tl::unexpected<Error> wrongType(std::string_view expected, const Value &value) const;

    /// Counts one level of nesting while it lives.
    class Level
    {
    public:
        explicit Level(Run &run) : m_run(run) { ++m_run.m_nesting; }
        ~Level() { --m_run.m_nesting; }
        Level(const Level &) = delete;
        Level &operator=(const Level &) = delete;
        Result<void> check() const;

    private:
        Run &m_run;
    };

private:
    RunLimits m_limits;
    std::optional<std::chrono::sys_seconds> m_now;
    std::size_t m_work = 0;
    std::size_t m_made = 0;
    int m_nesting = 0;
    std::vector<Value::NamespacePointer> m_namespaces;
};

} // namespace snug::chat
