"""A small form over whatever is on the screen: its errors stand beside the fields, and what was typed is never lost to one."""

from typing import ClassVar, get_args

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from hydratui.errors import HydraError
from hydratui.tui.form import Done, Field, Form, Values, Word
from hydratui.tui.hand import Hand
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.show import MUTED, text
from hydratui.tui.widgets.form_fields import FieldRow, Picked
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.palette import Palette


class FormScreen(ModalScreen[Done | None]):
    """The form. Its answer is what was done; None when it was given up."""

    CSS_PATH = "form.tcss"
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding("enter", f"send('{word}')", word, tooltip=f"{word.capitalize()} it", priority=True) for word in get_args(Word)),
        Binding("down", "move(1)", "move", key_display="↑↓", tooltip="To the next field (also tab)"),
        Binding("up", "move(-1)", "move up", show=False, tooltip="To the field before (also shift+tab)"),
        Binding("tab", "complete", "complete", show=False, tooltip="Take what is offered, else to the next field"),
        Binding("shift+tab", "move(-1)", "field before", show=False, tooltip="To the field before"),
        # By habit ctrl+c is pressed to get away.
        Binding("escape,ctrl+c", "give_up", "give up", key_display="esc", tooltip="Change nothing"),
    ]

    def __init__(self, form: Form, hand: Hand) -> None:
        """A form.

        Args:
            form: What is asked.
            hand: Does what was asked for.
        """
        super().__init__()
        self._form, self._hand = form, hand
        self._sent = self._busy = False

    def compose(self) -> ComposeResult:
        """The lead, the fields, what is wrong with all of it, the keys."""
        with Container(classes="form"):
            # Not a scroll of Textual's own, which takes the keys that go between the fields.
            with Container(classes="form-fields"):
                if self._form.lead:
                    yield Static(text(self._form.lead), classes="form-lead")
                yield from map(FieldRow, self._form.fields)
                yield Static(classes="form-said")
            yield KeyLine(classes="form-keys")

    def on_mount(self) -> None:
        """Titled, and with the first field in focus."""
        box = self.query_one(".form", Container)
        box.border_title = Content.styled(self._form.title, "bold")
        box.set_class(self._form.harmful, "-harmful")
        self._check()
        self._rows[0].control.focus()

    @property
    def _rows(self) -> list[FieldRow]:
        return list(self.query(FieldRow))

    @property
    def _row(self) -> FieldRow | None:
        return next((row for row in self._rows if row.control is self.focused), None)

    @property
    def values(self) -> Values:
        """What stands in the fields; a field that is not asked counts as empty."""
        everything = {row.field.name: row.value.strip() for row in self._rows}
        return {row.field.name: everything[row.field.name] if row.field.shown(everything) else "" for row in self._rows}

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        row = self._row
        if row is not None and row.control is event.input:
            row.offer()
        self._check()

    @on(Picked.Changed)
    def _picked(self) -> None:
        self._check()

    def _check(self) -> FieldRow | None:
        """Says what is to be said beside each field. Gives the first that something is wrong with."""
        values, wrong = self.values, None
        for row in self._rows:
            row.display = row.field.shown(values)
            sentence, bad = _said(row.field, values)
            if bad and not self._sent and (row.field.late or not row.value.strip()):
                row.say("", bad=False)
            else:
                row.say(sentence if row.display else "", bad)
            wrong = wrong or (row if bad and row.display else None)
        self._say("")
        return wrong

    def _say(self, sentence: str, bad: bool = False) -> None:
        said = self.query_one(".form-said", Static)
        said.update(text(sentence, "$error" if bad else MUTED))
        said.display = bool(sentence)

    def action_send(self, _: Word) -> None:
        """Takes what is offered, else sends the form; where something is wrong, goes there."""
        if (row := self._row) is not None and row.take():
            return
        self._sent = True
        wrong = self._check()
        if wrong is not None:
            wrong.control.focus()
        elif not self._busy:
            self._busy = True
            self.run_worker(self._sending(), group="form", exit_on_error=False)

    async def _sending(self) -> None:
        try:
            done = await self._hand.do(self._form.submit, self.values)
        except HydraError as error:
            self._busy = False
            if self.is_attached:
                self._say(str(error), bad=True)
                self.query_one(".form-said").scroll_visible(animate=False)
        else:
            if self.is_current:
                self.dismiss(done)

    def action_move(self, by: int) -> None:
        """To another field; among the offers while these are open. Down from a line that has offers, opens them."""
        row = self._row
        if row is not None and row.palette.shown:
            row.palette.move(by)
        elif row is not None and by > 0 and row.field.offers:
            row.offer(everything=True)
            self.call_after_refresh(row.palette.scroll_visible, animate=False)
        elif by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_complete(self) -> None:
        """Takes what is offered, else goes to the next field."""
        if (row := self._row) is None or not row.take():
            self.focus_next()

    def action_give_up(self) -> None:
        """Closes the offers, else the form."""
        if (row := self._row) is not None and row.palette.shown:
            row.palette.hide()
        else:
            self.dismiss(None)

    @on(events.DescendantBlur)
    def _left(self) -> None:
        for row in self._rows:
            if row is not self._row:
                row.palette.hide()

    @on(Palette.Picked)
    def _clicked(self, event: Palette.Picked) -> None:
        for row in self._rows:
            if row.palette.chosen() is event.suggestion:
                row.take()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Sending goes by the form's own word; between fields one moves where there are several."""
        if action == "move":
            return not self.is_mounted or sum(row.display for row in self._rows) > 1 or any(row.field.offers for row in self._rows)
        return action != "send" or parameters == (self._form.does,)


def _said(field: Field, values: Values) -> tuple[str, bool]:
    """What a field's check says, and whether it is that something is wrong."""
    try:
        return field.check(values), False
    except HydraError as error:
        return str(error), True
