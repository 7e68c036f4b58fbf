"""The store of the rows: Parquet files and certificates, each written completely or not at all."""

from __future__ import annotations

import contextlib
import glob
import json
import os
import time as clock
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from .._optional import optional
from .._survey import Row

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # elsewhere than on Unix
    fcntl = None

__all__ = ["Store", "StoreError", "Verdict"]

PAUSES = (0.0, 1.0, 4.0)
"""The pauses before the attempts to write a file, in seconds."""


class StoreError(OSError):
    """The store cannot be written, or contains something unexpected. Its contents are still
    complete."""


class OtherLimits(StoreError):
    """The rows of the store were found under other limits."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The verdict of the checker on the certificate of a row, when it was checked again."""

    rules: str
    """The ruleset."""
    certificate: str
    """The SHA-256 of the certificate."""
    accepted: bool
    """True if the certificate is accepted."""
    claim: str | None = None
    """The proved claim, in the words of the checker."""
    step: str | None = None
    """The step that failed."""
    seconds: float = 0.0
    """The duration of the check, in seconds."""


class Store:
    """A folder of results, on any file system that fsspec knows (`"s3://bucket/atlas"`):

    * `family=NAME/part-00000.parquet`, …: the rows, one for each ruleset; part i contains the games
      i·n to (i + 1)·n - 1 in the order of the family, where n is the size of a part;
    * `certs/<sha256>.cert`: the certificates;
    * `checks/family=NAME/part-00000.parquet`, …: the verdicts of the checker on the certificates of
      part i.

    The contents of a part are determined by its name. So every run writes the same rows to it, and
    two simultaneous runs count nothing twice.
    """

    def __init__(self, folder: str | os.PathLike[str], *, note: str = "", pauses: Sequence[float] = PAUSES) -> None:
        fsspec = optional("fsspec", "atlas", "the atlas")
        self._arrow = optional("pyarrow", "atlas", "the atlas")
        self._parquet = optional("pyarrow.parquet", "atlas", "the atlas")
        self._files, self._root = fsspec.core.url_to_fs(os.fspath(folder))
        self._is_local = "file" in _protocols(self._files)
        self._note = note
        self._pauses = pauses

    def schema(self) -> Any:
        """The columns of the rows. `family` is both a column and the name of a folder."""
        arrow = self._arrow
        text, number = arrow.string(), arrow.int64()
        kinds = {
            "rules": text,
            "family": text,
            "parameters": text,
            "status": text,
            "states": number,
            "numeration": text,
            "sentence": text,
            "certificate": text,
            "limit": text,
            "seconds": arrow.float64(),
            "positions": number,
        }
        return arrow.schema(list(kinds.items()))

    def families(self) -> list[str]:
        """The families with rows in the store."""
        if not self._files.exists(self._root):
            return []
        names = (path.rstrip("/").rsplit("/", 1)[-1] for path in self._files.ls(self._root, detail=False))
        return sorted(name.removeprefix("family=") for name in names if name.startswith("family="))

    def parts(self, family: str) -> list[int]:
        """The numbers of the existing parts of a family."""
        return self._parts(f"family={family}")

    def rows(self, family: str, part: int | None = None) -> list[Row]:
        """The rows of a family, or of a part of it, without their certificates."""
        found = []
        for number in self.parts(family) if part is None else [part]:
            for fields in self._table(_part(f"family={family}", number)).to_pylist():
                fields["parameters"] = json.loads(fields["parameters"])
                found.append(Row(**fields))
        return found

    def about(self, family: str) -> dict[str, str]:
        """The metadata of the rows: the `version` of the library, the `limits`, the size of a
        `part`, a `note`. Empty if there are no rows."""
        for number in self.parts(family):
            told = self._table(_part(f"family={family}", number)).schema.metadata or {}
            names = (name for name in told if name.startswith(b"bouton."))
            return {name.decode().removeprefix("bouton."): told[name].decode() for name in names}
        return {}

    def put(self, family: str, part: int, rows: Sequence[Row], about: Mapping[str, str]) -> None:
        """Stores a part: the certificates first, so that no row names a missing one."""
        for row in rows:
            if row.text is not None and row.certificate is not None:
                self._write(f"certs/{row.certificate}.cert", row.text.encode())
        fields = [
            {**row.as_dict(), "parameters": json.dumps(dict(row.parameters), sort_keys=True)} for row in rows
        ]
        about = {**about, **({"note": self._note} if self._note else {})}
        metadata = {f"bouton.{name}": text for name, text in about.items()}
        table = self._arrow.Table.from_pylist(fields, schema=self.schema().with_metadata(metadata))
        self._write(_part(f"family={family}", part), self._bytes_of(table))

    def certificate(self, row: Row | Verdict) -> str:
        """The text of a row's certificate."""
        return self._content(f"certs/{row.certificate}.cert").decode()

    def has_certificate(self, row: Row) -> bool:
        """True if the certificate of the row is in the store."""
        return bool(self._files.exists(self._path(f"certs/{row.certificate}.cert")))

    def checked(self, family: str) -> list[int]:
        """The parts whose certificates have been checked again."""
        return self._parts(f"checks/family={family}")

    def put_verdicts(self, family: str, part: int, verdicts: Sequence[Verdict]) -> None:
        """Stores the verdicts of the checker on the certificates of a part."""
        arrow = self._arrow
        kinds = {name: arrow.string() for name in ("rules", "certificate", "claim", "step")}
        kinds |= {"accepted": arrow.bool_(), "seconds": arrow.float64()}
        fields = [vars(verdict) for verdict in verdicts]
        table = arrow.Table.from_pylist(fields, schema=arrow.schema(list(kinds.items())))
        self._write(_part(f"checks/family={family}", part), self._bytes_of(table))

    def verdicts(self, family: str, part: int | None = None) -> Iterator[Verdict]:
        """The verdicts of the checker on the certificates of a family, or of a part of it."""
        for number in self.checked(family) if part is None else [part]:
            for fields in self._table(_part(f"checks/family={family}", number)).to_pylist():
                yield Verdict(**fields)

    def _parts(self, folder: str) -> list[int]:
        path = self._path(folder)
        if not self._files.exists(path):
            return []
        names = (name.rsplit("/", 1)[-1] for name in self._files.ls(path, detail=False, refresh=True))
        return sorted(int(name[5:-8]) for name in names if name.startswith("part-") and name.endswith(".parquet"))

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}"

    def _table(self, name: str) -> Any:
        # Only from this file: its columns do not depend on the names of folders.
        return self._parquet.ParquetFile(self._arrow.BufferReader(self._content(name))).read()

    def _content(self, name: str) -> bytes:
        """The contents of a file. Only regular files are read, because reading from a named pipe
        would wait for ever."""
        path = self._path(name)
        if self._is_local and Path(path).exists() and not Path(path).is_file():
            raise StoreError(f"{path} cannot be read: it is not a regular file")
        return bytes(self._files.cat_file(path))

    def _bytes_of(self, table: Any) -> bytes:
        sink = self._arrow.BufferOutputStream()
        self._parquet.write_table(table, sink, compression="zstd")
        return bytes(sink.getvalue().to_pybytes())

    def _write(self, name: str, content: bytes) -> None:
        """Writes a file completely or not at all; after a failure it tries again."""
        path = self._path(name)
        for pause in self._pauses:
            clock.sleep(pause)
            try:
                if self._is_local:
                    _write_whole(Path(path), content)
                else:
                    self._files.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
                    # The file gets its name when it is complete.
                    with self._files.transaction, self._files.open(path, "wb") as file:
                        file.write(content)
                return
            except OSError as error:
                reason = error
        raise StoreError(f"{path} cannot be written: {reason}; what the store holds is whole") from reason


def _part(folder: str, number: int) -> str:
    return f"{folder}/part-{number:05}.parquet"


def _protocols(files: Any) -> tuple[str, ...]:
    return (files.protocol,) if isinstance(files.protocol, str) else tuple(files.protocol)


def _write_whole(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as file:
            held = _locked(file)
            _clear(path, temporary)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if held:
                temporary.replace(path)
        if not held:
            temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _locked(file: IO[bytes]) -> bool:
    """Tries to lock the file for this process alone; false also if files cannot be locked."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _clear(path: Path, own: Path) -> None:
    """Removes temporary files of killed processes, that is, those that no writing process has
    locked."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        if left != own and left.is_file():
            # It may be gone, or belong to another user; then nothing is removed.
            with contextlib.suppress(OSError), left.open("r+b") as file:
                if _locked(file):
                    left.unlink()
