"""Whether a note says nothing but what the user has just said."""

from hydratui.recall.tokens import language, raw_words, tokens

_THE_USER = frozenset(
    {"user", "users", "usuario", "usuaria", "usuário", "usuária", "utilizador", "utilizadora", "utilisateur", "utilisatrice", "utente"}
)
_SHORTEST_STEM = 4


def says_no_more(note: str, prompt: str) -> bool:
    """Whether every telling word of a note is in the prompt, in any inflection; words for "the user" aside.

    A note in another language than the prompt has other words, and so says more.
    """
    words = [word for word in raw_words(note) if word.casefold() not in _THE_USER]
    spoken = raw_words(prompt)
    # A short text can look like one of a sister language; read as the same one, both have the same stems.
    for of in {language(words), language(spoken), language([*words, *spoken])}:
        said, telling = set(tokens(spoken, of)), tokens(words, of)
        if telling and all(_among(word, said) for word in telling):
            return True
    return False


def _among(word: str, said: set[str]) -> bool:
    if word in said:
        return True
    # Stems of one verb can differ by an ending: prefier, prefi.
    return any(
        min(len(word), len(other)) > _SHORTEST_STEM and (word[:-1].startswith(other[:-1]) or other[:-1].startswith(word[:-1]))
        for other in said
    )
