"""[H] Whether a claim repeats a command of the table it is about: section 8, Redaction."""

from tspi_words import CONTRACT_WORDS

_LONG = 20  # successive bytes of a command that no string may hold
_SHORT = 12  # a whole command of this size or more counts too

_FREE_FIELDS = {
    "schema", "process_kind", "owner", "owner_status", "target_owner", "decision", "reason", "chain_end",
    "command_hash",
}
_COUNTS = {"kind_counts", "decision_counts", "owner_status_counts"}


def holds_a_command(claim, table):
    """Whether any string of the claim, keys included, holds a good part of a command."""
    texts = [text for text in map(str.encode, _strings(claim)) if len(text) >= _SHORT]
    if not texts:
        return False
    pieces = _pieces(table)
    return any(
        text[start:start + length] in known
        for text in texts
        for length, known in pieces.items()
        for start in range(len(text) - length + 1)
    )


def _pieces(table):
    """What must not be held, by its length in bytes: a look-up each, however many commands there are."""
    pieces = {}
    for row in table.rows:
        command = row.command.encode()
        length = min(len(command), _LONG)
        if length >= _SHORT:
            known = pieces.setdefault(length, set())
            known.update(command[start:start + length] for start in range(len(command) - length + 1))
    return pieces


def _strings(claim):
    """The strings and keys of a claim, without those that may be what they like."""
    waiting = [(None, claim)]
    while waiting:
        field, item = waiting.pop()
        if type(item) is dict:
            waiting.extend(item.items())
            if field not in _COUNTS:
                yield from item.keys() - CONTRACT_WORDS
        elif type(item) is list:
            waiting.extend((None, element) for element in item)
        elif type(item) is str and field not in _FREE_FIELDS and item not in CONTRACT_WORDS:
            yield item
