"""Opens the talk: the data folder, the store, the supervisor and the keyboard, put together and let go of again."""

from hydratui.cli.folder import data_folder


def open_plain() -> None:
    """Talks until the user leaves.

    Raises:
        HydraError: The data folder or the database can't be used.
    """
    from hydratui.cli.plain.attendant import Attendant
    from hydratui.cli.plain.keyboard import Keyboard
    from hydratui.cli.plain.talk import Talk
    from hydratui.store.database import Store, in_words

    home = data_folder()
    store = Store.open(home.database)
    try:
        with in_words(home.database), Attendant(home) as attendant, Keyboard() as keyboard:
            Talk(home, store, keyboard, attendant).run()
    finally:
        store.close()
