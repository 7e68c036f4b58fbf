"""A game against the computer."""

from __future__ import annotations

import random
from typing import Any, Literal, SupportsIndex

from . import _bouton, document
from ._limits import Memory, Time, limits
from ._optional import optional
from .position import Position, PositionLike

__all__ = ["Play", "Reply"]


class Reply(str):
    """A text that is shown as it is printed."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Play:
    """A game against the computer, with lines as input and text as output. `Game.play` begins one.

    A line is a move (`take 2 from 3`, a position, or a number that `moves` has listed), or one of
    the commands that `help` lists: `hint`, `why`, `moves`, `undo`, `swap`, `new`, `log`, `level`,
    `quit`.

    >>> from bouton import Game
    >>> play = Game("nim").play((1, 2))
    >>> print(play.enter("take 1 from 2"))  # doctest: +ELLIPSIS
    1,1  the computer moves to 0,1
    ...
    """

    def __init__(
        self,
        game: _bouton.Game,
        position: PositionLike | None = None,
        *,
        first: Literal["you", "computer"] = "you",
        level: str = "perfect",
        seed: int | None = None,
        time: Time = None,
        memory: Memory = None,
    ) -> None:
        place = None if position is None else Position.of(position)
        self._spent = (time, memory)
        self.said, self._document = _bouton.play_begin(
            game,
            None if place is None else (list(place), place.control),
            first=first == "you",
            level=level,
            # Small enough to be typed again.
            seed=random.randrange(1_000_000) if seed is None else seed,
            limits=limits(*self._spent),
        )
        self.left = False
        """True if the player has left the game."""

    @property
    def document(self) -> document.Play:
        """The game as data: its moves, whether it is finished, the winner."""
        return document.read(document.Play, self._document)

    def enter(self, line: PositionLike, *more: SupportsIndex) -> Reply:
        """The reply to an input line, or to the position that is moved to, whose numbers may also be given one by
        one."""
        text = line if isinstance(line, str) and not more else str(Position.of(line, *more))
        found = _bouton.play_enter(self._document, text, limits=limits(*self._spent))
        if found is None:
            self.left, self.said = True, "good bye"
        else:
            self.said, self._document = found
        return Reply(self.said)

    def __repr__(self) -> str:
        return self.said

    def widget(self) -> Any:
        """An input line and the last reply, for notebooks; requires `ipywidgets`."""
        widgets = optional("ipywidgets", "notebook", "Play.widget")
        said = widgets.HTML()
        line = widgets.Text(placeholder="a move, or help", continuous_update=False)

        def show() -> None:
            text = self.said.replace("&", "&amp;").replace("<", "&lt;")
            said.value = f"<pre>{text}</pre>"

        def entered(change: dict[str, Any]) -> None:
            if change["new"]:
                self.enter(change["new"])
                line.value = ""
                line.disabled = self.left
                show()

        line.observe(entered, names="value")
        show()
        return widgets.VBox([said, line])
