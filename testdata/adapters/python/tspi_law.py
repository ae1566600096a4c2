"""The words of the law: codes, statuses, decisions, defaults and limits.

Everything here is copied from the contract; nothing here decides anything.
"""

import re

# Codes (sections 1, 7, 8).
INPUT_INVALID = "TSPI_INPUT_INVALID"
MISSING_TABLE = "TSPI_MISSING_PROCESS_TABLE"
SIGNAL = "TSPI_PROCESS_SIGNAL_FORBIDDEN"
PREVIEW = "TSPI_COMMAND_PREVIEW_FORBIDDEN"
PATH = "TSPI_ABSOLUTE_PATH_FORBIDDEN"
SECRET = "TSPI_SECRET_FORBIDDEN"
ACTIVE_OWNER = "TSPI_ACTIVE_OWNER_KILL_CANDIDATE"
UNKNOWN_OWNER = "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN"
PREMATURE = "TSPI_PREMATURE_SAFE_CLOSE"
CONTRADICTS = "TSPI_ROW_CONTRADICTS_TABLE"
VOCABULARY = "TSPI_DECISION_OUT_OF_VOCABULARY"
MALFORMED = "TSPI_CLAIM_MALFORMED"
OVERCLAIM = "TSPI_OWNER_RELEASE_OVERCLAIM"
SUMMARY_MISMATCH = "TSPI_SUMMARY_MISMATCH"

# Decisions (section 5) and the statuses that the law itself gives (section 4).
CANDIDATE = "candidate_safe_close"
OWNER_CHECK = "requires_owner_check"
KEEP = "keep"
DECISIONS = (CANDIDATE, OWNER_CHECK, KEEP)

DETACHED = "launchd_detached"
ACTIVE_PARENT = "active_parent_process"
UNKNOWN_PARENT = "unknown_parent_process"

# Defaults and limits (sections 1 to 4).
DEFAULT_MIN_AGE = 300
DEFAULT_KEEP_STATUS = "runtime"
DEFAULT_ACTIVE = ("active_session_chain", "active_parent_process", "active_owner_chain")
DEFAULT_INIT_NAMES = (
    "launchd", "systemd", "init", "tini", "docker-init", "dumb-init",
    "catatonit", "s6-svscan", "runit", "openrc-init",
)
# [H] What the program of a command is read by (section 3).
DEFAULT_LAUNCHERS = frozenset("""
    env nice nohup setsid stdbuf timeout ionice sh bash dash zsh ksh fish node nodejs deno bun bunx npm npx
    npm-cli.js npx-cli.js pnpm pnpx pnpm.cjs pnpm.js yarn yarn.js corepack tsx ts-node python Python pythonw
    pypy uv uvx pipx poetry pdm hatch rye java ruby perl php dotnet exec run x dlx tool watch
""".split())
DEFAULT_VALUE_OPTIONS = frozenset("""
    --add-exports --add-modules --add-opens --add-reads --cache --cache-dir --chdir --class-path
    --conditions --config --cwd --default-index --dir --directory --env-file --experimental-config-file
    --experimental-loader --extra --extra-index-url --filter --find-links --from --group --icu-data-dir
    --import --import-map --index --index-url --init-file --loader --module-path --node-options
    --openssl-config --package --prefix --preload --project --python --rcfile --registry --require --spec
    --title --tsconfig --tsconfig-override --unset --userconfig --watch-path --with --with-editable
    --with-requirements --workspace -C -F -W -X -cp -classpath -o -p -r
""".split())
DEFAULT_GENERIC_NAMES = frozenset("""
    __init__ __main__ app bin build cjs cli cmd dist entry esm index lib main mod out run server src start
""".split())
MATCH_AT = ("command", "program")

MAX_DEPTH = 64
MAX_PID = MAX_AGE = 2147483647
MAX_HOPS = 8
CLOCK_SLACK = 2  # seconds by which two ages of one table may disagree

INPUTS = ("process_table", "pressure_policy", "owner_classes")

# The eight negative cases and the code that each must raise (section 9).
NEGATIVE_CASES = {
    "active_owner_kill_candidate": ACTIVE_OWNER,
    "owner_chain_cycle_safe_close": ACTIVE_OWNER,
    "unknown_owner_kill": UNKNOWN_OWNER,
    "premature_safe_close": PREMATURE,
    "process_signal_sent": SIGNAL,
    "command_preview_leak": PREVIEW,
    "absolute_path_leak": PATH,
    "owner_release_overclaim": OVERCLAIM,
}

HASH = re.compile(r"[0-9a-f]{16}")

# "Blanks" are these four and no others; Unicode has more, and they are ordinary characters here.
BLANKS = " \t\r\n"


class InputError(Exception):
    """An input that breaks section 1: which code, in which input, at which JSON Pointer.

    The message says what is wrong and never repeats the offending text.
    """

    def __init__(self, code, document, pointer, message):
        super().__init__(message)
        self.code = code
        self.document = document
        self.pointer = pointer
        self.message = message
