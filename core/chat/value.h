// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a template computes with: the few types of Python that chat templates see. Values are cheap to copy and never
// change, but for namespaces, which a template writes to.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace snug::chat {

class Value;
struct Loop;

/// A name or key that is not there. Prints as nothing; used for anything else it is an error that tells `what`.
struct Undefined
{
    std::shared_ptr<const std::string> what; ///< "'x' is undefined"
};

struct None
{
};

enum class SequenceKind {
    List,
    Tuple,
    View,  ///< items(), keys() and values() of a mapping: can be counted and gone through, no more
    Range, ///< what range() gives
    Once,  ///< what select() and its like give: can be gone through once
};

struct Sequence
{
    SequenceKind kind = SequenceKind::List;
    std::vector<Value> items;
    int depth = 1;
    mutable std::size_t taken = 0; ///< items of Once that have been gone through
};

/// Keys in order of arrival. Keys are texts alone.
struct Mapping
{
    std::vector<std::pair<std::string, Value>> entries;
    std::map<std::string, std::size_t, std::less<>> places;
    int depth = 1;

    const Value *find(std::string_view key) const;
    void set(std::string_view key, Value value);
};

/// The one thing a template can change. Owned by the Run, which empties it at its end, since namespaces may hold each
/// other.
struct Namespace
{
    std::map<std::string, Value, std::less<>> members;
};

struct Macro; ///< of the syntax tree, which outlives all values

/// Something to call: a method of `self`, a function of the language, or a macro of the template.
struct Function
{
    std::string name;
    std::shared_ptr<const Value> self;
    const Macro *macro = nullptr;
};

class Value
{
public:
    using Text = std::shared_ptr<const std::string>;
    using SequencePointer = std::shared_ptr<const Sequence>;
    using MappingPointer = std::shared_ptr<const Mapping>;
    using NamespacePointer = std::shared_ptr<Namespace>;
    using LoopPointer = std::shared_ptr<const Loop>;
    using FunctionPointer = std::shared_ptr<const Function>;

    Value() = default; ///< undefined
    explicit Value(None) : m_value(None{}) {}
    explicit Value(bool value) : m_value(value) {}
    explicit Value(std::int64_t value) : m_value(value) {}
    explicit Value(double value) : m_value(value) {}
    explicit Value(std::string text) : m_value(std::make_shared<const std::string>(std::move(text))) {}
    explicit Value(const char *) = delete; // would become a bool
    explicit Value(SequencePointer value) : m_value(std::move(value)) {}
    explicit Value(MappingPointer value) : m_value(std::move(value)) {}
    explicit Value(NamespacePointer value) : m_value(std::move(value)) {}
    explicit Value(LoopPointer value) : m_value(std::move(value)) {}
    explicit Value(FunctionPointer value) : m_value(std::move(value)) {}
    static Value undefined(std::string what);

    bool isUndefined() const { return is<Undefined>(); }
    bool isNone() const { return is<None>(); }
    bool isNumber() const { return is<bool>() || is<std::int64_t>() || is<double>(); }

    // Nothing for a value of another type.
    const bool *boolean() const { return std::get_if<bool>(&m_value); }
    const std::int64_t *integer() const { return std::get_if<std::int64_t>(&m_value); }
    const double *real() const { return std::get_if<double>(&m_value); }
    const std::string *text() const { return pointee<Text>(); }
    const Sequence *sequence() const { return pointee<SequencePointer>(); }
    SequencePointer sharedSequence() const
    {
        const auto *found = std::get_if<SequencePointer>(&m_value);
        return found ? *found : nullptr;
    }
    const Mapping *mapping() const { return pointee<MappingPointer>(); }
    Namespace *nameSpace() const { return pointee<NamespacePointer>(); }
    const Loop *loop() const { return pointee<LoopPointer>(); }
    const Function *function() const { return pointee<FunctionPointer>(); }
    const Undefined *undefinedValue() const { return std::get_if<Undefined>(&m_value); }

    /// How deep values lie in each other: 0 for one that holds none.
    int depth() const;
    /// For messages, as Python names it: "str", "list".
    std::string_view typeName() const;

private:
    template <class T> bool is() const { return std::holds_alternative<T>(m_value); }
    template <class T> auto pointee() const -> decltype(std::declval<T>().get())
    {
        const T *found = std::get_if<T>(&m_value);
        return found ? found->get() : nullptr;
    }

    std::variant<Undefined, None, bool, std::int64_t, double, Text, SequencePointer, MappingPointer, NamespacePointer,
                 LoopPointer, FunctionPointer>
        m_value;
};

/// What `loop` is inside a for.
struct Loop
{
    Value::SequencePointer items;
    std::size_t index = 0;
};

/// Arguments of a call, a filter or a test.
struct Arguments
{
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;
};

} // namespace snug::chat
