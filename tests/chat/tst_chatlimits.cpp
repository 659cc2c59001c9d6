// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Hostile templates end with a sentence: neither the stack, nor memory, nor time runs out.

#include "core/chat/chattemplate.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace snug;

namespace {

std::string times(std::string_view text, int count)
{
    std::string made;
    for (int i = 0; i < count; ++i)
        made += text;
    return made;
}

Result<std::string> render(std::string_view source, const std::vector<ChatMessage> &messages = {})
{
    const auto made = ChatTemplate::parse(source);
    return made ? made->render(messages) : fail(made.error());
}

} // namespace

class TestChatLimits : public QObject
{
    Q_OBJECT

private slots:
    void stops_data();
    void stops();
    void takesLongConversations();
    void takesOrdinaryNesting();
    void survivesDamage();
};

void TestChatLimits::stops_data()
{
    QTest::addColumn<QByteArray>("source");
    const auto row = [](const char *name, const std::string &source) {
        QTest::newRow(name) << QByteArray::fromStdString(source);
    };
    row("parentheses", "{{ " + times("(", 100'000) + "1" + times(")", 100'000) + " }}");
    row("lists", "{{ " + times("[", 100'000) + times("]", 100'000) + " }}");
    row("dicts", "{{ " + times("{'a':", 50'000) + "1" + times("}", 50'000) + " }}");
    row("not", "{{ " + times("not ", 100'000) + "1 }}");
    row("minus", "{{ " + times("- ", 100'000) + "1 }}");
    row("attributes", "{{ a" + times(".a", 100'000) + " }}");
    row("calls", "{{ a" + times("()", 100'000) + " }}");
    row("items", "{{ a" + times("[0]", 100'000) + " }}");
    row("nested items", "{{ " + times("a[", 100'000) + "0" + times("]", 100'000) + " }}");
    row("filters", "{{ a" + times("|trim", 100'000) + " }}");
    row("tests", "{{ a" + times(" is defined", 50'000) + " }}");
    row("sums", "{{ 1" + times(" + 1", 100'000) + " }}");
    row("ternaries", "{{ " + times("1 if 1 else ", 50'000) + "1 }}");
    row("ternaries behind", "{{ 1" + times(" if 1", 50'000) + " }}");
    row("or", "{{ 0" + times(" or 0", 100'000) + " }}");
    row("blocks", times("{% if 1 %}", 100'000) + times("{% endif %}", 100'000));
    row("loops in loops", times("{% for a in b %}", 50'000) + times("{% endfor %}", 50'000));
    row("set blocks", times("{% set x %}", 50'000) + times("{% endset %}", 50'000));
    row("a long name", "{{ " + times("a", 500'000) + " }}");
    row("a long source", times("a", 2'000'000));
    row("endless macro", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}");
    row("endless macro in a filter", "{% macro m(x) %}{{ m(x) | trim }}{% endmacro %}{{ m(1) }}");
    row("two macros", "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}");
    row("branching macro",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(40) }}");
    row("loops", "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}");
    row("loops over text", "{% for a in range(100000) %}{% for b in 'aaaa' * 100000 %}{% endfor %}{% endfor %}");
    row("long output", "{% for a in range(100000) %}{{ 'a' * 100000 }}{% endfor %}");
    row("long text", "{{ 'a' * 9000000000000000000 }}");
    row("long list", "{{ ([1] * 9000000000000000000) | length }}");
    row("doubling",
        "{% set n = namespace(t='ab') %}{% for a in range(200) %}{% set n.t = n.t ~ n.t %}{% endfor %}{{ n.t }}");
    row("doubling lists",
        "{% set n = namespace(t=[1]) %}{% for a in range(200) %}{% set n.t = n.t + n.t %}{% endfor %}");
    row("replace", "{% set n = namespace(t='a') %}{% for a in range(99) %}{% set n.t = n.t.replace('a', 'aaaaaaaa') "
                   "%}{% endfor %}");
    row("lists in lists", "{% set n = namespace(t=[]) %}{% for a in range(99999) %}{% set n.t = [n.t] %}{% endfor %}");
    row("dicts in dicts",
        "{% set n = namespace(t={}) %}{% for a in range(99999) %}{% set n.t = {'a': n.t} %}{% endfor %}");
    row("methods of methods",
        "{% set n = namespace(t={}) %}{% for a in range(99999) %}{% set n.t = {'a': n.t}.get %}{% endfor %}");
    row("loops in lists", "{% set n = namespace(t=[]) %}{% for a in range(99999) %}{% for b in [n.t] %}{% set n.t = "
                          "[loop] %}{% endfor %}{% endfor %}");
    row("a web of lists",
        "{% set n = namespace(t=[1]) %}{% for a in range(60) %}{% set n.t = [n.t, n.t] %}{% endfor %}{{ n.t }}");
    row("a web of lists as JSON", "{% set n = namespace(t=[1]) %}{% for a in range(60) %}{% set n.t = [n.t, n.t] %}{% "
                                  "endfor %}{{ n.t | tojson }}");
    row("webs compared", "{% set n = namespace(t=[1], u=[1]) %}{% for a in range(60) %}{% set n.t = [n.t, n.t] %}{% "
                         "set n.u = [n.u, n.u] %}{% endfor %}{{ n.t == n.u }}");
    row("searching", "{% set t = 'a' * 4000000 %}{% for a in range(100000) %}{{ 'b' in t }}{% endfor %}");
    row("searching for long texts",
        "{% set t = 'a' * 4000000 %}{% for a in range(1000) %}{{ ('a' * 999999 ~ 'b') in t }}{% endfor %}");
    row("splitting", "{% set t = 'a' * 1000000 %}{% for a in range(1000) %}{% set b = t.split('a') %}{% endfor %}");
    row("stripping", "{% set t = 'ab' * 1000000 %}{% for a in range(1000) %}{{ t.strip(t) }}{% endfor %}");
    row("map of maps", "{{ 'a' | map(" + times("'map',", 50'000) + "'upper') | list }}");
    row("sorting", "{% for a in range(1000) %}{% set b = range(100000) | reverse | sort %}{% endfor %}");
    row("unique", "{{ range(100000) | unique | list | length }}");
    row("indent", "{% set n = namespace(t='a\\n' * 10000) %}{% for a in range(1000) %}{% set n.t = n.t | indent(1000) "
                  "%}{% endfor %}");
    row("indented JSON",
        "{{ [[1] * 100000] * 1000 | tojson(indent=1000) }}{{ ([[1] * 100000] * 1000) | tojson(indent=1000) }}");
    row("powers", "{{ 3 ** 9000000000000000000 }}");
    row("a namespace in itself", "{% set n = namespace() %}{% set n.a = n %}{% set n.b = [n] %}{{ n.b }}");
    row("bad slices", "{{ 'abc'[::0] }}");
    row("dates", "{{ strftime_now('%Y' * 10000000) }}");
}

void TestChatLimits::stops()
{
    QFETCH(QByteArray, source);
    const auto text = render(std::string_view(source.constData(), static_cast<std::size_t>(source.size())));
    QVERIFY(!text);
    QVERIFY(text.error().code == ErrorCode::BadInput || text.error().code == ErrorCode::Unsupported);
    QVERIFY2(text.error().message.size() > 20 && text.error().message.size() < 400, text.error().message.c_str());
}

void TestChatLimits::takesLongConversations()
{
    std::vector<ChatMessage> messages;
    for (int i = 0; i < 2000; ++i)
        messages.push_back({i % 2 == 0 ? "user" : "assistant", times("word ", 200)});
    const auto text = render("{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
                             "{{ raise_exception('no') }}{% endif %}{% if '</think>' in m.content %}"
                             "{% set c = m.content.split('</think>')[-1] %}{% else %}{% set c = m.content %}{% endif %}"
                             "{{ '<' + m.role + '>' + c | trim + '\\n' }}{% endfor %}",
                             messages);
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QVERIFY(text->size() > 2'000'000);
}

void TestChatLimits::takesOrdinaryNesting()
{
    QVERIFY(render("{{ " + times("(", 60) + "1" + times(")", 60) + times(" + 1", 60) + " }}"));
    QVERIFY(render(times("{% if 1 %}", 30) + times("{% endif %}", 30)));
    const auto deep = render("{% macro m(n) %}{% if n %}{{ m(n - 1) }}{% endif %}x{% endmacro %}{{ m(40) }}");
    QVERIFY2(deep, deep ? "" : deep.error().message.c_str());
    QCOMPARE(deep->size(), std::size_t(41));
}

/// Templates with bytes and pieces changed at random: whatever comes out, it comes.
void TestChatLimits::survivesDamage()
{
    const std::string sound =
        "{%- macro m(a, b=[1, {'x': 2}]) -%}{{ a|tojson }}{{ b[0:1] }}{%- endmacro %}\n"
        "{% set ns = namespace(n=0) %}{% for x in messages[::-1] if x.role == 'user' %}"
        "{% set ns.n = ns.n + 1 %}{{ loop.index }}{{ x.content.split('a', 1)[-1] | trim ~ m(x) }}"
        "{% else %}{# none #}{% endfor %}{% set y %}{{ 'a\\n\\x41' if ns.n > 0 else none }}{% endset %}"
        "{% raw %}{{ }}{% endraw %}{{ y | default('z', true) | upper }}{{ 1.5e3 // 2 is not odd }}";
    const std::vector<ChatMessage> messages = {{"user", "banana"}, {"assistant", "b"}, {"user", "c"}};
    QVERIFY(render(sound, messages));
    std::mt19937 random(7);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
    int read = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string source = sound;
        for (std::size_t change = 0; change < 1 + below(4); ++change) {
            const std::size_t at = below(source.size());
            const std::size_t length = std::min(below(12), source.size() - at);
            if (below(3) == 0)
                source.erase(at, length);
            else if (below(2) == 0)
                source.insert(at, sound.substr(below(sound.size()), 1 + below(20)));
            else
                source[at] = static_cast<char>(below(256));
        }
        const auto text = render(source, messages);
        read += text ? 1 : 0;
        QVERIFY(text || !text.error().message.empty());
    }
    QVERIFY(read > 100); // not all of it is refused at the first sign
}

QTEST_APPLESS_MAIN(TestChatLimits)
#include "tst_chatlimits.moc"
