"""Messages between processes: each is pickled and preceded by its length."""

from __future__ import annotations

import pickle
from typing import IO, Any

__all__ = ["receive", "send"]


def send(stream: IO[bytes], message: Any) -> None:
    """Writes a message, preceded by its length."""
    text = pickle.dumps(message)
    stream.write(len(text).to_bytes(8, "little") + text)
    stream.flush()


def receive(stream: IO[bytes]) -> Any | None:
    """Reads a message; `None` if the stream ends before the end of the message."""
    length = stream.read(8)
    if len(length) < 8:
        return None
    text = stream.read(int.from_bytes(length, "little"))
    return pickle.loads(text) if len(text) == int.from_bytes(length, "little") else None
