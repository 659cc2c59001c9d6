// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The language of chat templates, with what Jinja 3.1 gives written down by hand; and every refusal with its line.

#include "core/chat/chattemplate.h"

#include <QTest>

using namespace snug;

namespace {

constexpr const char *kVariables = R"({"numbers": [3, 1, 2], "words": ["b", "A", "c"], "text": "  Hello World ",
    "map": {"b": 1, "a": "x", "items": 3}, "plain": {"k": "v"}, "nothing": null, "yes": true, "no": false,
    "people": [{"name": "Ann", "age": 3}, {"name": "bob", "age": 1}], "uni": "äß日🙂"})";

Result<std::string> render(std::string_view source)
{
    const auto made = ChatTemplate::parse(source);
    if (!made)
        return fail(made.error());
    ChatOptions options;
    options.variablesJson = kVariables;
    return made->render({}, options);
}

} // namespace

class TestChatLanguage : public QObject
{
    Q_OBJECT

private slots:
    void says_data();
    void says();
    void refuses_data();
    void refuses();
    void fails_data();
    void fails();
};

void TestChatLanguage::says_data()
{
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *source, const char *expected) {
        QTest::newRow(source) << QString::fromUtf8(expected);
    };
    // order of operators
    row("{{ 1 + 2 * 3 - 4 / 2 }} {{ -2 ** 2 }} {{ (10 - 2) ~ 3 * 2 }} {{ -3 | abs }} {{ not 1 in numbers }}",
        "5.0 4 86 3 False");
    row("{{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 % -3 }} {{ 2 ** -1 }} {{ 1e16 }} {{ 1.0 }}",
        "3 -4 2 -2 0.5 1e+16 1.0");
    row("{{ 1 < 2 < 3 }} {{ 1 == 1.0 }} {{ 1 == '1' }} {{ 'a' < 'b' }} {{ [1] + [2] }} {{ 'ab' * 2 }}",
        "True True False True [1, 2] abab");
    row("{{ 1 if yes else 2 }} {{ 1 if no }}| {{ no or 'x' }} {{ yes and 0 }}", "1 | x 0");
    // texts as characters
    row("{{ uni | length }} {{ uni[2] }} {{ uni[::-1] }} {{ uni[1:3] }} {{ uni[-9:2] }}",
        "4 日 🙂日ßä ß日 äß");
    row("{{ text.strip() }}|{{ text | trim | upper }}|{{ text.split() }}|{{ 'a,b,c'.split(',', 1)[-1] }}",
        "Hello World|HELLO WORLD|['Hello', 'World']|b,c");
    row("{{ 'abc'.startswith(('x', 'a')) }} {{ 'abcb'.replace('b', '-', 1) }} {{ 'a-b'.partition('-') }}",
        "True a-cb ('a', '-', 'b')");
    row(R"({{ ['it''s', "it's", 'a"b', '\n\x00'] }})", R"(['its', "it's", 'a"b', '\n\x00'])");
    // keys and methods
    row("{{ map.b }} {{ map['items'] }} {{ map.items() | list }} {{ plain['items'] is callable }} {{ map.zz }}|",
        "1 3 [('b', 1), ('a', 'x'), ('items', 3)] True |");
    row("{{ numbers[0] }}{{ numbers[-1] }}{{ numbers[9] }} {{ numbers[1:] }} {{ numbers[::-1] }}",
        "32 [1, 2] [2, 1, 3]");
    // filters and tests
    row("{{ numbers | sort }} {{ words | sort }} {{ words | join('-') }} {{ numbers | sum }} {{ map | dictsort }}",
        "[1, 2, 3] ['A', 'b', 'c'] b-A-c 6 [('a', 'x'), ('b', 1), ('items', 3)]");
    row("{{ people | selectattr('age', 'gt', 1) | map(attribute='name') | list }} {{ words | map('upper') | join }}",
        "['Ann'] BAC");
    row("{{ missing | default('d') }} {{ '' | default('d', true) }} {{ nothing is none }} {{ missing is defined }}",
        "d d True False");
    row("{{ map | tojson }} {{ uni | tojson }} {{ [1.5, none, true] | tojson }} {{ plain | tojson(indent=2) }}",
        "{\"b\": 1, \"a\": \"x\", \"items\": 3} \"äß日🙂\" [1.5, null, true] {\n  \"k\": \"v\"\n}");
    row("{{ 'a\nb' | indent(2) }} {{ 2.5 | round }} {{ '7' | int + 1 }} {{ 'x' | int(5) }}", "a\n  b 2.0 8 5");
    // statements
    row("{% for x in numbers %}{{ loop.index }}:{{ x }}{{ ',' if not loop.last }}{% endfor %}", "1:3,2:1,3:2");
    row("{% for k, v in plain.items() %}{{ k }}{{ v }}{% else %}none{% endfor %}{% for x in [] %}{% else %}none{% "
        "endfor %}",
        "kvnone");
    row("{% for x in numbers if x > 1 %}{{ x }}{{ loop.length }}{% endfor %}", "3222");
    row("{% for x in numbers %}{% if x == 1 %}{% continue %}{% endif %}{{ x }}{% endfor %}{% for x in numbers %}{{ x "
        "}}{% break %}{% endfor %}",
        "323");
    row("{% set x = 1 %}{% for y in numbers %}{% set x = x + y %}{{ x }}{% endfor %}{{ x }}", "4231");
    row("{% set ns = namespace(n=0) %}{% for y in numbers %}{% set ns.n = ns.n + y %}{% endfor %}{{ ns.n }}", "6");
    row("{% macro m(a, b=2) %}{{ a }}-{{ b }}{% endmacro %}{{ m(1) }} {{ m(b=5, a=4) }} {{ m() }}", "1-2 4-5 -2");
    row("{% set x %}a{{ 1 }}{% endset %}[{{ x }}]{% set y | upper %}a{% endset %}{{ y }}{% filter upper %}b{% "
        "endfilter %}",
        "[a1]AB");
    row("{% set a, b = 1, 2 %}{{ b }}{{ a }}{% generation %}g{% endgeneration %}{% with c=3 %}{{ c }}{% endwith %}{{ c "
        "}}",
        "21g3");
    // blanks
    row("a\n  {% if yes %}\n  b\n  {% endif %}\nc\n", "a\n  b\nc");
    row("a \n {{- 1 -}} \n b {#- c #} d", "a1b d");
    row("  {%+ if yes %}\n x{% endif +%}\ny", "   x\ny");
    row("{% raw %}{{ x }} {% y %}{% endraw %}\n\n", "{{ x }} {% y %}");
    row("{{ '}}' }}{{ {'a': {'b': '%}'}}.a.b }}", "}}%}");
}

void TestChatLanguage::says()
{
    QFETCH(QString, expected);
    const auto text = render(QTest::currentDataTag());
    QCOMPARE(QString::fromStdString(text ? *text : text.error().message), expected);
}

void TestChatLanguage::refuses_data()
{
    QTest::addColumn<QString>("construct");
    const auto row = [](const char *source, const char *construct) { QTest::newRow(source) << QString(construct); };
    row("{% block a %}{% endblock %}", "the statement 'block'");
    row("{% import 'a' as b %}", "the statement 'import'");
    row("{% call m() %}{% endcall %}", "the statement 'call'");
    row("{% for x in [1] recursive %}{% endfor %}", "a recursive loop");
    row("{% for x in [1] %}{% macro m() %}{% endmacro %}{% endfor %}",
        "a macro inside a loop, a block or another macro");
    row("{{ 1 | batch(2) }}", "the filter 'batch'");
    row("{{ ('a' | safe) ~ 'b' }}", "the filter 'safe'");
    row("{{ 'a' | e }}", "the filter 'e'");
    row("{{ 1 is filter }}", "the test 'filter'");
    row("{{ 'a'.zfill(2) }}", "the method 'zfill' of a str");
    row("{{ numbers.append(1) }}", "the method 'append' of a list");
    row("{{ joiner() }}", "the function 'joiner'");
    row("{{ text.__class__ }}", "the attribute '__class__'");
    row("{{ '%s' % 1 }}", "the operator '%' on a text");
    row("{{ numbers | select }}", "the text of a generator (put it through the filter 'list')");
    row("{{ range(*[1]) }}", "arguments from a list or dict ('*')");
    row("{{ 9223372036854775807 + 1 }}", "an integer beyond 64 bits");
    row("{{ 99999999999999999999 }}", "a number beyond 64 bits");
    row("{{ 0x10 }}", "the number '0x'");
    row("{{ 1 $ 2 }}", "a character that no expression has");
    row("{{ {1: 2} }}", "a dict whose keys are no texts");
    row("{{ 'a' | trim(char='x') }}", "the argument 'char' of 'trim'");
}

void TestChatLanguage::refuses()
{
    QFETCH(QString, construct);
    const auto text = render(std::string("\n\n") + QTest::currentDataTag());
    QVERIFY2(!text, text ? text->c_str() : "");
    QCOMPARE(QString::fromStdString(text.error().message),
             "Line 3 of the chat template uses " + construct + ", which Snug does not know.");
    QVERIFY(text.error().code == ErrorCode::Unsupported);
}

void TestChatLanguage::fails_data()
{
    QTest::addColumn<QString>("message");
    const auto row = [](const char *source, const char *message) { QTest::newRow(source) << QString(message); };
    row("{{ missing.x }}", "The chat template failed in line 2: 'missing' is undefined.");
    row("{{ 'a' + map.zz }}", "The chat template failed in line 2: 'dict object' has no attribute 'zz'.");
    row("{{ 'a' + 1 }}", "The chat template failed in line 2: '+' does not work on str and int.");
    row("{{ 1 / 0 }}", "The chat template failed in line 2: a number is divided by zero.");
    row("{% for x in 5 %}{% endfor %}",
        "The chat template failed in line 2: something to go through is expected, not int.");
    row("{% set map.x = 1 %}",
        "The chat template failed in line 2: 'map' is no namespace, so 'x' cannot be set in it.");
    row("{% set a, b = [1] %}", "The chat template failed in line 2: 2 names are set from 1 values.");
    row("{{ range(200000) }}", "The chat template failed in line 2: a range has more than 100000 numbers.");
    row("{% if yes %}", "The chat template cannot be read: in line 2, the template ends where 'endif' is missing.");
    row("{{ 1 + }}", "The chat template cannot be read: in line 2, an expression is expected, not }}.");
    row("{{ (1 }}", "The chat template cannot be read: in line 2, '}' closes nothing.");
    row("{{ 'a }}", "The chat template cannot be read: in line 2, a text does not end (its closing quote is missing).");
    row("{# a", "The chat template cannot be read: in line 2, a comment does not end (#} is missing).");
    row("{% endif %}", "");
    row("{% break %}", "The chat template cannot be read: in line 2, 'break' stands outside of a loop.");
    row("{% set none = 1 %}", "The chat template cannot be read: in line 2, 'none' cannot be assigned to.");
}

void TestChatLanguage::fails()
{
    QFETCH(QString, message);
    const auto text = render(std::string("\n") + QTest::currentDataTag());
    QVERIFY2(!text, text ? text->c_str() : "");
    if (!message.isEmpty())
        QCOMPARE(QString::fromStdString(text.error().message), message);
}

QTEST_APPLESS_MAIN(TestChatLanguage)
#include "tst_chatlanguage.moc"
