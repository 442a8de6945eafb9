"""Certificates are checked against the name in the address, although the connection goes to a checked address."""

import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from hydratui.errors import HydraError
from tests.security.site import Names, Reply, network, redirect, served

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made with the openssl program")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for news.example with its key, in one file."""
    folder = tmp_path_factory.mktemp("tls")
    file = folder / "news.pem"
    request = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=news.example"
    subprocess.run(
        [*request.split(), "-addext", "subjectAltName=DNS:news.example", "-keyout", str(folder / "key.pem"), "-out", str(file)],
        check=True,
        capture_output=True,
    )
    with file.open("a") as whole:
        whole.write((folder / "key.pem").read_text())
    return file


def serving(certificate: Path, names: list[str | None]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: names.append(name)
    return context


async def test_the_certificate_of_the_name_is_wanted_and_the_name_is_sent(certificate: Path) -> None:
    asked: list[str | None] = []
    async with served({"/": Reply(b"hello")}, serving(certificate, asked)) as site:
        way, _, _ = network(site, trust=ssl.create_default_context(cafile=str(certificate)))
        document = await way.get("https://news.example/")
        assert document.body == b"hello" and asked == ["news.example"] and site.hosts == ["news.example"]


async def test_the_certificate_of_another_name_is_refused_also_behind_a_redirect(certificate: Path) -> None:
    asked: list[str | None] = []
    async with served({"/": redirect("https://other.example/next"), "/next": Reply(b"inside")}, serving(certificate, asked)) as site:
        way, _, _ = network(site, trust=ssl.create_default_context(cafile=str(certificate)))
        with pytest.raises(HydraError, match="certificate is not valid"):
            await way.get("https://news.example/")
        assert asked == ["news.example", "other.example"] and site.requests == ["/"]


async def test_a_certificate_that_nobody_vouches_for_is_refused(certificate: Path) -> None:
    async with served({"/": Reply(b"hello")}, serving(certificate, [])) as site:
        way, _, _ = network(site, Names({"news.example": [["93.184.216.34"]]}))
        with pytest.raises(HydraError, match="certificate is not valid"):
            await way.get("https://news.example/")
        assert site.requests == []
