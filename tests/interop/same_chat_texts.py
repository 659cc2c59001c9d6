# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Chat templates of nine models, and many pieces of template, give the text that the transformers library gives, or are
refused where it refuses them. What Snug alone refuses gives no text."""

import datetime
import json
import os
import subprocess

import common

args = common.arguments()
os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_NO_ADVISORY_WARNINGS="1")
common.need(args, "transformers", "jinja2")

from transformers.utils import chat_template_utils  # noqa: E402

import chatcases  # noqa: E402

NOW = 1732968000 + 3661  # 30 November 2024, 13:01:01
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}


class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(NOW, datetime.timezone.utc)


chat_template_utils.datetime = Clock


def expected(case):
    """The library's text, or None where it refuses."""
    options = case["options"]
    try:
        rendered, _ = chat_template_utils.render_jinja_template(
            [case["messages"]], tools=options.get("tools"), chat_template=case["template"],
            add_generation_prompt=options["add_generation_prompt"], **TOKENS, **options.get("variables", {}))
    except Exception as refusal:  # whatever a template runs into
        case["refusal"] = f"{type(refusal).__name__}: {refusal}"
        return None
    return rendered[0]


def found(cases):
    given = [{**case, "options": {**case["options"], **TOKENS, "now": NOW}} for case in cases]
    result = subprocess.run([str(args.tool)], input=json.dumps(given).encode(), stdout=subprocess.PIPE)
    assert result.returncode == 0, f"chatrender ended with {result.returncode}"
    return json.loads(result.stdout)


def published():
    folder = args.shared / "tokenizers" / "chat-templates"
    for path in sorted(folder.glob("*.jinja")):
        template = path.read_text()
        for about, messages in chatcases.CONVERSATIONS.items():
            for how, options in chatcases.OPTIONS.items():
                yield {"name": f"{path.stem}: {about} {how}", "template": template, "messages": messages,
                       "options": options}


def pieces():
    options = {"add_generation_prompt": True, "variables": chatcases.VARIABLES}
    for template in [*chatcases.SNIPPETS, *chatcases.WHITESPACE, *chatcases.WRONG]:
        yield {"name": repr(template), "template": template, "messages": [chatcases.USER], "options": options,
               "is wrong": template in chatcases.WRONG}


def check_refused():
    """What only Snug refuses: in words, and without a text that would be wrong."""
    options = {"add_generation_prompt": True, "variables": chatcases.VARIABLES}
    cases = [{"name": template, "template": template, "messages": [], "options": options}
             for template in chatcases.REFUSED_HERE]
    for case, result in zip(cases, found(cases)):
        assert "text" not in result and len(result["error"]) > 30, f"{case['name']}: {result}"
    return len(cases)


def check(cases):
    cases = [case for case in cases if args.only in case["name"]]
    wrong, refused = [], 0
    for case, result in zip(cases, found(cases)):
        wanted = expected(case)
        refused += wanted is None
        if case.get("is wrong", wanted is None) != (wanted is None):
            wrong.append(f"{case['name']}\n  the library itself gives {wanted!r} {case.get('refusal', '')}")
        if result.get("text") != wanted:
            wrong.append(f"{case['name']}\n  found    {result}\n  expected {wanted!r} {case.get('refusal', '')}")
    assert not wrong, f"{len(wrong)} of {len(cases)} differ:\n" + "\n".join(wrong[:40])
    return len(cases), refused


texts, refusals = check(list(pieces()))
print(f"{texts} pieces of template agree, {refusals} of them refused by both")
print(f"{check_refused()} pieces are refused here alone")
if args.shared and (args.shared / "tokenizers" / "chat-templates").exists():
    texts, refusals = check(list(published()))
    print(f"{texts} conversations agree, {refusals} of them refused by both")
else:
    print("the published templates are not there: set SNUG_SHARED_DATA to the folder of test data")
