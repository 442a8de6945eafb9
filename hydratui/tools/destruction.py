"""Recognises commands that would destroy a machine, a disk or a home folder, in any shell's spelling."""

import re

from hydratui.tools.programs import CHECKS, DISK, everything
from hydratui.tools.spelling import spellings

_ONTO = re.compile(r">{1,2}\|?\s{0,8}(/[^\s;&|)]{1,60})")
_KERNEL_FILE = re.compile(r"/proc/sysrq-trigger|/etc/(?:passwd|shadow|sudoers|fstab)$")
_FORK_BOMB = re.compile(
    r"([\w:.]{1,20})\s{0,8}\(\s{0,8}\)\s{0,8}\{\s{0,8}\1\s{0,8}\|\s{0,8}\1\s{0,8}&|%0\s{0,8}\|\s{0,8}%0|fork\s{1,8}while\s{1,8}fork"
    r"|while[\s(]{1,8}(?:1|true)[\s)]{0,8}[:{]?\s{0,20}(?:os\.)?fork\b"
)
_TREE = re.compile(
    r"\b(?:rmtree|rm_rf|rm_r|remove_tree|rmsync|rmdirsync|removesync|rimraf|deletetree|remove_dir_all|removeall|directory\]::delete)\b"
    r"[\s(]{1,4}([^\s,()]{1,80})"
)
_REVERSE_SHELL = re.compile(
    r"\b(?:ba|z|k)?sh\s{1,8}-i\b[^\n]{0,20}>&?\s{0,8}/dev/(?:tcp|udp)/"
    r"|\bnc(?:at)?(?:\s{1,8}[\w.-]{1,60}){0,5}\s{1,8}(?:-[a-z]{0,8}e|--exec|--sh-exec)\s{1,8}\S{0,40}(?:sh|cmd)"
)
_DISKPART = re.compile(
    r"(?:diskpart|select\s{1,8}disk\s{1,8}\d)[\s\S]{0,400}?(?:[\n|&;(]|echo\s)\s{0,8}clean(?:\s{1,8}all)?\s{0,8}(?:$|[\n|&;)>])"
)
_BOOT = re.compile(r"\bbcdedit\b[^\n]{0,80}(?:/delete|recoveryenabled|bootstatuspolicy)")
_PIPED = re.compile(
    r"\bfind\s{1,8}([^\s|]{1,80})[^\n|]{0,120}\|\s{0,8}xargs\b[^\n|]{0,40}\b(?:rm|shred|unlink)\b"
    r"|\b(?:get-childitem|gci|dir|ls)\s{1,8}([^\s|]{1,80})[^\n|]{0,80}\|\s{0,8}(?:remove-item|ri|rm|del)\b(?![^\n|]{0,60}-whatif)"
)
_COMMANDS = re.compile(r"[;&|\n(){}`]+")
_WORDS = re.compile(r"[\s,\[\]]+")


def destructive_command(text: str) -> str | None:
    """What a command in the text would do ("deletes everything under /"), or None.

    Quoting, escapes, variables and nested shells are undone first. A command on an ordinary folder (``rm -rf build``)
    is none of these, and neither is a sentence that speaks of one without writing it.
    """
    return next((reason for spelling in spellings(text) if (reason := _patterns(spelling) or _programs(spelling))), None)


def _patterns(text: str) -> str | None:
    if _FORK_BOMB.search(text):
        return "is a fork bomb"
    if _REVERSE_SHELL.search(text):
        return "opens this machine to another one"
    for onto in _ONTO.finditer(text):
        if DISK.match(onto[1]) or _KERNEL_FILE.match(onto[1]):
            return f"writes over {onto[1]}"
    if any(everything(tree[1]) for tree in _TREE.finditer(text)):
        return "deletes everything"
    if any(everything(piped[1] or piped[2]) for piped in _PIPED.finditer(text)):
        return "deletes everything"
    if _DISKPART.search(text):
        return "erases a disk"
    if _BOOT.search(text):
        return "keeps the system from starting"
    return None


def _programs(text: str) -> str | None:
    for command in _COMMANDS.split(text):
        words = _WORDS.split(command)
        seen: set[str] = set()
        for place, word in enumerate(words):
            program = word.rpartition("/")[2].removesuffix(".exe")
            # Only its first place: everything behind it is looked at anyway, and so the work stays linear.
            if program in CHECKS and program not in seen:
                seen.add(program)
                if reason := CHECKS[program]([word for word in words[place + 1 :] if word]):
                    return reason
    return None
