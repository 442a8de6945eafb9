"""Light stems: words of one family share a token. Not linguistics; the same function serves index and query."""

from __future__ import annotations

import re
from collections.abc import Callable

from hydratui.recall.irregular import IRREGULAR

_DOUBLE = frozenset(("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"))
_ENGLISH_ENDINGS = (
    ("ational", "ate"),
    ("ization", "ize"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("iveness", "ive"),
    ("tional", "tion"),
    ("biliti", "ble"),
    ("entli", "ent"),
    ("ousli", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("ation", "ate"),
    ("alism", "al"),
    ("ator", "ate"),
    ("izer", "ize"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("abli", "able"),
    ("alli", "al"),
    ("eli", "e"),
)
_ENGLISH_MORE = (("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ness", ""), ("ful", ""))
_ENGLISH_LAST = (
    *("ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism"),
    *("ate", "iti", "ous", "ive", "ize", "ion", "al", "er", "ic", "ou"),
)


_ALL_ENDINGS = tuple(ending for ending, _ in _ENGLISH_ENDINGS)
_ALL_MORE = tuple(ending for ending, _ in _ENGLISH_MORE)


def english(word: str) -> str:
    """Porter's stem (M. F. Porter, "An algorithm for suffix stripping", 1980), after the irregular forms."""
    word = IRREGULAR.get(word, word)
    if len(word) < 3:
        return word
    word = _without_inflection(word)
    if word[-1] == "y" and _VOWEL(word, 0, len(word) - 1):
        word = word[:-1] + "i"
    if word.endswith(_ALL_ENDINGS):
        word = _replaced(word, _ENGLISH_ENDINGS)
    if word.endswith(_ALL_MORE):
        word = _replaced(word, _ENGLISH_MORE)
    if word.endswith(_ENGLISH_LAST):
        word = _without_last(word)
    if word[-1] == "e":
        rest = word[:-1]
        syllables = _measure(rest)
        if syllables > 1 or (syllables == 1 and not _short(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def _without_inflection(word: str) -> str:
    if word[-1] == "s":
        if word.endswith("sses") or (word.endswith("ies") and len(word) > 4):
            word = word[:-2]
        elif not word.endswith(("ss", "us", "is")):
            word = word[:-1]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            return _mended(stem) if _VOWEL(stem) else word
    return word


def _without_last(word: str) -> str:
    ending = next(ending for ending in _ENGLISH_LAST if word.endswith(ending))
    rest = word[: -len(ending)]
    return rest if _measure(rest) > 1 and (ending != "ion" or rest.endswith(("s", "t"))) else word


# "y" is a vowel unless a word begins with it.
_VOWEL = re.compile("[aeiou]|(?<=.)y").search
_SYLLABLE = re.compile("(?:[aeiou]|(?<=.)y)+[^aeiouy]").findall
_CVC = re.compile("[^aeiou][aeiouy][^aeiouwxy]$").search


def _measure(stem: str) -> int:
    """How many times a consonant follows a vowel."""
    return len(_SYLLABLE(stem))


def _short(stem: str) -> bool:
    return _CVC(stem) is not None


def _mended(stem: str) -> str:
    """The stem that an "-ed" or "-ing" was put behind."""
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem[-2:] in _DOUBLE:
        return stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _short(stem) else stem


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, new in endings:
        if word.endswith(ending):
            rest = word[: -len(ending)]
            return rest + new if _measure(rest) else word
    return word


def _stripper(endings: str, keep: int) -> Callable[[str], str]:
    """Takes the longest of the endings off, where at least `keep` letters stay."""
    known = frozenset(endings.split())
    longest = max(map(len, known))

    def strip(word: str) -> str:
        for size in range(min(longest, len(word) - keep), 0, -1):
            if word[-size:] in known:
                return word[:-size]
        return word

    return strip


spanish = _stripper(
    """
    a e i o s as es is os an en on io ia ias ian ar er ir ando iendo yendo ado ada ados adas ido ida idos idas aba abas aban
    abamos iamos aria arias arian eria erian iria irian ara aras aran are aremos era eras eran ere eremos ira iran ire iremos
    aron ieron aste iste amos emos imos ase asen iese iesen iera ieran amiento amientos imiento imientos acion aciones icion
    iciones cion ciones sion siones ador adora adores adoras idor idora idores idoras ante antes ancia ancias encia encias mente
    amente able ables ible ibles idad idades ico ica icos icas ista istas ismo ismos oso osa osos osas ivo iva ivos ivas eza
    ezas anes enes ones eres ares
    """,
    3,
)
portuguese = _stripper(
    """
    a e i o s as es is os ar er ir ando endo indo ado ada ados adas ido ida idos idas ava avas avam avamos ia ias iam iamos aria
    ariam eria eriam iria iriam ara aras aram arao are aremos era eram erao ere eremos ira iram irao ire iremos ou eu iu ei am
    em aste este iste amos emos imos asse assem esse essem isse issem amento amentos imento imentos acao acoes icao icoes cao
    coes sao soes ao oes aes ador adora adores adoras idor idora idores idoras ante antes ancia ancias encia encias mente amente
    avel aveis ivel iveis idade idades ico ica icos icas ista istas ismo ismos oso osa osos osas ivo iva ivos ivas eza ezas al
    ais eis ois ens el eres ares
    """,
    3,
)
french = _stripper(
    """
    e s x es ee ees er ez ai ais ait aient ant ants ante antes ent ement ements ation ations ition itions tion tions sion sions
    ateur ateurs atrice atrices eur eurs euse euses eux aux al ale ales ique iques isme ismes iste istes ite ites ance ances
    ence ences able ables ible ibles if ifs ive ives ment ments amment emment ir is it i ie ies issant issent issait issement
    issements ira iront era eront erai erais erait eraient ee
    """,
    3,
)
italian = _stripper(
    """
    a e i o he hi io ia ie are ere ire ato ata ati ate uto uta uti ute ito ita iti ite ando endo ava avano eva evano iva ivano
    iamo ano ono era eranno ero erebbe erebbero ira iranno irebbe arono erono irono asse assero esse essero isse issero mente
    amente azione azioni izione izioni zione zioni sione sioni amento amenti imento imenti atore atori atrice atrici itore itori
    ante anti anza anze enza enze abile abili ibile ibili ico ica ici iche ista iste isti ismo ismi oso osa osi ose ivo ivi ive
    ezza ezze ale ali
    """,
    3,
)
german = _stripper("e s n en er es em ern ens ung ungen", 4)
dutch = _stripper("e s en ende heid heden je jes tje tjes", 4)
# Folding has taken the breve off, so "й" is "и" here.
_cyrillic = _stripper(
    """
    а я о е и ы у ю ь ам ям ах ях ами ями иям иях иями ом ем ои еи ии ыи ов ев ие ые ое ее ия ья ию ью иеи ого его ому ему ым им
    ыми ими ых их ую юю ая яя ость ости остью ение ения ению ением ении ениеи
    """,
    3,
)
_greek = _stripper("α ε η ι ο υ ασ εσ ησ οσ ουσ ου ων ον οι ια ιασ ιου ιων ιοσ ιο εισ ηδεσ ματα ματοσ μα", 3)
_hindi = _stripper("ा ि ी ु ू े ै ो ौ ों ें ीं ां ओं ियों ियां ाओं ाएं ुओं", 2)
_arabic_end = _stripper("ها ان ات ون ين يه ه ي وا هم", 3)
_ARABIC_ARTICLES = ("وال", "بال", "كال", "فال", "ال", "لل")


def turkish(word: str) -> str:
    """The first five letters, which serve Turkish as well as a stemmer (Can et al., "Information retrieval on Turkish texts", 2008)."""
    return word[:5]


def _arabic(word: str) -> str:
    for article in _ARABIC_ARTICLES:
        if word.startswith(article) and len(word) - len(article) >= 3:
            word = word[len(article) :]
            break
    return _arabic_end(word)


LATIN: dict[str, Callable[[str], str]] = {
    "en": english,
    "es": spanish,
    "pt": portuguese,
    "fr": french,
    "it": italian,
    "de": german,
    "nl": dutch,
    "tr": turkish,
}
"""By language, for the languages that share the Latin script."""


def other_script(word: str) -> str:
    """The stem of a folded word that holds a letter outside ASCII, by its script."""
    first = word[0]
    if "а" <= first <= "ӿ":
        return _cyrillic(word)
    if "ऀ" <= first <= "ॿ":
        return _hindi(word)
    if "؀" <= first <= "ۿ":
        return _arabic(word)
    if "α" <= first <= "ώ":
        return _greek(word)
    return word
