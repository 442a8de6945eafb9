"""The programs that can destroy a system, and with which words they do."""

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

Words = Sequence[str]
Check = Callable[[Words], str | None]

_FOLDERS = "bin|boot|dev|etc|lib|lib32|lib64|proc|root|sbin|sys|usr|usr/bin|usr/lib|usr/sbin|system|library"
_MORE_FOLDERS = (
    r"etc/(?:ssh|ssl|systemd|pam\.d|sudoers\.d)|home|media|mnt|opt|run|srv|var|users|applications|private|volumes|usr/local|usr/share|var/lib|var/log|private/(?:etc|var)"
    "|home/[^/]+|users/[^/]+"
)
_WINDOWS = r"/?[a-z]:|[a-z]:/(?:windows(?:/system32)?|users(?:/[^/]+)?|program|progra~\d|programdata)"
_SYSTEM = re.compile(rf"/|/(?:{_FOLDERS})|{_WINDOWS}|(?:%|\$env:)(?:systemroot|systemdrive|windir)%?")
_EVERYTHING = re.compile(
    rf"{_SYSTEM.pattern}|/(?:{_MORE_FOLDERS})|~[\w.-]*|\$(?:home|pwd)|(?:%|\$env:)(?:userprofile|home|homepath|homedrive|programfiles)%?"
    r"|(?:hklm|hkey_local_machine|hkcr|hkey_classes_root):?(?:/.*)?"
    r"|\.\.(?:/\.\.)*|os\.path\.expanduser|(?:pathlib\.)?path\.home|os\.homedir|process\.env\.home"
)
_ALL_HERE = frozenset({"*", ".*", "./*", "*.*"})
DISK = re.compile(
    r"/dev/(?:r?disk\d|[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|md\d|mapper/|dm-\d|root\b|k?mem\b)|/{0,2}[./]/physicaldrive\d|/{1,2}\./[a-z]:"
)
"""A whole disk, a partition or the memory of the machine, with `/` for every separator."""


def everything(path: str) -> bool:
    """Whether deleting this path deletes a system, a drive, a home or all that is in the present folder."""
    return path in _ALL_HERE or _is(_EVERYTHING, path)


def _is(folders: re.Pattern[str], path: str) -> bool:
    path = path.rstrip(",!?") or path
    if path.startswith("/"):
        path = posixpath.normpath("/" + path.lstrip("/"))
    for ending in ("/*.*", "/**", "/*", "/.*", "/."):
        path = path.removesuffix(ending) or "/"
    return bool(folders.fullmatch(path.rstrip("/") or path[:1]))


def _targets(words: Words) -> Iterator[str]:
    """The words that are no flags, of Unix or Windows."""
    return (word for word in words if not word.startswith("-") and not re.fullmatch(r"/[a-z?](?::\w{1,20})?", word))


def _flag(words: Words, letters: str, *names: str) -> bool:
    """Whether one of the letters is among the short flags (-rf, /s), or one of the names is given."""
    return any(
        word.partition(":")[0] in names or (re.fullmatch(r"-[a-z]{1,8}|/[a-z]", word) and any(letter in word for letter in letters))
        for word in words
    )


def _remove(words: Words) -> str | None:
    if "--no-preserve-root" in words:
        return "deletes everything"
    if not _flag(words, "rs", "--recursive", "-recurse", "-rec"):
        return None
    return next((f"deletes everything under {word}" for word in _targets(words) if everything(word)), None)


def _find(words: Words) -> str | None:
    deletes = "-delete" in words or any(
        word in ("-exec", "-execdir", "-ok") and after.rpartition("/")[2] in ("rm", "shred", "unlink") for word, after in pairwise(words)
    )
    start = next((word for word in words if not word.startswith("-")), "")
    return f"deletes everything under {start}" if deletes and everything(start) else None


def _permissions(words: Words) -> str | None:
    if not _flag(words, "rt", "--recursive", "/reset"):
        return None
    return next((f"takes {word} apart" for word in _targets(words) if _is(_SYSTEM, word)), None)


def _move(words: Words) -> str | None:
    paths = list(_targets(words))
    return f"throws {paths[0]} away" if len(paths) > 1 and paths[-1] == "/dev/null" and everything(paths[0]) else None


def _mirror(words: Words) -> str | None:
    """For rsync and robocopy, which empty what they copy onto when they are told to delete what the source lacks."""
    deletes = any(word.startswith(("--delete", "/mir", "/purge")) for word in words)
    target = next(reversed([word for word in words if not word.startswith("-")]), "")
    return f"deletes what lies under {target}" if deletes and everything(target) else None


def _subvolume(words: Words) -> str | None:
    return next((f"deletes everything under {word}" for word in words if everything(word)), None) if "delete" in words else None


def _account(words: Words) -> str | None:
    return "locks the administrator out" if "root" in words and _flag(words, "rdlf", "--remove", "--delete", "--lock") else None


def _erase(words: Words) -> str | None:
    """For programs that are harmless until a disk is named as what they write to."""
    return "erases a disk" if any(DISK.match(word.removeprefix("of=")) for word in words) else None


def _format(words: Words) -> str | None:
    """Only a drive with flags: "format c:" begins a sentence about dates as well."""
    drive = [word for word in words if not re.fullmatch(r"/[a-z]{1,2}(?::\S{1,40})?", word)]
    return f"erases drive {drive[0]}" if len(drive) == 1 and (re.fullmatch(r"[a-z]:/?", drive[0]) or DISK.match(drive[0])) else None


def _with(*needed: str, reason: str = "destroys backups or settings of the system") -> Check:
    """For programs that destroy with certain words: of each of `needed`, one of its words must begin one of theirs."""
    options = [tuple(need.split()) for need in needed]
    return lambda words: reason if all(any(word.startswith(option) for word in words) for option in options) else None


_cuts = _with(
    "--zap -z --delete mklabel mktable mkpart rm --security-erase --trim-sector luksformat erase lukserase format sanitize", reason="cuts"
)
_FORMATTERS = (
    "mkfs",
    "mke2fs",
    "mkdosfs",
    *(f"mkfs.{kind}" for kind in ("ext2", "ext3", "ext4", "xfs", "btrfs", "vfat", "fat", "ntfs", "f2fs", "exfat")),
)

CHECKS: dict[str, Check] = {
    **dict.fromkeys(("rm", "del", "erase", "rd", "rmdir", "remove-item", "ri", "srm"), _remove),
    **dict.fromkeys(("find", "gfind"), _find),
    **dict.fromkeys(("chmod", "chown", "chgrp", "chattr", "icacls", "cacls", "takeown", "setfacl"), _permissions),
    **dict.fromkeys(("mv", "move"), _move),
    **dict.fromkeys(("dd", "shred", "wipefs", "blkdiscard", "mkswap", "tee", "truncate", "newfs", "wipe", "scrub", *_FORMATTERS), _erase),
    **dict.fromkeys(
        ("sgdisk", "sfdisk", "parted", "fdisk", "hdparm", "cryptsetup", "nvme"), lambda words: _erase(words) if _cuts(words) else None
    ),
    **dict.fromkeys(("cp", "copy"), lambda words: _erase(words[-1:])),
    "diskutil": _with("erasedisk erasevolume zerodisk randomdisk secureerase partitiondisk reformat", reason="erases a disk"),
    **dict.fromkeys(("format", "format.com"), _format),
    "format-volume": _with("-d", reason="erases a drive"),
    "clear-disk": _with("-n -u -removed", reason="erases a disk"),
    "initialize-disk": _with("-n -u", reason="erases a disk"),
    "remove-partition": _with("-d -p", reason="erases a drive"),
    "fsutil": _with("setzerodata", reason="empties a file of the system"),
    "wevtutil": _with("cl clear-log", reason="deletes the system's log"),
    "schtasks": _with("/delete", "*", reason="deletes every scheduled job"),
    "net": _with("user", "/delete", reason="deletes an account"),
    **dict.fromkeys(("rsync", "robocopy"), _mirror),
    "btrfs": _subvolume,
    "tmutil": _subvolume,
    **dict.fromkeys(("userdel", "passwd", "usermod"), _account),
    "vssadmin": _with("delete", "shadows"),
    "wbadmin": _with("delete", "catalog backup systemstatebackup"),
    "wmic": _with("shadowcopy", "delete"),
    "cipher": _with("/w"),
    "reg": _with("delete", "hklm hkey_local_machine hkcr hkey_classes_root"),
    "zpool": _with("destroy", reason="erases a pool of disks"),
    "zfs": _with("destroy", "-r", reason="erases a pool of disks"),
    **dict.fromkeys(("vgremove", "lvremove"), _with("-f -y", reason="erases volumes")),
    "mdadm": _with("--zero-superblock", reason="erases a disk"),
    "crontab": lambda words: "deletes every scheduled job" if "-r" in words else None,
    "killall": lambda words: "ends every program of a user" if "-u" in words or "--user" in words else None,
    "kill": lambda words: "ends every program" if len(words) > 1 and words[-1] == "-1" else None,
}
"""By name without folder and ``.exe``: what the words behind the name do, or None."""
