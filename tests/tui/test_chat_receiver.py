"""The status line says who gets what is typed, before it is sent."""

from tests.tui.conftest import OpenApp


async def test_whoever_is_named_is_said_to_get_it(open_app: OpenApp) -> None:
    async with open_app((100, 24)) as opened:
        for typed, said in (
            ("hello", "to Ada  "),
            ("@iris look", "to Iris  "),
            ("ask @otto and @iris", "to Otto and Iris  "),
            ("@ada @otto @iris hello", "to Ada, Otto and Iris  "),
            ("mail me@otto.example", "to Ada  "),
            ("@nobody hello", "to Ada  "),
        ):
            opened.chat.prompt.put(typed)
            await opened.until(lambda said=said: said in opened.screen(), f"{typed}: {said}")  # type: ignore[misc]
        await opened.pilot.press("ctrl+down")
        opened.chat.prompt.put("what does @otto say?")
        await opened.until(lambda: "to Ada  " in opened.screen(), "her own channel")
