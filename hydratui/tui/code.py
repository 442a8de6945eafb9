"""The colours of code: few and quiet, from the page's own palette."""

from pygments.token import Token  # type: ignore[import-untyped]
from textual.highlight import HighlightTheme


class CodeColours(HighlightTheme):
    """Which style each kind of word has; the rest is plain."""

    STYLES = {  # noqa: RUF012  as Textual declares it
        Token.Comment: "$text-muted",
        Token.Keyword: "$agent-2",
        Token.Operator.Word: "$agent-2",
        Token.Name.Function: "$agent-5",
        Token.Name.Class: "$agent-5",
        Token.Name.Decorator: "$agent-5",
        Token.Name.Tag: "$agent-5",
        Token.Name.Builtin: "$agent-1",
        Token.Name.Attribute: "$agent-1",
        Token.Name.Variable: "$agent-1",
        Token.Literal.String: "$agent-4",
        Token.Literal.Number: "$agent-0",
        Token.Keyword.Constant: "$agent-0",
        Token.Generic.Deleted: "$agent-3",
        Token.Generic.Inserted: "$agent-4",
        Token.Generic.Heading: "bold",
    }
