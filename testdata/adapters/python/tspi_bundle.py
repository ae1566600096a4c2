"""The bundle lane: a manifest held against the bodies that it declares, section 10.

A body is read once; the bytes that are hashed are the bytes that are searched, and no
finding repeats any of one.
"""

import os
import re
from hashlib import sha256

from tspi_document import is_name
from tspi_files import Refused, read_below
from tspi_findings import GUARD_MESSAGES, Findings
from tspi_guard import body_codes
from tspi_law import MAX_DEPTH
from tspi_strictjson import NotStrictJSON, loads, too_deep

MANIFEST = "source_module_manifest.json"
_BODIES = "source_modules"
_MANIFEST_LIMIT = 4 << 20
_BODY_LIMIT = 16 << 20

_RELATIONS = (
    "exact_copy", "verified_public_safe_private_path_rewrite", "source_faithful_public_refactor",
)
_CLASSES = tuple(f"public_macro_{body}_body" for body in ("pattern", "tool", "receipt", "proof", "standard"))
_BOUNDARY = {"body_copied": True, "body_in_receipt": False, "body_text_in_receipt": False}
_DIGEST = re.compile(r"(?:sha256:)?([0-9a-f]{64})")
_LITTER = (".DS_Store", "Thumbs.db")

_MESSAGES = {
    "MANIFEST_REQUIRED": f"a bundle has a {MANIFEST}",
    "MANIFEST_INVALID": "the manifest is no strict JSON object with an array of module objects, too large or a link",
    "RELATION_UNVERIFIED": "the relation is none of the verified ones",
    "CLASS_REQUIRED": "the material class is none of the public ones",
    "BODY_BOUNDARY_REQUIRED": "body_copied is true, body_in_receipt and body_text_in_receipt are false",
    "TARGET_REF_PATH_MISMATCH": "path and target_ref name different files",
    "TARGET_MISSING": "there is no such file",
    "DIGEST_MISMATCH": "sha256 and target_sha256 are both there and are the digest of the body",
    "ANCHOR_MISSING": "each required anchor occurs in the body, and there is at least one",
    "TARGET_ESCAPE": f"a target is a regular file of its own below {_BODIES}/, reached without a link",
    "DUPLICATE": "each module has an id and a target of its own",
    "UNDECLARED": "there are files that no module declares",
    "BODY_UNREADABLE": "the body is no UTF-8 text or too large",
} | GUARD_MESSAGES


def verify_bundle(folder):
    """The lane's answer for a bundle's folder."""
    findings = Findings()
    modules, verified = verify_modules(folder, findings)
    return {
        "status": "blocked" if findings else "pass",
        "module_count": modules,
        "verified_module_count": verified,
        "findings": findings,
    }


def verify_modules(folder, findings):
    """Judges the folder's manifest; returns the number of its modules and of those that are clean.

    The lane passes with at least one module and no finding.
    """
    modules = _manifest(folder, findings)
    ids, targets, clean = set(), set(), 0
    for module in modules:
        name, target = module.get("module_id"), _target(module)
        codes = _declaration(module) | _body(folder, module, target)
        if type(name) is not str or name == "" or name in ids or target in targets:
            codes.add("DUPLICATE")
        if type(name) is str:
            ids.add(name)
        if target is not None:
            targets.add(target)
        subject = name if is_name(name, hardened=True) else "source_module"  # other text may be an offence itself
        for code in sorted(codes):
            _add(findings, code, "module", subject)
        clean += not codes
    if modules and _has_undeclared(folder, targets):
        _add(findings, "UNDECLARED", "folder", _BODIES)
    return len(modules), clean


def _add(findings, code, kind, subject):
    full = code if code in GUARD_MESSAGES else f"TSPI_SOURCE_MODULE_{code}"
    findings.add(full, kind, subject, _MESSAGES[code])


def _manifest(folder, findings):
    """The manifest's modules, or none and a finding that says why."""
    code = "MANIFEST_INVALID"
    try:
        manifest = loads(read_below(folder, [MANIFEST], _MANIFEST_LIMIT, one_link=False))
        if type(manifest) is dict and not too_deep(manifest, MAX_DEPTH):
            modules = manifest.get("modules")
            if type(modules) is list and modules and all(type(module) is dict for module in modules):
                return modules
    except NotStrictJSON:
        pass
    except Refused as refused:
        if refused.why == "missing":
            code = "MANIFEST_REQUIRED"
    _add(findings, code, "manifest", "source_module_manifest")
    return []


def _steps(ref):
    """What a reference means, without `.`, empty and `x/..` steps. An absolute one begins with "/"."""
    steps = ["/"] if ref.startswith("/") else []
    for step in ref.split("/"):
        if step in ("", "."):
            continue
        if step == ".." and steps and steps[-1] not in ("..", "/"):
            steps.pop()
        else:
            steps.append(step)
    return tuple(steps)


def _target(module):
    """The steps to the body, or None where no reference is there."""
    for field in ("target_ref", "path"):
        if type(module.get(field)) is str:
            return _steps(module[field])
    return None


def _declaration(module):
    """The codes that the row itself raises."""
    codes = set()
    if module.get("source_to_target_relation") not in _RELATIONS:
        codes.add("RELATION_UNVERIFIED")
    if module.get("material_class") not in _CLASSES:
        codes.add("CLASS_REQUIRED")
    if any(module.get(field) is not value for field, value in _BOUNDARY.items()):
        codes.add("BODY_BOUNDARY_REQUIRED")
    refs = [module[field] for field in ("path", "target_ref") if field in module]
    if not all(type(ref) is str for ref in refs) or len(set(map(_steps, refs))) > 1:
        codes.add("TARGET_REF_PATH_MISMATCH")
    return codes


_REFUSALS = {"missing": "TARGET_MISSING", "too large": "BODY_UNREADABLE", "unreadable": "BODY_UNREADABLE"}


def _body(folder, module, target):
    """The codes that the body raises, or that it is none."""
    if target is None:
        return {"TARGET_MISSING"}
    if len(target) < 2 or target[0] != _BODIES:
        return {"TARGET_ESCAPE"}
    try:
        body = read_below(folder, target, _BODY_LIMIT, one_link=True)
        text = body.decode("utf-8")
    except Refused as refused:
        return {_REFUSALS.get(refused.why, "TARGET_ESCAPE")}
    except UnicodeDecodeError:
        return {"BODY_UNREADABLE"}
    codes = body_codes(text)
    declared = [_declared_digest(module.get(field)) for field in ("sha256", "target_sha256")]
    if declared != [sha256(body).hexdigest()] * 2:
        codes.add("DIGEST_MISMATCH")
    if not _holds_anchors(text, module.get("required_anchors")):
        codes.add("ANCHOR_MISSING")
    return codes


def _declared_digest(value):
    match = _DIGEST.fullmatch(value) if type(value) is str else None
    return match and match[1]


def _holds_anchors(text, anchors):
    if type(anchors) is not list or not anchors:
        return False
    return all(type(anchor) is str and anchor and anchor in text for anchor in anchors)


def _has_undeclared(folder, targets):
    """Whether anything but folders, litter and targets lies below the bodies' folder. Follows no link.

    A link on the way to a target is the business of that target, which is refused.
    """
    ways = {target[:length] for target in targets for length in range(1, len(target))}
    waiting = [(_BODIES,)]
    while waiting:
        above = waiting.pop()
        if os.path.islink(os.path.join(folder, *above)):
            continue
        for entry in _entries(os.path.join(folder, *above)):
            steps = (*above, entry.name)
            if entry.is_dir(follow_symlinks=False) or (entry.is_symlink() and steps in ways):
                waiting.append(steps)
            elif steps not in targets and entry.name not in _LITTER:
                return True
    return False


def _entries(path):
    try:
        return list(os.scandir(path))
    except OSError:  # no such folder, or none that may be read
        return []
