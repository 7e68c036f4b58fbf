"""Writes `bouton/document.py` from the JSON schema of the documents.

    python python/tools/documents.py

A test compares the file with the output of this program, so that every document has its dataclass.
"""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "docs" / "schema.json"
FILE = ROOT / "python" / "bouton" / "document.py"

HEAD = '''"""The dataclasses of the JSON documents of the program.

The field names are those of the documents (docs/json.md), except that a keyword of Python is
followed by an underscore (`from_`, `else_`, `class_`). Numbers are `int`, of any size. `read`
reads a document from JSON, `write` writes it again. This file is written by `tools/documents.py`
from docs/schema.json.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from ._read import NUMBER, read, write
from ._repr import Document
from ._words import (
    Comparison,
    Counts,
    Equality,
    Judgement,
    Picture,
    QuestionAnswer,
    Reasons,
    SolutionRows,
    Solved,
    SumAnswer,
    Tried,
    Values,
)

'''

# The documents whose base compares them.
COMPARED = {"Count", "GrundyValues"}
# The documents that are printed in words, or used as data.
BASES = {
    "Ask": "QuestionAnswer",
    "AutomatonDiagram": "Picture",
    "Check": "Judgement",
    "Compare": "Comparison",
    "Count": "Counts",
    "GrundyValues": "Values",
    "PodiumEqual": "Equality",
    "Prove": "Tried",
    "ProveLetters": "Tried",
    "Solutions": "SolutionRows",
    "Solve": "Solved",
    "Sum": "SumAnswer",
    "Why": "Reasons",
}


def python_name(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def type_of(schema: Any) -> str:
    """The annotation of a value."""
    if schema is True or not (set(schema) - {"description"}):
        return "Any"
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(type_of(part) for part in schema["anyOf"])
    if "const" in schema:
        return f"Literal[{json.dumps(schema['const'])}]"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(of_kind(kind, schema) for kind in kinds)


def of_kind(kind: str, schema: Any) -> str:
    if kind == "array":
        items = type_of(schema["items"])
        if "minItems" in schema and schema["minItems"] == schema.get("maxItems"):
            return f"tuple[{', '.join([items] * schema['minItems'])}]"
        return f"list[{items}]"
    if kind == "object":
        return f"dict[str, {type_of(schema['additionalProperties'])}]"
    return {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}[kind]


def documented(text: str, indent: str) -> str:
    quoted = text.replace("\\", "\\\\")
    if len(indent) + len(quoted) + 6 <= 110:
        return f'{indent}"""{quoted}"""\n'
    lines = textwrap.wrap(quoted, 106 - len(indent))
    return f'{indent}"""{lines[0]}\n' + "".join(f"{indent}{line}\n" for line in lines[1:]) + f'{indent}"""\n'


def written_field(name: str, schema: Any, required: bool) -> str:
    annotation = type_of(schema)
    options = []
    if not required:
        if "None" not in annotation.split(" | ") and annotation != "Any":
            annotation += " | None"
        options.append("default=None")
    if isinstance(schema, dict) and "const" in schema:
        options.append(f"default={json.dumps(schema['const'])}")
    if python_name(name) != name:
        options.append(f'metadata={{"json": "{name}"}}')
    if options == ["default=None"]:
        default = " = None"
    else:
        default = f" = field({', '.join(options)})" if options else ""
    text = schema.get("description", "") if isinstance(schema, dict) else ""
    return f"    {python_name(name)}: {annotation}{default}\n" + (documented(text, "    ") if text else "")


def dataclass(name: str, schema: Any) -> str:
    body = "".join(
        written_field(field, part, field in schema.get("required", []))
        for field, part in schema["properties"].items()
    )
    if "additionalProperties" in schema:
        body += (
            f"    others: dict[str, {type_of(schema['additionalProperties'])}]"
            ' = field(default_factory=dict, metadata={"others": True})\n'
            '    """All other fields."""\n'
        )
    # The text for people is what is printed.
    if schema["properties"].get("text", {}).get("type") == "string":
        body += "\n    def __str__(self) -> str:\n        return self.text\n"
    text = documented(schema.get("description", name), "    ")
    equal = ", eq=False" if name in COMPARED else ""
    return f"@dataclass(frozen=True, kw_only=True, repr=False{equal})\nclass {name}({BASES.get(name, 'Document')}):\n{text}\n{body}"


def definition(name: str, schema: Any) -> tuple[str, list[str]]:
    if name == "Number":
        text = documented(schema["description"] + ".", "")
        return f"Number: TypeAlias = Annotated[int, NUMBER]\n{text}", []
    if "oneOf" in schema:
        variants = {}
        for variant in schema["oneOf"]:
            tag = next(part["const"] for part in variant["properties"].values() if "const" in part)
            variants[name + "".join(word.capitalize() for word in tag.split("-"))] = variant
        classes = "\n\n".join(dataclass(variant, part) for variant, part in variants.items())
        union = f"{name}: TypeAlias = " + " | ".join(variants)
        if len(union) > 110:
            union = f"{name}: TypeAlias = (\n    " + "\n    | ".join(variants) + "\n)"
        return f"{classes}\n\n{union}\n{documented(schema['description'], '')}", list(variants)
    if "anyOf" in schema:
        union = f"{name}: TypeAlias = {type_of(schema)}\n"
        return union + documented(schema["description"], ""), []
    return dataclass(name, schema), []


def in_order(definitions: dict[str, Any]) -> list[str]:
    """Sorts aliases after the types that they name. Classes need no order, because their
    annotations are texts."""
    aliases = [name for name, schema in definitions.items() if "anyOf" in schema]
    return aliases + [name for name in definitions if name not in aliases]


def module(schema: Any) -> str:
    definitions = schema["$defs"]
    parts, names = [], []
    for name in sorted(in_order(definitions), key=lambda name: (name != "Number", "anyOf" not in definitions[name])):
        text, variants = definition(name, definitions[name])
        parts.append(text)
        names += [name, *variants]
    exported = "".join(f'    "{name}",\n' for name in sorted(names)) + '    "read",\n    "write",\n'
    listed = f"__all__ = [\n{exported}]\n\n\ndef __dir__() -> list[str]:\n    return __all__\n\n\n"
    return HEAD + listed + "\n\n".join([""] + parts).lstrip("\n")


if __name__ == "__main__":
    FILE.write_text(module(json.loads(SCHEMA.read_text(encoding="utf-8"))), encoding="utf-8")
    sys.stdout.write(f"{FILE.relative_to(ROOT)}\n")
