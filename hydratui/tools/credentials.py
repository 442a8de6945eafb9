"""Recognises files that hold credentials, wherever their path stands in a text."""

import re

from hydratui.tools.globs import globbed

# Paths that say by themselves what they are. Matched in small letters with `/` for every separator.
_PATHS = (
    r"\.ssh/(?!config\b|known_hosts|[\w.-]{1,80}\.pub\b)[\w.*?-]",
    r"\.(?:aws|boto|s3cfg)/(?:credentials|sso/cache|cli/cache)",
    r"\.gnupg/(?:private-keys|secring|[\w-]{1,40}\.key|\*)",
    r"\.kube/(?:config\b|cache(?:/|\b(?![-.])))",
    r"\.docker/config\.json",
    r"\.azure/(?:accesstokens|msal_token_cache|azureprofile|service_principal)",
    r"\.config/gcloud/(?:credentials|application_default|legacy_credentials|access_tokens)",
    r"\.config/(?:gh/hosts|hub\b|rclone/rclone\.conf|doctl/config|op/|solana/id\.json|git/credentials|hydratui/keys)",
    r"\.config/(?:containers/auth\.json|github-copilot/(?:hosts|apps)\.json|bitwarden/data\.json|signal/config\.json)",
    r"\.(?:claude/\.credentials|codex/auth\.json|huggingface/token|cache/huggingface/token|snowsql/config|oci/config|databrickscfg)",
    r"(?:\.fly|\.config/fly)/config\.yml|(?:\.netlify|\.config/netlify)/config\.json|sops/age/keys|/keyrings/\w",
    r"gcloud/application_default_credentials\.json",
    r"hydratui/keys\.toml",
    r"\.password-store/[\w*]",
    r"\.(?:cargo|gem)/credentials",
    r"\.m2/settings(?:-security)?\.xml",
    r"\.terraform\.d/credentials",
    r"\.(?:ethereum|bitcoin|electrum)/(?:keystore|wallets?\b)",
    r"\.mozilla/firefox/[^\s/]{1,80}/(?:logins\.json|key[34]\.db|cookies\.sqlite)",
    r"/etc/(?:shadow|gshadow|passwd|sudoers|master\.passwd|krb5\.keytab)\b(?!\.\w)",
    r"/etc/(?:security/opasswd|ssl/private/|ssh/ssh_host_\w{1,20}_key\b(?!\.pub)|kubernetes/admin\.conf|netplan/|wireguard/\w|openvpn/[^\s]{0,60}\.key)",
    r"/proc/(?:self|thread-self|\d{1,8}|\*|\$\$)/(?:environ|mem\b)",
    r"/run/secrets/",
    r"secrets/kubernetes\.io/serviceaccount",
    r"library/keychains?/",
    r"login\.keychain",
    r"system32/config/(?:sam|system|security|regback)\b",
    r"(?:windows|winnt|repair|system32)/(?:repair/|config/)?(?:ntds(?:/ntds)?\.dit|sam\b)",
    r"\bntds\.dit",
    r"microsoft/(?:credentials|protect|vault|crypto/rsa)/?(?=[\s*\w\"']|$)",
    r"panther/unattend(?:ed)?\.xml",
    r"(?:chrome|chromium|brave-browser|edge|opera)[^\n]{0,60}/(?:login data|cookies|web data|local state)\b",
    r"firefox/profiles/[^\s/]{1,80}/(?:logins\.json|key[34]\.db|cookies\.sqlite)",
)
# Names that are ordinary words of developers ("how does .npmrc work?") and a credential file only where a path or a program opens them.
_NAMES = (
    r"\.env(?:\.(?:local|prod|production|dev|development|staging|secrets?))?",
    r"id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?",
    r"[._]netrc|\.git-credentials|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.htpasswd|\.vault-token|\.terraformrc|\.boto|\.s3cfg|\.dockercfg",
    r"wallet\.dat|login\.keychain(?:-db)?|key4\.db|logins\.json|cookies\.sqlite|secring\.gpg|authorized_keys",
    r"application_default_credentials\.json|client_secrets?\.json|service[-_]account\.json|credentials\.json|terraform\.tfstate|keys\.toml",
    r"\.(?:ba|z|k)?sh_history|\.(?:psql|mysql|python|node_repl|rediscli)_history",
    r"privkey\.pem|private[-_]?key\.pem|[\w-]{1,40}\.(?:kdbx|keystore|jks|p12|pfx)",
)
_READERS = (
    r"cat|bat|tac|od|xxd|base64|hexdump|cp|mv|scp|rsync|curl|wget|vim?|nano|emacs|grep|awk|sed|get-content|gc|notepad|gpg|openssl|read_file"
)
# English words as well: only where a command begins.
_VERBS = r"less|more|head|tail|type|nl|strings|copy|move|source|\.|tar|zip|sort|code"
_HANDED = r"@|<\s?|\b(?:open|path|readfile(?:sync)?|file_get_contents|read_text|load_dotenv|slurp)\(\s{0,4}"
_STRONG = re.compile("|".join(rf"(?:{path})" for path in _PATHS))
_NAME = "(?:" + "|".join(_NAMES) + r")(?![\w.-]*\.(?:pub|example|sample|template|dist|md)\b)(?![\w-])"
_ROOT = r"(?:[a-z]:|~|\.{1,2}|\$\w{1,20}|\$\{\w{1,20}\}|%\w{1,20}%|file://?)?"
_FLAGS = r"\s{1,8}(?:(?:-[\w-]{1,30}|\d{1,6})\s{1,8}|@){0,6}"
_OPENED = re.compile(
    rf"(?:(?:^|[\s=@<:(,]){_ROOT}/(?:[^\s/]{{1,80}}/){{0,12}}"  # a path to it
    rf"|(?:\b(?:{_READERS})|(?:^|[;&|(\n])\s{{0,8}}(?:{_VERBS})){_FLAGS}"  # read by a program
    rf"|(?:{_HANDED})){_NAME}"  # handed over
)
_FOLDERS = r"\.(?:ssh|aws|gnupg|kube|azure|password-store|config/gcloud)"
_TAKEN = re.compile(
    rf"\b(?:cp|mv|scp|rsync|copy|xcopy|robocopy)\b[^\n;|&]{{0,120}}{_FOLDERS}/?\s{{1,8}}\S"  # a folder of them, copied elsewhere
    rf"|\b(?:tar|zip|7z|grep|rg)\b[^\n;|&]{{0,120}}{_FOLDERS}/?(?=\s|$)"
    rf"|\bfind\b[^\n]{{0,120}}-i?name\s{{1,8}}(?:{'|'.join(_NAMES)}|\*\.(?:pem|key|env)|id_\*|\.env\*)\s[^\n]{{0,60}}"
    rf"(?:-exec|xargs)\s[^\n]{{0,30}}\b(?:{_READERS}|tar|zip)\b"
)
_SPOKEN = re.compile(r"(?:how|what|where|why|which|who|when|is|are|does|do|can|should|the|a|an)\s[^\n;&|$`<>]{10,300}")
_ASKED_FOR = re.compile(
    rf"\b(?:{_READERS}|less|more|head|tail|type|strings|copy|move|source|tar|zip|sort|read|open|show|print|send|upload|post|list|give|get|fetch|load|return|display)\b"
)
_URL = re.compile(r"\bhttps?:/+\S*")
_ALONE = re.compile(_NAME)
_SEPARATORS = re.compile(r"(?:\\|/)+(?:\.(?:\\|/)+)*")
_UP = re.compile(r"/(?!\.\./)[^\s/]{1,100}/\.\./")
_QUOTES = re.compile("[\"'`^]")


def credential_path(text: str) -> str | None:
    """The path of a credential file that the text names or opens, or None.

    Public keys, `known_hosts`, templates (``.env.example``) and a bare name in a sentence are no such file.
    """
    flat = _QUOTES.sub("", _SEPARATORS.sub("/", text)).casefold()
    for _ in range(6):
        flat, count = _UP.subn("/", flat)
        if not count:
            break
    if _is_spoken_of(flat):
        return None
    if found := _STRONG.search(flat) or _TAKEN.search(flat) or _OPENED.search(_URL.sub("", flat)):
        return found[0].strip(" =@<:(,")
    if path := globbed(flat):
        return path
    if len(flat) <= 80 and (found := _ALONE.fullmatch(flat.strip())):
        return found[0]
    return None


def _is_spoken_of(flat: str) -> bool:
    """Whether it is a sentence about such a file ("the history of the /etc/passwd format") that asks for nothing of it."""
    return _SPOKEN.fullmatch(flat.strip()) is not None and _ASKED_FOR.search(flat) is None
