# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Conversations and pieces of template for same_chat_texts.py."""

SYSTEM = {"role": "system", "content": "  You are brief.\n"}
USER = {"role": "user", "content": "Hello, <b>you</b> & \"them\"! é 日本 🙂"}
ASSISTANT = {"role": "assistant", "content": "Hi.\n"}
AGAIN = {"role": "user", "content": " And now?\n\n"}
THOUGHT = {"role": "assistant", "content": "<think>\nLet me see.\n</think>\n\nDone."}
REASONED = {"role": "assistant", "content": "Done.", "reasoning_content": "Let me see."}
PARTS = {"role": "user", "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two's"}]}
CALL = {"role": "assistant", "content": "", "tool_calls": [{
    "type": "function", "id": "abcdefghi",
    "function": {"name": "weather", "arguments": {"city": "Zürich", "days": 3, "exact": True, "scale": 0.5}}}]}
ANSWER = {"role": "tool", "content": "sunny", "name": "weather", "tool_call_id": "abcdefghi"}
TOOLS = [{"type": "function", "function": {
    "name": "weather", "description": "Tells the weather.", "parameters": {
        "type": "object", "required": ["city"], "properties": {
            "city": {"type": "string", "description": " Where? "},
            "days": {"type": ["integer", "null"], "description": "How long?", "default": 1},
            "kinds": {"type": "array", "items": {"type": "string"}, "description": "What?"},
            "scale": {"type": "string", "enum": ["C", "F"], "description": "Which?", "default": "C"},
            "more": {"type": "object", "description": "Else.", "properties": {"x": {"type": "number"}}}}}}},
    {"type": "function", "function": {"name": "now", "description": "Tells the time.",
                                      "parameters": {"type": "object", "properties": {}}}}]

CONVERSATIONS = {
    "user": [USER],
    "system": [SYSTEM, USER],
    "several turns": [USER, ASSISTANT, AGAIN],
    "several turns with system": [SYSTEM, USER, ASSISTANT, AGAIN, ASSISTANT, USER],
    "ends with assistant": [SYSTEM, USER, ASSISTANT],
    "two users": [USER, AGAIN],
    "system later": [USER, ASSISTANT, SYSTEM, USER],
    "parts": [PARTS],
    "parts with system": [SYSTEM, PARTS, ASSISTANT, USER],
    "thought": [USER, THOUGHT, AGAIN],
    "ends with thought": [USER, THOUGHT],
    "reasoned": [USER, REASONED, AGAIN],
    "ends with reasoned": [USER, REASONED],
    "tool": [USER, CALL, ANSWER, ASSISTANT, AGAIN],
    "tool last": [SYSTEM, USER, CALL, ANSWER],
    "two tools": [USER, CALL, ANSWER, CALL, ANSWER],
    "empty": [],
    "no content": [{"role": "user"}],
    "none": [{"role": "user", "content": None}],
    "odd role": [{"role": "critic", "content": "No."}],
}

OPTIONS = {
    "": {"add_generation_prompt": True},
    "no prompt": {"add_generation_prompt": False},
    "tools": {"add_generation_prompt": True, "tools": TOOLS},
    "thinking": {"add_generation_prompt": True, "variables": {"enable_thinking": True, "thinking": True,
                                                              "reasoning_effort": "high"}},
    "not thinking": {"add_generation_prompt": True, "variables": {"enable_thinking": False}},
    "builtin tools": {"add_generation_prompt": True, "tools": TOOLS, "variables": {
        "builtin_tools": ["browser", "python", "code_interpreter"], "tools_in_user_message": False,
        "date_string": "1 Jan 2025"}},
}

# Each is rendered with the messages below; what Python refuses has to be refused.
VARIABLES = {
    "numbers": [3, 1, 2], "words": ["b", "A", "c", "a"], "text": "  Hello World, hello Moon  ", "empty": "",
    "nothing": None, "yes": True, "no": False, "half": 0.5, "seven": 7, "minus": -7, "big": 1e16, "small": 1e-5,
    "map": {"b": 1, "a": "x", "items": 3}, "plain": {"k": "v", "n": None, "t": True},
    "people": [{"name": "Ann", "age": 3, "tags": ["x"]}, {"name": "bob", "age": 1, "tags": []},
               {"name": "Cid", "age": 2}],
    "deep": {"a": [{"b": [1, 2, {"c": "d"}]}]}, "quote": "it's \"so\"", "lines": "a\nb\r\n\nc", "uni": "äß日🙂\u00a0x",
}

SNIPPETS = r"""
{{ 1 + 2 * 3 - 4 / 2 }} {{ 7 // 2 }} {{ minus // 2 }} {{ minus % 3 }} {{ 7 % -3 }} {{ 2 ** 10 }} {{ 2 ** -1 }} {{ -2 ** 2 }}
{{ 7.5 // 2 }} {{ -7.5 % 2 }} {{ 1e3 }} {{ 1.5e-7 }} {{ big }} {{ small }} {{ half }} {{ 100000.0 }} {{ 1/3 }} {{ 0.1 + 0.2 }} {{ 123456789012345680.0 }}
{{ true }} {{ none }} {{ [1, "a", none, true, 1.0, [], {}, ()] }} {{ (1,) }} {{ (1, 2) }} {{ {"a": [1], 'b': 'c"d'} }} {{ [quote, lines, uni] }}
{{ "a" "b" 'c' }} {{ 'tab\tnew\\n\x41\u00e9\101\q' }} {{ "it's" }} {{ 'say "x"' }}
{{ "a" ~ 1 ~ none ~ 1.0 ~ [1] }} {{ "ab" * 3 }} {{ 2 * [1, 2] }} {{ [1] + [2] }} {{ "x" + "y" }}
{{ 1 if yes else 2 }} {{ 1 if no }}| {{ 1 if no else 2 if no else 3 }} {{ (1 if no) is defined }}
{{ yes and "x" }} {{ no or "y" }} {{ not yes }} {{ not no and yes }} {{ empty or nothing or 0 or "last" }} {{ 1 and 0 }}
{{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ 1 == 1.0 }} {{ true == 1 }} {{ "a" < "b" }} {{ [1, 2] < [1, 3] }} {{ "a" != "b" }} {{ 1 == "1" }} {{ (1,) == [1] }}
{{ 1 in numbers }} {{ 5 not in numbers }} {{ "ell" in text }} {{ "k" in plain }} {{ "z" in plain }} {{ not 1 in numbers }}
{{ text.strip() }}|{{ text.lstrip() }}|{{ text.rstrip() }}|{{ text.strip(" Hn") }}|{{ text | trim }}|{{ text|trim(' H') }}
{{ text.split() }} {{ text.split("hello") }} {{ text.split(" ", 2) }} {{ "a,b,,c".split(",") }} {{ "a,b,c".rsplit(",", 1) }} {{ "a b  c d".split(none, 2) }} {{ "".split() }} {{ "".split(",") }}
{{ lines.splitlines() }} {{ "a-b-c".partition("-") }} {{ "a-b-c".rpartition("-") }} {{ "abc".partition("-") }} {{ "abc".rpartition("-") }}
{{ "abc".startswith("a") }} {{ "abc".startswith(("x", "ab")) }} {{ "abc".endswith("bc") }} {{ "abc".removeprefix("a") }} {{ "abc".removesuffix("c") }}
{{ "abcabc".replace("b", "X") }} {{ "abcabc".replace("b", "X", 1) }} {{ "abcabc".find("c") }} {{ "abcabc".rfind("c") }} {{ "日本日".rfind("日") }} {{ "abc".find("z") }} {{ "banana".count("an") }}
{{ "hELLO wORLD".title() }} {{ "hELLO wORLD".capitalize() }} {{ "hELLO".upper() }} {{ "ÄÖ".lower() }} {{ "they're bill's".title() }} {{ "they're (bill)'s-x" | title }}
{{ "-".join(words) }} {{ "12".isdigit is defined }} {{ "ab".isalpha() }} {{ "a1".isalpha() }} {{ " ".isspace() }} {{ "AB".isupper() }} {{ "12".isdecimal() }} {{ "ab".islower() }}
{{ uni[0] }}{{ uni[-1] }}{{ uni[1:3] }}{{ uni[::-1] }}{{ uni | length }} {{ uni[99] is defined }} {{ "abc"[5:] }}|
{{ numbers[0] }} {{ numbers[-1] }} {{ numbers[1:] }} {{ numbers[:-1] }} {{ numbers[::-1] }} {{ numbers[::2] }} {{ numbers[5] is defined }} {{ numbers[-4] is defined }} {{ numbers[2:0:-1] }} {{ numbers[-100:100] }} {{ numbers[100:-100:-1] }}
{{ map.b }} {{ map['a'] }} {{ map.items() | list }} {{ map['items'] }} {{ map.zz is defined }} {{ map.get("b") }} {{ map.get("q") }} {{ map.get("q", 5) }} {{ plain.keys() | list }} {{ plain.values() | list }} {{ plain['items'] is defined }} {{ plain.items is callable }}
{{ deep.a[0].b[2].c }} {{ deep['a'][0]['b'][1] }} {{ deep.a.0.b.1 }} {{ nothing.x is defined }} {{ (5).foo is defined }}
{{ text is string }} {{ numbers is string }} {{ map is mapping }} {{ numbers is iterable }} {{ text is iterable }} {{ 5 is iterable }} {{ numbers is sequence }} {{ map is sequence }} {{ nothing is none }} {{ missing is defined }} {{ missing is undefined }} {{ missing is none }}
{{ 1 is number }} {{ true is number }} {{ true is integer }} {{ 1.0 is float }} {{ true is boolean }} {{ yes is true }} {{ 1 is true }} {{ no is false }} {{ 3 is odd }} {{ 4 is even }} {{ 9 is divisibleby 3 }} {{ 9 is divisibleby(2) }} {{ 1 is eq 1 }} {{ 1 is in [1] }} {{ 1 is not in [1] }} {{ none is sameas none }} {{ "a" is lower }} {{ range is callable }}
{{ 1 is not none }} {{ missing is not defined }} {{ "x" is equalto "x" }} {{ 2 is gt 1 }} {{ 2 is lessthan(3) }} {{ 2 is ne 2 }}
{{ numbers | length }} {{ numbers | first }} {{ numbers | last }} {{ numbers | sum }} {{ numbers | min }} {{ numbers | max }} {{ numbers | sort }} {{ numbers | sort(reverse=true) }} {{ numbers | reverse | list }} {{ "abc" | reverse }} {{ [] | first is defined }}
{{ words | sort }} {{ words | sort(case_sensitive=true) }} {{ words | unique | list }} {{ words | join(", ") }} {{ words | map("upper") | list }} {{ words | map("upper") | join }} {{ words | select("in", ["a", "b"]) | list }} {{ words | max }}
{{ people | map(attribute="name") | list }} {{ people | map(attribute="tags.0", default="-") | list }} {{ people | selectattr("age", "gt", 1) | map(attribute="name") | join("/") }} {{ people | rejectattr("tags") | map(attribute="name") | list }} {{ people | selectattr("name", "equalto", "bob") | list | length }} {{ people | sum(attribute="age") }} {{ people | sort(attribute="age") | map(attribute="name") | list }} {{ people | join(",", attribute="name") }} {{ (people | selectattr("age", "eq", 2) | first).name }}
{{ [0, 1, "", "a"] | select | list }} {{ [0, 1, 2, 3] | reject("odd") | list }} {{ [none, 1] | reject("none") | list }}
{{ map | dictsort }} {{ plain | items | list }} {{ {"b": 2, "A": 1} | dictsort }} {{ {"b": 2, "A": 1} | dictsort(by="value", reverse=true) }} {{ map | list }} {{ map | length }}
{{ missing | default("d") }} {{ empty | default("d") }}| {{ empty | default("d", true) }} {{ nothing | d("x") }} {{ missing | d }}|
{{ "3" | int }} {{ "3.7" | int }} {{ "x" | int }} {{ "x" | int(5) }} {{ 3.9 | int }} {{ -3.9 | int }} {{ "2.5" | float }} {{ "x" | float }} {{ minus | abs }} {{ -1.5 | abs }} {{ 2.5 | round }} {{ 3.14159 | round(2) }} {{ 2.3 | round(method="ceil") }} {{ 2.675 | round(2) }} {{ 7 | round }} {{ 25 | string + "x" }}
{{ "abc" | capitalize }} {{ "ABC" | lower }} {{ "a" | upper }} {{ "aXbX" | replace("X", "--") }} {{ "aXbX" | replace("X", "-", 1) }} {{ 15 | replace("1", "2") }}
{{ "a\nb\n\nc" | indent }}|{{ "a\nb" | indent(2, true) }}|{{ "a\n\nb" | indent(2, blank=true) }}|{{ "a\nb" | indent("> ") }}
{{ map | tojson }} {{ people | tojson }} {{ uni | tojson }} {{ uni | tojson(ensure_ascii=true) }} {{ [1.0, none, true, "a\"\\\n\t"] | tojson }} {{ map | tojson(sort_keys=true) }} {{ map | tojson(separators=(",", ":")) }} {{ "\x7f\x01" | tojson }}
{{ deep | tojson(indent=2) }} {{ [] | tojson(indent=2) }} {{ {} | tojson(indent=4) }} {{ [[], {}] | tojson(indent=1) }} {{ map | tojson(indent=2, separators=(",", ": ")) }}
{% for x in numbers %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.cycle("a", "b") }} {% endfor %}
{% for x in [] %}x{% else %}none{% endfor %} {% for x in numbers if x > 1 %}{{ x }}{{ loop.length }}{% endfor %} {% for x in numbers if x > 9 %}x{% else %}none{% endfor %}
{% for k, v in map.items() %}{{ k }}={{ v }};{% endfor %}{% for k in plain %}{{ k }}{% endfor %}{% for k, v in plain | items %}{{ k }}{{ v }}{% endfor %}{% for c in "añ" %}[{{ c }}]{% endfor %}{% for (a, b) in [(1, 2), [3, 4]] %}{{ a }}{{ b }}{% endfor %}
{% for x in numbers %}{% if x == 1 %}{% continue %}{% endif %}{{ x }}{% endfor %} {% for x in numbers %}{% if x == 1 %}{% break %}{% endif %}{{ x }}{% endfor %} {% for x in missing %}x{% endfor %}
{% set x = 1 %}{% for y in numbers %}{% set x = x + y %}{{ x }}{% endfor %}{{ x }} {% set ns = namespace(n=0) %}{% for y in numbers %}{% set ns.n = ns.n + y %}{% endfor %}{{ ns.n }} {{ ns.zz is defined }}
{% for y in numbers %}{{ z is defined }}{% set z = y %}{{ z }}{% endfor %}{{ z is defined }} {% if yes %}{% set q = 5 %}{% endif %}{{ q }} {% if no %}{% set map = 5 %}{% endif %}{{ map.b }}
{% set a, b = 1, 2 %}{{ a }}{{ b }} {% set t = 1, 2 %}{{ t }} {% set block %}in {{ a }}{% endset %}[{{ block }}] {% set block | upper %}in {{ a }}{% set a = 9 %}{{ a }}{% endset %}[{{ block }}]{{ a }}
{% macro m(a, b=2, c="x") %}{{ a }}-{{ b }}-{{ c }}{% endmacro %}{{ m(1) }} {{ m(1, c=3) }} {{ m(b=5, a=4) }} {{ m() }} {{ m(1) | length }} {{ m(1) + "!" }} {{ m is callable }}
{% macro fact(n) %}{{ 1 if n < 2 else n * (fact(n - 1) | int) }}{% endmacro %}{{ fact(5) }} {% set g = 1 %}{% macro seesg() %}{{ g }}{{ loop is defined }}{% endmacro %}{% set g = 2 %}{{ seesg() }}{% for g in numbers %}{{ seesg() }}{% endfor %}
{% filter upper %}a{{ "b" }}{% endfilter %} {% with a=1, b="x" %}{{ a }}{{ b }}{% endwith %}{{ a is defined }} {% generation %}x{% set inner = 1 %}{% endgeneration %}{{ inner is defined }}
{% raw %}{{ not }} {% this %}{% endraw %} a {%- raw -%} {{ x }} {%- endraw -%} b {# comment {{ x }} #} c {#- d -#} e
{{ range(5) | list }} {{ range(1, 4) | list }} {{ range(5, 0, -2) | list }} {{ range(3)[1] }} {{ range(0) | list }} {{ 2 in range(3) }} {{ range(4) | length }} {{ dict(a=1, b=2) }} {{ dict({"x": 1}, y=2) }}
{{ strftime_now("%d %b %Y") }} {{ strftime_now("%Y-%m-%d %H:%M:%S %A %B %a %y %j %I %p %%") }} {{ strftime_now("%-d.%-m.") }}
{{ (1, 2)[0] }} {{ [[1, 2], [3]][0][1] }} {{ {"a": {"b": {"c": 1}}}.a.b.c }} {{ ({})}} {{ {"a": 1}["a"] }} {{ [1, 2, ] }} {{ {"a": 1, } }} {{ () }}
{{ -seven }} {{ +seven }} {{ - 3 | abs }} {{ -3 | abs }} {{ 2 - -3 }} {{ not not yes }} {{ 1 - 1 - 1 }} {{ 2 * 3 % 4 }} {{ (10 - 2) ~ 3 * 2 }} {{ 'a' ~ 1 ~ 2 }}
{% if numbers and map %}a{% elif yes %}b{% else %}c{% endif %}{% if not numbers %}a{% elif no %}b{% else %}c{% endif %}{% if 1, %}t{% endif %}
{{ [1, 2] is sequence and not ([1, 2] is string) }} {{ "a" in "abc" and "b" not in "xyz" }} {{ text.strip().split(" ")[0].upper() }} {{ text | trim | upper | replace("O", "0") }} {{ ("a" if yes else "b") ~ "c" }} {{ "a" if "x" in "xyz" else "b" }}
{{ messages[0].role }} {{ messages[0]["content"] }} {{ messages | length }} {{ messages[-1].role == "user" }} {{ messages[1] is defined }} {{ tools is none }} {{ documents }} {{ add_generation_prompt }} {{ bos_token }}{{ eos_token }}
{{ people[0] == people[0] }} {{ people[0] == people[1] }} {{ {"a": 1} == {"a": 1} }} {{ [1, [2]] == [1, [2]] }} {{ none == none }} {{ missing == missing2 }} {{ missing == none }} {{ missing in numbers }}
{% set ns = namespace(a=1, b=[]) %}{% set ns.b = ns.b + [ns.a] %}{{ ns.b }} {% set ns2 = namespace({"z": 1}) %}{{ ns2.z }} {{ ns == ns }} {{ ns == ns2 }}
{{ numbers.index(1) }} {{ numbers.count(3) }} {{ numbers.copy() }} {{ map.copy() }} {{ words | map("length") | sum }} {{ "%s" is string }}
{{ text | safe }} {{ "<&>" }} {{ "<a>" | tojson | safe }} {{ '{"a": "\u00e9"}' }}
{% set l = numbers | select("gt", 1) %}{{ l | list }}{{ l | list }} {% set i = plain.items() %}{{ i | list }}{{ i | list }} {% set l = numbers | map("string") %}{{ l | first }}{{ l | list }}
{{ missing }}{{ missing | length }}{{ missing | list }}{{ missing | upper }}| {{ missing | join }} {{ missing | items | list }} {{ missing ~ "x" }} {% if missing %}a{% else %}b{% endif %}
{%- if yes %}  kept  {%- endif %} x {%+ if yes %} y {% endif +%}
{{ "a" -}}   b   {{- "c" }}
{{ [1,2,3][0:2] }}{{ [1,2,3][:] }}{{ "abc"[1] }}{{ "abc"[-3:-1] }}{{ "abc"[::-2] }}
{{ {"true": true, "none": none} }} {{ True }} {{ False }} {{ None }} {{ {'a': "x'y"} }} {{ ["x'y\"z"] }} {{ ["\n\t\x00é\u200b"] }}
""".strip("\n").split("\n")

WHITESPACE = [
    "a\n  {% if yes %}\n  b\n  {% endif %}\nc\n", "  {% if yes %}x{% endif %}  \n", "a  {% if yes %}\n b{% endif %}",
    "{% if yes %}\n\n{% endif %}x", "a\n  {{ 1 }}\n  b\n\n", "a\n\t{#- c -#}\n b", "a\n  {# c #}\n  b",
    "a\n  {%+ if yes %}\n  b\n  {%+ endif +%}\nc", "a\r\nb\rc\n{{ 'x\r\ny' }}\r\n", "{% set x = 1 %}\n\n{{ x }}\n\n",
    "  {%- if yes -%}  \n  x  \n {%- endif -%}  \n  y", "a \n\n {{- 1 -}} \n\n b", "{#a#}\n{#b#}\n  {#c#}\nx",
    "   {% set x = 1 %}   {% set y = 2 %}\n  {{ x }}", "x\n   {% raw %}\n  {{ a }}\n   {% endraw %}\ny", "{", "a{b}c", "{ {",
    "{{'}}'}}", "{{ '%}' }}{% set a = '%}' %}{{ a }}", "\n\n{% if yes %}\n{% endif %}\n\n", "{%if yes%}a{%endif%}",
    "{{- 1}}", "a{#x\n\ny#}\n\nb", "{% for x in [1, 2] %}\n  - {{ x }}\n{% endfor %}\nend", "", "\n", "\n\n",
    "{% if yes -%}\n\n  a\n\n{%- endif %}\n b", "\u00a0{%- if yes %}a\u2003{%- endif %}", "\u00a0 {% if yes %}\na{% endif %}",
]

# What Python refuses, too.
WRONG = [
    "{{ missing.x }}", "{{ missing + 1 }}", "{{ 'a' + missing }}", "{{ 'a' + 1 }}", "{{ 1 + 'a' }}", "{{ 10 - 2 ~ 3 }}", "{{ 'a' + none }}",
    "{{ 1 / 0 }}", "{{ 5 | length }}", "{% for x in 5 %}{% endfor %}", "{% for x in none %}{% endfor %}",
    "{{ 1 < 'a' }}", "{{ missing() }}", "{{ text() }}", "{{ 1 in 'abc' }}", "{{ missing in 'abc' }}", "{{ 1 in 5 }}",
    "{{ raise_exception('no') }}", "{% if %}{% endif %}", "{{ }}", "{{ 1 + }}", "{{ (1 }}", "{{ [1 }}", "{{ 'a }}",
    "{% if yes %}", "{% endif %}", "{% for x in numbers %}", "{{ a b }}", "{% else %}", "{{ 1 | nofilter }}",
    "{{ 1 is notest }}", "{% unknown %}", "{# a", "{{ {1 2} }}", "{{ numbers.append(4) }}", "{{ map.update({}) }}",
    "{% set ns.x = 1 %}", "{% set map.x = 1 %}", "{% set a, b = [1] %}", "{% for a, b in [[1]] %}{% endfor %}",
    "{{ range(1000000) }}", "{{ '' | first + 'x' }}", "{{ 'abc'.split('') }}",
    "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}", "{% macro m(a) %}{% endmacro %}{{ m(b=2) }}", "{{ nothing | tojson(",
    "{{ missing | tojson }}", "{% break %}", "{{ 'a'.nomethod() }}", "{{ numbers[missing.x] }}", "{{ namespace(_a=1) }}",
    "{{ none | join }}", "{{ none | sort }}", "{{ [1, 'a'] | sort }}", "{{ none + 1 }}", "{{ -'a' }}",
    "{% set true = 1 %}", "{% for loop in [] %}{% endfor %}", "{{ 1 if }}", "{{ a.. }}", "{{ a.1.b.'c' }}", "{{ 'a' 1 }}",
]

# What Python takes and Snug refuses, each with a sentence that names it.
REFUSED_HERE = [
    "{{ uni | upper }}", "{{ 1_000 }}", "{{ nothing | items }}", "{% raw %}", "{{ numbers | batch(2) | list }}", "{{ 'a' | e }}",
    "{{ 'x%s' % 1 }}", "{{ 'a{}'.format(1) }}", "{{ 9223372036854775807 + 1 }}", "{{ 2 ** 64 }}", "{{ 99999999999999999999 }}",
    "{{ numbers | select }}", "{{ plain.items() }}", "{{ range(3) }}", "{{ joiner() }}", "{{ cycler(1) }}", "{{ namespace() }}",
    "{% macro m() %}{{ varargs }}{% endmacro %}{{ m(1) }}", "{% call m() %}{% endcall %}", "{% for x in [1] recursive %}{% endfor %}",
    "{% block a %}{% endblock %}", "{{ text | truncate(3) }}", "{{ text.zfill(3) }}", "{{ {1: 2} }}", "{{ dict([(1, 2)]) }}",
    "{{ 'a'.replace('', 'b') }}", "{{ people | groupby('age') }}", "{{ strftime_now('%c') }}", "{{ 'a' is sameas 'a' }}",
    "{{ range(*[3]) | list }}", "{{ 2 in numbers | select }}", "{% for x in [1] %}{{ loop.changed(x) }}{% endfor %}",
    "{% for x in [1] %}{% macro m() %}{% endmacro %}{% endfor %}", "{{ ('a' | safe) ~ '<' }}", "{{ '\\N{DIGIT ONE}' }}",
    "{% set é = 1 %}", "{{ 0x10 }}", "{{ numbers[1, 2] is defined }}", "{{ 'a' | center(9) }}", "{{ text | wordcount }}",
]
