"""Where the rows are kept: Parquet files and certificates, each written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._optional import optional
from .._survey import Row

__all__ = ["Store"]


class Store:
    """A folder of results: `family=NAME/part-….parquet`, and `certs/<sha256>.cert`."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._arrow = optional("pyarrow", "arrow", "the atlas")
        self._parquet = optional("pyarrow.parquet", "arrow", "the atlas")

    def schema(self) -> Any:
        """The columns of the table. `family` is a column and the name of a folder."""
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

    def rows(self, family: str) -> list[Row]:
        """The rows of a family that are kept, each ruleset once, without their certificates."""
        found: dict[str, Row] = {}
        for part in sorted(self._of(family).glob("part-*.parquet")):
            # Of this file alone: the names of folders say nothing about its columns.
            for fields in self._parquet.ParquetFile(part).read().to_pylist():
                fields["parameters"] = json.loads(fields["parameters"])
                found.setdefault(fields["rules"], Row(**fields))
        return list(found.values())

    def add(self, rows: Sequence[Row]) -> None:
        """Keeps rows of one family: their certificates first, so that no row names one that is not there."""
        if not rows:
            return
        for row in rows:
            if row.text is not None and row.certificate is not None:
                self._write(self.folder / "certs" / f"{row.certificate}.cert", row.text.encode())
        fields = [{**row.as_dict(), "parameters": json.dumps(dict(row.parameters))} for row in rows]
        table = self._arrow.Table.from_pylist(fields, schema=self.schema())
        sink = self._arrow.BufferOutputStream()
        self._parquet.write_table(table, sink, compression="zstd")
        # The same rulesets have the same name: a part that is written again replaces itself.
        name = hashlib.sha256("\n".join(row.rules for row in rows).encode()).hexdigest()[:16]
        self._write(self._of(rows[0].family) / f"part-{name}.parquet", sink.getvalue().to_pybytes())

    def certificate(self, row: Row) -> str:
        """The text of a row's certificate."""
        return (self.folder / "certs" / f"{row.certificate}.cert").read_text(encoding="utf-8")

    def _of(self, family: str) -> Path:
        return self.folder / f"family={family}"

    def _write(self, path: Path, content: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
