"""Findings: what is wrong, about which subject, once for each code and subject (section 8)."""

from tspi_guard import guard
from tspi_law import PATH, PREVIEW, SECRET, SIGNAL

GUARD_MESSAGES = {
    PATH: "it holds an absolute path of a host; leave it out or make it relative",
    PREVIEW: "it holds a command or a place for one; carry command_hash only",
    SECRET: "it holds what looks like a secret; take it out and revoke it",
    SIGNAL: "it says or allows that a process was signalled; nothing here signals",
}


class Findings(list):
    """A list of findings that takes each code and subject once."""

    def __init__(self, case=None):
        super().__init__()
        self._case = case
        self._seen = set()

    def add(self, code, kind, subject, message):
        if (code, kind, subject) in self._seen:
            return
        self._seen.add((code, kind, subject))
        self.append({
            "error_code": code,
            "message": message,
            "negative_case_id": self._case,
            "subject_id": subject,
            "subject_kind": kind,
            "body_in_receipt": False,
        })

    def add_codes(self, codes, kind, subject):
        """Codes of the guard or the secret scan."""
        for code in sorted(codes):
            self.add(code, kind, subject, GUARD_MESSAGES[code])

    def guard(self, value, kind, subject, hardened=True):
        self.add_codes(guard(value, hardened), kind, subject)

    def codes(self):
        return {finding["error_code"] for finding in self}
