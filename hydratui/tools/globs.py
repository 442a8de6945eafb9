"""Recognises shell patterns that credential files match: `/etc/sh?dow`, `~/.{ssh,aws}/*`."""

import re

_FILES = (
    "/etc/shadow",
    "/etc/gshadow",
    "/etc/sudoers",
    "/etc/security/opasswd",
    "/proc/1/environ",
    "~/.ssh/id_rsa",
    "~/.ssh/id_ed25519",
    "~/.aws/credentials",
    "~/.kube/config",
    "~/.docker/config.json",
    "~/.netrc",
    "~/.git-credentials",
    "~/.gnupg/secring.gpg",
    "~/.config/gcloud/credentials.db",
    "~/.config/gh/hosts.yml",
)
_HOME = re.compile(
    r"^(?:\$\{?home\}?|\$env:userprofile|%userprofile%|/root|/home/[^/]{1,60}|/users/[^/]{1,60}|[a-z]:/users/[^/]{1,60})(?=/)"
)
_WORD = re.compile(r"(?<![^\s=@<:(,])(?:[~/$%]|[a-z]:/)[^\s;|&<>()]{2,120}")
_PATTERN = re.compile(r"[*?\[{]")
_BRACES = re.compile(r"\{([^{}]{1,80})\}")
_PIECE = re.compile(r"\*\*|\*|\?|\[[!^]?\]?[^\]/]{0,20}\]")
MOST_WORDS = 64
"""Patterns of one text that are looked at; a text that has more is no command line."""


def globbed(flat: str) -> str | None:
    """A pattern in the text that a well-known credential file matches, or None.

    Args:
        flat: The text in small letters without quotes, with `/` for every separator.
    """
    if not _PATTERN.search(flat):
        return None
    words = [word for word in _WORD.findall(flat) if _PATTERN.search(word)][:MOST_WORDS]
    return next((word for word in words if any(_matches(each) for each in _spelled_out(word))), None)


def _spelled_out(word: str) -> list[str]:
    """The word for each choice of its first braces, so `~/.{ssh,aws}/*` as two; further ones match anything."""
    found = _BRACES.search(word)
    choices = [word[: found.start()] + each + word[found.end() :] for each in found[1].split(",")[:16]] if found else [word]
    return [_BRACES.sub("*", choice) for choice in choices]


def _matches(word: str) -> bool:
    pattern = _HOME.sub("~", word)
    if not _PATTERN.search(pattern):
        return False
    # A name that is nothing but stars asks for a folder as a whole; of those, only hidden ones and their files are meant here.
    if not re.search(r"[^*/?~]", pattern):
        return False
    parts, at = [], 0
    for piece in _PIECE.finditer(pattern):
        parts += [re.escape(pattern[at : piece.start()]), _piece(piece[0])]
        at = piece.end()
    compiled = re.compile("".join([*parts, re.escape(pattern[at:])]))
    return any(compiled.fullmatch(file) for file in _FILES)


def _piece(piece: str) -> str:
    if piece == "**":
        return ".{0,80}"
    if piece == "*":
        return "[^/]{0,80}"
    return "[^/]" if piece == "?" else f"[{re.escape(piece[1:-1].replace('!', '^', 1)).replace(re.escape('^'), '^', 1)}]"
