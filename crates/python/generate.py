"""Writes the classes of records and the methods of verbs from the library's schemas: ``python generate.py``, where the module is
installed. With ``--check``, it only says whether they are current."""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

from jigsat._jigsat import schemas, verbs

Schema = dict[str, Any]

FOLDER = Path(__file__).parent / "python" / "jigsat"

#: The records of verbs that have none of their own.
SAME_RECORD = {"solve": "solve", "decode": "solve", "list": "solve", "hint": "explain", "generate": "show"}
#: Verbs that are written by hand, because they return puzzles, or solutions one by one.
BY_HAND = {"list", "generate", "families"}
WIDTH = 120


def main() -> int:
    known = json.loads(schemas())
    table = json.loads(verbs())
    records = Records(known)
    for verb in table:
        if verb["has_record"]:
            records.add_answer(verb["name"], known[verb["name"]])
    files = {"records.py": records.text(), "_verbs.py": methods(table)}
    if "--check" in sys.argv:
        stale = [name for name, text in files.items() if (FOLDER / name).read_text() != text]
        for name in stale:
            print(f"{name} is out of date: python generate.py", file=sys.stderr)
        return bool(stale)
    for name, text in files.items():
        (FOLDER / name).write_text(text)
    return 0


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def word(name: str) -> str:
    """A name as an identifier."""
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def docstring(text: str, indent: str) -> str:
    text = " ".join(text.replace("\\", "\\\\").split())
    lines = textwrap.wrap(text, WIDTH - len(indent) - 6) or [""]
    return f'{indent}"""' + f"\n{indent}".join(lines) + '"""\n'


class Records:
    """The classes of records."""

    def __init__(self, known: dict[str, Schema]) -> None:
        self.classes: dict[str, tuple[str, str]] = {}
        # A solution is what its family makes of it.
        solved = known["sudoku-solve"]
        solved["$defs"]["Solution"] = {}
        self.defs: Schema = solved["$defs"]
        #: The verb whose record is added, which distinguishes classes of the same name.
        self.verb = "Solve"
        self.add("SolveAnswer", solved["$defs"]["SolveRecord"], "Answer")
        self.add("ListAnswer", solved["$defs"]["ListRecord"], "Answer")

    def add_answer(self, verb: str, schema: Schema) -> None:
        self.defs, self.verb = schema.get("$defs", {}), camel(verb)
        self.add(f"{camel(verb)}Answer", schema, "Answer")

    def add(self, name: str, schema: Schema, base: str) -> str:
        """Adds a class; if there is another one of that name, under a longer name."""
        required = schema.get("required", [])
        fields = [
            self.field(key, value, key in required, name)
            for key, value in schema["properties"].items()
        ]
        body = docstring(schema.get("description", ""), "    ") + "\n"
        for key, kind, _, description in fields:
            body += f"    {key}: {kind}\n" + (docstring(description, "    ") if description else "")
        body += "\n    _fields: ClassVar[dict[str, Field]] = {\n"
        body += "".join(f'        "{key}": {reading},\n' for key, _, reading, _ in fields) + "    }\n"
        if name in self.classes and self.classes[name][1] != body:
            name = f"{self.verb}{name}"
        self.classes[name] = (base, body)
        return name

    def field(self, key: str, schema: Schema, required: bool, within: str) -> tuple[str, str, str, str]:
        kind, read = self.type(schema, f"{within}{camel(key)}")
        missing = "..."
        if not required:
            if kind == "bool" and not optional(schema):
                missing = "False"
            elif kind.startswith(("list", "dict")) and not optional(schema):
                missing = kind[:4]
            else:
                missing = "None"
                kind = kind if kind == "Any" or kind.endswith("| None") else f"{kind} | None"
        return word(key), kind, f"({read}, {missing})", schema.get("description", "")

    def type(self, schema: Schema, name: str) -> tuple[str, str]:
        """The type of a value, and how it is read."""
        if not isinstance(schema, dict):
            return "Any", "plain"
        if "$ref" in schema:
            ref = schema["$ref"].rpartition("/")[2]
            target = self.defs[ref]
            if "properties" not in target:
                return self.type(target, ref)
            if (ref, None) in self.open:
                return f'"{ref}"', f"lambda value: {ref}(value)"
            self.open.add((ref, None))
            made = self.add(ref, target, "Record")
            self.open.discard((ref, None))
            return made, f"lambda value: {made}(value)"
        if "anyOf" in schema:
            some = [one for one in schema["anyOf"] if one.get("type") != "null"]
            if len(some) == 1:
                kind, read = self.type(some[0], name)
                return nullable(kind, read) if len(some) < len(schema["anyOf"]) else (kind, read)
            return "Any", "plain"
        if "oneOf" in schema and all("const" in one for one in schema["oneOf"]):
            return literal(one["const"] for one in schema["oneOf"]), "plain"
        if "enum" in schema:
            return literal(schema["enum"]), "plain"
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        some = [kind for kind in kinds if kind != "null"]
        if some == ["integer", "string"]:
            return "int", "number"
        if len(some) != 1:
            return "Any", "plain"
        kind, read = self.of_kind(some[0], schema, name)
        return nullable(kind, read) if "null" in kinds else (kind, read)

    def of_kind(self, kind: str, schema: Schema, name: str) -> tuple[str, str]:
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
        if kind in simple:
            return simple[kind], "plain"
        if kind == "array":
            if "prefixItems" in schema:
                return f"list[{union([self.type(item, name)[0] for item in schema['prefixItems']])}]", "plain"
            item, read = self.type(schema.get("items", {}), name)
            return f"list[{item}]", "plain" if read == "plain" else f"listed({read})"
        if kind == "object" and schema.get("properties"):
            made = self.add(name, schema, "Record")
            return made, f"lambda value: {made}(value)"
        values = schema.get("additionalProperties") or next(iter(schema.get("patternProperties", {}).values()), {})
        item, read = self.type(values if isinstance(values, dict) else {}, name)
        return f"dict[str, {item}]", "plain" if read == "plain" else f"by_name({read})"

    open: set[tuple[str, None]] = set()

    def text(self) -> str:
        text = '"""The records of answers. `generate.py` wrote this from the library\'s schemas."""\n\n'
        text += "from __future__ import annotations\n\nfrom typing import Any, ClassVar, Literal\n\n"
        text += "from ._record import Answer, Field, Record, by_name, listed, maybe, number, plain\n"
        for name, (base, body) in sorted(self.classes.items()):
            text += f"\n\nclass {name}({base}):\n{body}"
        return text


def optional(schema: Schema) -> bool:
    kinds = schema.get("type", [])
    return "null" in kinds or any(one.get("type") == "null" for one in schema.get("anyOf", []))


def nullable(kind: str, read: str) -> tuple[str, str]:
    if kind == "Any":
        return kind, read
    return f"{kind} | None", "plain" if read == "plain" else f"maybe({read})"


def union(kinds: list[str]) -> str:
    return " | ".join(dict.fromkeys(kinds))


def literal(values: Any) -> str:
    return "Literal[" + ", ".join(json.dumps(value) for value in values) + "]"


class Argument:
    """An argument of a verb: a field of its request."""

    def __init__(self, path: list[str], schema: Schema, defs: Schema) -> None:
        self.path = path
        self.name = word(schema.get("x-name", path[-1]))
        self.is_positional = bool(schema.get("x-position"))
        self.description = schema.get("description", "").split("\n\n")[0]
        self.is_required = bool(schema.get("x-required"))
        self.is_text = False
        self.kind = self.type(schema, defs)
        # A text that can't be left out is what the verb is about.
        self.is_positional |= self.is_text and "$ref" in schema
        if schema.get("x-value") in ("FOLDER", "FILE") and self.kind == "str":
            self.kind = "str | os.PathLike[str]"

    def type(self, schema: Schema, defs: Schema) -> str:
        if "$ref" in schema:
            ref = schema["$ref"].rpartition("/")[2]
            if ref in ("TextFile", "TextOrFile"):
                self.is_text = True
                return "TextLike"
            return self.type(defs[ref], defs)
        if "anyOf" in schema:
            return union([self.type(one, defs) for one in schema["anyOf"] if one.get("type") != "null"])
        if "oneOf" in schema and all("const" in one for one in schema["oneOf"]):
            return literal(one["const"] for one in schema["oneOf"])
        if "enum" in schema:
            return literal(schema["enum"])
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
        some = []
        for kind in kinds:
            if kind in simple:
                some.append(simple[kind])
            elif kind == "array" and "prefixItems" in schema:
                some.append(f"tuple[{', '.join(self.type(item, defs) for item in schema['prefixItems'])}]")
            elif kind == "array":
                some.append(f"Sequence[{self.type(schema.get('items', {}), defs)}]")
            elif kind == "object":
                some.append("Mapping[Any, Any]")
        return union(some) if some else "Any"


def arguments(schema: Schema, request: Schema, path: list[str]) -> list[Argument]:
    """The arguments of a request: those of the command, and then those that only programs give."""
    found: list[Argument] = []
    defs = request.get("$defs", {})
    for listed in schema.get("x-arguments", []):
        inner, place = schema, list(path)
        for name in listed.split("."):
            inner = with_properties(inner, defs)["properties"][name]
            place.append(name)
        nested = with_properties(inner, defs)
        if "x-arguments" in nested:
            found += arguments(nested, request, place)
        else:
            found.append(Argument(place, inner, defs))
    if schema is request:
        named = {one.path[0] for one in found} | {"ask", "options"}
        more = [name for name in request["properties"] if name not in named]
        found += [Argument([name], request["properties"][name], defs) for name in more]
    return sorted(found, key=lambda one: not one.is_positional)


def with_properties(schema: Schema, defs: Schema) -> Schema:
    """The object that a schema is, or refers to."""
    for one in [schema, *schema.get("anyOf", [])]:
        target = defs[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        if "properties" in target:
            return target
    return {}


def methods(table: list[Schema]) -> str:
    of_puzzles, others = "", ""
    names: set[str] = set()
    for verb in table:
        if verb["name"] in BY_HAND:
            continue
        is_method = verb["subject"] in ("puzzle", "text")
        text, answer = method(verb, is_method)
        names.add(answer)
        if is_method:
            of_puzzles += text
        else:
            others += text
    text = '"""The verbs of the command. `generate.py` wrote this from the schemas of their requests."""\n\n'
    text += "from __future__ import annotations\n\nimport os\nfrom collections.abc import Mapping, Sequence\nfrom typing import Any, Literal\n\n"
    text += "from ._ask import Asker, TextLike, ask_family, ask_files\n"
    text += "from .records import (\n" + "".join(f"    {name},\n" for name in sorted(names)) + ")\n\n\n"
    text += f'class Verbs(Asker):\n    """The verbs about a puzzle."""\n{of_puzzles}\n{others}'
    return text


def method(verb: Schema, is_method: bool) -> tuple[str, str]:
    """The text of a method or function, and the class of its answer."""
    request, name = verb["request"], verb["name"]
    args = arguments(request, request, [])
    record = name if verb["has_record"] else SAME_RECORD[name]
    answer = f"{camel(record)}Answer"
    has_options = "options" in request["properties"] or "ask" in request["properties"]
    is_family = verb["subject"] == "family"
    indent = "    " if is_method else ""
    # What the command can take from elsewhere, Python can't.
    required = {"solution", "answer", "from_", "first", "second", "reference", "submissions"}
    parameters = ["self"] if is_method else (["family: str"] if is_family else [])
    positional = [one for one in args if one.is_positional]
    named = [one for one in args if not one.is_positional]
    for one in positional:
        must = one.name in required and name != "show"
        parameters.append(f"{one.name}: {one.kind}" if must else f"{one.name}: {one.kind} | None = None")
    if named:
        parameters.append("*")
    parameters += [f"{one.name}: {one.kind}" + ("" if one.is_required else " | None = None") for one in named]
    if has_options:
        parameters.append("**options: Any")
    returns = f"list[{answer}]" if verb["is_table"] else answer
    text = f"\n{indent}def {word(name)}(\n" if is_method else f"\n\ndef {word(name)}(\n"
    text += "".join(f"{indent}    {one},\n" for one in parameters) + f"{indent}) -> {returns}:\n"
    text += f'{indent}    """{verb["purpose"]}.\n'
    if args or has_options:
        text += "\n"
    for one in args:
        text += wrapped(f":param {one.name}: {one.description}", indent + "    ")
    if has_options:
        whose = "generator" if is_family else "family"
        text += wrapped(f":param options: the {whose}'s own options, by name, as the command has them", indent + "    ")
    text += f'{indent}    """\n'
    text += f"{indent}    given = {{\n"
    for one in args:
        path = ".".join(one.path)
        text += f'{indent}        "{path}": {one.name},\n'
    text += f"{indent}    }}\n"
    texts = tuple(".".join(one.path) for one in args if one.is_text)
    place = '"ask.options"' if "ask" in request["properties"] else ('"options"' if has_options else "None")
    options = "options" if has_options else "{}"
    table = ", rows=True" if verb["is_table"] else ""
    end = f'"{name}", {answer}, given, {texts!r}, {place}, {options}{table})\n'
    end = end.replace("'", '"')
    if is_method:
        asked = "_ask_text" if verb["subject"] == "text" else "_ask"
        text += f"{indent}    found: {returns} = self.{asked}({end}"
    elif is_family:
        text += f"{indent}    found: {returns} = ask_family(family, {end}"
    else:
        text += f"{indent}    found: {returns} = ask_files({end}"
    text += f"{indent}    return found\n"
    return text, answer


def wrapped(text: str, indent: str) -> str:
    text = " ".join(text.replace("\\", "\\\\").split())
    lines = textwrap.wrap(text, WIDTH - len(indent) - 4)
    return "".join(f"{indent}{'    ' if place else ''}{line}\n" for place, line in enumerate(lines))


if __name__ == "__main__":
    sys.exit(main())
