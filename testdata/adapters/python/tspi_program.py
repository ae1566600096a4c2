"""[H] The program of a command: what runs, and neither its folder nor an argument (section 3)."""

import re
from typing import NamedTuple

_WORD = re.compile(r"[^ \t]+")
_ASSIGNMENT = re.compile(r"[A-Za-z0-9_]+=(?!=)")
_NUMBER = re.compile(r"[0-9][0-9.]*[smhd]?")
_CODE = re.compile(r"-s?|--(?:eval|print)(?:=.*)?|-[A-Za-z]*e", re.DOTALL)
_VERSION = re.compile(r"[0-9.]+\Z")
_CUT_FOLDER = re.compile(r"[A-Za-z0-9][^:]*\Z", re.DOTALL)
_PACKAGES = ("/node_modules/", "/site-packages/")

# Launchers only as a whole word that is not the first.
_SUBCOMMANDS = frozenset(["exec", "run", "x", "dlx", "tool", "watch"])


class Programs(NamedTuple):
    """The words by which a command is read."""

    launchers: frozenset
    value_options: frozenset
    generic_names: frozenset

    def of(self, command):
        """The program of a command; the empty text where there is none."""
        word, behind = self._deciding_word(_WORD.findall(command))
        if word.startswith("/") and "/" in behind and _CUT_FOLDER.match(behind):
            return ""
        if word.startswith("@") and not word.startswith("@/"):
            return word
        cut = max(word.rfind(folder) + len(folder) if folder in word else -1 for folder in _PACKAGES)
        return word[cut:] if cut >= 0 else self._with_folders(word)

    def _deciding_word(self, words):
        """The last program word, and the word that stands behind it."""
        found, skip = ("", ""), False
        for index, word in enumerate(words):
            if skip:
                skip = False
                continue
            if _ASSIGNMENT.match(word) or _NUMBER.fullmatch(word):
                continue
            if index == 0:
                word = word.removeprefix("-")
            elif _CODE.fullmatch(word):
                break
            elif word.startswith("-"):
                skip = word in self.value_options
                continue
            if ":\\" in word:
                word = word.replace("\\", "/")
            found = word, "".join(words[index + 1:index + 2])
            if not self._launches(word, index == 0):
                break
        return found

    def _launches(self, word, first):
        name = word.rpartition("/")[2].removesuffix(".exe")
        name = _VERSION.sub("", name)
        if name in _SUBCOMMANDS and (first or word != name):
            return False
        return name in self.launchers

    def _with_folders(self, word):
        parts = word.split("/")
        outermost = len(parts) - 1
        while outermost > 0 and parts[outermost - 1] and self._is_generic(parts[outermost]):
            outermost -= 1
        return "/".join(parts[outermost:])

    def _is_generic(self, part):
        stem = part.partition(".")[0]
        return stem == "" or stem in self.generic_names
