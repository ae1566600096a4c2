"""Section 10: each way in which a bundle falls short, beside the whole one."""

import json
import os
import tempfile
import unittest
from hashlib import sha256
from pathlib import Path

from support_for_tests import ask

BODY = b"def tidy():\n    return 'anchor one'\n"


class Bundle(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)
        self.write("source_modules/a.py", BODY)
        self.modules = [self.module("a")]

    def module(self, name, body=BODY, **changes):
        return {
            "module_id": f"mod.{name}", "path": f"source_modules/{name}.py",
            "target_ref": f"./source_modules/x/..//{name}.py",
            "source_ref": "src/a.py", "source_to_target_relation": "exact_copy",
            "material_class": "public_macro_tool_body",
            "body_copied": True, "body_in_receipt": False, "body_text_in_receipt": False,
            "sha256": sha256(body).hexdigest(),
            "target_sha256": "sha256:" + sha256(body).hexdigest(), "required_anchors": ["anchor one"],
        } | changes

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def body(self, data, **changes):
        """Codes of a bundle whose one body is data, with right digests."""
        self.write("source_modules/a.py", data)
        return self.codes(**{"sha256": sha256(data).hexdigest(), "target_sha256": sha256(data).hexdigest()} | changes)

    def verify(self, manifest=None):
        data = json.dumps({"modules": self.modules}).encode() if manifest is None else manifest
        self.write("source_module_manifest.json", data)
        return ask("tspi.bundle", {"bundle_dir": str(self.folder)})["ok"]

    def findings(self, answer):
        return sorted(
            (finding["error_code"].removeprefix("TSPI_SOURCE_MODULE_"), finding["subject_id"])
            for finding in answer["findings"]
        )

    def codes(self, **changes):
        """Codes of the first module with those changes; None takes a field away."""
        self.modules[0] = {key: value for key, value in (self.modules[0] | changes).items() if value is not None}
        answer = self.verify()
        self.assertEqual(answer["status"], "blocked" if answer["findings"] else "pass")
        return [code for code, _ in self.findings(answer)]


class Manifest(Bundle):
    def test_a_whole_bundle_passes(self):
        whole = {"status": "pass", "module_count": 1, "verified_module_count": 1, "findings": []}
        self.assertEqual(self.verify(), whole)

    def test_required(self):
        answer = ask("tspi.bundle", {"bundle_dir": str(self.folder)})["ok"]
        self.assertEqual(self.findings(answer), [("MANIFEST_REQUIRED", "source_module_manifest")])
        self.assertEqual(answer["status"], "blocked")

    def test_invalid(self):
        module = json.dumps(self.modules[0]).encode()
        for manifest in (
            b"", b"[]", b"{}", b'{"modules":[]}', b'{"modules":[1]}', b'{"modules":{}}',
            b'{"modules":[%s]} x' % module,
            b'{"modules":[],"modules":[%s]}' % module, b'\xef\xbb\xbf{"modules":[%s]}' % module,
            b'{"x":"\\ud800","modules":[%s]}' % module, b'{"x":"\xff","modules":[%s]}' % module,
            b'{"x":NaN,"modules":[%s]}' % module,
            b'{"x":%s,"modules":[%s]}' % (b"[" * 64 + b"]" * 64, module),
            b'{"modules":[%s]}' % module + b" " * (4 << 20),
        ):
            with self.subTest(manifest[:40]):
                self.assertEqual(self.findings(self.verify(manifest)), [("MANIFEST_INVALID", "source_module_manifest")])
        self.assertEqual(self.verify(b'{"x":%s,"modules":[%s]}' % (b"[" * 63 + b"]" * 63, module))["status"], "pass")

    def test_a_link_is_no_manifest(self):
        self.verify()
        (self.folder / "source_module_manifest.json").rename(self.folder / "other.json")
        (self.folder / "source_module_manifest.json").symlink_to("other.json")
        answer = ask("tspi.bundle", {"bundle_dir": str(self.folder)})["ok"]
        self.assertEqual(self.findings(answer), [("MANIFEST_INVALID", "source_module_manifest")])


class Declarations(Bundle):
    def test_fields(self):
        for changes, code in (
            ({"source_to_target_relation": "copy"}, "RELATION_UNVERIFIED"),
            ({"source_to_target_relation": None}, "RELATION_UNVERIFIED"),
            ({"material_class": "public_macro_body"}, "CLASS_REQUIRED"),
            ({"body_copied": 1}, "BODY_BOUNDARY_REQUIRED"),
            ({"body_in_receipt": None}, "BODY_BOUNDARY_REQUIRED"),
            ({"body_text_in_receipt": True}, "BODY_BOUNDARY_REQUIRED"),
            ({"path": "source_modules/b.py"}, "TARGET_REF_PATH_MISMATCH"),
            ({"path": "/source_modules/a.py"}, "TARGET_REF_PATH_MISMATCH"),
            ({"path": 5}, "TARGET_REF_PATH_MISMATCH"),
            ({"sha256": None}, "DIGEST_MISMATCH"),
            ({"target_sha256": "0" * 64}, "DIGEST_MISMATCH"),
            ({"sha256": sha256(BODY).hexdigest().upper()}, "DIGEST_MISMATCH"),
            ({"required_anchors": None}, "ANCHOR_MISSING"),
            ({"required_anchors": []}, "ANCHOR_MISSING"),
            ({"required_anchors": [""]}, "ANCHOR_MISSING"),
            ({"required_anchors": ["anchor one", 5]}, "ANCHOR_MISSING"),
            ({"required_anchors": ["anchor two"]}, "ANCHOR_MISSING"),
            ({"module_id": None}, "DUPLICATE"),
        ):
            self.modules = [self.module("a")]
            with self.subTest(changes):
                self.assertEqual(self.codes(**changes), [code])

    def test_either_reference_will_do(self):
        self.assertEqual(self.codes(path=None), [])
        self.modules = [self.module("a")]
        self.assertEqual(self.codes(target_ref=None), [])
        self.assertEqual(sorted(self.codes(path=None)), ["TARGET_MISSING", "UNDECLARED"])

    def test_duplicates(self):
        self.write("source_modules/b.py", BODY)
        self.modules.append(self.module("b"))
        self.assertEqual(self.verify()["verified_module_count"], 2)
        self.modules[1]["module_id"] = "mod.a"
        self.assertEqual(self.findings(self.verify()), [("DUPLICATE", "mod.a")])
        self.modules[1] = self.module("b", path="source_modules/a.py", target_ref="source_modules/./a.py")
        self.assertEqual(self.findings(self.verify()), [("DUPLICATE", "mod.b"), ("UNDECLARED", "source_modules")])

    def test_undeclared(self):
        self.write("source_modules/deep/.DS_Store", b"")
        self.write("source_modules/Thumbs.db", b"")
        self.assertEqual(self.findings(self.verify()), [])
        self.write("source_modules/deep/b.py", b"")
        self.assertEqual(self.findings(self.verify()), [("UNDECLARED", "source_modules")])

    def test_a_subject_repeats_no_offence(self):
        for name in ("/home/me", "text of a body", "x" * 65):
            self.modules[0] |= {"module_id": name, "body_copied": False}
            self.assertEqual(self.findings(self.verify()), [("BODY_BOUNDARY_REQUIRED", "source_module")])


class Targets(Bundle):
    def target(self, ref):
        """Codes of a module whose body lies at ref; the old body is taken away."""
        (self.folder / "source_modules/a.py").unlink(missing_ok=True)
        return self.codes(path=None, target_ref=ref)

    def test_missing(self):
        for ref in (
            "source_modules/none.py", "source_modules/a.py/b", "source_modules/\x00",
            "source_modules/" + "a" * 300,
        ):
            with self.subTest(ref[:40]):
                self.assertEqual(self.target(ref), ["TARGET_MISSING"])

    def test_outside(self):
        self.write("beside.py", BODY)
        for ref in (
            "/etc/hostname", "../x", "source_modules/../beside.py", "beside.py", "source_modules", ".", "",
            "source_modules/x/..", "source_modules/../../source_modules/a.py", "source_modules\\a.py",
        ):
            with self.subTest(ref):
                self.assertEqual(self.target(ref), ["TARGET_ESCAPE"])

    def test_irregular(self):
        (self.folder / "source_modules/folder").mkdir()
        os.mkfifo(self.folder / "source_modules/pipe")
        self.assertEqual(self.target("source_modules/folder"), ["TARGET_ESCAPE", "UNDECLARED"])
        self.assertEqual(self.target("source_modules/pipe"), ["TARGET_ESCAPE"])

    def test_links(self):
        self.write("source_modules/real/b.py", BODY)
        (self.folder / "source_modules/link.py").symlink_to("real/b.py")
        self.assertEqual(self.target("source_modules/link.py"), ["TARGET_ESCAPE", "UNDECLARED"])
        (self.folder / "source_modules/link.py").unlink()
        (self.folder / "source_modules/way").symlink_to("real")
        self.assertEqual(self.target("source_modules/way/b.py"), ["TARGET_ESCAPE", "UNDECLARED"])
        (self.folder / "source_modules/way").unlink()
        self.assertEqual(self.target("source_modules/real/b.py"), [])
        (self.folder / "elsewhere").mkdir()
        (self.folder / "source_modules/way").symlink_to("../elsewhere")
        self.modules.append(self.module("c", path="source_modules/way/c.py", target_ref="source_modules/way/c.py"))
        self.assertEqual(self.codes(), ["TARGET_ESCAPE"])
        del self.modules[1]
        self.assertEqual(self.codes(), ["UNDECLARED"])
        (self.folder / "source_modules/way").unlink()
        os.link(self.folder / "source_modules/real/b.py", self.folder / "second.py")
        self.assertEqual(self.target("source_modules/real/b.py"), ["TARGET_ESCAPE"])

    def test_a_linked_folder_of_bodies(self):
        (self.folder / "source_modules").rename(self.folder / "elsewhere")
        (self.folder / "source_modules").symlink_to("elsewhere")
        self.assertEqual(self.codes(), ["TARGET_ESCAPE"])


class Bodies(Bundle):
    def test_unreadable(self):
        self.assertEqual(self.body(b"anchor one \xff"), ["BODY_UNREADABLE"])
        self.assertEqual(self.body(b"anchor one" + b" " * (16 << 20)), ["BODY_UNREADABLE"])
        self.assertEqual(self.body(b"anchor one" + b" " * ((16 << 20) - 10)), [])

    def test_leaks(self):
        self.assertEqual(self.body(b"anchor one /home/me"), ["TSPI_ABSOLUTE_PATH_FORBIDDEN"])
        self.assertEqual(self.body(b"anchor one raw_command"), ["TSPI_COMMAND_PREVIEW_FORBIDDEN"])
        self.assertEqual(self.body(b"#!/usr/bin/env anchor one"), [])

    def test_every_flipped_bit_is_noticed(self):
        self.verify()
        for index in range(len(BODY) * 8):
            body = bytearray(BODY)
            body[index // 8] ^= 1 << index % 8
            self.write("source_modules/a.py", bytes(body))
            self.assertEqual(ask("tspi.bundle", {"bundle_dir": str(self.folder)})["ok"]["status"], "blocked")


if __name__ == "__main__":
    unittest.main()
