"""A small secret scan: the shapes of credentials that should never be published.

It knows the tokens that name themselves and assignments of long random text. A real
pipeline puts a real scanner here; what matters to the contract is that one looks.
"""

import re

from tspi_law import SECRET

_SHAPES = re.compile(
    "|".join((
        r"-----BEGIN [A-Z ]*PRIVATE KEY",
        r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b",  # AWS
        r"\bgh[pousr]_[A-Za-z0-9]{36}",  # GitHub
        r"\bgithub_pat_[A-Za-z0-9_]{82}",
        r"\bglpat-[A-Za-z0-9_-]{20}",  # GitLab
        r"\bxox[abeoprs]-[A-Za-z0-9-]{10}",  # Slack
        r"\bxapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+",
        r"\b[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10}",  # Stripe
        r"\bsk-(?:ant|proj|svcacct|admin)-[A-Za-z0-9_-]{20}",  # model providers
        r"\bsk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}",
        r"\bAIza[A-Za-z0-9_-]{35}",  # Google
        r"\bnpm_[A-Za-z0-9]{36}",
        r"\bpypi-AgE[A-Za-z0-9_-]{50}",
        r"\bhf_[A-Za-z]{34}",  # Hugging Face
        r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",  # SendGrid
        r"\beyJ[A-Za-z0-9_-]{14,}\.eyJ[A-Za-z0-9_-]{14,}\.[A-Za-z0-9_-]{10,}",  # JWT
    ))
)
_ASSIGNMENT = re.compile(
    r"(?i:api[_-]?key|secret|token|passw(?:or)?d|credential|auth)[\w-]{0,20}"
    r"""["']?[ \t]{0,3}(?:=>|:=|[:=])[ \t]{0,3}["']?([A-Za-z0-9+/_=.-]{16,150})"""
)
_HASH_DIGITS = re.compile(r"(?:[0-9a-f]{16}|[0-9a-f]{64})")


def secret_codes(data):
    """{TSPI_SECRET_FORBIDDEN} where text, or any string inside a JSON value, holds a secret."""
    text = data if type(data) is str else "\n".join(_strings(data))
    if _SHAPES.search(text) or any(map(_is_random, _ASSIGNMENT.findall(text))):
        return {SECRET}
    return set()


def _is_random(value):
    """Long text of many different letters and digits; not a digest and not a word."""
    has_both = any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
    return has_both and len(set(value)) >= 10 and not _HASH_DIGITS.fullmatch(value)


def _strings(value):
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if type(item) is dict:
            waiting.extend(item.keys())
            waiting.extend(item.values())
        elif type(item) is list:
            waiting.extend(item)
        elif type(item) is str:
            yield item
