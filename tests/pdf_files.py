"""Small PDFs, written by hand as the standard (ISO 32000-1) says."""

import io
import zlib
from collections.abc import Sequence


def pdf(pages: Sequence[str], title: str = "", day: str = "") -> bytes:
    """A PDF with a line of Latin text for each line of each page."""
    kids = [4 + 2 * number for number in range(len(pages))]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for kid, text in zip(kids, pages, strict=True):
        lines = " ".join(f"({_escaped(line)}) Tj T*" for line in text.split("\n"))
        stream = f"BT /F1 12 Tf 14 TL 72 720 Td {lines} ET".encode("cp1252") if text else b""
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>"
            + f" /Contents {kid + 1} 0 R >>".encode()
        )
        objects.append(_stream(stream))
    objects.append(f"<< /Title ({_escaped(title)}) {f'/CreationDate (D:{day})' if day else ''} >>".encode("cp1252"))
    return _whole(objects)


def bomb(megabytes: int) -> bytes:
    """A PDF of one page whose content unfolds to many megabytes."""
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>"
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    pages = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page]
    return _whole([*pages, _packed(_bomb(megabytes)), font, b"<< >>"])


def locked(whole: bytes, password: str) -> bytes:
    """The same PDF, encrypted."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(whole)))
    writer.encrypt(password, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _bomb(megabytes: int) -> bytes:
    # One piece is packed, and repeated as it is: to pack it all would take seconds.
    piece, parts, checksum = b"(a) Tj " * 150_000, [b"\x78\x9c"], 1
    for text, times in ((b"BT /F1 12 Tf ", 1), (piece, megabytes * 1_000_000 // len(piece)), (b"ET", 1)):
        packer = zlib.compressobj(wbits=-15)
        parts += [packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)] * times
        for _ in range(times):
            checksum = zlib.adler32(text, checksum)
    return b"".join((*parts, b"\x03\x00", checksum.to_bytes(4, "big")))


def _stream(content: bytes) -> bytes:
    return _packed(zlib.compress(content))


def _packed(packed: bytes) -> bytes:
    return f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream"


def _whole(objects: Sequence[bytes]) -> bytes:
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
