"""Our tools as a toolset of the model library."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic_ai import RunContext, ToolFailed
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import AbstractToolset
from pydantic_ai.toolsets.abstract import ToolsetTool

from hydratui import text
from hydratui.errors import HydraError
from hydratui.models.messages import sendable
from hydratui.models.turn import CallRefused, Event, Tool, ToolEnded, ToolStarted

_NOT_AN_OBJECT = "\0"


class ToolBroke(HydraError):
    """A tool failed in a way that it did not foresee. The turn ends, so that the fault is seen."""


class OwnTools(AbstractToolset[None]):
    """Hands the model's calls to our tools as they come: each tool checks its arguments itself and counts what it refuses.

    Args:
        tools: The tools that are granted.
        emit: Told when a call starts, ends or is refused.
        rounds: How often a tool may fail before the turn ends.
    """

    def __init__(self, tools: Sequence[Tool], emit: Callable[[Event], None], rounds: int) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._emit = emit
        self._rounds = rounds

    @property
    def id(self) -> str:
        """The library's name for this toolset."""
        return "hydratui"

    async def get_tools(self, ctx: RunContext[None]) -> dict[str, ToolsetTool[None]]:
        """Every granted tool, described for the model."""
        return {
            tool.name: ToolsetTool(
                toolset=self,
                tool_def=ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=dict(tool.schema)),
                max_retries=self._rounds,
                args_validator=_AnyObject(),
            )
            for tool in self._tools.values()
        }

    async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: RunContext[None], tool: ToolsetTool[None]) -> str:
        """Runs one call; what the tool refuses goes back to the model as one line."""
        if _NOT_AN_OBJECT in tool_args:
            reason = f"The arguments of {name} were no JSON object. Call it again with one."
            self._emit(CallRefused(name, reason))
            raise ToolFailed(reason)
        self._emit(ToolStarted(name))
        try:
            return sendable(await self._tools[name].call(tool_args))
        except HydraError as error:
            raise ToolFailed(text.one_line(str(error))) from error
        except Exception as error:
            # Named as the tool's: a network error of a tool must not read as one of the model.
            raise ToolBroke(
                f"The tool {name} broke ({type(error).__name__}: {text.clipped(str(error), 200)}). Take it out of tools.md."
            ) from error
        finally:
            self._emit(ToolEnded(name))


class _AnyObject:
    """Accepts any JSON object, and marks what is none instead of raising, so that `call_tool` words the refusal."""

    def validate_json(self, input: str | bytes | bytearray, **_: object) -> Any:
        # Models write nothing at all when a tool has no arguments.
        try:
            return self.validate_python(json.loads(input or "{}"))
        except ValueError:
            return {_NOT_AN_OBJECT: True}

    def validate_python(self, input: Any, **_: object) -> Any:
        return dict(input) if isinstance(input, Mapping) else {_NOT_AN_OBJECT: True}
