"""What docs/profiles.md says of all five facts profiles: sections 1 and 2."""

import json
import unittest

import test_attr
import test_auth
import test_cover
import test_effect
import test_ident
from adapter import answer
from support_for_facts_tests import ask

FACTS = {
    "ident": test_ident.BASE, "attr": test_attr.FACTS, "auth": test_auth.facts(test_auth.STOP),
    "effect": test_effect.GOOD, "cover": test_cover.FACTS,
}


def raw(operation, text):
    """The answer to an input given as JSON text."""
    return answer(f'{{"id":1,"op":"{operation}","input":{text}}}'.encode())


def fault(response):
    error = response["error"]
    return error["code"], error["error_code"], error["input"], error["pointer"]


class Facts(unittest.TestCase):
    def test_what_no_json_may_be(self):
        for profile, facts in FACTS.items():
            code = f"{profile.upper()}_INPUT_INVALID"
            text = json.dumps(facts | {"x_free": "@"})
            for flawed, pointer in [
                (text.replace('"@"', '1,"x_free":2'), "/x_free"),
                (text.replace('"@"', '{"a/b":[{"k":1,"k":1}]}'), "/x_free/a~1b/0/k"),
                (text.replace('"@"', '["\\udc00"]'), "/x_free/0"),
                (text.replace('"@"', '{"\\ud800":1}'), "/x_free"),
            ]:
                with self.subTest(profile, text=flawed[-40:]):
                    wanted = ("invalid_input", code, "facts", pointer)
                    self.assertEqual(fault(raw(f"{profile}.decide", flawed)), wanted)
                    self.assertEqual(
                        fault(raw(f"{profile}.audit", f'{{"facts":{flawed},"claim":null}}')), wanted,
                    )
                    turned = f'{{"claim":{flawed},"facts":{json.dumps(facts)}}}'
                    self.assertEqual(fault(raw(f"{profile}.audit", turned)), (*wanted[:2], "claim", pointer))
                    beside = f'{{"more":{flawed},"claim":null,"facts":{json.dumps(facts)}}}'
                    self.assertIn("ok", raw(f"{profile}.audit", beside))
            self.assertIn("ok", raw(f"{profile}.decide", text.replace('"@"', '"\\ud83d\\ude00"')))

    def test_64_levels(self):
        for profile, facts in FACTS.items():
            for depth, allowed in ((63, True), (64, False), (5000, False)):
                nested = "[" * depth + "]" * depth
                text = json.dumps(facts | {"x_deep": 0}).replace('"x_deep": 0', f'"x_deep": {nested}')
                given = raw(f"{profile}.decide", text)
                self.assertEqual("ok" in given, allowed, (profile, depth))
                claim = raw(f"{profile}.audit", f'{{"facts":{json.dumps(facts)},"claim":{{"x":{nested}}}}}')
                self.assertEqual("ok" in claim, allowed, (profile, depth))
                if not allowed:
                    self.assertEqual(fault(claim)[1:3], (f"{profile.upper()}_INPUT_INVALID", "claim"))

    def test_missing_parts_of_an_audit(self):
        for profile, facts in FACTS.items():
            code = f"{profile.upper()}_INPUT_INVALID"
            self.assertEqual(fault(ask(f"{profile}.audit", {"facts": facts})), ("invalid_input", code, "claim", ""))
            self.assertEqual(fault(ask(f"{profile}.audit", {"claim": {}})), ("invalid_input", code, "facts", ""))
            malformed = ask(f"{profile}.audit", {"facts": facts, "claim": None, "more": 1})["ok"]["findings"]
            self.assertEqual(malformed, [
                {"error_code": f"{profile.upper()}_CLAIM_MALFORMED", "subject_id": "claim"},
            ])

    def test_minus_zero_is_an_integer_and_0(self):
        given = json.dumps(FACTS["cover"]).replace('"settle_ms": 50', '"settle_ms": -0')
        self.assertEqual(raw("cover.decide", given), raw("cover.decide", given.replace("-0", "0")))
        self.assertEqual(fault(raw("cover.decide", given.replace("-0", "-0.0")))[3], "/settle_ms")

    def test_what_was_asked_before_changes_nothing(self):
        first = {profile: ask(f"{profile}.decide", facts) for profile, facts in FACTS.items()}
        for profile in reversed(FACTS):
            self.assertEqual(ask(f"{profile}.decide", FACTS[profile]), first[profile])


if __name__ == "__main__":
    unittest.main()
