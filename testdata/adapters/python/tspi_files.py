"""Reading the files of a folder that somebody else made.

Only regular files are read, none can block the reader, and none is read beyond the limit.
"""

import os
import stat


class Refused(Exception):
    """A file that was not read: missing, a link, irregular, linked twice, too large or unreadable."""

    def __init__(self, why):
        super().__init__(why)
        self.why = why


def read_input(path, limit):
    """The bytes of the user's own file, wherever it links to. Raises Refused."""
    try:
        return _read(os.open(path, os.O_RDONLY | os.O_NONBLOCK), limit, one_link=False)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Refused("missing") from error
    except OSError as error:
        raise Refused("unreadable") from error


def read_below(folder, steps, limit, one_link):
    """The bytes of the file that the steps lead to, each a plain name in the folder before. Raises Refused.

    No symbolic link is followed, not even one that is put there while we look; with
    one_link the file may have no second name.
    """
    above = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for step in steps[:-1]:
            below = _enter(above, step, os.O_DIRECTORY)
            os.close(above)
            above = below
        return _read(_enter(above, steps[-1], os.O_NONBLOCK), limit, one_link)
    finally:
        os.close(above)


def _enter(folder, name, flag):
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise Refused("missing") from error
    if stat.S_ISLNK(mode):
        raise Refused("link")
    if flag != os.O_DIRECTORY and not stat.S_ISREG(mode):
        raise Refused("irregular")
    try:
        return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | flag, dir_fd=folder)
    except NotADirectoryError as error:
        raise Refused("missing") from error
    except OSError as error:
        raise Refused("unreadable") from error


def _read(descriptor, limit, one_link):
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise Refused("irregular")
        if one_link and status.st_nlink > 1:
            raise Refused("linked twice")
        data = file.read(limit + 1) if status.st_size <= limit else b""
        if status.st_size > limit or len(data) > limit:
            raise Refused("too large")
        return data
